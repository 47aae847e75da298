// How much there is to read, counted before it is read: what is much is not read where others wait for it.

import GRDB

extension Ledger {
    /// From how many rows a counter is drawn, about: so many take as long.
    public static let rowsForCounter = 40

    /// From how many rows the counters that changed after a revision are drawn, about.
    ///
    /// - Parameter revision: 0 for all, without those that are deleted.
    public func rowsRead(forCountersOf account: AccountID, changedSince revision: Int64 = 0) throws -> Int {
        let counters: Int? = try read { database in
            try database.first(
                """
                SELECT COUNT(*) FROM (
                    SELECT 1 FROM counter WHERE book = ?1 AND revision > ?2 AND (?2 > 0 OR deletedAt IS NULL) LIMIT 2000)
                """, [account, revision]
            ) { $0[0] }
        }
        return Self.rowsForCounter * (counters ?? 0)
    }

    /// From how many rows a goal, or all of the account's goals, are read, at most: days marked or noted by hand, which are
    /// counted up to 50,000, and hours of the counters that they follow, which are no more than entries. A counter counts
    /// for each goal.
    public func rowsRead(forGoal goal: Goal.ID?, of account: AccountID) throws -> Int {
        try read { database in
            let days: Int? = try database.first(
                """
                SELECT COUNT(*) FROM (
                    SELECT 1 FROM goal JOIN goalDay ON goalDay.goal = goal.id
                    WHERE book = ?1 AND number = COALESCE(?2, number) AND removedAt IS NULL LIMIT 50000)
                """, [account, goal]
            ) { $0[0] }
            return try (days ?? 0) + database.entriesFollowed(by: goal, in: account)
        }
    }

    /// From how many rows the answer to ``changes(of:since:after:isStartingOver:)`` is read, about: those of goals, and
    /// ``rowsForCounter`` for each counter and each goal. What has changed is counted up to some more than fit into an
    /// answer.
    public func rowsRead(forChangesOf account: AccountID, since: Int64) throws -> Int {
        try read { database in
            // A revision that there is not is answered with everything.
            let changed: Int? = try database.first(
                """
                WITH start AS (SELECT CASE WHEN ?2 <= revision THEN ?2 ELSE 0 END AS since FROM book WHERE id = ?1)
                SELECT ?3 * (
                        (SELECT COUNT(*) FROM (
                            SELECT 1 FROM counter WHERE book = ?1 AND revision > since LIMIT 501))
                        + (SELECT COUNT(*) FROM (
                            SELECT 1 FROM gone WHERE book = ?1 AND revision > since LIMIT 501))
                        + (SELECT COUNT(*) FROM (
                            SELECT 1 FROM goal WHERE book = ?1 AND revision > since LIMIT 501)))
                    + (SELECT COUNT(*) FROM (
                        SELECT 1 FROM goal JOIN goalDay ON goalDay.goal = goal.id
                        WHERE book = ?1 AND revision > since LIMIT 50000))
                FROM start
                """, [account, since, Self.rowsForCounter]
            ) { $0[0] }
            return try (changed ?? 0) + database.entriesFollowed(by: nil, in: account)
        }
    }
}

extension Database {
    /// How many entries the counters have that a goal follows, or all goals of a book.
    fileprivate func entriesFollowed(by goal: Goal.ID?, in book: BookID) throws -> Int {
        try first(
            """
            SELECT COALESCE(SUM(entries), 0) FROM goal JOIN counter ON counter.id = goal.counter
            WHERE goal.book = ?1 AND goal.number = COALESCE(?2, goal.number) AND removedAt IS NULL
            """, [book, goal]
        ) { $0[0] } ?? 0
    }
}
