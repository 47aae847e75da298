// Where a goal loses its counter, the days that the counter has filled are
// written down as if they were marked by hand.

import GRDB

extension Database {
    /// Marks all days on which the counter reached the target, those outside of
    /// the goal's range too.
    ///
    /// - Parameter operation: Nil where no operation does so.
    func markReached(
        _ follows: Goal.Following, of goal: Goal.ID, account: AccountID, at moment: Moment,
        by operation: DatabaseValue?
    ) throws {
        let counted = try CountedDays.all(
            of: follows.counter, of: account, dayStart(of: account), in: self)
        for (day, count) in counted where count >= follows.target {
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

    /// Lets all goals stand by themselves whose counters are about to be freed.
    func releaseGoals(ofCountersDeletedBefore moment: Int64, at now: Moment) throws {
        let goals = try Row.fetchAll(
            cachedStatement(
                sql: """
                    SELECT goal.id, goal.counter, target, goal.account FROM counter
                    JOIN goal ON goal.counter = counter.id
                    WHERE deletedAt < ? AND target IS NOT NULL
                    """),
            arguments: [moment])
        for row in goals {
            let goal: Goal.ID = row[0], account: AccountID = row[3]
            try markReached(
                Goal.Following(counter: row[1], target: row[2]), of: goal, account: account, at: now, by: nil)
            try run(
                "UPDATE account SET revision = revision + 1 WHERE id = ?", [account])
            try run(
                """
                UPDATE goal SET counter = NULL, target = NULL,
                    revision = (SELECT revision FROM account WHERE id = goal.account)
                WHERE id = ?
                """,
                [goal])
        }
    }
}
