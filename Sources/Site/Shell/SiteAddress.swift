// The address that people use, as the operator names it: FIVEBAR_URL. Behind another proxy nothing in a request says it
// for certain, since whoever asks can write any header.

import Foundation

/// A scheme, a host and perhaps a path.
public struct SiteAddress: Sendable, Hashable, CustomStringConvertible {
    /// Whether its scheme is https.
    public let isSecure: Bool
    /// The host, with the port if it is not the scheme's own, as browsers write it in `Origin`.
    public let authority: String
    /// Where the site is mounted, such as `/count`; empty at the root.
    public let path: String

    /// Why a text is no address, in words for the operator, to be put after its name.
    public enum Fault: String, Error {
        case scheme = "begins with https:// or http://, as in https://count.example.org"
        case more = "ends with its path, without anything after ? or #"
        case user = "names nobody before the host"
        case host =
            "has a host name or an IP address after its scheme, and perhaps a port (a name in other letters as xn--…)"
        case path = "has a path such as /count, of letters, digits and . _ ~ @ + -, or none"
    }

    /// - Parameter text: Such as `https://count.example.org/count`, with or without a slash at its end.
    /// - Throws: ``Fault``, the first one found.
    public init(_ text: String) throws(Fault) {
        guard let separator = text.firstRange(of: "://"),
            let isSecure = ["https": true, "http": false][text[..<separator.lowerBound].lowercased()]
        else { throw .scheme }
        let rest = text[separator.upperBound...]
        guard !rest.contains(where: { "?#".contains($0) }) else { throw .more }
        let authority = rest.prefix { $0 != "/" }.lowercased()
        guard !authority.contains("@") else { throw .user }
        guard Links.isHost(authority) else { throw .host }
        // The last colon is an IPv6 address's own if its bracket comes later.
        if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") {
            guard let port = UInt16(authority[colon...].dropFirst()), port > 0 else { throw .host }
            self.authority = port == (isSecure ? 443 : 80) ? String(authority[..<colon]) : authority
        } else {
            self.authority = authority
        }
        let path = rest.dropFirst(authority.utf8.count)
        self.path = path.hasSuffix("/") ? String(path.dropLast()) : String(path)
        guard self.path.isEmpty || Self.isPath(self.path) else { throw .path }
        self.isSecure = isSecure
    }

    /// Scheme and host, to be put before a path of the site.
    public var origin: String { (isSecure ? "https://" : "http://") + authority }

    /// The address of home.
    public var description: String { origin + path + "/" }

    /// Whether the site can be mounted at the path.
    public static func isPath(_ text: String) -> Bool {
        text.wholeMatch(of: /(\/(?!\.\.?(\/|$))[A-Za-z0-9._~@+-]+)+/) != nil
    }
}
