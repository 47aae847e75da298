// Undoes any operation, from any page.

import HTTPTypes
import Hummingbird
import Ledger

struct UndoForm: Decodable, Sendable {
    /// The operation to undo.
    var undo: String?
    /// The page whose notice offered the undo.
    var from: Notice.Origin?
}

struct UndoController: Sendable {
    let ledger: Ledger
    let links: Links
    let configuration: SiteConfiguration
    let operations: OperationWriter
    let longReads: LongReads

    /// How many changes the page has.
    private static let changesShown = 30

    func show(_ request: Request, _ context: PageContext) async throws -> Response {
        let words = context.words
        let account = context.visitor?.account
        let rowsRead = try account.map { try ledger.rowsRead(forRecentChangesOf: $0) } ?? 0
        let changes = try await longReads.read(rows: rowsRead, of: account) {
            try account.map { try ledger.recentChanges(of: $0, limit: Self.changesShown) } ?? []
        }
        let dayStart = try account.map { try ledger.calendar(of: $0).dayStart } ?? .midnight
        let zone = ClientZone(of: request)
        let today = zone.day(at: configuration.now(), from: dayStart)
        let days = LastChangesPage.days(of: changes, today: today, dayStart: dayStart, words) { change in
            operations.sentence(forChange: change.summary, words).map {
                LastChangesPage.Row(change, sentence: $0, words)
            }
        }
        let page = LastChangesPage(
            days: days, daysBegin: days.isEmpty ? nil : words.sentence(for: dayStart),
            today: today.description, dayStart: dayStart.hour, zone: zone.name,
            notice: try operations.notice(request, context, on: .changes),
            empty: days.isEmpty ? words.nothing(.changesEmpty, leadingTo: links.home) : nil)
        return try .page(page, in: context.presentation)
    }

    func create(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await request.form(Stamped<UndoForm>.self, upTo: configuration.largestForm)
        guard let undone = form.undo.flatMap({ OperationID($0) }) else { throw Refusal.cannotBeUndone }
        let operation = try operations.operation(
            .undo(undone), form.stamp, from: request)
        let receipt = try await operations.apply(operation, context)
        var answer = operations.answer(receipt, request, context)
        // An undo of a tap by keyboard needs no notice: the count shows it. Neither does one among the last
        // changes, whose button then offers the opposite.
        if let origin = form.from, origin != .changes {
            answer = try operations.answer(receipt, offering: operation.id, on: origin, request, context)
        }
        if let answer { return .json(answer) }
        return .seeOther(try address(after: operation.id, receipt, from: form.from ?? .home))
    }

    /// The page that offered the undo, with an offer to redo.
    private func address(
        after operation: OperationID, _ receipt: Receipt, from origin: Notice.Origin
    ) throws -> String {
        let id = receipt.counter ?? 0
        // Undoing the creation of a counter leaves none to return to.
        if origin == .arrange, receipt.counter == nil { return links.arrangement(undo: operation) }
        let needsNoCounter = [.goals, .arrangeGoals, .day, .changes, .trash].contains(origin)
        guard needsNoCounter || (try? ledger.counter(id, of: receipt.account)) != nil else {
            return origin == .watch ? links.watch(telling: operation) : links.home(telling: operation)
        }
        switch origin {
        case .home: return links.home(undo: operation, at: .tap, of: id)
        case .counter: return links.counter(id, undo: operation)
        case .arrange: return links.arrangement(at: id, undo: operation)
        case .history:
            let entry = try ledger.summary(of: operation, of: receipt.account)?.entry
            return links.history(of: id, around: entry, undo: operation)
        case .goals: return links.goals(telling: operation)
        case .arrangeGoals: return links.goalArrangement(at: receipt.goal ?? 0, undo: operation)
        case .day:
            let summary = try ledger.summary(of: operation, of: receipt.account)
            return summary.flatMap { links.day(of: $0) }.map { "\($0)?undo=\(operation.text)#notice" }
                ?? links.goals(telling: operation)
        case .changes: return links.undo
        case .trash: return links.trash(telling: operation)
        case .watch: return links.watch(of: id, undo: operation)
        }
    }
}
