// When a goal loses its counter, the days on which the counter reached the target
// are stored as if marked by hand.

import GRDB

extension Database {
    /// Marks all days on which the counter reached the target, including days
    /// outside of the goal's range.
    ///
    /// - Parameters:
    ///   - counter: The counter's row.
    ///   - goal: The goal's row.
    ///   - operation: Nil if no operation causes this.
    func markReached(
        _ target: Int64, by counter: Int64, of goal: Int64, book: BookID, at moment: Moment,
        operation: DatabaseValue?
    ) throws {
        let counted = try CountedDays.all(of: counter, dayStart(of: book), in: self)
        for (day, count) in counted where count >= target {
            try run(
                """
                INSERT INTO goalDay (goal, day, isDone, markedAt, markedBy) VALUES (?1, ?2, 1, ?3, ?4)
                ON CONFLICT DO UPDATE SET
                    isDone = 1, markedAt = MAX(COALESCE(markedAt, ?3), ?3), markedBy = ?4
                    WHERE isDone = 0
                """,
                [goal, day.number, moment.milliseconds, operation])
        }
    }

    /// Detaches all goals from their counters that are about to be removed.
    func releaseGoals(ofCountersDeletedBefore moment: Int64, at now: Moment) throws {
        let goals = try Row.fetchAll(
            cachedStatement(
                sql: """
                    SELECT goal.id, goal.counter, target, goal.book FROM counter
                    JOIN goal ON goal.counter = counter.id
                    WHERE deletedAt < ? AND target IS NOT NULL
                    """),
            arguments: [moment])
        for row in goals {
            let goal: Int64 = row[0], book: BookID = row[3]
            try markReached(row[2], by: row[1], of: goal, book: book, at: now, operation: nil)
            try run("UPDATE book SET revision = revision + 1 WHERE id = ?", [book])
            try run(
                """
                UPDATE goal SET counter = NULL, target = NULL,
                    revision = (SELECT revision FROM book WHERE id = goal.book)
                WHERE id = ?
                """,
                [goal])
        }
    }
}
