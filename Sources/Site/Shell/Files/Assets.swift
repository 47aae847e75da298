// The files of Public/: serves them where no web server does (when trying Fivebar out, on shared hosts with only a CGI
// program, and for all that a web server does not find), and copies them to where one does.

import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The files of `Public/`, addressed under one hash, so that browsers fetch each file only once.
///
/// They are held in memory: browsers keep what they get under a hash for a year, and the folder may be another build's
/// before this process ends.
struct Assets: Sendable {
    /// As they lie in the folder.
    private let files: [String: ByteBuffer]
    /// Where they were read, for what is said of one that is missing.
    let folder: String
    /// A hash of the names and contents of all files, and of how they are handed out: 16 hexadecimal digits.
    let hash: String

    init(folder: String) throws {
        self.folder = folder
        var digest = SHA256()
        digest.update(data: Data(SourceText.form.utf8))
        var files: [String: ByteBuffer] = [:]
        for path in try FolderListing(folder).paths {
            guard let content = [UInt8](contentsOfFile: folder + "/" + path) else { continue }
            files[path] = ByteBuffer(bytes: content)
            digest.update(data: Array(path.utf8) + [0])
            digest.update(data: content)
        }
        self.files = files
        hash = digest.finalize().shortText
    }

    /// What is handed out for the file at a path: scripts and style sheets without their comments.
    ///
    /// That is done only here, because a CGI program hands out none of the files whose hash it needs for every page.
    subscript(path: String) -> ByteBuffer? {
        guard let content = files[path] else { return nil }
        return path.hasSuffix(".js") || path.hasSuffix(".css") ? SourceText.withoutComments(content) : content
    }

    /// What pages are made of, in order of their names.
    var modulesAndStyles: [String] {
        files.keys.filter { $0.hasSuffix(".js") || $0.hasSuffix(".css") || $0.hasSuffix(".svg") }.sorted()
    }

    /// The file at `path`, which must be one of the names found at startup, so
    /// that `..` cannot escape the folder.
    func file(_ path: String) throws -> Response {
        guard let content = self[path] else { throw HTTPError(.notFound) }
        return Response(
            status: .ok,
            headers: [.contentType: Self.mediaType(of: path), .cacheControl: Self.forever],
            body: ResponseBody(byteBuffer: content)
        )
    }

    /// Style sheets as a single one, for pages that have to be small.
    ///
    /// - Parameter paths: Where they lie in `Public/css`, without their ending.
    func styles(_ paths: [String]) throws -> Response {
        var text = ByteBuffer()
        for path in paths {
            guard let content = self["css/\(path).css"] else { throw HTTPError(.notFound) }
            text.writeImmutableBuffer(content)
        }
        return Response(
            status: .ok,
            headers: [.contentType: Self.mediaType(of: ".css"), .cacheControl: Self.forever],
            body: ResponseBody(byteBuffer: text)
        )
    }

    /// Copies the files into a folder named by their hash, which is there as a whole or not at all.
    ///
    /// - Parameter folder: Where it is made, beside those of other builds. Everybody may read it.
    /// - Returns: The path of the folder with the files.
    func copy(into folder: String) throws -> String {
        let place = folder + "/" + hash, unfinished = place + ".new"
        let manager = FileManager.default
        guard !manager.fileExists(atPath: place) else { return place }
        if manager.fileExists(atPath: unfinished) { try manager.removeItem(atPath: unfinished) }
        for path in files.keys {
            guard let content = self[path] else { continue }
            let file = URL(filePath: unfinished + "/" + path)
            try manager.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(content.readableBytesView).write(to: file)
        }
        try manager.moveItem(atPath: unfinished, toPath: place)
        return place
    }

    static let forever = "max-age=31536000, immutable"

    private static func mediaType(of path: String) -> String {
        switch path.split(separator: ".").last {
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "webmanifest": "application/manifest+json"
        default: "application/octet-stream"
        }
    }
}

extension SHA256Digest {
    /// The first 64 bits as 16 hexadecimal digits: enough to distinguish builds.
    var shortText: String {
        prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
