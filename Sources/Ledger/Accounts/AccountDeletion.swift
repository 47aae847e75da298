// Deletes an account and its whole book in slices, so that other writers wait for
// one slice at most, however large the book is.

import GRDB

extension Ledger {
    /// Rows deleted per commit.
    private static let rowsAtOnce = 2_000

    /// Deletes the account. Access ends immediately; the rows are deleted afterwards in batches.
    ///
    /// If the process is killed in between, an account that nobody can open
    /// remains, which ``tidy(now:)`` removes.
    ///
    /// - Returns: Whether the account existed.
    public func deleteAccount(_ account: AccountID) async throws -> Bool {
        let isThere = try await queue.commit { database in
            guard try database.row("SELECT 1 FROM account WHERE id = ?", [account]) != nil else {
                return false
            }
            try database.run("DELETE FROM device WHERE account = ?", [account])
            try database.run("DELETE FROM recovery WHERE account = ?", [account])
            try database.run("DELETE FROM upload WHERE account = ?", [account])
            try database.run(
                "DELETE FROM share WHERE counter IN (SELECT id FROM counter WHERE book = ?)", [account])
            return true
        }
        guard isThere else { return false }
        for table in ["entry", "hour"] {
            while try await deleteSlice(of: table, in: account) {}
        }
        while try await queue.commit({ database in
            try database.run(
                """
                DELETE FROM operation WHERE book = ?1
                    AND id IN (SELECT id FROM operation WHERE book = ?1 LIMIT \(Self.rowsAtOnce))
                """, [account])
            return database.changesCount > 0
        }) {}
        try await queue.commit { try $0.run("DELETE FROM book WHERE id = ?", [account]) }
        return true
    }

    private func deleteSlice(of table: String, in book: BookID) async throws -> Bool {
        try await queue.commit { database in
            let column = table == "entry" ? "number" : "hour"
            try database.run(
                """
                DELETE FROM \(table) WHERE (counter, \(column)) IN (
                    SELECT \(table).counter, \(table).\(column) FROM counter
                    JOIN \(table) ON \(table).counter = counter.id
                    WHERE book = ? LIMIT \(Self.rowsAtOnce))
                """, [book])
            return database.changesCount > 0
        }
    }
}
