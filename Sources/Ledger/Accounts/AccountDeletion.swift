// Deletes an account and its whole book in slices, so that other writers wait for
// one slice at most, however large the book is.

import GRDB

extension Ledger {
    /// Deletes the account. Access ends immediately; the rows are deleted afterwards in batches.
    ///
    /// If the process is killed in between, an account that nobody can open
    /// remains, which ``tidy(now:trustingClock:)`` removes.
    ///
    /// - Parameter device: The device that asks for it; nil for the operator.
    /// - Returns: Whether the account existed.
    /// - Throws: ``Refusal/unknownDevice`` if the device is signed out.
    public func deleteAccount(_ account: AccountID, by device: Device.ID?) async throws -> Bool {
        let counters: [Int64]? = try await queue.commit { database in
            if let device { try database.require(device, of: account) }
            guard try database.exists("SELECT 1 FROM account WHERE id = ?", [account]) else { return nil }
            try database.run("DELETE FROM device WHERE account = ?", [account])
            for key in [
                "recovery", "signInCode", "passphrase", "passkey", "passkeyChallenge", "webServerUser",
            ] {
                try database.run("DELETE FROM \(key) WHERE account = ?", [account])
            }
            try database.run("DELETE FROM upload WHERE account = ?", [account])
            try database.run(
                "DELETE FROM share WHERE counter IN (SELECT id FROM counter WHERE book = ?)", [account])
            try database.run(
                """
                UPDATE counter SET deletedAt = ?1, count = 0, entries = 0
                WHERE book = ?2 AND (deletedAt IS NOT ?1 OR entries > 0)
                """, [Counter.longAgo, account])
            // Whoever joins another account meanwhile takes none of them along without its notes.
            try database.run(
                "UPDATE goal SET removedAt = ?1 WHERE book = ?2 AND removedAt IS NOT ?1",
                [Counter.longAgo, account])
            return try Int64.fetchAll(
                database, sql: "SELECT id FROM counter WHERE book = ?", arguments: [account])
        }
        guard let counters else { return false }
        // Most accounts are small.
        let pending = try read { database in
            try counters.map { counter in
                let entries: Int? = try database.first(
                    "SELECT COUNT(*) FROM (SELECT 1 FROM entry WHERE counter = ? LIMIT \(Self.entriesAtOnce + 1))",
                    [counter]
                ) { $0[0] }
                return PendingRemoval(id: counter, rows: entries ?? 0)
            }
        }
        let long = pending.filter { $0.rows > Self.entriesAtOnce }.map(\.id)
        for table in ["entry", "hour"] { try await deleteRows(of: table, ofCounters: long) }
        while try await queue.commitPiece({ database in
            try database.run(
                """
                DELETE FROM operation WHERE book = ?1
                    AND id IN (SELECT id FROM operation WHERE book = ?1 LIMIT \(Self.rowsAtOnce))
                """, [account])
            return database.changesCount > 0
        }) {}
        for (table, key) in [("fieldVersion", "owner, row, field"), ("gone", "revision, owner, number")] {
            while try await queue.commitPiece({ database in
                try database.run(
                    """
                    DELETE FROM \(table) WHERE book = ?1 AND (\(key)) IN (
                        SELECT \(key) FROM \(table) WHERE book = ?1 LIMIT \(Self.rowsAtOnce))
                    """, [account])
                return database.changesCount > 0
            }) {}
        }
        for table in ["dayNote", "goalDay"] {
            while try await queue.commitPiece({ database in
                try database.run(
                    """
                    DELETE FROM \(table) WHERE (goal, day) IN (
                        SELECT goal, day FROM \(table) JOIN goal ON goal.id = \(table).goal
                        WHERE book = ? LIMIT \(Self.rowsAtOnce))
                    """, [account])
                return database.changesCount > 0
            }) {}
        }
        for few in pending.batches(of: Self.entriesAtOnce) {
            try await queue.commitPiece {
                try $0.run(
                    "DELETE FROM counter WHERE id IN (SELECT value FROM json_each(?))",
                    [few.jsonArray])
            }
        }
        try await queue.commit { try $0.run("DELETE FROM book WHERE id = ?", [account]) }
        return true
    }
}
