// Appends entries: each also updates the count and its hour's sum. The changes
// that append entries are in this folder.

import Foundation
import GRDB

extension WriteContext {
    /// Appends an entry and moves the count with it.
    ///
    /// - Parameter voided: For a void, the entry it undoes or redoes.
    func append(
        _ kind: Entry.Kind, _ delta: Int64, to counter: CounterRow, voids voided: Entry.Number? = nil
    ) throws -> Outcome {
        var counter = counter
        counter.count += delta
        let number = counter.entries + 1
        try database.run(
            "UPDATE counter SET count = ?, entries = ?, revision = ? WHERE id = ?",
            [counter.count, number, revision, counter.row]
        )
        try writeEntry(
            number, of: counter.row, kind.rawValue, delta, count: counter.count, by: operation, voids: voided)
        return Outcome(subject: .counter(counter), entry: number)
    }

    /// - Parameter time: When it was made, if not at the operation's time.
    func writeEntry(
        _ number: Entry.Number, of counter: Int64, _ kind: String, _ delta: Int64, count: Int64,
        by operation: OperationID, voids: Entry.Number?, at time: Timestamp? = nil
    ) throws {
        try database.run(
            """
            INSERT INTO entry (counter, number, kind, delta, count, madeAt, zoneOffset, operation, voids)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                counter, number, kind, delta, count, (time?.moment ?? madeAt).milliseconds,
                time?.zoneOffset ?? zoneOffset, operation.data, voids,
            ]
        )
    }

    func countHour(of counter: Int64, _ delta: Int64, madeAt: Moment, zoneOffset: Int) throws {
        guard delta != 0 else { return }
        try add(CountedMarks(delta, at: madeAt), to: Self.hour(of: madeAt, zoneOffset), of: counter)
    }

    /// The hour of the device's local time, counted from 1970-01-01T00:00.
    static func hour(of moment: Moment, _ zoneOffset: Int) -> Int64 {
        Int64(CivilHour(of: moment, zoneOffset: zoneOffset).number)
    }

    /// Adds to the sum of an hour. One in which no mark was left begins anew.
    func add(_ counted: CountedMarks, to hour: Int64, of counter: Int64) throws {
        try database.run(
            """
            INSERT INTO hour (counter, hour, marks, firstAt, lastAt) VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT DO UPDATE SET marks = marks + ?3,
                firstAt = CASE marks WHEN 0 THEN ?4 ELSE MIN(firstAt, ?4) END,
                lastAt = CASE marks WHEN 0 THEN ?5 ELSE MAX(lastAt, ?5) END
            """,
            [counter, hour, counted.marks, counted.firstAt, counted.lastAt]
        )
    }

    /// Lets an hour begin and end with the marks that are left in it, after one of them was undone or moved away.
    ///
    /// Entries have no index by time, and somebody waits for this write: if not all of the hour's marks are among the
    /// neighbours of that entry, the hour stays as wide as it was.
    func narrowHour(of counter: Int64, without number: Entry.Number, madeAt: Moment, zoneOffset: Int) throws {
        let hour = Self.hour(of: madeAt, zoneOffset)
        let marks: Int64? = try database.first(
            "SELECT marks FROM hour WHERE counter = ? AND hour = ? AND ? IN (firstAt, lastAt)",
            [counter, hour, madeAt.milliseconds]
        ) { $0[0] }
        guard let marks else { return }
        // Few have counted so much within an hour, or so long before it was heard of, that the nearest are not enough.
        for reach in Self.neighbours {
            if try narrowHour(hour, marks, of: counter, to: number - reach...number + reach) { return }
        }
    }

    /// - Parameter entries: Among which all marks of the hour may be.
    /// - Returns: Whether they are.
    private func narrowHour(
        _ hour: Int64, _ marks: Int64, of counter: Int64, to entries: ClosedRange<Entry.Number>
    ) throws -> Bool {
        let left = try database.first(
            """
            SELECT COALESCE(\(Entry.sumOfDeltas), 0), MIN(madeAt), MAX(madeAt) FROM entry
            WHERE counter = ?1 AND number BETWEEN ?2 AND ?4
                AND kind IN ('increment', 'decrement') AND delta <> 0 AND \(CivilHour.number) = ?3 AND (
                    SELECT COUNT(*) FROM entry AS void INDEXED BY entryByVoided
                    WHERE void.counter = entry.counter AND void.voids = entry.number) % 2 = 0
            """,
            [counter, entries.lowerBound, hour, entries.upperBound]
        ) { (marks: $0[0] as Int64, firstAt: $0[1] as Int64?, lastAt: $0[2] as Int64?) }
        // One without marks stays: devices are told that its day counts 0 now.
        guard let left, left.marks == marks, let firstAt = left.firstAt, let lastAt = left.lastAt else {
            return false
        }
        try database.run(
            "UPDATE hour SET firstAt = ?, lastAt = ? WHERE counter = ? AND hour = ?",
            [firstAt, lastAt, counter, hour])
        return true
    }

    /// How many entries are looked at on each side of one that leaves its hour, and if that is not enough.
    private static let neighbours: [Entry.Number] = [500, 10_000]

    /// The number of a counter's entry, by either of its names.
    ///
    /// - Throws: ``Refusal/noSuchEntry``.
    func entryNumber(_ name: Name, of counter: CounterRow) throws -> Entry.Number {
        try database.entryNumber(name, of: counter.row, in: book)
    }

    /// How often an entry was undone or redone, up to ``Entry/voidsRead`` times, and the last time it was.
    func lastVoid(
        of number: Entry.Number, of counter: Int64
    ) throws -> (count: Int, delta: Int64, operation: OperationID)? {
        // Without this hint, SQLite scans all entries of the counter instead.
        try database.first(
            """
            SELECT voided.times, entry.delta, entry.operation FROM (
                SELECT COUNT(*) AS times, MAX(number) AS number FROM (
                    SELECT number FROM entry INDEXED BY entryByVoided
                    WHERE counter = ?1 AND voids = ?2 ORDER BY number DESC LIMIT ?3)
            ) AS voided JOIN entry ON entry.counter = ?1 AND entry.number = voided.number
            """,
            [counter, number, Entry.voidsRead]
        ) { ($0[0], $0[1], OperationID($0[2] as Data)) }
    }
}

extension Database {
    /// The number of an entry of a counter's row, by either of its names.
    ///
    /// - Throws: ``Refusal/noSuchEntry`` if there is no such operation.
    func entryNumber(_ name: Name, of counter: Int64, in book: BookID) throws -> Entry.Number {
        switch name {
        case .number(let number):
            return number
        case .operation(let operation):
            let number: Entry.Number? =
                try first(
                    "SELECT entry FROM operation WHERE book = ? AND id = ? AND counter = ? AND refusal IS NULL",
                    [book, operation.data, counter]
                ) { $0[0] as Entry.Number? } ?? nil
            guard let number else { throw Refusal.noSuchEntry }
            return number
        }
    }

    /// Whether something was subtracted after an entry, so that the count without that entry may have stopped at 0 on its
    /// way: then no single delta tells what the entry did. True as well if it would take long to find out.
    func mayReachZero(after number: Entry.Number, of counter: Int64) throws -> Bool {
        try exists(
            """
            SELECT 1 FROM entry
            WHERE counter = ?1 AND number > ?2 AND (kind = 'decrement' OR number > ?2 + 1000) LIMIT 1
            """,
            [counter, number])
    }

    /// The last reset or set after an entry that is still in effect.
    ///
    /// - Returns: Its number, or 0 if there is none, and how many entries had to be read to find it: undone ones are
    ///   skipped one by one.
    func lastSettling(
        of counter: Int64, after number: Entry.Number = 0
    ) throws -> (number: Entry.Number, entriesRead: Int) {
        let rows = try rows(
            """
            SELECT number, (SELECT COUNT(*) FROM (
                SELECT 1 FROM entry INDEXED BY entryByVoided
                WHERE counter = ?1 AND voids = later.number LIMIT ?3)) % 2
            FROM entry AS later INDEXED BY entryThatSets
            WHERE counter = ?1 AND number > ?2 AND kind IN ('reset', 'set') ORDER BY number DESC
            """,
            [counter, number, Entry.voidsRead])
        var entriesRead = 0
        while let row = try rows.next() {
            entriesRead += 1
            if row[1] == 0 { return (row[0], entriesRead) }
        }
        return (0, entriesRead)
    }
}
