// Serves the files of Public/ where no web server does: when trying Fivebar out,
// and on shared hosts with only a CGI program.

import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The files of `Public/`, addressed under one hash, so that browsers fetch each file only once.
struct Assets: Sendable {
    private let folder: String
    /// A hash of the names and contents of all files: 16 hexadecimal digits.
    let hash: String
    private let paths: Set<String>

    init(folder: String) throws {
        self.folder = folder
        let names = try SiteFault.contents(of: folder).sorted()
        var digest = SHA256()
        var paths: Set<String> = []
        for name in names {
            guard let content = FileManager.default.contents(atPath: folder + "/" + name) else { continue }
            paths.insert(name)
            digest.update(data: Data(name.utf8) + [0])
            digest.update(data: content)
        }
        self.paths = paths
        hash = digest.finalize().shortText
    }

    /// What pages are made of, in order of their names.
    var modulesAndStyles: [String] {
        paths.filter { $0.hasSuffix(".js") || $0.hasSuffix(".css") || $0.hasSuffix(".svg") }.sorted()
    }

    /// The file at `path`, which must be one of the names found at startup, so
    /// that `..` cannot escape the folder.
    func file(_ path: String) throws -> Response {
        guard paths.contains(path), let content = FileManager.default.contents(atPath: folder + "/" + path)
        else {
            throw HTTPError(.notFound)
        }
        return Response(
            status: .ok,
            headers: [.contentType: Self.mediaType(of: path), .cacheControl: Self.forever],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: content))
        )
    }

    /// Style sheets as a single one without comments, for pages that have to be small.
    func styles(_ names: [String]) throws -> Response {
        let texts = try names.map { name in
            guard let content = FileManager.default.contents(atPath: "\(folder)/css/\(name).css") else {
                throw HTTPError(.notFound)
            }
            return String(decoding: content, as: UTF8.self).replacing(/\s*\/\*[\s\S]*?\*\//, with: "")
        }
        return Response(
            status: .ok,
            headers: [.contentType: Self.mediaType(of: ".css"), .cacheControl: Self.forever],
            body: ResponseBody(byteBuffer: ByteBuffer(string: texts.joined()))
        )
    }

    static let forever = "public, max-age=31536000, immutable"

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
