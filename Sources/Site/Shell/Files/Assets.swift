// The files of Public/: serves them where no web server does (when trying Fivebar out, on shared hosts with only a CGI
// program, and for all that a web server does not find), and copies them to where one does.

import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The files of `Public/`, addressed under one hash, so that browsers fetch each file only once.
///
/// Browsers keep what they get under a hash for a year, and the folder may be another build's before this process ends. So
/// a server holds them in memory, and a program that ends after one request hands out a file only if it is still the one
/// that was hashed.
struct Assets: Sendable {
    /// As they lay in the folder; empty if they are read when they are asked for.
    private let contents: [String: ByteBuffer]
    /// What told them.
    private let stamps: [String: FileStamp]
    /// Where they were read, for what is said of one that is missing.
    let folder: String
    /// A hash of the names and contents of all files, and of how they are handed out: 16 hexadecimal digits.
    let hash: String

    /// - Parameter hashFile: Where the hash is kept, for a program that ends after one request; nil for one that lasts, or
    ///   that is to read every file.
    init(folder: String, hashFile: AssetHashFile? = nil) throws {
        self.folder = folder
        let listing = try FolderListing(folder)
        if let kept = hashFile?.hash(of: listing) {
            hash = kept
            contents = [:]
            stamps = listing.stamps
            return
        }
        var digest = SHA256()
        digest.update(data: Data(SourceText.form.utf8))
        var contents: [String: ByteBuffer] = [:]
        for path in listing.paths {
            guard let content = [UInt8](contentsOfFile: folder + "/" + path) else { continue }
            contents[path] = ByteBuffer(bytes: content)
            digest.update(data: Array(path.utf8) + [0])
            digest.update(data: content)
        }
        self.contents = contents
        stamps = listing.stamps.filter { contents[$0.key] != nil }
        hash = digest.finalize().shortText
        if contents.count == listing.files.count { hashFile?.keep(hash, of: listing, in: folder) }
    }

    /// What is handed out for the file at a path: scripts and style sheets without their comments.
    ///
    /// That is done only here, because a CGI program hands out none of the files whose hash it needs for every page.
    subscript(path: String) -> ByteBuffer? {
        guard let content = contents[path] ?? read(path) else { return nil }
        return path.hasSuffix(".js") || path.hasSuffix(".css") ? SourceText.withoutComments(content) : content
    }

    /// Nil if another file lies there by now.
    private func read(_ path: String) -> ByteBuffer? {
        guard let stamp = stamps[path] else { return nil }
        return [UInt8](contentsOfFile: folder + "/" + path, stamped: stamp).map { ByteBuffer(bytes: $0) }
    }

    /// What pages are made of, in order of their names.
    var modulesAndStyles: [String] {
        stamps.keys.filter { $0.hasSuffix(".js") || $0.hasSuffix(".css") || $0.hasSuffix(".svg") }.sorted()
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
        for path in stamps.keys {
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
    /// In hexadecimal digits, of which there are 64.
    var text: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

    /// The first 64 bits as 16 hexadecimal digits: enough to distinguish builds.
    var shortText: String { String(text.prefix(16)) }
}
