// Reorders, deletes, collapses and expands counters.

import Hummingbird
import Ledger

/// The list of counters as bars, for editing it.
struct ArrangePage: Page {
    static let template = "Counters/arrange"

    struct Row: Sendable {
        let id: Counter.ID
        let title: String
        let color: Int
        let formattedCount: String
        let moves: Moves
    }
    let counters: [Row]
    let notice: Notice?
    /// Nil where there are counters.
    let empty: Emptiness?
    let hasCounters: Bool
    /// Collapsing all of them, or expanding if all are collapsed.
    let nextCollapsed: String
    let collapseName: String
    let collapseIcon: String
    let trashName: String

    /// - Parameter inTrash: How many counters the trash holds.
    init(
        counters: [Row], areCollapsed: Bool, inTrash: Int, notice: Notice?, empty: Emptiness?, _ words: Words
    ) {
        self.counters = counters
        self.notice = notice
        self.empty = empty
        hasCounters = !counters.isEmpty
        nextCollapsed = areCollapsed ? "no" : "yes"
        collapseName = words[areCollapsed ? .expandAll : .collapseAll]
        collapseIcon = areCollapsed ? "expand" : "collapse"
        trashName = inTrash == 0 ? words[.trash] : words(.trashWith, words.number(Int64(inTrash)))
    }
}

struct ArrangeController: Sendable {
    let ledger: Ledger
    let links: Links
    let configuration: SiteConfiguration
    let operations: OperationWriter
    let longReads: LongReads

    /// Collapses or expands all counters.
    func collapseAll(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await request.form(Stamped<CollapseForm>.self, upTo: configuration.largestForm)
        guard let isCollapsed = Bool(typed: form.collapsed) else {
            throw HTTPError(.unprocessableContent)
        }
        let operation = try operations.operation(
            .collapseAll(isCollapsed: isCollapsed), form.stamp, from: request)
        let receipt = try await operations.apply(operation, context)
        let answer = try operations.answer(receipt, offering: operation.id, on: .arrange, request, context)
        if let answer { return .json(answer) }
        return .seeOther(links.home(telling: operation.id))
    }

    func show(_ request: Request, _ context: PageContext) async throws -> Response {
        let account = context.visitor?.account, words = context.words
        let notice = try operations.notice(request, context, on: .arrange)
        let rows = try account.map { try ledger.rowsRead(forCountersOf: $0) } ?? 0
        return try await longReads.read(rows: rows, of: account) {
            try .page(page(of: account, notice: notice, words), in: context.presentation)
        }
    }

    private func page(of account: AccountID?, notice: Notice?, _ words: Words) throws -> ArrangePage {
        let counters = try account.map { try ledger.counters(of: $0) } ?? []
        let ids = counters.map(\.id)
        let rows = counters.enumerated().map { place, counter in
            ArrangePage.Row(
                id: counter.id, title: counter.title, color: counter.colorClass,
                formattedCount: words.breakable(counter.count),
                moves: Moves(
                    at: place, of: ids, named: counter.title, address: links.counter(counter.id), words)
            )
        }
        return ArrangePage(
            counters: rows, areCollapsed: !counters.isEmpty && counters.allSatisfy(\.isCollapsed),
            inTrash: try account.map { try ledger.numberInTrash(of: $0, now: configuration.now()) } ?? 0,
            notice: notice,
            empty: counters.isEmpty
                ? words.nothing(.countersNone, leadingTo: links.newCounter, .counterNew) : nil,
            words)
    }
}
