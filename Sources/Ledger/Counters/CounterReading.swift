// Reads counters.

import Foundation
import GRDB

extension Ledger {
    /// The account's counters in list order.
    ///
    /// - Parameter deleted: One that is included even if it is deleted, as long as it can be restored.
    public func counters(of account: AccountID, including deleted: Counter.ID? = nil) throws -> [Counter] {
        try read { database in
            try Counter.all(
                database,
                """
                SELECT \(Counter.columns) FROM counter
                WHERE book = ? AND (deletedAt IS NULL OR number = ? AND deletedAt <> ?) ORDER BY rank, id
                """,
                [account, deleted, Counter.longAgo]
            )
        }
    }

    /// The account's counters that changed after a revision, in list order, including counters deleted since, and those
    /// that were removed since then.
    ///
    /// - Parameter revision: 0 for all, without those that are deleted.
    public func counters(of account: AccountID, changedSince revision: Int64) throws -> ChangedCounters {
        try read { database in
            let changed = try Counter.all(
                database,
                """
                SELECT \(Counter.columns) FROM counter
                WHERE book = ?1 AND revision > ?2 AND (?2 > 0 OR deletedAt IS NULL) ORDER BY rank, id
                """,
                [account, revision]
            )
            var removed: [Counter.ID] = []
            if revision > 0 {
                let rows = try database.rows(
                    "SELECT number FROM gone WHERE book = ? AND revision > ? AND owner = 'counter'",
                    [account, revision])
                while let row = try rows.next() { removed.append(row[0]) }
            }
            return ChangedCounters(changed: changed, removed: removed)
        }
    }

    /// The account's counter of this name.
    ///
    /// - Throws: ``Refusal/noSuchCounter``, ``Refusal/counterIsDeleted``.
    public func counter(_ name: some Naming, of account: AccountID) throws -> Counter {
        let row = try row(of: name, in: account)
        return try read { database in
            guard
                let counter = try database.first(
                    "SELECT \(Counter.columns) FROM counter WHERE id = ?", [row], { Counter($0) })
            else { throw Refusal.noSuchCounter }
            return counter
        }
    }

    /// The row of the account's counter.
    ///
    /// - Throws: ``Refusal/noSuchCounter``, ``Refusal/counterIsDeleted``.
    func row(of name: some Naming, in account: AccountID) throws -> Int64 {
        try read { database in
            guard let counter = try database.counterRow(name.name, in: account),
                counter.deletedAt != Counter.longAgo
            else { throw Refusal.noSuchCounter }
            guard counter.deletedAt == nil else { throw Refusal.counterIsDeleted }
            return counter.row
        }
    }

    /// How many counters the account's trash has.
    public func numberInTrash(of account: AccountID, now: Moment) throws -> Int {
        let number: Int? = try read { database in
            try database.first(
                "SELECT COUNT(*) FROM counter WHERE book = ? AND deletedAt >= ?",
                [account, now.startOfTrash.milliseconds]
            ) { $0[0] }
        }
        return number ?? 0
    }

    /// The account's deleted counter of this name; nil if it is none, or can no longer be restored.
    public func counterInTrash(_ name: some Naming, of account: AccountID, now: Moment) throws -> Counter? {
        try read { database in
            guard let counter = try database.counterRow(name.name, in: account),
                let deletedAt = counter.deletedAt, deletedAt >= now.startOfTrash.milliseconds
            else { return nil }
            return try database.first(
                "SELECT \(Counter.columns) FROM counter WHERE id = ?", [counter.row], { Counter($0) })
        }
    }

    /// The account's deleted counters that can still be restored, most recently deleted first.
    public func trash(of account: AccountID, now: Moment) throws -> [Counter] {
        try read { database in
            try Counter.all(
                database,
                """
                SELECT \(Counter.columns) FROM counter
                WHERE book = ? AND deletedAt >= ? ORDER BY deletedAt DESC, id DESC
                """,
                [account, now.startOfTrash.milliseconds]
            )
        }
    }
}

extension Counter {
    static let columns =
        "number, title, color, isCollapsed, count, revision, rank, deletedAt IS NOT NULL, style, step, origin"

    /// - Parameter row: A row that begins with the ``columns``.
    init(_ row: RowValues) {
        self.init(
            id: row[0], title: row[1], color: row[2], isCollapsed: row[3], count: row[4], revision: row[5],
            rank: row[6], isDeleted: row[7], style: Style(row[8]), step: row[9],
            origin: OperationID(row[10] as Data)
        )
    }

    /// - Parameter sql: Selects ``columns``.
    static func all(
        _ database: Database, _ sql: String, _ values: StatementValues
    ) throws -> [Counter] {
        var counters: [Counter] = []
        let rows = try database.rows(sql, values)
        while let row = try rows.next() { counters.append(Counter(row)) }
        return counters
    }
}

extension Counter.Style {
    /// The style stored in a column; the first one for a counter that is gone.
    init(_ name: String?) { self = name.flatMap { Self(rawValue: $0) } ?? .fractal }
}

/// What is different in a list of counters since a revision.
public struct ChangedCounters: Sendable {
    /// In list order, with those deleted.
    public let changed: [Counter]
    /// Those of which nothing is left, so that no changed one tells of their deletion.
    public let removed: [Counter.ID]
}
