// Limits that an operator gave to one account, in place of the site's.

import GRDB

/// An account's own limits, each in place of the one in ``Limits``. Nil: the site's; 0: none.
public struct AccountLimits: Sendable, Hashable {
    /// In its book, not counting the trash.
    public var counters: Int?
    /// In its book, including archived ones.
    public var goals: Int?
    /// Per day of UTC.
    public var operationsPerDay: Int?
    /// After a burst of ten times as many.
    public var operationsPerSecond: Int?
    /// Bytes.
    public var wordsPerDay: Int?

    /// The site's limits throughout.
    public init() {}

    static let columns =
        "mostCounters, mostGoals, mostOperationsPerDay, mostOperationsPerSecond, mostWordsPerDay"

    /// - Parameter first: The place of the first of ``columns``.
    init(_ row: RowValues, from first: Int = 0) {
        counters = row[first]
        goals = row[first + 1]
        operationsPerDay = row[first + 2]
        operationsPerSecond = row[first + 3]
        wordsPerDay = row[first + 4]
    }
}

extension Limits {
    /// These limits with an account's own ones in their place.
    public func with(_ own: AccountLimits) -> Limits {
        guard own != AccountLimits() else { return self }
        func most(_ own: Int?, _ site: Int?) -> Int? {
            guard let own else { return site }
            return own == 0 ? nil : own
        }
        var limits = self
        limits.counters = most(own.counters, counters)
        limits.goals = most(own.goals, goals)
        limits.operationsPerDay = most(own.operationsPerDay, operationsPerDay)
        limits.operationsPerSecond = most(own.operationsPerSecond, operationsPerSecond)
        limits.wordsPerDay = most(own.wordsPerDay, wordsPerDay)
        return limits
    }
}

extension Ledger {
    /// Nil if there is no account of that number.
    public func limits(of account: AccountID) throws -> AccountLimits? {
        try read { database in
            try database.first("SELECT \(AccountLimits.columns) FROM book WHERE id = ?", [account]) {
                AccountLimits($0)
            }
        }
    }

    /// Changes the account's own limits, which hold from its next operation on, in all processes.
    ///
    /// - Returns: Nil, with nothing changed, if there is no account of that number.
    public func setLimits(
        of account: AccountID, _ change: @escaping @Sendable (inout AccountLimits) -> Void
    ) async throws -> AccountLimits? {
        try await queue.commit { database in
            let before = try database.first(
                "SELECT \(AccountLimits.columns) FROM book WHERE id = ?", [account]
            ) { AccountLimits($0) }
            guard var limits = before else { return nil }
            change(&limits)
            try database.run(
                """
                UPDATE book SET (\(AccountLimits.columns)) = (?, ?, ?, ?, ?) WHERE id = ?
                """,
                [
                    limits.counters, limits.goals, limits.operationsPerDay, limits.operationsPerSecond,
                    limits.wordsPerDay, account,
                ])
            return limits
        }
    }
}
