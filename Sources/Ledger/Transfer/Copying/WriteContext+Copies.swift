// Copies a counter or a goal with what belongs to it, at once or part by part.

import GRDB

/// A table of which a copy has the rows as well.
private struct CopiedTable {
    let name: String
    /// The column that says whose the rows are, and the one they are in order of.
    let owner: String, key: String
    let columns: String

    static func all(of table: RankedTable) -> [CopiedTable] {
        switch table {
        case .counter:
            [
                CopiedTable(
                    name: "entry", owner: "counter", key: "number",
                    columns: "number, kind, delta, count, madeAt, zoneOffset, operation, voids"),
                CopiedTable(name: "note", owner: "counter", key: "number", columns: "number, text"),
                CopiedTable(
                    name: "hour", owner: "counter", key: "hour", columns: "hour, marks, firstAt, lastAt"),
            ]
        case .goal:
            [
                CopiedTable(
                    name: "goalDay", owner: "goal", key: "day",
                    columns: "day, isDone, hasNote, markedAt, markedBy, notedAt, notedBy"),
                CopiedTable(name: "dayNote", owner: "goal", key: "day", columns: "day, text"),
            ]
        }
    }
}

extension WriteContext {
    /// Makes a copy visible at the end of its list.
    ///
    /// - Parameter copy: Its row; nil if it is yet to be written.
    /// - Returns: The row.
    func show(_ item: CopyPlan.Item, _ copy: Int64?) throws -> Int64 {
        guard let copy else {
            let row = try insertHiddenCopy(of: item)
            while try copyNext(of: item, to: row, atMost: .max) {}
            return try show(item, row)
        }
        let (table, hidden) = (item.table.rawValue, item.table.hidden)
        try database.run(
            "UPDATE \(table) SET \(hidden) = NULL, rank = ?, revision = ? WHERE id = ?",
            [lastRank(in: item.table), revision, copy])
        return copy
    }

    /// Has a goal's copy follow the copy of the counter that the goal follows. If there is none, because the counter is in the
    /// trash, the days that the counter has reached stay with the copy.
    ///
    /// - Parameter copies: The copies of counters, by the rows of these.
    func follow(_ copies: [Int64: Int64], as goal: CopyPlan.Item, _ copy: Int64) throws {
        let followed = try database.first(
            "SELECT counter, target, book, firstDay, lastDay FROM goal WHERE id = ? AND counter IS NOT NULL",
            [goal.row]
        ) { row in
            (
                counter: row[0] as Int64, target: row[1] as Int64?, book: row[2] as BookID,
                first: CivilDay(number: row[3]), last: CivilDay(number: row[4])
            )
        }
        guard let followed, let target = followed.target else { return }
        guard let counter = copies[followed.counter] else {
            try database.markReached(
                target..., by: followed.counter, of: copy,
                in: followed.first...max(followed.first, followed.last),
                book: followed.book, at: madeAt, operation: nil)
            return
        }
        try database.run(
            "UPDATE goal SET counter = ?, target = ? WHERE id = ?", [counter, target, copy])
    }

    /// - Returns: The new row, which nobody sees.
    func insertHiddenCopy(of item: CopyPlan.Item) throws -> Int64 {
        let columns =
            switch item.table {
            case .counter: "title, color, style, step, isCollapsed, count, entries, createdAt"
            case .goal: "name, color, firstDay, lastDay, reminder, isArchived, createdAt"
            }
        let table = item.table.rawValue
        try database.run(
            """
            INSERT INTO \(table) (book, number, origin, rank, revision, \(item.table.hidden), \(columns))
            SELECT ?, ?, randomblob(16), ?, 0, ?, \(columns) FROM \(table) WHERE id = ?
            """,
            [book, nextNumber(in: item.table), lastRank(in: item.table), Counter.longAgo, item.row])
        return database.lastInsertedRowID
    }

    /// Copies the next rows that a copy does not have yet.
    ///
    /// - Returns: Whether there may be more.
    func copyNext(of item: CopyPlan.Item, to copy: Int64, atMost most: Int) throws -> Bool {
        for table in CopiedTable.all(of: item.table) {
            try database.run(
                """
                INSERT INTO \(table.name) (\(table.owner), \(table.columns))
                SELECT ?1, \(table.columns) FROM \(table.name) WHERE \(table.owner) = ?2 AND \(table.key) > COALESCE(
                    (SELECT MAX(\(table.key)) FROM \(table.name) WHERE \(table.owner) = ?1), ?3)
                ORDER BY \(table.key) LIMIT ?4
                """, [copy, item.row, Int64.min, Int64(most)])
            if database.changesCount > 0 { return true }
        }
        return false
    }
}
