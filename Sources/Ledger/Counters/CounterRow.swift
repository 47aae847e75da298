// A counter's database row, as changes see it.

import Foundation
import GRDB

/// A counter's row with its internal id, which is never exposed outside of SQL.
struct CounterRow: Ranked {
    let row: Int64
    let number: Counter.ID
    let title: String
    let color: Int
    let isCollapsed: Bool
    let style: Counter.Style
    let step: Int64
    let rank: Int64
    var count: Int64
    let entries: Int64
    let deletedAt: Int64?

    static let columns =
        "id, number, title, color, isCollapsed, style, step, rank, count, entries, deletedAt"

    init(_ row: RowValues) {
        self.row = row[0]
        number = row[1]
        title = row[2]
        color = row[3]
        isCollapsed = row[4]
        style = Counter.Style(row[5])
        step = row[6]
        rank = row[7]
        count = row[8]
        entries = row[9]
        deletedAt = row[10]
    }

    var name: Name { .number(number) }
}

extension Database {
    /// The row of a book's counter, including one in the trash; nil if there is none.
    func counterRow(_ name: Name, in book: BookID) throws -> CounterRow? {
        switch name {
        case .number(let number):
            try first(
                "SELECT \(CounterRow.columns) FROM counter WHERE book = ? AND number = ?", [book, number]
            ) { CounterRow($0) }
        case .operation(let origin):
            // An import may have restored a permanently deleted counter.
            try first(
                """
                SELECT \(CounterRow.columns) FROM counter WHERE book = ? AND origin = ?
                ORDER BY deletedAt IS ?, number DESC LIMIT 1
                """, [book, origin.data, Counter.longAgo]
            ) { CounterRow($0) }
        }
    }

    func counterRow(at row: Int64) throws -> CounterRow? {
        try first("SELECT \(CounterRow.columns) FROM counter WHERE id = ?", [row]) { CounterRow($0) }
    }
}

extension WriteContext {
    /// Raises the counter's revision for a change that is in none of its columns.
    func touch(_ counter: CounterRow) throws {
        try database.run("UPDATE counter SET revision = ? WHERE id = ?", [revision, counter.row])
    }

    /// The counter, including one in the trash: what is counted there comes back with a restore.
    ///
    /// - Throws: ``Refusal/noSuchCounter``, also for a permanently deleted counter.
    func anyCounter(_ name: Name) throws -> CounterRow {
        guard let counter = try database.counterRow(name, in: book),
            counter.deletedAt ?? .max >= now.startOfTrash.milliseconds
        else { throw Refusal.noSuchCounter }
        return counter
    }

    /// The counter, if it is not in the trash.
    ///
    /// - Throws: ``Refusal/noSuchCounter``, ``Refusal/counterIsDeleted``.
    func counter(_ name: Name) throws -> CounterRow {
        let counter = try anyCounter(name)
        guard counter.deletedAt == nil else { throw Refusal.counterIsDeleted }
        return counter
    }
}
