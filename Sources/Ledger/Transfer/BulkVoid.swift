// Many entries of a counter taken back at once, and others let stand again:
// what ``VoidEntry`` does for one, in one pass over them.

import Foundation
import GRDB

/// What becomes of a counter when many of its entries are taken back or stand again.
struct BulkVoid: Sendable, Hashable {
    /// A void to be appended.
    struct Line: Sendable, Hashable {
        let voids: Entry.Number
        let delta: Int64
        let count: Int64
    }

    private(set) var lines: [Line] = []
    /// Where the counter stands afterwards.
    private(set) var count: Int64
    private(set) var hours: [Int64: CountedMarks] = [:]

    /// No entries at all.
    init(count: Int64) { self.count = count }

    /// Takes back those that stand, the latest first, and then lets those stand
    /// that were taken back.
    ///
    /// - Parameters:
    ///   - numbers: Of entries; voids themselves are left out.
    ///   - counter: The counter's row.
    ///   - count: Where the counter stands.
    /// - Throws: ``LongReplay``.
    init(
        turning numbers: [Entry.Number], of counter: Int64, count: Int64, in database: Database,
        replays: Replays
    ) throws {
        self.count = count
        let targets = try Self.targets(numbers, of: counter, in: database)
        guard !targets.isEmpty else { return }
        let ordered = targets.filter { !$0.isVoid }.reversed() + targets.filter(\.isVoid)
        if targets.contains(where: { $0.kind == .reset || $0.kind == .set }) {
            // No single delta tells what a reset or a set did: the first line goes to where all of them lead.
            let question = Replay.Question(counter: counter, turning: Set(targets.map(\.number)))
            let end = try replays.count(for: question, in: database)
            for target in ordered { append(target, delta: end - self.count) }
        } else {
            let settled = try database.lastSettling(of: counter)
            for target in ordered {
                let wanted = target.isVoid ? -target.voidDelta : -target.delta
                let delta =
                    target.number < settled
                    ? 0 : wanted < 0 ? max(wanted, -self.count) : min(wanted, .max - self.count)
                append(target, delta: delta)
            }
        }
        for target in targets {
            hours.add(
                target.isVoid ? target.delta : -target.delta, of: target.kind, target.madeAt,
                target.zoneOffset)
        }
    }

    private mutating func append(_ target: Target, delta: Int64) {
        count += delta
        lines.append(Line(voids: target.number, delta: delta, count: count))
    }

    private struct Target {
        let number: Entry.Number
        let kind: Entry.Kind
        let delta: Int64
        let madeAt: Moment
        let zoneOffset: Int
        let isVoid: Bool
        /// By how much the last void of it moved the count.
        let voidDelta: Int64
    }

    /// In their order.
    private static func targets(
        _ numbers: [Entry.Number], of counter: Int64, in database: Database
    ) throws -> [Target] {
        let rows = try Row.fetchCursor(
            database.cachedStatement(
                sql: """
                    SELECT entry.number, entry.kind, entry.delta, entry.madeAt, entry.zoneOffset,
                        (SELECT COUNT(*) FROM entry AS void INDEXED BY entryByVoided
                            WHERE void.counter = ?1 AND void.voids = entry.number) % 2,
                        COALESCE((SELECT last.delta FROM entry AS last WHERE last.counter = ?1 AND last.number = (
                            SELECT MAX(number) FROM entry AS void INDEXED BY entryByVoided
                            WHERE void.counter = ?1 AND void.voids = entry.number)), 0)
                    FROM json_each(?2) AS wanted
                    JOIN entry ON entry.counter = ?1 AND entry.number = wanted.value AND entry.kind <> 'void'
                    ORDER BY entry.number
                    """),
            arguments: [counter, "[" + numbers.map { String($0) }.joined(separator: ",") + "]"])
        var targets: [Target] = []
        while let row = try rows.next() {
            targets.append(
                Target(
                    number: row[0], kind: Entry.Kind(rawValue: row[1]) ?? .increment, delta: row[2],
                    madeAt: Moment(milliseconds: row[3]), zoneOffset: row[4], isVoid: row[5],
                    voidDelta: row[6]))
        }
        return targets
    }
}

extension Database {
    /// The number of the last reset or set that stands; 0 where there is none.
    fileprivate func lastSettling(of counter: Int64) throws -> Entry.Number {
        try first(
            """
            SELECT MAX(number) FROM entry AS later INDEXED BY entryThatSets
            WHERE counter = ?1 AND kind IN ('reset', 'set') AND (
                SELECT COUNT(*) FROM entry INDEXED BY entryByVoided
                WHERE counter = ?1 AND voids = later.number) % 2 = 0
            """,
            [counter]
        ) { $0[0] as Entry.Number? ?? 0 } ?? 0
    }
}
