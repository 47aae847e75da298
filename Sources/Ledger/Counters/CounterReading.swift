// What can be asked about counters.

import GRDB

extension Ledger {
    /// The account's counters in their order, without deleted ones.
    public func counters(of account: AccountID) throws -> [Counter] {
        try read { database in
            try Counter.all(
                database,
                """
                SELECT id, title, color, isCollapsed, count, revision FROM counter
                WHERE account = ? AND deletedAt IS NULL ORDER BY position, id
                """,
                [account]
            )
        }
    }

    /// The ids of the account's counters in their order, without deleted ones,
    /// each with the account's revision when it last changed.
    public func counterRevisions(of account: AccountID) throws -> [(id: Counter.ID, revision: Int64)] {
        try read { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT id, revision FROM counter
                    WHERE account = ? AND deletedAt IS NULL ORDER BY position, id
                    """
            )
            var revisions: [(id: Counter.ID, revision: Int64)] = []
            let rows = try Row.fetchCursor(statement, arguments: [account])
            while let row = try rows.next() { revisions.append((row[0], row[1])) }
            return revisions
        }
    }

    /// The account's counter with this id.
    ///
    /// - Throws: ``Refusal/noSuchCounter``, ``Refusal/counterIsDeleted``.
    public func counter(_ id: Counter.ID, of account: AccountID) throws -> Counter {
        try read { database in
            let found = try database.row(
                """
                SELECT id, title, color, isCollapsed, count, revision, deletedAt IS NULL FROM counter
                WHERE id = ? AND account = ?
                """,
                [id, account]
            )
            guard let found else { throw Refusal.noSuchCounter }
            guard found[6] else { throw Refusal.counterIsDeleted }
            return Counter(found)
        }
    }

    /// The account's deleted counters that can still be restored, the latest first.
    public func trash(of account: AccountID) throws -> [Counter] {
        try read { database in
            try Counter.all(
                database,
                """
                SELECT id, title, color, isCollapsed, count, revision FROM counter
                WHERE account = ? AND deletedAt IS NOT NULL ORDER BY deletedAt DESC, id DESC
                """,
                [account]
            )
        }
    }
}

extension Counter {
    fileprivate init(_ row: Row) {
        self.init(
            id: row[0], title: row[1], color: row[2], isCollapsed: row[3], count: row[4], revision: row[5]
        )
    }

    fileprivate static func all(
        _ database: Database, _ sql: String, _ arguments: StatementArguments
    ) throws -> [Counter] {
        var counters: [Counter] = []
        let rows = try Row.fetchCursor(database.cachedStatement(sql: sql), arguments: arguments)
        while let row = try rows.next() { counters.append(Counter(row)) }
        return counters
    }
}
