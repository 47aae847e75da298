// The Community tab, for now a page about what is coming.

import Hummingbird

struct CommunityPage: Page { static let template = "Community/community" }

struct CommunityController: Sendable {
    func show(_ request: Request, _ context: PageContext) async throws -> Response {
        try .page(CommunityPage(), in: context.presentation)
    }
}
