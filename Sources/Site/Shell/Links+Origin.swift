// Scheme and host of the site, for addresses that are passed on.

import Hummingbird

extension Links {
    /// Scheme and host, as sent by the visitor's browser; nil if it cannot be a host.
    static func origin(authority: String?, isSecure: Bool) -> String? {
        guard let authority, isHost(authority) else { return nil }
        return (isSecure ? "https://" : "http://") + authority
    }

    func origin(authority: String?, isSecure: Bool) -> String? {
        Self.origin(authority: authority, isSecure: isSecure)
    }

    /// An absolute URL to pass on to others, with the scheme and host that the visitor's
    /// browser sent; the path alone if it sent none.
    func whole(_ path: String, of request: Request, isSecure: Bool) -> String {
        (origin(authority: request.head.authority, isSecure: isSecure) ?? "") + path
    }

    /// Whether the text can be a host: a name or an IP address, optionally with a port (RFC 9110 §7.2).
    static func isHost(_ text: String) -> Bool {
        guard (1...261).contains(text.utf8.count) else { return false }
        // An IPv6 address is enclosed in brackets.
        let isBracketed = text.hasPrefix("[")
        guard let end = isBracketed ? text.firstIndex(of: "]") : text.firstIndex(of: ":") ?? text.endIndex
        else { return false }
        let name = isBracketed ? text[..<end].dropFirst() : text[..<end]
        let rest = isBracketed ? text[end...].dropFirst() : text[end...]
        guard !name.isEmpty, name.utf8.allSatisfy(isBracketed ? isOfAddress : isOfName) else {
            return false
        }
        let port = rest.utf8.dropFirst()
        return rest.isEmpty || rest.hasPrefix(":") && port.allSatisfy { (0x30...0x39).contains($0) }
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func isOfAddress(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ":"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
