// What of a counter is set to something else: its marks' style, its colour,
// its step, its count, its place. And taking any of it back.

import HTTPTypes
import Hummingbird
import Ledger

struct AdjustmentsController: Sendable {
    let site: Site
    let details: DetailController

    func saveStyle(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await request.form(StyleForm.self, upTo: site.configuration.largestForm)
        guard let style = form.style.flatMap({ Counter.Style(rawValue: $0) }) else {
            throw HTTPError(.unprocessableContent)
        }
        return try await apply(
            .restyle(context.counterID(), style), id: form.operation, at: .options, request, context)
    }

    func saveColor(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await request.form(ColorForm.self, upTo: site.configuration.largestForm)
        guard let color = form.color, (0..<Counter.colors).contains(color) else {
            throw HTTPError(.unprocessableContent)
        }
        return try await apply(
            .recolor(context.counterID(), color: color), id: form.operation, at: .options, request, context)
    }

    func saveStep(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await request.form(NumberForm.self, upTo: site.configuration.largestForm)
        guard let step = context.voice?.words.typedNumber(form.number ?? ""),
            (1...Counter.largestStep).contains(step)
        else {
            return try details.show(step: form.number ?? "", context)
        }
        return try await apply(
            .setStep(context.counterID(), step: step), id: form.operation, at: .tap, request, context)
    }

    func saveCount(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await request.form(NumberForm.self, upTo: site.configuration.largestForm)
        guard let count = context.voice?.words.typedNumber(form.number ?? ""), count >= 0 else {
            return try details.show(count: form.number ?? "", context)
        }
        return try await apply(
            .set(context.counterID(), count: count), id: form.operation, at: .tap, request, context)
    }

    private func apply(
        _ change: Change, id: String?, at control: Links.Control, _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        let operation = try site.operation(change, id: id, from: request)
        let receipt = try await site.apply(operation, context)
        let note = try site.note(receipt, offering: operation.id, on: .home, request, context)
        if let note { return try .json(note) }
        return .seeOther(site.links.home(undo: operation.id, at: control, of: receipt.counter))
    }

    /// Puts the counter right after another one, or first.
    func savePlace(_ request: Request, _ context: SiteContext) async throws -> Response {
        let id = try context.counterID()
        let form = try await request.form(PlaceForm.self, upTo: site.configuration.largestForm)
        var neighbour: Counter.ID?
        if let after = form.after, !after.isEmpty {
            guard let counter = Counter.ID(after) else { throw Refusal.noSuchCounter }
            neighbour = counter
        }
        let operation = try site.operation(.move(id, after: neighbour), id: form.operation, from: request)
        let receipt = try await site.apply(operation, context)
        let note = try site.note(receipt, offering: operation.id, on: .arrange, request, context)
        if let note { return try .json(note) }
        return .seeOther(site.links.arrangement(at: id, undo: operation.id))
    }

    func undo(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await request.form(UndoForm.self, upTo: site.configuration.largestForm)
        guard let undone = form.undo.flatMap({ OperationID($0) }) else { throw Refusal.cannotBeUndone }
        let operation = try site.operation(
            .undo(undone), id: form.operation, at: form.at, offset: form.offset, from: request)
        let receipt = try await site.apply(operation, context)
        var note = site.note(receipt, request, context)
        // A count that was taken back by its key tells itself, and is offered nothing.
        if let origin = form.from {
            note = try site.note(receipt, offering: operation.id, on: origin, request, context)
        }
        if let note { return try .json(note) }
        return .seeOther(try address(after: operation.id, receipt, from: form.from ?? .home))
    }

    /// Where the wish to take something back was made, offering to do it again.
    private func address(
        after operation: OperationID, _ receipt: Receipt, from origin: Notice.Origin
    ) throws -> String {
        let id = receipt.counter
        // Taking back that a counter was made leaves none to stand at.
        guard origin == .goals || (try? site.ledger.counter(id, of: receipt.account)) != nil else {
            return site.links.home(telling: operation)
        }
        switch origin {
        case .home: return site.links.home(undo: operation, at: .tap, of: id)
        case .arrange: return site.links.arrangement(at: id, undo: operation)
        case .history:
            let entry = try site.ledger.deed(operation, of: receipt.account)?.entry
            return site.links.history(of: id, around: entry, undo: operation)
        case .goals: return site.links.goals(telling: operation)
        }
    }
}
