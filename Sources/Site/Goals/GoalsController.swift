// The tab Goals, which has nothing to show yet but says what is coming.

import Hummingbird

struct GoalsPage: Page { static let template = "Goals/goals" }

struct GoalsController: Sendable {
    func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        try .page(GoalsPage(), in: context.voice)
    }
}
