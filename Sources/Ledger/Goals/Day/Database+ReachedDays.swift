// When a goal loses its counter or wants more of it, the days on which the counter
// reached the target are stored as if marked by hand.

import GRDB

extension Database {
    /// Marks all days on which the counter reached the target.
    ///
    /// - Parameters:
    ///   - reached: The counts that are enough, such as `5...`.
    ///   - counter: The counter's row.
    ///   - goal: The goal's row.
    ///   - days: Nil for days outside of the goal's range, too, which may become longer.
    ///   - operation: Nil if no operation causes this.
    /// - Returns: The number of days.
    @discardableResult
    func markReached(
        _ reached: some RangeExpression<Int64>, by counter: Int64, of goal: Int64,
        in days: (any RangeExpression<CivilDay>)? = nil, book: BookID, at moment: Moment,
        operation: DatabaseValue?
    ) throws -> Int {
        var marked = 0
        let counted = try CountedDays.all(of: counter, dayStart(of: book), in: self)
        for (day, count) in counted where reached.contains(count) && days?.contains(day) ?? true {
            try run(
                """
                INSERT INTO goalDay (goal, day, isDone, markedAt, markedBy) VALUES (?1, ?2, 1, ?3, ?4)
                ON CONFLICT DO UPDATE SET
                    isDone = 1, markedAt = MAX(COALESCE(markedAt, ?3), ?3), markedBy = ?4
                    WHERE isDone = 0
                """,
                [goal, day.number, moment.milliseconds, operation])
            marked += 1
        }
        return marked
    }

    /// Detaches one goal from its counter that is about to be removed.
    ///
    /// - Returns: False if there is no such goal any more.
    func releaseGoal(ofCountersDeletedBefore moment: Int64, at now: Moment) throws -> Bool {
        let found = try first(
            """
            SELECT goal.id, goal.counter, target, goal.book, firstDay, lastDay FROM counter
            JOIN goal ON goal.counter = counter.id
            WHERE deletedAt < ? AND target IS NOT NULL LIMIT 1
            """, [moment]
        ) {
            (
                goal: $0[0] as Int64, counter: $0[1] as Int64, target: $0[2] as Int64, book: $0[3] as BookID,
                first: CivilDay(number: $0[4]), last: CivilDay(number: $0[5])
            )
        }
        guard let found else { return false }
        // A counter of many years would leave all of them with each of hundreds of goals that follow it.
        try markReached(
            found.target..., by: found.counter, of: found.goal,
            in: found.first...max(found.first, found.last), book: found.book, at: now, operation: nil)
        try run("UPDATE book SET revision = revision + 1 WHERE id = ?", [found.book])
        try run(
            """
            UPDATE goal SET counter = NULL, target = NULL,
                revision = (SELECT revision FROM book WHERE id = goal.book)
            WHERE id = ?
            """,
            [found.goal])
        return true
    }
}
