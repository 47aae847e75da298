// Takes the account from the name by which the web server has signed somebody in (FIVEBAR_REMOTE_USER). The name comes by
// FastCGI or CGI only, never by a header, which anybody can write.

import HTTPTypes
import Hummingbird
import Ledger

/// The session of somebody whom the web server has signed in.
///
/// Nobody needs a cookie to be known; it only tells their devices apart.
struct WebServerSignIn: Sendable {
    let ledger: Ledger
    let configuration: SiteConfiguration

    /// The web server has handed on no name.
    struct NameIsMissing: ProblemError {
        var problem: Problem {
            var problem = Problem(.forbidden, .webServerHeading, .webServerAdvice)
            problem.leadsBack = false
            return problem
        }
    }

    /// - Parameter current: The value of the session cookie; nil if there is none.
    /// - Returns: A new session of the user's account; nil if the cookie is one.
    /// - Throws: ``NameIsMissing``.
    func taken(
        from request: Request, _ context: SiteContext, current: String?
    ) async throws -> EarlierSession.Taken? {
        guard let user = WebServerUser(context.remoteUser) else { throw NameIsMissing() }
        if let token = current.flatMap({ SessionToken($0) }), try ledger.isDevice(token.hash, of: user) {
            return nil
        }
        let token = SessionToken(bytes: configuration.randomBytes(32), isSecure: context.isSecure)
        let newcomer = Newcomer(
            token: token.hash, address: context.remoteAddress, version: SiteConfiguration.version,
            deviceName: DeviceLabel(userAgent: request.headers[.userAgent]).name)
        try await ledger.open(as: user, by: newcomer, at: configuration.now())
        let cookie = SiteCookie.session(base: configuration.basePath, isSecure: context.isSecure)
        return EarlierSession.Taken(token: token, fields: [cookie.field(token.text)])
    }
}
