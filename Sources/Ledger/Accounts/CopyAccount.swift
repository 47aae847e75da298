// Puts the counters and goals of another account into this one, when a browser that has some joins it. One
// operation, undone as one. The other account stays as it is.

import Foundation
import GRDB

/// Copies the counters and goals that are not deleted to the end of the lists.
struct CopyAccount: ChangeKind {
    static let kind = "copyAccount"
    /// Only for a browser that has both accounts open, which the site knows.
    static let isPublic = false
    let account: AccountID

    /// More would keep other writers waiting for too long.
    static let mostRows = 200_000

    /// - Throws: ``Refusal/accountIsTooLarge``, ``Refusal/tooManyCounters``, ``Refusal/tooManyGoals``,
    ///   ``Refusal/tooManyOperationsToday``; all of them before anything is copied.
    func perform(in context: WriteContext) throws -> Outcome {
        // It joined the account that it has.
        guard account != context.book else { return Outcome(subject: .book) }
        let rows = try context.rows(of: account)
        guard rows <= Self.mostRows else { throw Refusal.accountIsTooLarge }
        let counters = try context.rows(of: "counter", in: account, where: "deletedAt IS NULL")
        let goals = try context.rows(of: "goal", in: account, where: "removedAt IS NULL")
        guard try counters.count <= context.roomForCounters() else { throw Refusal.tooManyCounters }
        try context.requireRoomForGoals(goals.count)
        let words = try context.words(of: account)
        guard words <= context.wordsLeft ?? .max else { throw Refusal.tooManyOperationsToday }
        var copies: [Int64: Int64] = [:]
        for counter in counters { copies[counter] = try context.copyCounter(counter) }
        let goalCopies = try goals.map { try context.copyGoal($0, following: copies) }
        let arrived = counters.compactMap { copies[$0] }
        return Outcome(
            subject: .book,
            inverse: TakeBackCopy(counters: arrived, goals: goalCopies, again: false), entriesWritten: rows,
            wordsWritten: words)
    }
}

/// Undoes a copy, or redoes it: counters go to the trash, goals out of sight, as long as nobody has marked or noted
/// a day of theirs since.
struct TakeBackCopy: ChangeKind {
    static let kind = "takeBackCopy"
    static let isPublic = false
    /// Rows.
    let counters: [Int64]
    let goals: [Int64]
    let again: Bool

    func perform(in context: WriteContext) throws -> Outcome {
        _ = try TakeBackImport(trace: ImportTrace(arrived: counters), again: again).perform(
            in: context)
        if again { try context.requireRoomInGoals(for: goals.count) }
        try context.database.run(
            """
            UPDATE goal SET removedAt = ?1, revision = ?2
            WHERE book = ?3 AND id IN (SELECT value FROM json_each(?4)) AND IIF(?1 IS NULL, removedAt >= ?5, removedAt IS NULL)
                AND NOT EXISTS (
                    SELECT 1 FROM goalDay JOIN operation ON operation.book = ?3
                        AND (operation.id = goalDay.markedBy OR operation.id = goalDay.notedBy)
                    WHERE goalDay.goal = goal.id)
            """,
            [
                again ? nil : context.now.milliseconds, context.revision, context.book, goals.jsonArray,
                context.now.startOfTrash.milliseconds,
            ])
        return Outcome(
            subject: .book, inverse: TakeBackCopy(counters: counters, goals: goals, again: !again))
    }
}

extension WriteContext {
    /// How many entries and days of goals there are to copy. Hours are fewer than entries.
    fileprivate func rows(of account: AccountID) throws -> Int {
        try database.first(
            """
            SELECT (SELECT COALESCE(SUM(entries), 0) FROM counter WHERE book = ?1 AND deletedAt IS NULL)
                + (SELECT COUNT(*) FROM goalDay JOIN goal ON goal.id = goalDay.goal
                    WHERE book = ?1 AND removedAt IS NULL)
            """, [account]
        ) { $0[0] } ?? 0
    }

    /// How many bytes of notes there are to copy.
    fileprivate func words(of account: AccountID) throws -> Int {
        try database.first(
            """
            SELECT COALESCE(SUM(length(CAST(text AS BLOB))), 0) FROM (
                SELECT text FROM note JOIN counter ON counter.id = note.counter
                    WHERE book = ?1 AND deletedAt IS NULL
                UNION ALL
                SELECT text FROM dayNote JOIN goal ON goal.id = dayNote.goal WHERE book = ?1 AND removedAt IS NULL)
            """, [account]
        ) { $0[0] } ?? 0
    }

    /// - Parameter table: `counter` or `goal`.
    fileprivate func rows(of table: String, in account: AccountID, where condition: String) throws -> [Int64]
    {
        try Int64.fetchAll(
            database, sql: "SELECT id FROM \(table) WHERE book = ? AND \(condition) ORDER BY rank, id",
            arguments: [account])
    }

    /// - Returns: The new row.
    fileprivate func copyCounter(_ row: Int64) throws -> Int64 {
        let number = try nextNumber(in: .counter)
        try database.run(
            """
            INSERT INTO counter (book, number, origin, title, color, style, step, isCollapsed, rank, count, entries,
                revision, createdAt)
            SELECT ?, ?, randomblob(16), title, color, style, step, isCollapsed, ?, count, entries, ?, createdAt
            FROM counter WHERE id = ?
            """, [book, number, try lastRank(in: .counter), revision, row])
        let copy = database.lastInsertedRowID
        try database.run(
            """
            INSERT INTO entry (counter, number, kind, delta, count, madeAt, zoneOffset, operation, voids)
            SELECT ?, number, kind, delta, count, madeAt, zoneOffset, operation, voids FROM entry
            WHERE counter = ? ORDER BY number
            """, [copy, row])
        try database.run("INSERT INTO note SELECT ?, number, text FROM note WHERE counter = ?", [copy, row])
        try database.run(
            "INSERT INTO hour SELECT ?, hour, marks, firstAt, lastAt FROM hour WHERE counter = ?",
            [copy, row])
        return copy
    }

    /// - Parameter copies: The copies of the counters, by their row.
    fileprivate func copyGoal(_ row: Int64, following copies: [Int64: Int64]) throws -> Int64 {
        let followed: Int64? =
            try database.first("SELECT counter FROM goal WHERE id = ?", [row]) { $0[0] as Int64? } ?? nil
        let number = try nextNumber(in: .goal)
        try database.run(
            """
            INSERT INTO goal (book, number, origin, name, color, firstDay, lastDay, reminder, counter, target,
                isArchived, rank, revision, createdAt)
            SELECT ?1, ?2, randomblob(16), name, color, firstDay, lastDay, reminder, ?3, IIF(?3 IS NULL, NULL, target),
                isArchived, ?4, ?5, createdAt
            FROM goal WHERE id = ?6
            """,
            [book, number, followed.flatMap { copies[$0] }, try lastRank(in: .goal), revision, row])
        let copy = database.lastInsertedRowID
        try database.run(
            """
            INSERT INTO goalDay (goal, day, isDone, hasNote, markedAt, markedBy, notedAt, notedBy)
            SELECT ?, day, isDone, hasNote, markedAt, markedBy, notedAt, notedBy FROM goalDay WHERE goal = ?
            """, [copy, row])
        try database.run("INSERT INTO dayNote SELECT ?, day, text FROM dayNote WHERE goal = ?", [copy, row])
        return copy
    }
}

extension Change {
    public static func copyAccount(_ account: AccountID) -> Change { Change(CopyAccount(account: account)) }
}

extension Ledger {
    /// Whether joining another account would take anything along.
    public func hasCountersOrGoals(_ account: AccountID) throws -> Bool {
        try read { database in
            try database.first(
                """
                SELECT EXISTS (SELECT 1 FROM counter WHERE book = ?1 AND deletedAt IS NULL)
                    OR EXISTS (SELECT 1 FROM goal WHERE book = ?1 AND removedAt IS NULL)
                """, [account]
            ) { $0[0] } ?? false
        }
    }
}
