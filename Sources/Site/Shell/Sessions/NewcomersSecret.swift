// Lets a newcomer's first write be repeated: its answer can get lost, and with it the cookie of an account that has no other
// key. What was made would then be made once more, in a second account.

import HTTPTypes
import Hummingbird
import Ledger

/// What a browser without an account is given with a page on which something can be made, and keeps until it has one, in a
/// cookie of its own.
///
/// The account's first session follows from it, so whoever sends it again gets the same one. Only the database can tell
/// how. Nothing else knows it: neither scripts nor pages, files or links, as they know the ids of operations. The answer
/// that brings the session takes it away, and it opens nothing once the account is ``Newcomer/daysOfRepetition`` old, or
/// once that session was signed out.
struct NewcomersSecret: Sendable {
    let text: String
    /// One byte more than a session's, which it is never taken for.
    private static let bytes = 33
    private static let length = 44

    /// Where something can be made.
    private static let pages: Set = [
        "/", "/counters/new", "/goals", "/goals/new", "/transfer", "/watch", "/watch/counters/new",
    ]

    /// How long a browser keeps it, in seconds.
    private static let lifetime = Int(Newcomer.daysOfRepetition) * 86_400

    /// - Parameter randomBytes: The given number of random bytes.
    init(randomBytes: (Int) -> [UInt8]) {
        text = Base64URL.text(of: randomBytes(Self.bytes))
    }

    /// - Returns: nil if the request has none.
    init?(_ request: Request, _ cookie: SiteCookie) {
        guard let text = cookie.value(in: request), text.utf8.count == Self.length else { return nil }
        self.text = text
    }

    /// Whether the response is such a page, and the browser that is shown it has no secret yet. It has no account either.
    static func isDue(with response: Response, to request: Request, _ cookie: SiteCookie) -> Bool {
        pages.contains(request.uri.path) && [.ok, .notModified].contains(response.status)
            && request.isPageView && NewcomersSecret(request, cookie) == nil
    }

    func field(in cookie: SiteCookie) -> HTTPField { cookie.field(text, lifetime: Self.lifetime) }

    /// The first session of the account that is made with it.
    func session(in ledger: Ledger, isSecure: Bool) throws -> SessionToken {
        let seed = SessionToken.seed(of: "newcomer " + text)
        return SessionToken(bytes: try ledger.successor(of: seed), isSecure: isSecure)
    }
}

extension SiteCookie {
    /// A newcomer's secret.
    static func newcomer(base: String, isSecure: Bool) -> SiteCookie {
        SiteCookie("fivebar-newcomer", base: base, isSecure: isSecure)
    }
}

extension SiteConfiguration {
    /// Whether the first write of a browser makes an account for it.
    var makesAccounts: Bool { limits.signUp == .open && !signsInByWebServer }
}
