// Makes sums what their entries say again: `fivebar repair`. Entries are what somebody did and are kept as they are,
// as far as they can be; counts, hourly sums and marks of notes follow from them.

import GRDB

/// Why nothing was mended.
public enum RepairFault: Error, Sendable {
    /// SQLite cannot read the file as a whole. Only a backup helps.
    case fileIsDamaged([Finding])
}

extension Ledger {
    /// Mends what ``check()`` finds wrong between sums and entries, a counter per commit, while others count.
    ///
    /// Deltas are believed, and the counts that resets and changes of a count led to. Where an entry is lost, one that
    /// changes nothing takes its number. A counter that lacks more than ``mostFilled`` entries is left as it is.
    /// - Returns: What was mended and what was left as it is, a sentence each; empty if nothing had to be.
    /// - Throws: ``RepairFault`` or ``StorageFault``.
    public func repair() async throws -> [String] {
        let damage = try read { try $0.fileFindings() }
        guard damage.isEmpty else { throw RepairFault.fileIsDamaged(damage) }
        var mended: [String] = []
        for counter in try read({ try $0.countersWithWrongSums() }) {
            guard let count = try await queue.commit({ try $0.mendEntries(of: counter.id) }) else {
                mended.append(
                    """
                    Counter \(counter.id) is left as it is: more than \(Self.mostFilled) of its entries are missing, or have \
                    impossible numbers. Only a backup mends it.
                    """)
                continue
            }
            mended.append(
                count == counter.count
                    ? "Counter \(counter.id) stands at \(count) as before, and its entries follow from one another again."
                    : "Counter \(counter.id) stood at \(counter.count) and stands at \(count) now.")
        }
        for counter in try read({ try $0.countersWithUnsoundHours() }) {
            try await queue.commit { try $0.mendHours(of: counter) }
            mended.append("The statistics of counter \(counter) are made from its entries again.")
        }
        for note in try read({ try $0.damagedNotes() }) {
            try await queue.commit { try $0.mendNote(note) }
            mended.append("Goal \(note.goal) knows of its note on \(note.day) again, or that there is none.")
        }
        return mended
    }

    /// With more it is a number that is damaged, and as many entries as it says would be made up in one commit.
    static let mostFilled: Int64 = 10_000
}

extension Database {
    /// Makes the counts of a counter's entries, and its own, what the deltas add up to.
    ///
    /// - Returns: The counter's count; nil if nothing was done, since too many are missing.
    fileprivate func mendEntries(of counter: Int64) throws -> Int64? {
        let entries = try Array(
            rows(
                "SELECT number, kind, delta, count, madeAt, zoneOffset FROM entry WHERE counter = ? ORDER BY number",
                [counter]
            ).map { WrittenEntry($0) })
        // The numbers of lost entries at the end are not given to others: an undo would take those back instead.
        let given: Int64 =
            try first("SELECT COALESCE(MAX(entry), 0) FROM operation WHERE counter = ?", [counter]) { $0[0] }
            ?? 0
        let last = max(entries.last?.number ?? 0, given)
        guard entries.first?.number ?? 1 >= 1, last - Int64(entries.count) <= Ledger.mostFilled else {
            return nil
        }
        var chain = EntryChain()
        for entry in entries {
            try fill(chain.last + 1..<entry.number, of: counter, count: chain.count, at: entry)
            let (delta, count) = chain.add(entry)
            if delta != entry.delta || count != entry.count {
                try run(
                    "UPDATE entry SET delta = ?, count = ? WHERE counter = ? AND number = ?",
                    [delta, count, counter, entry.number])
            }
        }
        try fill(chain.last + 1..<last + 1, of: counter, count: chain.count, at: entries.last)
        try run("UPDATE counter SET count = ?, entries = ? WHERE id = ?", [chain.count, last, counter])
        try raiseRevision(of: "counter", counter)
        return chain.count
    }

    /// Writes entries that change nothing, in the place of lost ones.
    private func fill(
        _ numbers: Range<Entry.Number>, of counter: Int64, count: Int64, at other: WrittenEntry?
    ) throws {
        for number in numbers {
            try run(
                """
                INSERT INTO entry (counter, number, kind, delta, count, madeAt, zoneOffset, operation)
                VALUES (?, ?, 'increment', 0, ?, ?, ?, randomblob(16))
                """, [counter, number, count, other?.madeAt ?? 0, other?.zoneOffset ?? 0])
        }
    }

    fileprivate func mendHours(of counter: Int64) throws {
        try run("DELETE FROM hour WHERE counter = ?", [counter])
        try run(
            """
            INSERT INTO hour (counter, hour, marks, firstAt, lastAt)
            SELECT counter, \(CivilHour.number), \(Entry.sumOfDeltas), MIN(madeAt), MAX(madeAt)
            FROM entry WHERE counter = ? AND kind IN ('increment', 'decrement') AND delta <> 0 AND (
                SELECT COUNT(*) FROM entry AS void INDEXED BY entryByVoided
                WHERE void.counter = entry.counter AND void.voids = entry.number) % 2 = 0
            GROUP BY 1, 2
            """, [counter])
        try raiseRevision(of: "counter", counter)
    }

    fileprivate func mendNote(_ note: (goal: Int64, day: CivilDay)) throws {
        try run(
            """
            UPDATE goalDay SET hasNote = EXISTS (
                SELECT 1 FROM dayNote WHERE dayNote.goal = goalDay.goal AND dayNote.day = goalDay.day)
            WHERE goal = ? AND day = ?
            """, [note.goal, note.day.number])
        try raiseRevision(of: "goal", note.goal)
    }

    /// Lets every device learn that something changed.
    private func raiseRevision(of table: String, _ id: Int64) throws {
        try run(
            "UPDATE book SET revision = revision + 1 WHERE id = (SELECT book FROM \(table) WHERE id = ?)",
            [id])
        try run(
            """
            UPDATE \(table) SET revision = (SELECT revision FROM book WHERE book.id = \(table).book) WHERE id = ?
            """, [id])
    }
}

/// An entry as it is in the table.
private struct WrittenEntry {
    let number: Entry.Number
    let kind: String
    let delta: Int64
    let count: Int64
    let madeAt: Int64
    let zoneOffset: Int

    init(_ row: RowValues) {
        number = row[0]
        kind = row[1]
        delta = row[2]
        count = row[3]
        madeAt = row[4]
        zoneOffset = row[5]
    }
}

/// A counter's entries as they follow from one another.
private struct EntryChain {
    private(set) var last: Entry.Number = 0
    private(set) var count: Int64 = 0

    /// Appends an entry.
    ///
    /// - Returns: What it changed the count by, and to.
    mutating func add(_ entry: WrittenEntry) -> (delta: Int64, count: Int64) {
        let before = count
        last = entry.number
        let (sum, overflows) = count.addingReportingOverflow(entry.delta)
        // A delta that leads beyond every number is damaged itself, unlike the count that it led to.
        let isCountBelieved = entry.kind == "set" || entry.kind == "reset" || overflows
        count = max(0, isCountBelieved ? entry.count : sum)
        return (count - before, count)
    }
}
