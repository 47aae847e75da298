// The title indexes of accounts that have searched lately.

import Ledger

/// A cache of title indexes.
struct TitleCache: Sendable {
    private static let bound = 16 << 20
    private let indexes = Cache<AccountID, TitleIndex>(bound: TitleCache.bound) { $0.size }

    /// The titles of the visitor's counters as they are now.
    func titles(of visitor: Visitor, in ledger: Ledger) throws -> TitleIndex {
        var index = indexes[visitor.account] ?? TitleIndex()
        guard !index.isCurrent(at: visitor.revision) else { return index }
        try ledger.update(&index, of: visitor.account, to: visitor.revision)
        // One that alone would push out all the others is made anew each time.
        if index.size <= Self.bound / 2 { indexes[visitor.account] = index }
        return index
    }
}
