// Adds new totals to the stored ones.

import GRDB

extension Ledger {
    /// Adds totals to the stored ones in one transaction. Returns when they are on disk.
    public func add(_ totals: Totals) async throws {
        try await queue.commit { try $0.add(totals) }
    }

    /// Adds totals without waiting: for a process that has sent its response and
    /// is about to exit. A power cut may lose them, because this does not wait
    /// for the disk; other writes stay durable.
    ///
    /// - Throws: ``StorageFault``, with nothing added; ``StorageFault/busy`` if
    ///   another process is writing.
    public func addWithoutWaiting(_ totals: Totals) throws {
        try StorageFault.translating {
            try pool.writeWithoutTransaction { database in
                let patience = try Int.fetchOne(database, sql: "PRAGMA busy_timeout") ?? 0
                defer {
                    try? database.execute(
                        sql: "PRAGMA synchronous = FULL; PRAGMA busy_timeout = \(patience)")
                }
                try database.execute(sql: "PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 0")
                try database.inTransaction(.immediate) {
                    try database.add(totals)
                    return .commit
                }
            }
        }
    }
}

extension Database {
    fileprivate func add(_ totals: Totals) throws {
        for (day, numbers) in totals.numbers {
            for (event, number) in numbers {
                try run(
                    """
                    INSERT INTO total (day, event, number) VALUES (?, ?, ?)
                    ON CONFLICT DO UPDATE SET number = number + excluded.number
                    """,
                    [day.number, event.rawValue, number])
            }
        }
    }
}
