// Sets a counter's style, colour, step, count and place.

import HTTPTypes
import Hummingbird
import Ledger

struct AdjustmentsController: Sendable {
    let links: Links
    let configuration: SiteConfiguration
    let operations: OperationWriter
    let details: DetailController

    func saveStyle(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await request.form(Stamped<StyleForm>.self, upTo: configuration.largestForm)
        guard let style = form.style.flatMap({ Counter.Style(rawValue: $0) }) else {
            throw HTTPError(.unprocessableContent)
        }
        return try await apply(
            .restyle(context.counterName(), style), form.stamp, from: form.from, at: (.options, .style),
            request, context)
    }

    func saveColor(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await request.form(Stamped<ColorForm>.self, upTo: configuration.largestForm)
        guard let color = form.color, (0..<Counter.colors).contains(color) else {
            throw HTTPError(.unprocessableContent)
        }
        return try await apply(
            .recolor(context.counterName(), color: color), form.stamp, from: form.from,
            at: (.options, .color), request, context)
    }

    func saveStep(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await request.form(Stamped<NumberForm>.self, upTo: configuration.largestForm)
        guard let step = context.words.typedNumber(form.number ?? ""),
            (1...Counter.largestStep).contains(step)
        else {
            return try details.show(step: form.fields, answering: form.stamp, request, context)
        }
        guard step != context.words.typedNumber(form.seen ?? "") else {
            return try leave(form.stamp, from: form.from, at: (.tap, .step), request, context)
        }
        return try await apply(
            .setStep(context.counterName(), step: step), form.stamp, from: form.from, at: (.tap, .step),
            request, context)
    }

    func saveCount(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await request.form(Stamped<NumberForm>.self, upTo: configuration.largestForm)
        guard let count = context.words.typedNumber(form.number ?? ""), count >= 0 else {
            return try details.show(count: form.fields, answering: form.stamp, request, context)
        }
        guard count != context.words.typedNumber(form.seen ?? "") else {
            return try leave(form.stamp, from: form.from, at: (.tap, .count), request, context)
        }
        return try await apply(
            .set(context.counterName(), count: count), form.stamp, from: form.from, at: (.tap, .count),
            request, context)
    }

    /// What to stand at afterwards, at home and on the counter's page.
    private typealias Places = (home: Links.Control, page: Links.Setting)

    /// The answer to a form in which nothing was changed: what was done elsewhere since it was shown stands.
    private func leave(
        _ stamp: OperationStamp, from origin: Notice.Origin?, at places: Places, _ request: Request,
        _ context: PageContext
    ) throws -> Response {
        let account = try context.knownVisitor(in: details.ledger, for: stamp.account).account
        let counter = try details.ledger.counter(context.counterName(), of: account)
        if request.wantsJSON { return .json(CounterAnswer(counter, context.words)) }
        return .seeOther(
            origin == .counter
                ? links.counter(counter.id, at: places.page) : links.home(at: places.home, of: counter.id))
    }

    private func apply(
        _ change: Change, _ stamp: OperationStamp, from origin: Notice.Origin?, at places: Places,
        _ request: Request, _ context: PageContext
    ) async throws -> Response {
        let operation = try operations.operation(change, stamp, from: request)
        let receipt = try await operations.apply(operation, context)
        let answer = try operations.answer(
            receipt, offering: operation.id, on: origin ?? .home, request, context)
        if let answer { return .json(answer) }
        let id = receipt.counter ?? 0
        return .seeOther(
            origin == .counter
                ? links.counter(id, undo: operation.id, at: places.page)
                : links.home(undo: operation.id, at: places.home, of: id))
    }

    /// Moves the counter right after another one, or to the top.
    func savePlace(_ request: Request, _ context: PageContext) async throws -> Response {
        let name = try context.counterName()
        let (operation, receipt) = try await operations.move(orElse: .noSuchCounter, request, context) {
            .move(name, after: $0)
        }
        let answer = try operations.answer(receipt, offering: operation, on: .arrange, request, context)
        if let answer { return .json(answer) }
        return .seeOther(links.arrangement(at: receipt.counter ?? 0, undo: operation))
    }
}
