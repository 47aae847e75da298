// The site's cookies: their names, and how far they reach.

import HTTPTypes
import Hummingbird

/// A cookie of the site, for one way of reaching it.
///
/// By HTTPS it is `Secure` and carries the `__Host-` prefix, with which no
/// other host can set it (RFC 6265bis §4.1.3); a phone that tries Fivebar at
/// `http://192.168…` must keep its cookie too, so there it does not.
struct SiteCookie: Sendable {
    let name: String
    private let path: String
    private let isSecure: Bool

    /// - Parameter base: The path of the site. Two sites on one host keep apart by it.
    init(_ name: String, base: String, isSecure: Bool) {
        let place = base.split(separator: "/").joined(separator: "-")
        let suffix = place.isEmpty ? "" : "-" + place
        self.name = (isSecure ? "__Host-" : "") + name + suffix
        self.isSecure = isSecure
        path = isSecure || base.isEmpty ? "/" : base
    }

    /// The one that holds the session's token.
    static func session(base: String, isSecure: Bool) -> SiteCookie {
        SiteCookie("fivebar", base: base, isSecure: isSecure)
    }

    /// The one that says how pages look.
    static func appearance(base: String, isSecure: Bool) -> SiteCookie {
        SiteCookie("fivebar-look", base: base, isSecure: isSecure)
    }

    /// The one of those who have seen the tutorial, or wanted none of it.
    static func tutorial(base: String, isSecure: Bool) -> SiteCookie {
        SiteCookie("fivebar-tutorial", base: base, isSecure: isSecure)
    }

    /// The one that says which screen somebody left.
    static func lastScreen(base: String, isSecure: Bool) -> SiteCookie {
        SiteCookie("fivebar-screen", base: base, isSecure: isSecure)
    }

    /// The one of those who chose a time zone in settings. What the device says itself is in another.
    static func zone(base: String, isSecure: Bool) -> SiteCookie {
        SiteCookie("fivebar-zone-choice", base: base, isSecure: isSecure)
    }

    /// The cookie's value in a request; the first, should there be several.
    func value(in request: Request) -> String? {
        for field in request.headers[values: .cookie] {
            for pair in field.utf8.split(separator: UInt8(ascii: ";")) {
                let pair = pair.drop { $0 == UInt8(ascii: " ") }
                guard let equals = pair.firstIndex(of: UInt8(ascii: "=")),
                    pair[..<equals].elementsEqual(name.utf8)
                else { continue }
                return String(pair[pair.index(after: equals)...])
            }
        }
        return nil
    }

    /// The field that sets the cookie. - Parameter lifetime: In seconds.
    func set(_ value: String, lifetime: Int) -> String {
        "\(name)=\(value); Path=\(path); Max-Age=\(lifetime); HttpOnly; SameSite=Lax\(isSecure ? "; Secure" : "")"
    }
}
