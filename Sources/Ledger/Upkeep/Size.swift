// How much is in the ledger: for an operator's graphs, and nothing about anybody.

import GRDB

/// The ledger in numbers.
public struct LedgerSize: Sendable, Hashable {
    /// All that are not removed, including empty ones.
    public let accounts: Int
    /// Without those in the trash.
    public let counters: Int
    /// Archived ones as well.
    public let goals: Int
    /// Changes on a day of UTC, as ``Limits/operationsPerDay`` counts them.
    public let changesToday: Int64
    /// Of the database's file.
    public let bytes: Int64
    /// Of what is not in it yet: the WAL.
    public let walBytes: Int64
}

extension Ledger {
    /// - Parameter day: A day of UTC: the one whose changes are counted.
    public func size(on day: CivilDay) throws -> LedgerSize {
        try read { database in
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT (SELECT COUNT(*) FROM account), (SELECT COUNT(*) FROM counter WHERE deletedAt IS NULL),
                        (SELECT COUNT(*) FROM goal),
                        (SELECT COALESCE(SUM(usageOperations), 0) FROM book WHERE usageDay = ?)
                    """, arguments: [day.number])
            return LedgerSize(
                accounts: row?[0] ?? 0, counters: row?[1] ?? 0, goals: row?[2] ?? 0,
                changesToday: row?[3] ?? 0,
                bytes: Disk.bytes(ofFile: path), walBytes: Disk.walBytes(of: path))
        }
    }
}
