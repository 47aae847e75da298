// Undoes and redoes many entries of a counter at once: what ``VoidEntry`` does for
// a single one, in one pass.

import Foundation
import GRDB

/// The result of undoing or redoing many entries of a counter.
struct BulkVoid: Sendable, Hashable {
    /// A void to append.
    struct Line: Sendable, Hashable {
        let voids: Entry.Number
        let delta: Int64
        let count: Int64
        /// What it adds to its entry's hour.
        let marks: PlannedCounter.Marks
    }

    private(set) var lines: ArraySlice<Line> = []
    /// The count afterwards.
    private(set) var count: Int64
    /// How many resets and sets were read to find out which entries no longer matter.
    private(set) var entriesRead = 0

    /// Changes no entries.
    init(count: Int64) { self.count = count }

    /// Undoes the entries that are not undone, latest first, and then redoes those
    /// that are.
    ///
    /// - Parameters:
    ///   - numbers: Entry numbers; voids themselves are skipped, and so are entries that were undone and redone
    ///     ``Entry/mostVoids`` times.
    ///   - counter: The counter's row.
    ///   - count: The current count.
    /// - Throws: ``MissingPreparation``.
    init(
        turning numbers: [Entry.Number], of counter: Int64, count: Int64, in database: Database,
        preparations: Preparations
    ) throws {
        self.count = count
        let targets = try Self.targets(numbers, of: counter, in: database)
        guard let first = targets.first else { return }
        let ordered = targets.filter { !$0.isVoid }.reversed() + targets.filter(\.isVoid)
        let settling = try database.lastSettling(of: counter)
        entriesRead = settling.entriesRead
        let isSettledAnew = settling.entriesRead > (settling.number > 0 ? 1 : 0)
        if try isSettledAnew || targets.contains(where: { $0.kind != .increment })
            || database.mayReachZero(after: first.number, of: counter)
        {
            // No single delta tells what a reset, a set or a decrement did: the first line jumps to the final count.
            let request = Replay.Request(counter: counter, turning: Set(targets.map(\.number)))
            let end = try preparations.count(for: request, in: database)
            for target in ordered { append(target, delta: end - self.count) }
        } else {
            for target in ordered {
                let wanted = target.isVoid ? target.delta : -target.delta
                let delta =
                    target.number < settling.number
                    ? 0 : wanted < 0 ? max(wanted, -self.count) : min(wanted, .max - self.count)
                append(target, delta: delta)
            }
        }
    }

    /// What it adds to the hours.
    var hours: [Int64: CountedMarks] {
        lines.reduce(into: [:]) { hours, line in
            hours.add(line.marks.delta, of: line.marks.kind, line.marks.madeAt, line.marks.zoneOffset)
        }
    }

    /// The first lines, at least one of them, and those after them.
    func split(at most: Int) -> (first: BulkVoid, rest: BulkVoid) {
        var first = self, rest = self
        first.lines = lines.prefix(max(1, most))
        first.count = first.lines.last?.count ?? count
        rest.lines = lines.dropFirst(first.lines.count)
        rest.entriesRead = 0
        return (first, rest)
    }

    /// Undoes or redoes what an import added: those added entries that are not undone, and earlier entries that they
    /// undid or redid, unless someone has changed these since.
    init(
        of addition: ImportTrace.Addition, count: Int64, in database: Database, preparations: Preparations
    ) throws {
        let numbers = try Entry.Number.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT number FROM entry WHERE counter = ?1 AND number BETWEEN ?2 AND ?3 AND kind <> 'void' AND (
                        SELECT COUNT(*) FROM entry AS void INDEXED BY entryByVoided
                        WHERE void.counter = ?1 AND void.voids = entry.number) % 2 = 0
                    UNION ALL
                    SELECT voids FROM entry WHERE counter = ?1 AND number BETWEEN ?2 AND ?3 AND voids < ?2
                    GROUP BY voids HAVING COUNT(*) % 2 = 1 AND MAX(number) = (
                        SELECT MAX(number) FROM entry AS void INDEXED BY entryByVoided
                        WHERE void.counter = ?1 AND void.voids = entry.voids)
                    """),
            arguments: [addition.counter, addition.first, addition.last])
        try self.init(
            turning: numbers, of: addition.counter, count: count, in: database, preparations: preparations)
    }

    private mutating func append(_ target: Target, delta: Int64) {
        count += delta
        let marks = PlannedCounter.Marks(
            kind: target.kind, delta: target.isVoid ? target.delta : -target.delta, madeAt: target.madeAt,
            zoneOffset: target.zoneOffset)
        lines.append(Line(voids: target.number, delta: delta, count: count, marks: marks))
    }

    private struct Target {
        let number: Entry.Number
        let kind: Entry.Kind
        let delta: Int64
        let madeAt: Moment
        let zoneOffset: Int
        let isVoid: Bool
    }

    /// In the order of their numbers.
    private static func targets(
        _ numbers: [Entry.Number], of counter: Int64, in database: Database
    ) throws -> [Target] {
        // The order of the joins is stated, as SQLite would read the whole list once for each of the counter's entries.
        let rows = try database.rows(
            """
            SELECT entry.number, entry.kind, entry.delta, entry.madeAt, entry.zoneOffset,
                (SELECT COUNT(*) FROM (
                    SELECT 1 FROM entry AS void INDEXED BY entryByVoided
                    WHERE void.counter = ?1 AND void.voids = entry.number LIMIT ?3))
            FROM json_each(?2) AS wanted
            CROSS JOIN entry ON entry.counter = ?1 AND entry.number = wanted.value AND entry.kind <> 'void'
            ORDER BY entry.number
            """,
            [counter, numbers.jsonArray, Entry.voidsRead])
        var targets: [Target] = []
        while let row = try rows.next() {
            let voids: Int = row[5]
            guard voids < Entry.mostVoids else { continue }
            targets.append(
                Target(
                    number: row[0], kind: Entry.Kind(rawValue: row[1]) ?? .increment, delta: row[2],
                    madeAt: Moment(milliseconds: row[3]), zoneOffset: row[4], isVoid: voids % 2 == 1))
        }
        return targets
    }
}
