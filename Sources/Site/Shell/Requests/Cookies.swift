// The site's cookies: their names and attributes.

import HTTPTypes
import Hummingbird

/// A cookie of the site, for HTTP or HTTPS.
///
/// With HTTPS it is `Secure` and has the `__Host-` prefix, so that no other host
/// can set it (RFC 6265bis §4.1.3). With plain HTTP it has neither, because a
/// phone that tries Fivebar at `http://192.168…` must keep its cookie too.
struct SiteCookie: Sendable {
    let name: String
    /// Where an earlier value may be; none if none from there is believed.
    private let earlierNames: [String]
    private let base: String
    private let isSecure: Bool

    /// - Parameters:
    ///   - base: The path of the site, which keeps two sites on one host apart.
    ///   - isPreference: Whether a value that somebody else has set would do no harm. It is then kept when the
    ///     operator turns on HTTPS; anybody on the network can set a cookie of plain HTTP. So is what earlier versions kept by
    ///     a name that another path of the host may have, too.
    init(_ name: String, base: String, isSecure: Bool, isPreference: Bool = false) {
        // What no path has: "/team/a" and "/team-a" are two sites.
        let suffix = base.isEmpty ? "" : "-" + base.split(separator: "/").joined(separator: "!")
        let prefix = isSecure ? Self.hostPrefix : ""
        let current = prefix + name + suffix
        self.name = current
        let earlier = [name + suffix, current.replacing("!", with: "-")]
        earlierNames = isPreference ? earlier.filter { $0 != current } : []
        self.isSecure = isSecure
        self.base = base
    }

    /// What a browser takes by HTTPS alone, and from no other host.
    static let hostPrefix = "__Host-"

    /// The session's token. What it was before HTTPS is the business of ``EarlierSession``.
    static func session(base: String, isSecure: Bool) -> SiteCookie {
        SiteCookie("fivebar", base: base, isSecure: isSecure)
    }

    /// The appearance settings.
    static func appearance(base: String, isSecure: Bool) -> SiteCookie {
        SiteCookie("fivebar-look", base: base, isSecure: isSecure, isPreference: true)
    }

    /// Whether the tutorial was seen or skipped.
    static func tutorial(base: String, isSecure: Bool) -> SiteCookie {
        SiteCookie("fivebar-tutorial", base: base, isSecure: isSecure, isPreference: true)
    }

    /// The last screen.
    static func lastScreen(base: String, isSecure: Bool) -> SiteCookie {
        SiteCookie("fivebar-screen", base: base, isSecure: isSecure)
    }

    /// The time zone chosen in settings. The device's own zone is in another cookie.
    static func zone(base: String, isSecure: Bool) -> SiteCookie {
        SiteCookie("fivebar-zone-choice", base: base, isSecure: isSecure, isPreference: true)
    }

    /// The cookie's value in a request; the first one if there are several.
    func value(in request: Request) -> String? {
        value(named: name, in: request)
            ?? earlierNames.lazy.compactMap { value(named: $0, in: request) }.first
    }

    private func value(named name: String, in request: Request) -> String? {
        var name = name
        return name.withUTF8 { wanted in
            Self.first(in: request) { name, value in
                name.elementsEqual(wanted) ? String(validating: value, as: UTF8.self) : nil
            }
        }
    }

    /// The values of a request's cookies that are of a length and whose names begin with a prefix.
    ///
    /// - Parameter other: The name of one that is left out.
    static func values(
        ofLength length: Int, startingWith prefix: String, except other: String, in request: Request
    ) -> [String] {
        var found: [String] = []
        let _: Never? = first(in: request) { name, value in
            if value.count == length, name.starts(with: prefix.utf8), !name.elementsEqual(other.utf8) {
                found.append(String(decoding: value, as: UTF8.self))
            }
            return nil
        }
        return found
    }

    /// Whether a request has a cookie whose name begins with a prefix.
    static func isAny(startingWith prefix: String, in request: Request) -> Bool {
        first(in: request) { name, _ in name.starts(with: prefix.utf8) ? true : nil } ?? false
    }

    private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    /// What `read` makes of the first cookie for which it makes something of its name and value. Only it copies anything:
    /// each request looks for several cookies.
    private static func first<Result>(in request: Request, _ read: (Bytes, Bytes) -> Result?) -> Result? {
        for field in request.headers where field.name == .cookie {
            var text = field.value
            let found: Result? = text.withUTF8 { field in
                var rest = field[...]
                while !rest.isEmpty {
                    let pair = rest.prefix { $0 != UInt8(ascii: ";") }
                    rest = rest[pair.endIndex...].dropFirst()
                    let name = pair.drop { $0 == UInt8(ascii: " ") }.prefix { $0 != UInt8(ascii: "=") }
                    guard name.endIndex < pair.endIndex else { continue }
                    if let found = read(name, pair[name.endIndex...].dropFirst()) { return found }
                }
                return nil
            }
            if let found { return found }
        }
        return nil
    }

    /// The header field that stores a value.
    ///
    /// - Parameter lifetime: In seconds; by default as long as a session's.
    func field(_ value: String, lifetime: Int = SessionToken.lifetime) -> HTTPField {
        field(named: name, value, lifetime: lifetime)
    }

    private func field(named name: String, _ value: String, lifetime: Int) -> HTTPField {
        let isSecure = name.hasPrefix(Self.hostPrefix)
        let path = isSecure || base.isEmpty ? "/" : base
        let attributes = "Max-Age=\(lifetime); HttpOnly; SameSite=Lax\(isSecure ? "; Secure" : "")"
        return HTTPField(name: .setCookie, value: "\(name)=\(value); Path=\(path); \(attributes)")
    }

    /// The header fields that delete it, also as what it may have been kept before.
    var deletions: [HTTPField] {
        ([name] + earlierNames).map { field(named: $0, "", lifetime: 0) }
    }
}
