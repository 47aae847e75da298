// Checks the ledger's integrity: `fivebar check`.

import Foundation
import GRDB

/// A problem found, in words for the operator.
public struct Finding: Sendable, Hashable, CustomStringConvertible {
    public enum Gravity: Sendable { case warning, error }
    public let gravity: Gravity
    public let description: String
}

extension Ledger {
    /// Checks the whole file: SQLite's own check, every count against its
    /// entries (counters that nobody can see any more may be half removed), the settings that durability depends on, and the file system.
    public func check() throws -> [Finding] {
        try read { database in
            try integrity(database) + sums(database) + hours(database) + notes(database) + settings(database)
        } + writerSettings() + fileSystem()
    }

    private func integrity(_ database: Database) throws -> [Finding] {
        let lines = try String.fetchAll(database, sql: "PRAGMA integrity_check")
        let broken = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check")
        return (lines == ["ok"] ? [] : lines.map { Finding(gravity: .error, description: "SQLite: \($0)") })
            + broken.map {
                Finding(gravity: .error, description: "A row of \($0[0] as String) belongs to nothing.")
            }
    }

    /// Each entry must start from the count where the previous one ended. That is
    /// equivalent to comparing sums, and cannot overflow in between.
    private func sums(_ database: Database) throws -> [Finding] {
        try Row.fetchCursor(
            database,
            sql: """
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
                """
        ).map { row in
            Finding(
                gravity: .error,
                description:
                    "Counter \(row[0] as Int64) stands at \(row[1] as Int64); its entries say \(row[6] as Int64)."
            )
        }.toArray()
    }

    /// Each hour's sum must match the entries in effect.
    private func hours(_ database: Database) throws -> [Finding] {
        try Row.fetchCursor(
            database,
            sql: """
                SELECT counter, hour FROM (
                    SELECT counter, hour, marks FROM hour
                    UNION ALL
                    SELECT counter, (madeAt + zoneOffset * 60000) / 3600000, -SUM(delta) FROM entry
                    WHERE kind IN ('increment', 'decrement') AND (
                        SELECT COUNT(*) FROM entry AS void INDEXED BY entryByVoided
                        WHERE void.counter = entry.counter AND void.voids = entry.number) % 2 = 0
                    GROUP BY 1, 2
                ) WHERE counter IN (SELECT id FROM counter WHERE deletedAt IS NOT \(Counter.longAgo))
                GROUP BY counter, hour HAVING SUM(marks) <> 0
                """
        ).map { row in
            Finding(
                gravity: .error,
                description:
                    "The statistics of counter \(row[0] as Int64) differ from its entries in an hour."
            )
        }.toArray()
    }

    /// A goal's day must know whether it has a note.
    private func notes(_ database: Database) throws -> [Finding] {
        try Row.fetchCursor(
            database,
            sql: """
                SELECT goal, day FROM goalDay WHERE hasNote <> EXISTS (
                    SELECT 1 FROM dayNote WHERE dayNote.goal = goalDay.goal AND dayNote.day = goalDay.day)
                """
        ).map { row in
            Finding(
                gravity: .error,
                description:
                    "Goal \(row[0] as Int64) has a note that is lost or hidden, on \(CivilDay(number: row[1]))."
            )
        }.toArray()
    }

    private func settings(_ database: Database) throws -> [Finding] {
        let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode") ?? ""
        return mode == "wal"
            ? [] : [Finding(gravity: .error, description: "The journal mode is \(mode), not wal.")]
    }

    private func writerSettings() throws -> [Finding] {
        let synchronous = try pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
        return synchronous == 2
            ? []
            : [
                Finding(
                    gravity: .error,
                    description: "synchronous is not FULL: a power cut can take counts with it.")
            ]
    }

    /// Whether the file system supports WAL.
    public func fileSystem() -> [Finding] {
        guard let mounts = try? String(contentsOfFile: "/proc/self/mounts", encoding: .utf8) else {
            return []
        }
        let place = URL(filePath: path).deletingLastPathComponent().resolvingSymlinksInPath().path
        var mountPoint = "", name = ""
        for line in mounts.split(separator: "\n") {
            // Device, mount point, type, options.
            let fields = line.split(separator: " ").map { String($0) }
            guard fields.count > 2, fields[1].utf8.count >= mountPoint.utf8.count else { continue }
            if fields[1] == "/" || place == fields[1] || place.hasPrefix(fields[1] + "/") {
                mountPoint = fields[1]
                name = fields[2]
            }
        }
        let networked: Set<String> = [
            "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "lustre", "glusterfs", "fuse.sshfs",
            "fuse.glusterfs",
        ]
        guard networked.contains(name) else { return [] }
        return [
            Finding(
                gravity: .warning,
                description: "The database lies on a network file system (\(name)), where SQLite loses data. "
                    + "Set FIVEBAR_DATABASE to a file on a disk of this machine."
            )
        ]
    }
}

extension Cursor {
    fileprivate func toArray() throws -> [Element] { try Array(self) }
}
