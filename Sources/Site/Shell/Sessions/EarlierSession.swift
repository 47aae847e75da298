// Keeps people signed in when their cookie gets a new name: the operator has turned on HTTPS, or moved the site to
// another path. The cookie of before is read once, and replaced.

import HTTPTypes
import Hummingbird
import Ledger

/// The session of a cookie that the site does not set any more.
///
/// A cookie of plain HTTP may have been read by anybody on the way, so its token is replaced: it opens nothing any
/// more once the new one has come back. Until then both do, because an answer can get lost, and with it an account
/// that has no other key. The new token follows from the old one, so that two pages that are opened at once get the
/// same, and only the database can tell how.
///
/// Anybody on the network, and any site of a neighbouring name, can also *set* such a cookie, to have somebody count in
/// an account that is not theirs. So the site's own cookie always wins, and without a `__Host-` prefix no token is
/// taken that was made for HTTPS: who has one from before HTTPS was turned on could still do it, nobody else.
struct EarlierSession: Sendable {
    private let ledger: Ledger
    private let isSecure: Bool
    private let cookie: SiteCookie
    /// The cookie of this very site from before HTTPS.
    private let plainCookie: SiteCookie
    /// What the names of session cookies begin with, at whatever path.
    private let name = SiteCookie.session(base: "", isSecure: false).name

    /// - Parameter base: The path of the site.
    init(ledger: Ledger, base: String, isSecure: Bool) {
        self.ledger = ledger
        self.isSecure = isSecure
        cookie = .session(base: base, isSecure: isSecure)
        plainCookie = .session(base: base, isSecure: false)
    }

    /// A request's session, and the `Set-Cookie` fields of its answer.
    struct Taken: Sendable {
        let token: SessionToken
        let fields: [HTTPField]
    }

    /// How many cookies are looked up, at most: a request may bring some hundred.
    private static let mostCookies = 16

    /// - Parameters:
    ///   - earlier: What ``tokens(in:)`` found.
    ///   - current: The value of the site's own cookie; nil if there is none.
    /// - Returns: nil if the site's own cookie stands for itself, or no earlier one opens an account.
    func taken(from earlier: [SessionToken], current: String?) async throws -> Taken? {
        let currentToken = current.flatMap { SessionToken($0) }
        if let currentToken, try ledger.visitor(currentToken.hash) != nil { return nil }
        for token in earlier {
            guard try ledger.visitor(token.hash) != nil else { continue }
            let successor = SessionToken(bytes: try ledger.successor(of: token.seed), isSecure: isSecure)
            guard current != nil else {
                return Taken(token: token, fields: [cookie.field(successor.text)])
            }
            guard currentToken == successor else { continue }
            // On a full disk the account can be read all the same.
            guard (try? await ledger.replaceToken(token.hash, with: successor.hash)) != nil else {
                return Taken(token: token, fields: [])
            }
            // Only the cookie that this very site has set: another one may run at another path of the host.
            return Taken(token: successor, fields: isSecure ? plainCookie.deletions : [])
        }
        return nil
    }

    /// What other session cookies of this host hold, of this or another path, the safest first.
    func tokens(in request: Request) -> [SessionToken] {
        func tokens(_ prefix: String) -> [SessionToken] {
            // Names do not tell them from other cookies: `fivebar-look` may be the session of a site at /look.
            SiteCookie.values(
                ofLength: SessionToken.length, startingWith: prefix + name, except: cookie.name, in: request
            ).compactMap { SessionToken($0) }
        }
        let bound = isSecure ? tokens(SiteCookie.hostPrefix) : []
        return Array((bound + tokens("").filter { !$0.isSecure }).prefix(Self.mostCookies))
    }
}
