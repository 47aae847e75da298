// The tab Community, which has nothing to show yet but says what is coming.

import Hummingbird

struct CommunityPage: Page { static let template = "Community/community" }

struct CommunityController: Sendable {
    func show(_ request: Request, _ context: PageContext) async throws -> Response {
        try .page(CommunityPage(), in: context.presentation)
    }
}
