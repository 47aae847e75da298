// What can be asked about operations.

import GRDB

/// What an operation did, for whoever may want to take it back.
public struct Deed: Sendable, Hashable {
    public enum Kind: String, Sendable {
        case create, increment, decrement, reset, set, rename, collapse, collapseAll, restyle, recolor, step,
            move, void
        case annotate, delete, restore, share, unshare, dayStart, weekStart, undo
        case importArchive = "import"
    }
    public let kind: Kind
    public let counter: Counter.ID
    /// The counter's, as it is now.
    public let title: String
}

extension Ledger {
    /// What the account's operation did; nil where there is none, or its counter is gone.
    public func deed(_ operation: OperationID, of account: AccountID) throws -> Deed? {
        try read { database in
            try database.first(
                """
                SELECT kind, counter, title FROM operation JOIN counter ON counter.id = operation.counter
                WHERE operation.account = ? AND operation.id = ?
                """,
                [account, operation.data]
            ) { row in
                Deed.Kind(rawValue: row[0]).map { Deed(kind: $0, counter: row[1], title: row[2]) }
            } ?? nil
        }
    }
}

extension Ledger {
    /// The account's counters that were counted on last, the latest first.
    ///
    /// Operation ids are ordered by time (RFC 9562, version 7), so only the
    /// latest few thousand are looked at.
    public func lastCounted(of account: AccountID, limit: Int) throws -> [Counter] {
        let ids = try read { database in
            try Counter.ID.fetchAll(
                database.cachedStatement(
                    sql: """
                        SELECT latest.counter FROM (
                            SELECT counter, id FROM operation
                            WHERE account = ?1 AND kind IN ('create', 'increment', 'decrement')
                            ORDER BY id DESC LIMIT 5000
                        ) AS latest JOIN counter ON counter.id = latest.counter AND counter.deletedAt IS NULL
                        GROUP BY latest.counter ORDER BY MAX(latest.id) DESC LIMIT ?2
                        """),
                arguments: [account, limit])
        }
        return try ids.map { try counter($0, of: account) }
    }
}
