// What changes do to goals as such. What they do to a goal's days is beside it.

import GRDB

extension Stage {
    func createGoal(_ draft: GoalDraft) throws -> Outcome {
        if let counter = draft.follows?.counter { _ = try standing(counter) }
        try database.run(
            """
            INSERT INTO goal (account, name, color, firstDay, lastDay, reminder, counter, target, revision, createdAt, position)
            SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, COALESCE(MAX(position) + 1, 0)
            FROM goal WHERE account = ?1
            """,
            [
                account, draft.name, draft.color, draft.start.number, draft.end.number, draft.reminder,
                draft.follows?.counter, draft.follows?.target, revision, now.milliseconds,
            ]
        )
        return about(database.lastInsertedRowID)
    }

    func editGoal(_ id: Goal.ID, _ draft: GoalDraft) throws -> Outcome {
        let goal = try database.goal(id, of: account)
        // The counter that it follows already may be in the trash by now.
        if let counter = draft.follows?.counter, counter != goal.follows?.counter {
            _ = try standing(counter)
        }
        return try replace(goal, by: draft)
    }

    /// Makes the goal what the draft says. Days that reached the target of a
    /// counter which it follows no more are marked, so that no dot is lost.
    func replace(_ goal: Goal, by draft: GoalDraft) throws -> Outcome {
        if let follows = goal.follows, follows.counter != draft.follows?.counter {
            try database.markReached(
                follows, of: goal.id, account: account, at: madeAt, by: operation.data)
        }
        try database.run(
            """
            UPDATE goal SET name = ?, color = ?, firstDay = ?, lastDay = ?, reminder = ?, counter = ?,
                target = ?, revision = ?
            WHERE id = ?
            """,
            [
                draft.name, draft.color, draft.start.number, draft.end.number, draft.reminder,
                draft.follows?.counter, draft.follows?.target, revision, goal.id,
            ]
        )
        return about(goal.id, before: GoalDraft(goal).text)
    }

    func archiveGoal(_ id: Goal.ID, _ isArchived: Bool) throws -> Outcome {
        let goal = try database.goal(id, of: account)
        try database.run(
            "UPDATE goal SET isArchived = ?, revision = ? WHERE id = ?", [isArchived, revision, id])
        return about(id, before: goal.isArchived ? "yes" : "no")
    }

    /// Moves those in between by one place. Goals whose making was taken back
    /// keep theirs among the others.
    func moveGoal(_ id: Goal.ID, after neighbour: Goal.ID?) throws -> Outcome {
        let goal = try database.goal(id, of: account)
        let before: Goal.ID? = try database.first(
            """
            SELECT id FROM goal WHERE account = ? AND position < ? AND isTakenBack = 0
            ORDER BY position DESC LIMIT 1
            """,
            [account, goal.position]
        ) { $0[0] }
        let outcome = about(id, before: before.map { String($0) } ?? "")
        guard neighbour != id, neighbour != before else { return outcome }

        let place: Int64
        if let neighbour {
            let position = try database.goal(neighbour, of: account).position
            place = position < goal.position ? position + 1 : position
        } else {
            place =
                try database.first("SELECT MIN(position) FROM goal WHERE account = ?", [account]) { $0[0] }
                ?? 0
        }
        let isUp = place < goal.position
        try database.run(
            """
            UPDATE goal SET position = position + ?, revision = ?
            WHERE account = ? AND position BETWEEN ? AND ?
            """,
            [
                isUp ? 1 : -1, revision, account,
                isUp ? place : goal.position + 1, isUp ? goal.position - 1 : place,
            ]
        )
        try database.run("UPDATE goal SET position = ?, revision = ? WHERE id = ?", [place, revision, id])
        return outcome
    }

    /// An outcome that is about a goal, and no counter.
    func about(_ goal: Goal.ID, before: String? = nil) -> Outcome {
        Outcome(counter: 0, count: 0, style: .fractal, before: before, goal: goal)
    }
}
