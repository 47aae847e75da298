// What can be asked about counters.

import GRDB

extension Ledger {
    /// Those of the account's counters that have changed after one of its
    /// revisions, in their order, with those deleted since.
    ///
    /// - Parameter revision: 0 for all.
    public func counters(of account: AccountID, changedSince revision: Int64 = 0) throws -> [Counter] {
        try read { database in
            try Counter.all(
                database,
                "SELECT \(Counter.columns) FROM counter WHERE account = ? AND revision > ? ORDER BY position, id",
                [account, revision]
            )
        }
    }

    /// The account's counter with this id.
    ///
    /// - Throws: ``Refusal/noSuchCounter``, ``Refusal/counterIsDeleted``.
    public func counter(_ id: Counter.ID, of account: AccountID) throws -> Counter {
        try read { database in
            let row = try database.row(
                "SELECT \(Counter.columns) FROM counter WHERE id = ? AND account = ? AND deletedAt IS NOT ?",
                [id, account, Counter.longAgo])
            guard let counter = row.map(Counter.init) else { throw Refusal.noSuchCounter }
            guard !counter.isDeleted else { throw Refusal.counterIsDeleted }
            return counter
        }
    }

    /// The account's deleted counters that can still be restored, the latest first.
    public func trash(of account: AccountID, now: Moment) throws -> [Counter] {
        try read { database in
            try Counter.all(
                database,
                """
                SELECT \(Counter.columns) FROM counter
                WHERE account = ? AND deletedAt >= ? ORDER BY deletedAt DESC, id DESC
                """,
                [account, now.startOfTrash.milliseconds]
            )
        }
    }
}

extension Counter {
    static let columns =
        "id, title, color, isCollapsed, count, revision, position, deletedAt IS NOT NULL, style, step"

    /// - Parameter row: One that begins with the ``columns``.
    init(_ row: Row) {
        self.init(
            id: row[0], title: row[1], color: row[2], isCollapsed: row[3], count: row[4], revision: row[5],
            position: row[6], isDeleted: row[7], style: Style(row[8]), step: row[9]
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

extension Counter.Style {
    /// The style a column names; the first one for a counter that is gone.
    init(_ name: String?) { self = name.flatMap { Self(rawValue: $0) } ?? .fractal }
}
