// A counter by itself: its page with all that can be done to it, and the
// screen that is nothing but the counter.

import Figures
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

    let geometry: String
    let flourishes: String
    let id: Counter.ID
    let title: String
    let color: Int
    let isLong: Bool
    let count: Int64
    let revision: Int64
    let style: String
    let step: Int64
    let addLabel: String
    let subtractLabel: String
    let formattedCount: String
    let label: String
    let marks: String
    let definitions: String
    let styles: [Choice]
    let colors: [Color]
    let largestStep: Int64
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
    let geometry: String
    let flourishes: String
    let id: Counter.ID
    let title: String
    let color: Int
    let isLong: Bool
    let count: Int64
    let revision: Int64
    let style: String
    let step: Int64
    let addLabel: String
    let subtractLabel: String
    let formattedCount: String
    let label: String
    let marks: String
    let definitions: String
    /// Whether a shortcut of the installed app asks for one more.
    let isQuick: Bool
}

struct DetailController: Sendable {
    let site: Site

    func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        try .page(try page(context), in: context.voice, isSecret: true)
    }

    /// The page again, with a number that cannot be.
    func show(step: String? = nil, count: String? = nil, _ context: SiteContext) throws -> Response {
        var page = try page(context)
        let words = context.voice?.words
        if let step {
            page.typedStep = step
            page.stepProblem = words.map { $0(.stepProblem, $0.number(Counter.largestStep)) }
        }
        if let count {
            page.typedCount = count
            page.countProblem = words.map { $0(.countProblem, $0.number(.max)) }
        }
        return try .page(page, in: context.voice, status: .unprocessableContent, isSecret: true)
    }

    func showFull(_ request: Request, _ context: SiteContext) async throws -> Response {
        let (counter, words) = try counter(context)
        let page = FullPage(
            geometry: site.links.geometry, flourishes: site.links.flourishes, id: counter.id,
            title: counter.title, color: counter.color % CardPage.colors,
            isLong: CardPage.Shape(counter).isLong, count: counter.count, revision: counter.revision,
            style: counter.style.rawValue, step: counter.step, addLabel: words.add(counter.step),
            subtractLabel: words.subtract(counter.step), formattedCount: words.number(counter.count),
            label: words.spoken(counter.count, counter.style), marks: words.drawing(of: counter),
            definitions: FlowMarks.definitions,
            // A link on somebody else's page must not count.
            isQuick: request.uri.queryParameters.get("quick") != nil
                && ["none", "same-origin", nil].contains(request.headers[.fetchSite])
        )
        return try .page(page, in: context.voice)
    }

    private func counter(_ context: SiteContext) throws -> (Counter, Words) {
        guard let words = context.voice?.words, let token = context.token else {
            throw Refusal.unknownSession
        }
        // After a refused form nobody has looked the visitor up yet.
        guard let visitor = try context.visitor ?? site.ledger.visitor(token.hash) else {
            throw Refusal.unknownSession
        }
        return (try site.ledger.counter(context.counterID(), of: visitor.account), words)
    }

    private func page(_ context: SiteContext) throws -> CounterPage {
        let (counter, words) = try counter(context)
        let color = counter.color % CardPage.colors
        return CounterPage(
            geometry: site.links.geometry, flourishes: site.links.flourishes, id: counter.id,
            title: counter.title, color: color, isLong: CardPage.Shape(counter).isLong, count: counter.count,
            revision: counter.revision, style: counter.style.rawValue, step: counter.step,
            addLabel: words.add(counter.step), subtractLabel: words.subtract(counter.step),
            formattedCount: words.number(counter.count), label: words.spoken(counter.count, counter.style),
            marks: words.drawing(of: counter), definitions: FlowMarks.definitions,
            styles: words.choices(Counter.Style.self, chosen: counter.style),
            colors: (0..<CardPage.colors).map {
                .init(value: $0, name: words(.colorNumber, String($0 + 1)), isChosen: $0 == color)
            },
            largestStep: Counter.largestStep, typedStep: String(counter.step),
            typedCount: String(counter.count), operation: site.newOperationID().text
        )
    }
}
