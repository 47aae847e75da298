// The title indexes of accounts that have searched recently.

import Ledger

/// A cache of title indexes.
struct TitleCache: Sendable {
    private static let bound = 32 << 20
    private let indexes = Cache<AccountID, TitleIndex>(bound: TitleCache.bound) { $0.size }

    /// Estimates, in rows, the work of reading the titles that have changed, and of searching those that are known.
    func rowsRead(for query: SearchQuery, of visitor: Visitor, in ledger: Ledger) throws -> Int {
        let index = indexes[visitor.account] ?? TitleIndex()
        let searched = index.rowsRead(for: query)
        guard !index.isCurrent(at: visitor.revision) else { return searched }
        return searched
            + (try ledger.rowsRead(forCountersOf: visitor.account, changedSince: index.revision))
    }

    /// The current titles of the visitor's counters.
    func titles(of visitor: Visitor, in ledger: Ledger) throws -> TitleIndex {
        var index = indexes[visitor.account] ?? TitleIndex()
        guard !index.isCurrent(at: visitor.revision) else { return index }
        try ledger.update(&index, of: visitor.account, to: visitor.revision)
        // An index so large that it would evict all others is not cached.
        if index.size <= Self.bound / 2 { indexes[visitor.account] = index }
        return index
    }
}
