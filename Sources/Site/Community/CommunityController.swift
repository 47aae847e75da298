// The Community tab: how people count together.

import Hummingbird

struct CommunityPage: Page {
    static let template = "Community/community"

    /// Whether a device can join; where the web server signs people in, each has an account of their own.
    let signsIn: Bool
}

struct CommunityController: Sendable {
    let configuration: SiteConfiguration

    func show(_ request: Request, _ context: PageContext) async throws -> Response {
        try .page(CommunityPage(signsIn: !configuration.signsInByWebServer), in: context.presentation)
    }
}
