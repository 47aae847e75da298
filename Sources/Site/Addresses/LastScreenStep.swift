// Remembers the screen that a user views: no read, no write, and a cookie only if
// the screen has changed.

import HTTPTypes
import Hummingbird

/// Stores the current screen in a cookie. No cookie means home, so that home's
/// responses usually set none.
struct LastScreenStep: ResponseStep {
    private let plain: SiteCookie
    private let secure: SiteCookie
    private let table: RouteTable

    /// - Parameter base: The site's base path.
    init(base: String, table: RouteTable) {
        self.table = table
        plain = .lastScreen(base: base, isSecure: false)
        secure = .lastScreen(base: base, isSecure: true)
    }

    func complete(_ response: inout Response, to request: Request, _ context: SiteContext) {
        guard request.method == .get, response.status == .ok || response.status == .notModified,
            let route = context.endpointPath, table.kind(of: route, .get)?.isScreen == true,
            request.isDisplayed, let screen = LastScreen(ofScreen: request.uri.path)
        else { return }
        let cookie = context.isSecure ? secure : plain
        let path = screen.path
        if path != cookie.value(in: request) ?? LastScreen.home.path {
            let field = cookie.set(path, lifetime: SessionToken.lifetime)
            response.headers.append(HTTPField(name: .setCookie, value: field))
        }
    }
}
