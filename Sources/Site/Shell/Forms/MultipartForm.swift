// Parses a form with a file (RFC 7578; parts as in RFC 2046 §5.1). Supports only
// what browsers send.

import Glibc
import HTTPTypes
import Hummingbird
import Ledger

/// The fields of a form of type `multipart/form-data`.
struct MultipartForm: Sendable {
    struct Part: Sendable {
        let name: String
        /// For a file, its name on the device.
        let filename: String?
        let content: ArraySlice<UInt8>
    }

    let parts: [Part]
    /// No form has as many parts, and no browser sends headers as long, in bytes. Without a limit, a body of
    /// nothing but headers takes many times its own memory.
    private static let mostParts = 16, longestHeader = 8 * 1024
    /// RFC 2046 §5.1.1, in bytes. A longer one would have to be compared with the whole body at each byte.
    private static let longestBoundary = 70

    subscript(_ name: String) -> Part? { parts.first { $0.name == name } }

    /// - Parameter boundary: The delimiter of the parts.
    /// - Returns: nil if the body has no closing delimiter, too many parts, or a header too long or of too many combining
    ///   marks.
    init?(_ body: [UInt8], boundary: String) {
        let line = Array("\r\n--\(boundary)".utf8), emptyLine = Array("\r\n\r\n".utf8)
        // The first delimiter may be at the very beginning.
        guard (1...Self.longestBoundary).contains(boundary.utf8.count), body.starts(with: line.dropFirst(2))
        else { return nil }
        var parts: [Part] = [], number = 0
        var position = line.count - 2
        while !body[position...].starts(with: "--".utf8) {
            number += 1
            guard number <= Self.mostParts, body[position...].starts(with: "\r\n".utf8) else { return nil }
            let start = position + 2
            // A part without headers begins with the empty line.
            let furthest = min(body.count, position + Self.longestHeader)
            guard let headerEnd = body[..<furthest].place(of: emptyLine, from: position),
                let end = body[...].place(of: line, from: headerEnd + 2)
            else { return nil }
            let header = String(decoding: body[min(start, headerEnd)..<headerEnd], as: UTF8.self)
            guard !CombiningMarks.areTooMany(in: header) else { return nil }
            if let name = Self.parameter("name", of: header) {
                parts.append(
                    Part(
                        name: name, filename: Self.parameter("filename", of: header),
                        content: body[min(headerEnd + 4, end)..<end]))
            }
            position = end + line.count
        }
        self.parts = parts
    }

    /// A quoted parameter of the Content-Disposition; browsers encode a quotation
    /// mark in it as `%22`.
    private static func parameter(_ name: String, of header: String) -> String? {
        for line in header.split(separator: "\r\n") where line.lowercased().hasPrefix("content-disposition:")
        {
            // The separator before it prevents `name` from matching within `filename`.
            guard let start = line.firstRange(of: "; \(name)=\"")?.upperBound else { return nil }
            let value = String(line[start...].prefix { $0 != "\"" })
            return value.replacing("%22", with: "\"")
        }
        return nil
    }
}

extension ArraySlice<UInt8> {
    /// The index of the first occurrence of the bytes.
    fileprivate func place(of bytes: [UInt8], from start: Int) -> Int? {
        guard let first = bytes.first else { return nil }
        return withUnsafeBytes { all -> Int? in
            var place = start - startIndex
            while place + bytes.count <= all.count, let base = all.baseAddress {
                guard let found = memchr(base + place, CInt(first), all.count - place) else { return nil }
                place = base.distance(to: found)
                guard place + bytes.count <= all.count else { return nil }
                if memcmp(found, bytes, bytes.count) == 0 { return startIndex + place }
                place += 1
            }
            return nil
        }
    }
}

extension Request {
    /// What parts a form with a file.
    ///
    /// - Throws: 422 if the request is no such form.
    var multipartBoundary: String {
        get throws {
            let type = headers[.contentType] ?? ""
            guard type.lowercased().hasPrefix("multipart/form-data"),
                let start = type.firstRange(of: "boundary=")?.upperBound
            else { throw HTTPError(.unprocessableContent) }
            return type[start...].prefix { $0 != ";" }.filter { $0 != "\"" }
        }
    }

    /// The body's announced length (`Content-Length`).
    var announcedLength: Int? { headers[.contentLength].flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 } }
}
