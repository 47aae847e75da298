// Recalculates a count from the entries that are not undone, one by one. What a reset or a set did depends on
// everything before it, so no single delta tells the count without it: all entries have to be replayed. For a counter
// with many entries that happens outside the writer, which only continues with what came since. A reset or set that
// stands settles what is before it: there the count is what it was then.

import Foundation
import GRDB

/// A counter's final count if some of its entries are toggled: undone, or redone if they are already undone.
struct Replay: Sendable {
    struct Request: Sendable, Hashable {
        /// The counter's row.
        let counter: Int64
        let turning: Set<Entry.Number>
    }

    /// The last entry replayed; 0 before the first.
    private var last: Entry.Number = 0
    private var count: Int64 = 0

    /// - Returns: The count, in one pass over all entries.
    static func count(for request: Request, in database: Database) throws -> Int64 {
        try made(for: request, in: database).count
    }

    /// A replay up to the newest entry.
    static func made(for request: Request, in database: Database) throws -> Replay {
        var replay = Replay()
        try replay.go(on: request, in: database)
        return replay
    }

    /// The count including what came since. Nil if the replay is out of date: a new entry undoes or redoes a replayed one.
    func continued(for request: Request, in database: Database) throws -> Int64? {
        let isOutOfDate =
            try database.exists(
                "SELECT 1 FROM entry WHERE counter = ?1 AND number > ?2 AND +voids <= ?2 LIMIT 1",
                [request.counter, last])
        guard !isOutOfDate, request.turning.allSatisfy({ $0 <= last }) else { return nil }
        var replay = self
        try replay.go(on: request, in: database)
        return replay.count
    }

    private mutating func go(on request: Request, in database: Database) throws {
        let voids = try Entry.Number.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT voids FROM entry INDEXED BY entryByVoided
                    WHERE counter = ? AND voids > ? GROUP BY voids HAVING COUNT(*) % 2 = 1
                    """),
            arguments: [request.counter, last])
        let void = Set(voids).symmetricDifference(last == 0 ? request.turning : [])
        let rows = try database.rows(
            """
            SELECT number, kind, delta, count FROM entry WHERE counter = ? AND number > ?
            ORDER BY number
            """,
            [request.counter, last])
        while let row = try rows.next() {
            let number: Entry.Number = row[0], kind: String = row[1]
            last = number
            guard kind != "void", !void.contains(number) else { continue }
            count = CountMove(Entry.Kind(rawValue: kind), row[2], countThen: row[3]).count(after: count)
        }
    }
}
