// The page that lists what waits in a browser to be sent, and what was refused. Its scripts fill it in, because only the
// browser knows.

import Hummingbird

struct WaitingPage: Page { static let template = "Sync/waiting" }

struct WaitingController: Sendable {
    func show(_ request: Request, _ context: PageContext) async throws -> Response {
        try .page(WaitingPage(), in: context.presentation)
    }
}
