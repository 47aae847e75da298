// A counter by itself: its page with all that can be done to it, and the
// screen that is nothing but the counter.

import Hummingbird
import Ledger

/// A counter by itself, with what can be done to it.
struct CounterPage: Page {
    static let template = "Counters/counter"

    /// One of the scheme's colours, as a button shows it.
    struct Color: Sendable {
        let value: Int
        let name: String
        let isChosen: Bool
    }

    let card: LargeCard
    let styles: [Choice]
    let colors: [Color]
    /// What was typed for the step or the count, where it was refused, and why.
    var typedStep: String
    var typedCount: String
    var stepProblem: String?
    var countProblem: String?
    /// The forms' own operations: a number that is set twice by one form is set once.
    let operation: String
}

/// The counter on the whole screen, for counting without looking.
struct FullPage: Page {
    static let template = "Counters/full"
    let card: LargeCard
    /// Whether a shortcut of the installed app asks for one more.
    let isQuick: Bool
}

struct DetailController: Sendable {
    let site: Site

    func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        try .page(try page(context), in: context.presentation, isSecret: true)
    }

    /// The page again, with a number that cannot be.
    func show(step: String? = nil, count: String? = nil, _ context: SiteContext) throws -> Response {
        var page = try page(context)
        let words = context.presentation?.words
        if let step {
            page.typedStep = step
            page.stepProblem = words.map { $0(.stepProblem, $0.number(Counter.largestStep)) }
        }
        if let count {
            page.typedCount = count
            page.countProblem = words.map { $0(.countProblem, $0.number(.max)) }
        }
        return try .page(page, in: context.presentation, status: .unprocessableContent, isSecret: true)
    }

    func showFull(_ request: Request, _ context: SiteContext) async throws -> Response {
        let (counter, words) = try counter(context)
        let page = FullPage(
            card: LargeCard(counter, words, site.links),
            // A link on somebody else's page must not count.
            isQuick: request.uri.queryParameters.get("quick") != nil
                && ["none", "same-origin", nil].contains(request.headers[.fetchSite])
        )
        return try .page(page, in: context.presentation)
    }

    private func counter(_ context: SiteContext) throws -> (Counter, Words) {
        guard let words = context.presentation?.words, let token = context.token else {
            throw Refusal.unknownDevice
        }
        // After a refused form nobody has looked the visitor up yet.
        guard let visitor = try context.visitor ?? site.ledger.visitor(token.hash) else {
            throw Refusal.unknownDevice
        }
        return (try site.ledger.counter(context.counterName(), of: visitor.account), words)
    }

    private func page(_ context: SiteContext) throws -> CounterPage {
        let (counter, words) = try counter(context)
        let card = LargeCard(counter, words, site.links)
        return CounterPage(
            card: card,
            styles: words.choices(Counter.Style.self, chosen: counter.style),
            colors: (0..<Counter.colors).map {
                .init(value: $0, name: words(.colorNumber, String($0 + 1)), isChosen: $0 == card.color)
            },
            typedStep: String(counter.step),
            typedCount: String(counter.count), operation: site.newOperationID().text
        )
    }
}
