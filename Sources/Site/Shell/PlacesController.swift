// The tabs whose features are still to come.

import Hummingbird

/// A place that has nothing to show yet.
struct GoalsPage: Page { static let template = "Goals/goals" }
struct CommunityPage: Page { static let template = "Community/community" }

struct PlacesController: Sendable {
    func goals(_ request: Request, _ context: SiteContext) async throws -> Response {
        try .page(GoalsPage(), in: context.voice)
    }

    func community(_ request: Request, _ context: SiteContext) async throws -> Response {
        try .page(CommunityPage(), in: context.voice)
    }
}
