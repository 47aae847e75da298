// Taking back what an operation did to a goal. A day goes back only while the
// operation's own word on it stands; it may be outside of the goal by now.

import GRDB

extension Stage {
    /// - Throws: ``Refusal/cannotBeUndone``, or ``Refusal/noSuchGoal`` where the making of it was taken back.
    func takeBack(_ done: PastOperation, on id: Goal.ID) throws -> Outcome {
        switch done.kind {
        case "createGoal":
            return try makeGoal(id, again: done.isUndo)
        case "editGoal":
            return try goBack(id, from: done)
        case "archiveGoal":
            let isArchived = try database.goal(id, of: account).isArchived
            guard let before = done.before, done.payload == (isArchived ? "yes" : "no") else {
                throw Refusal.cannotBeUndone
            }
            return try archiveGoal(id, before == "yes")
        case "moveGoal":
            guard let before = done.before else { throw Refusal.cannotBeUndone }
            return try moveGoal(id, after: Goal.ID(before))
        case "markDay":
            let (day, standing) = try dayTouched(by: done, on: id)
            guard let before = done.before, standing.markedBy == done.id.data else {
                throw Refusal.cannotBeUndone
            }
            let moment = max(standing.markedAt ?? madeAt, madeAt)
            return try mark(day, of: id, isDone: before == "yes", at: moment, before: standing)
        case "noteDay":
            let (day, standing) = try dayTouched(by: done, on: id)
            guard let before = done.before, standing.notedBy == done.id.data else {
                throw Refusal.cannotBeUndone
            }
            return try keep(before, on: day, of: id, at: max(standing.notedAt ?? madeAt, madeAt))
        default:
            throw Refusal.cannotBeUndone
        }
    }

    private func dayTouched(
        by done: PastOperation, on id: Goal.ID
    ) throws -> (day: CivilDay, standing: StandingDay) {
        _ = try database.goal(id, of: account)
        guard let day = done.day else { throw Refusal.cannotBeUndone }
        return (day, try standingDay(day, of: id))
    }

    /// Takes back that a goal was made, or makes it again. As no goal is ever
    /// deleted, one that somebody has done something on stays.
    private func makeGoal(_ id: Goal.ID, again: Bool) throws -> Outcome {
        if !again {
            _ = try database.goal(id, of: account)
            let isUsed = try database.first(
                "SELECT 1 FROM goalDay WHERE goal = ? AND (isDone = 1 OR hasNote = 1) LIMIT 1", [id]
            ) { _ in true }
            guard isUsed == nil else { throw Refusal.cannotBeUndone }
        }
        try database.run(
            "UPDATE goal SET isTakenBack = ?, revision = ? WHERE id = ? AND account = ?",
            [!again, revision, id, account])
        return about(id)
    }

    /// Makes the goal what it was before the edit, if nobody has edited it since.
    private func goBack(_ id: Goal.ID, from done: PastOperation) throws -> Outcome {
        let goal = try database.goal(id, of: account)
        guard let draft = done.before.flatMap({ GoalDraft.read($0) }), done.payload == GoalDraft(goal).text
        else { throw Refusal.cannotBeUndone }
        if let counter = draft.follows?.counter, counter != goal.follows?.counter {
            let exists = try database.first(
                "SELECT 1 FROM counter WHERE id = ? AND account = ?", [counter, account]
            ) { _ in true }
            guard exists != nil else { throw Refusal.cannotBeUndone }
        }
        let outcome = try replace(goal, by: draft)
        // What the edit has marked of its counter, the counter itself tells again.
        try database.run(
            "UPDATE goalDay SET isDone = 0 WHERE goal = ? AND markedBy = ? AND isDone = 1",
            [id, done.id.data])
        return outcome
    }
}
