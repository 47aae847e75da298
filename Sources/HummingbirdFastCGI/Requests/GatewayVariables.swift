// A request's variables in CGI (RFC 3875 §4.1) and FastCGI (1.0 §6.2), and the
// request they describe. The only code that knows web servers' naming; it does no I/O.

import Glibc
import HTTPTypes

/// The variables of one request.
///
/// They are stored as the original bytes, because a request reads only a few of its forty.
public struct GatewayVariables: Sendable {
    private struct Entry {
        let name: Range<Int>
        let value: Range<Int>
    }

    /// Names and values, one after another.
    private var block: [UInt8] = []
    private var entries: [Entry] = []

    /// The variables of a program's environment.
    public init(environment: [String: String]) {
        for (name, value) in environment {
            let start = block.count
            block += name.utf8
            let end = block.count
            block += value.utf8
            entries.append(Entry(name: start..<end, value: end..<block.count))
        }
    }

    /// The variables of a FastCGI request.
    ///
    /// - Throws: ``MalformedRecords`` if they are no name-value pairs.
    init(pairs bytes: [UInt8]) throws(MalformedRecords) {
        block = bytes
        entries.reserveCapacity(48)
        let isSound = bytes.withUnsafeBytes { bytes in
            var pairs = NameValuePairs(bytes)
            while let pair = pairs.next() { entries.append(Entry(name: pair.name, value: pair.value)) }
            return pairs.isAtEnd
        }
        guard isSound else { throw MalformedRecords() }
    }

    /// The value of `name`, or nil if the web server sent none. Invalid UTF-8 is
    /// replaced with U+FFFD.
    public subscript(name: String) -> String? {
        var name = name
        return name.withUTF8 { wanted in
            block.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress, let text = wanted.baseAddress else { return nil }
                let entry = entries.first { entry in
                    entry.name.count == wanted.count
                        && memcmp(start + entry.name.lowerBound, text, wanted.count) == 0
                }
                return entry.map { String(decoding: bytes[$0.value], as: UTF8.self) }
            }
        }
    }
}

extension GatewayVariables {
    /// The address of the client, as the web server saw it.
    public var remoteAddress: String? { self["REMOTE_ADDR"] }

    /// The name by which the web server has authenticated the client; nil if it has not. A header of the client's cannot
    /// be it: those begin with `HTTP_`.
    public var remoteUser: String? { self["REMOTE_USER"] }

    /// Whether the client used HTTPS.
    public var isSecure: Bool {
        if let https = self["HTTPS"]?.lowercased() { return https == "on" || https == "1" }
        return self["REQUEST_SCHEME"] == "https"
    }

    /// The announced size of the body, in bytes; nil if there is none, or it is no number (RFC 3875 §4.1.2).
    public var contentLength: Int? {
        self["CONTENT_LENGTH"].flatMap { text in
            text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int(text) : nil
        }
    }

    /// The path under which the program itself is mounted, without a trailing
    /// slash: the requested path without `PATH_INFO`, so that it is also correct
    /// for rewritten addresses.
    ///
    /// Correct with CGI (RFC 3875 §4.1.13), but not with Apache's mod_proxy_fcgi,
    /// which sends the whole path as `SCRIPT_NAME`: configure it there.
    public var mountPath: String {
        // A link that begins with two slashes leads to another host (RFC 3986 §4.2).
        let script = (self["SCRIPT_NAME"] ?? "").mergingSlashes
        guard let information = self["PATH_INFO"]?.mergingSlashes, !information.isEmpty else {
            return script.hasSuffix("/") ? String(script.dropLast()) : script
        }
        let asked = requestTarget.prefix { $0 != "?" }
        guard let decoded = asked.removingPercentEncodingStrictly?.mergingSlashes,
            decoded.hasSuffix(information)
        else {
            return script
        }
        return String(decoded.dropLast(information.count))
    }

    /// Path and query as the client sent them, still percent-encoded; several slashes in a row are one, as for web
    /// servers.
    ///
    /// `REQUEST_URI` is raw with every web server, but not part of RFC 3875:
    /// without it the target is composed from the three standard variables.
    var requestTarget: String {
        guard let target = self["REQUEST_URI"]?.encodingWhatIsNotASCII, !target.isEmpty else {
            let script = self["SCRIPT_NAME"] ?? "", information = self["PATH_INFO"] ?? ""
            let path = (script + information).mergingSlashes.addingPathEncoding
            let query = self["QUERY_STRING"] ?? ""
            return (path.isEmpty ? "/" : path) + (query.isEmpty ? "" : "?" + query)
        }
        guard !target.hasPrefix("/") else { return target.mergingSlashesOfPath }
        // The absolute form of RFC 9112 §3.2.2, which proxies send.
        guard let scheme = target.range(of: "://") else { return "/" + target }
        return target[scheme.upperBound...].firstIndex(of: "/").map { target[$0...].mergingSlashesOfPath }
            ?? "/"
    }

    /// The request these variables describe, without its body.
    ///
    /// - Returns: nil if `REQUEST_METHOD` is missing or not a token, or `CONTENT_LENGTH` is neither a number nor empty.
    func makeRequestHead() -> HTTPRequest? {
        guard contentLength != nil || self["CONTENT_LENGTH"] ?? "" == "" else { return nil }
        guard let method = self["REQUEST_METHOD"].flatMap({ HTTPRequest.Method($0) }) else { return nil }
        var fields = HTTPFields()
        var authority: String?
        block.withUnsafeBytes { bytes in
            for entry in entries {
                switch HeaderVariable(UnsafeRawBufferPointer(rebasing: bytes[entry.name])) {
                case .host: authority = Self.fieldValue(bytes[entry.value])
                case .field(let name):
                    fields.append(HTTPField(name: name, value: Self.fieldValue(bytes[entry.value])))
                case .ignored, nil: break
                }
            }
        }
        if let type = self["CONTENT_TYPE"], !type.isEmpty {
            fields[.contentType] = Array(type.utf8).withUnsafeBytes { Self.fieldValue($0[...]) }
        }
        if let length = contentLength { fields[.contentLength] = String(length) }
        return HTTPRequest(
            method: method,
            scheme: isSecure ? "https" : "http",
            authority: authority ?? self["SERVER_NAME"],
            path: requestTarget,
            headerFields: fields
        )
    }

    /// What is not ASCII is read as ISO 8859-1 (RFC 9110 §5.5): a letter each, none of which combines with others, so that
    /// comparing them takes no time that a client could make long.
    private static func fieldValue(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        guard bytes.contains(where: { $0 >= 0x80 }) else { return String(decoding: bytes, as: UTF8.self) }
        var text = ""
        for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
        return text
    }

}

extension StringProtocol {
    fileprivate func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }

    /// The text with one slash where there are several in a row.
    fileprivate var mergingSlashes: String {
        guard hasSlashesInARow else { return String(self) }
        let slash = UInt8(ascii: "/")
        var bytes: [UInt8] = []
        for byte in utf8 where byte != slash || bytes.last != slash { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The same of the path of an address; its query stays.
    fileprivate var mergingSlashesOfPath: String {
        guard hasSlashesInARow, let query = firstIndex(of: "?") else { return mergingSlashes }
        return self[..<query].mergingSlashes + self[query...]
    }

    private var hasSlashesInARow: Bool {
        let slash = UInt8(ascii: "/")
        var isAfterSlash = false
        for byte in utf8 {
            if isAfterSlash, byte == slash { return true }
            isAfterSlash = byte == slash
        }
        return false
    }

    /// The text without percent-encoding, or nil if that is malformed.
    fileprivate var removingPercentEncodingStrictly: String? {
        var bytes: [UInt8] = []
        var rest = Array(utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst(), let low = rest.popFirst(),
                let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(value)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The text with letters percent-encoded that no address may have (RFC 3986 §2), as browsers send them. U+FFFD stays:
    /// it stands for bytes that were none of any letter.
    fileprivate var encodingWhatIsNotASCII: String {
        guard utf8.contains(where: { $0 >= 0x80 }) else { return String(self) }
        return unicodeScalars.reduce(into: "") { encoded, scalar in
            if scalar.isASCII || scalar == "\u{FFFD}" {
                encoded.unicodeScalars.append(scalar)
            } else {
                for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                    encoded += "%" + String(byte, radix: 16, uppercase: true)
                }
            }
        }
    }

    /// The text as a path: percent-encodes what RFC 3986 §3.3 does not allow.
    fileprivate var addingPathEncoding: String {
        let allowed = Set(
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@/".utf8)
        var encoded = ""
        for byte in utf8 {
            if allowed.contains(byte) {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return encoded
    }
}
