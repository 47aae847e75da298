// The tutorial: six pages with sample counters. Their state is in the address, so
// viewing a page changes nothing and creates no account.

import HTTPTypes
import Hummingbird

struct TutorialController: Sendable {
    let links: Links

    func showFirst(_ request: Request, _ context: PageContext) async throws -> Response {
        try page(.welcome, request, context)
    }

    func show(_ request: Request, _ context: PageContext) async throws -> Response {
        guard let step = context.parameters.get("page").flatMap({ TutorialStep($0) }) else {
            throw HTTPError(.notFound)
        }
        return try page(step, request, context)
    }

    private func page(_ step: TutorialStep, _ request: Request, _ context: PageContext) throws -> Response {
        let presentation = context.presentation
        let trial = Trial(step, query: request.uri.queryParameters, look: presentation.appearance)
        return try .page(TutorialPage(trial, presentation.words, links: links), in: presentation)
    }

    /// Redirects to the counters, and skips the tutorial from now on.
    func end(_ request: Request, _ context: PageContext) async throws -> Response {
        var response = Response.seeOther(links.home)
        let cookie = SiteCookie.tutorial(base: links.base, isSecure: context.isSecure)
        response.headers.append(cookie.field("done"))
        return response
    }
}
