// Adding what was counted to what is kept.

import GRDB

extension Ledger {
    /// Adds totals to those of before, in one transaction. Returns when they are on disk.
    public func add(_ totals: Totals) async throws {
        try await queue.commit { try $0.add(totals) }
    }

    /// Adds totals at once or not at all: for a process whose answer is out
    /// and which is about to end. A power cut may take them, so that no disk
    /// has to be waited for; other writes stay as durable as ever.
    ///
    /// - Throws: ``StorageFault``, with nothing added; ``StorageFault/busy``
    ///   where another process writes just now.
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
