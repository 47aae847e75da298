// Remembers the screen that a user views: no read, no write, and a cookie only if
// the screen has changed.

import HTTPTypes
import Hummingbird

/// Stores the current screen in a cookie. No cookie means home, so that home's
/// responses usually set none.
struct LastScreenStep: ResponseStep {
    private let cookies: PerScheme<SiteCookie>

    /// - Parameter base: The site's base path.
    init(base: String) {
        cookies = PerScheme { .lastScreen(base: base, isSecure: $0) }
    }

    func complete(
        _ response: inout Response, to request: Request, on route: RouteMetadata, _ context: SiteContext
    ) {
        guard route.isScreen, request.method == .get,
            response.status == .ok || response.status == .notModified,
            request.isDisplayed, let screen = LastScreen(ofScreen: request.uri.path)
        else { return }
        let cookie = cookies[isSecure: context.isSecure]
        let path = screen.path
        if path != cookie.value(in: request) ?? LastScreen.home.path {
            response.headers.append(cookie.field(path))
        }
    }
}
