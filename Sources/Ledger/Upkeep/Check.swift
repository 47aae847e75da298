// Checks the ledger's integrity: `fivebar check`.

import GRDB

/// A problem found, in words for the operator.
public struct Finding: Sendable, Hashable, CustomStringConvertible {
    /// A backup and a restoration look at errors only.
    public enum Severity: Sendable { case warning, error }
    /// How much it matters.
    public let severity: Severity
    /// Whole sentences.
    public let description: String
    /// Whether ``Ledger/repair()`` mends it: it follows from other things in the ledger.
    public var isMendable = false
}

extension Ledger {
    /// Checks the whole file: SQLite's own check, every count against its
    /// entries (counters and goals that nobody sees may be half written, or half
    /// removed), the settings that durability depends on, and the file system.
    public func check() throws -> [Finding] {
        try read { database in
            let damage = try database.fileFindings()
            // What is no number cannot be summed up, and a backup is needed in any case.
            guard damage.isEmpty else { return try damage + settings(database) }
            return try database.orphanedRows() + database.sumFindings() + settings(database)
        } + writerSettings() + fileSystem()
    }

    private func settings(_ database: Database) throws -> [Finding] {
        let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode") ?? ""
        return mode == "wal"
            ? [] : [Finding(severity: .error, description: "The journal mode is \(mode), not wal.")]
    }

    private func writerSettings() throws -> [Finding] {
        let synchronous = try pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
        return synchronous == 2
            ? []
            : [
                Finding(
                    severity: .error,
                    description: "synchronous is not FULL: a power cut can take counts with it.")
            ]
    }

    /// Whether the file system supports WAL.
    public func fileSystem() -> [Finding] {
        guard let weakness = Disk(of: path)?.weakness else { return [] }
        return [
            Finding(
                severity: .warning,
                description: "\(weakness) Set FIVEBAR_DATABASE to a file on a disk of this machine.")
        ]
    }

    /// When the newest operation came, by the clock of then; nil if there is none.
    public func newestOperation() throws -> Moment? {
        try read { try Int64.fetchOne($0, sql: "SELECT MAX(receivedAt) FROM operation") }
            .map { Moment(milliseconds: $0) }
    }
}

extension Entry {
    /// The sum of the deltas of a group, in SQL. A plain `SUM` ends in an error where one is so damaged that the sum is no
    /// 64-bit number; this is then the largest or the smallest one.
    static let sumOfDeltas =
        "CAST(SUM(delta >> 32) * 4294967296 + SUM(delta & 4294967295) AS INTEGER)"
}

extension Database {
    /// What SQLite itself finds wrong with the file.
    func fileFindings() throws -> [Finding] {
        let lines = try String.fetchAll(self, sql: "PRAGMA integrity_check")
        return lines == ["ok"] ? [] : lines.map { Finding(severity: .error, description: "SQLite: \($0)") }
    }

    fileprivate func orphanedRows() throws -> [Finding] {
        try Row.fetchAll(self, sql: "PRAGMA foreign_key_check").map {
            Finding(severity: .error, description: "A row of \($0[0] as String) belongs to nothing.")
        }
    }

    /// What differs from the entries, or the notes, that it follows from.
    fileprivate func sumFindings() throws -> [Finding] {
        let sentences =
            try countersWithWrongSums().map {
                $0.count == $0.reached
                    ? "Counter \($0.id) stands at \($0.count) as its last entry says, but an entry is lost or wrong."
                    : "Counter \($0.id) stands at \($0.count); its entries say \($0.reached)."
            }
            + countersWithUnsoundHours().map {
                "The statistics of counter \($0) differ from its entries in an hour."
            }
            + damagedNotes().map { "Goal \($0.goal) has a note that is lost or hidden, on \($0.day)." }
        return sentences.map { Finding(severity: .error, description: $0, isMendable: true) }
    }

    /// Counters whose count is not the one that their last entry reached. Each entry must start from the count where the
    /// previous one ended: that is equivalent to comparing sums, and cannot overflow in between.
    func countersWithWrongSums() throws -> [(id: Int64, count: Int64, reached: Int64)] {
        let counters = try rows(
            """
            SELECT counter.id, counter.count, counter.entries, COUNT(entry.number) AS there,
                   COALESCE(SUM(entry.count - entry.delta <> entry.before), 0) AS breaks,
                   COALESCE(MAX(entry.number), 0) AS last,
                   COALESCE((SELECT e.count FROM entry AS e WHERE e.counter = counter.id ORDER BY e.number DESC LIMIT 1), 0) AS reached
            FROM counter LEFT JOIN (
                SELECT counter, number, delta, count,
                       LAG(count, 1, 0) OVER (PARTITION BY counter ORDER BY number) AS before
                FROM entry
            ) AS entry ON entry.counter = counter.id
            WHERE counter.deletedAt IS NOT \(Counter.longAgo)
            GROUP BY counter.id
            HAVING breaks > 0 OR reached <> counter.count OR there <> counter.entries OR last <> there
            """)
        return try Array(counters.map { ($0[0], $0[1], $0[6]) })
    }

    /// Counters of which an hour's sum is not that of the entries in effect.
    func countersWithUnsoundHours() throws -> [Int64] {
        try Int64.fetchAll(
            self,
            sql: """
                SELECT DISTINCT counter FROM (
                    SELECT counter, hour, marks AS kept, NULL AS made FROM hour
                    UNION ALL
                    SELECT counter, \(CivilHour.number), NULL, \(Entry.sumOfDeltas) FROM entry
                    WHERE kind IN ('increment', 'decrement') AND (
                        SELECT COUNT(*) FROM entry AS void INDEXED BY entryByVoided
                        WHERE void.counter = entry.counter AND void.voids = entry.number) % 2 = 0
                    GROUP BY 1, 2
                ) WHERE counter IN (SELECT id FROM counter WHERE deletedAt IS NOT \(Counter.longAgo))
                GROUP BY counter, hour HAVING COALESCE(MAX(kept), 0) <> COALESCE(MAX(made), 0)
                """)
    }

    /// Days of goals that do not know whether they have a note.
    func damagedNotes() throws -> [(goal: Int64, day: CivilDay)] {
        try Row.fetchAll(
            self,
            sql: """
                SELECT goal, day FROM goalDay WHERE hasNote <> EXISTS (
                    SELECT 1 FROM dayNote WHERE dayNote.goal = goalDay.goal AND dayNote.day = goalDay.day)
                AND goal NOT IN (SELECT id FROM goal WHERE removedAt = \(Counter.longAgo))
                """
        ).map { ($0[0], CivilDay(number: $0[1])) }
    }
}
