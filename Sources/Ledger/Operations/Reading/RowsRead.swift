// How much there is to read, counted before it is read: what is much is not read where others wait for it.

import GRDB

/// There is more to read than was allowed.
public struct TooMuchToRead: Error {}

extension Ledger {
    /// How many rows take about as long to read as drawing one counter's card.
    public static let rowsForCounter = 40

    /// The same for one line of the list of last changes.
    static let rowsForChange = 20

    /// The same for one note, whose length is only known from the whole.
    static let rowsForNote = 10

    /// Estimates, in rows, the work of dividing an export into parts, where the lengths of all notes are read: more than
    /// some thousand notes, counters and goals are counted no further.
    public func rowsRead(forPartsOf account: AccountID) throws -> Int {
        let notes: Int? = try read { database in
            try database.first(
                """
                SELECT COUNT(*) FROM (
                    SELECT 1 FROM counter LEFT JOIN note ON note.counter = counter.id
                    WHERE book = ?1 AND deletedAt IS NULL
                    UNION ALL SELECT 1 FROM goal LEFT JOIN dayNote ON dayNote.goal = goal.id
                    WHERE book = ?1 AND removedAt IS NULL LIMIT 5000)
                """, [account]
            ) { $0[0] }
        }
        return Self.rowsForNote * (notes ?? 0)
    }

    /// Estimates, in rows, the work of drawing the counters that changed after a revision.
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

    /// Estimates, in rows, the work of reading a goal, or all of the account's goals: days marked or noted by hand, which
    /// are counted up to 50,000, and hours of the counters that they follow, which are no more than entries. A counter counts
    /// for each goal.
    public func rowsRead(forGoal goal: Goal.ID?, of account: AccountID) throws -> Int {
        let rows: Int? = try read { database in
            try database.first(
                """
                SELECT (SELECT COUNT(*) FROM (
                        SELECT 1 FROM goal JOIN goalDay ON goalDay.goal = goal.id
                        WHERE book = ?1 AND number = COALESCE(?2, number) AND removedAt IS NULL LIMIT 50000))
                    + (SELECT COALESCE(SUM(entries), 0) FROM goal JOIN counter ON counter.id = goal.counter
                        WHERE goal.book = ?1 AND goal.number = COALESCE(?2, goal.number) AND removedAt IS NULL)
                """, [account, goal]
            ) { $0[0] }
        }
        return rows ?? 0
    }

    /// Estimates, in rows, the work of reading ``recentChanges(of:limit:)``: ``rowsForChange`` for each that may be among them.
    public func rowsRead(forRecentChangesOf account: AccountID) throws -> Int {
        let changes: Int? = try read { database in
            try database.first(
                """
                SELECT COUNT(*) FROM (SELECT kind FROM operation WHERE book = ? ORDER BY id DESC LIMIT \(RecentChange.mostLookedAt))
                WHERE kind NOT IN \(RecentChange.otherKinds)
                """, [account]
            ) { $0[0] }
        }
        return Self.rowsForChange * (changes ?? 0)
    }
}
