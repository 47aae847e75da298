// Deletes and restores counters.

import Hummingbird
import Ledger

/// The counters that can still be restored.
struct TrashPage: Page {
    static let template = "Trash/trash"

    struct Row: Sendable {
        let id: Counter.ID
        let title: String
        let formattedCount: String
        let restoreName: String
        // How it is drawn, should it be restored without a network.
        var count: Int64 = 0
        var style = ""
        var color = 0
    }
    let counters: [Row]
    let notice: Notice?
    let empty: Emptiness?
}

struct CounterDeletionForm: Decodable, Sendable {
    /// The page it was deleted or restored on.
    var from: Notice.Origin?
}

struct TrashController: Sendable {
    let ledger: Ledger
    let links: Links
    let configuration: SiteConfiguration
    let operations: OperationWriter
    let longReads: LongReads

    func show(_ request: Request, _ context: PageContext) async throws -> Response {
        let account = context.visitor?.account, now = configuration.now()
        let notice = try operations.notice(request, context, on: .trash)
        let number = try account.map { try ledger.numberInTrash(of: $0, now: now) } ?? 0
        return try await longReads.read(rows: Ledger.rowsForCounter * number, of: account) {
            let counters = try account.map { try ledger.trash(of: $0, now: now) } ?? []
            return try .page(page(of: counters, notice, context.words), in: context.presentation)
        }
    }

    private func page(of counters: [Counter], _ notice: Notice?, _ words: Words) -> TrashPage {
        let rows = counters.map { counter in
            TrashPage.Row(
                id: counter.id, title: counter.title, formattedCount: words.breakable(counter.count),
                restoreName: words(.restoreNamed, counter.title), count: counter.count,
                style: counter.style.rawValue, color: counter.colorClass
            )
        }
        let empty = rows.isEmpty ? words.nothing(.trashEmpty, leadingTo: links.home) : nil
        return TrashPage(counters: rows, notice: notice, empty: empty)
    }

    /// Without confirmation, because it can be undone for ``Counter/daysInTrash`` days.
    func delete(_ request: Request, _ context: PageContext) async throws -> Response {
        let name = try context.counterName()
        let form = try await request.form(Stamped<CounterDeletionForm>.self, upTo: configuration.largestForm)
        let operation = try operations.operation(.delete(name), form.stamp, from: request)
        do {
            let receipt = try await operations.apply(operation, context)
            let origin = form.fields.from ?? .home
            if let answer = try operations.answer(
                receipt, offering: operation.id, on: origin, request, context)
            {
                return .json(answer)
            }
            switch origin {
            case .arrange: return .seeOther(links.arrangement(undo: operation.id))
            case .watch: return .seeOther(links.watch(telling: operation.id))
            default: return .seeOther(links.home(telling: operation.id))
            }
        } catch Refusal.counterIsDeleted {
            // A second tap on the same button: it is already done.
            switch form.fields.from {
            case .arrange: return .seeOther(links.arrangement)
            case .watch: return .seeOther(links.watch)
            default: return .seeOther(name.number.map { links.home(deleted: $0) } ?? links.trash)
            }
        }
    }

    func restore(_ request: Request, _ context: PageContext) async throws -> Response {
        let name = try context.counterName()
        let form = try await request.form(Stamped<CounterDeletionForm>.self, upTo: configuration.largestForm)
        let operation = try operations.operation(.restore(name), form.stamp, from: request)
        let receipt = try await operations.apply(operation, context)
        if form.fields.from == .trash {
            let answer = try operations.answer(
                receipt, offering: operation.id, on: .trash, request, context)
            if let answer { return .json(answer) }
            return .seeOther(links.trash(telling: operation.id))
        }
        // Elsewhere scripts call this only to undo a deletion.
        if let answer = operations.answer(receipt, request, context) { return .json(answer) }
        return .seeOther(links.home(undo: operation.id, at: .title, of: receipt.counter ?? 0))
    }
}
