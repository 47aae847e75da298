// What changes do to a goal's days. Of two devices that say something about a
// day, the one whose user spoke last wins, in whatever order they are heard.

import GRDB

extension Stage {
    /// What was said about a day last, and by which operations.
    struct StandingDay {
        let isDone: Bool
        let markedAt: Moment?
        let markedBy: DatabaseValue
        let notedAt: Moment?
        let notedBy: DatabaseValue

        /// Of a day that nobody has said anything about.
        static let untouched = StandingDay(
            isDone: false, markedAt: nil, markedBy: .null, notedAt: nil, notedBy: .null)
    }

    func standingDay(_ day: CivilDay, of goal: Goal.ID) throws -> StandingDay {
        try database.first(
            "SELECT isDone, markedAt, markedBy, notedAt, notedBy FROM goalDay WHERE goal = ? AND day = ?",
            [goal, day.number]
        ) { row in
            StandingDay(
                isDone: row[0], markedAt: (row[1] as Int64?).map { Moment(milliseconds: $0) },
                markedBy: row[2], notedAt: (row[3] as Int64?).map { Moment(milliseconds: $0) },
                notedBy: row[4])
        } ?? .untouched
    }

    /// Marks a day up to the operation's own today: the one it was where and
    /// when it was made, by the hour that the account's days begin with.
    func markDay(_ day: CivilDay, of id: Goal.ID, isDone: Bool) throws -> Outcome {
        guard try database.goal(id, of: account).contains(day) else { throw Refusal.dayIsOutsideGoal }
        let today = try database.dayStart(of: account).day(of: madeAt, zoneOffset: zoneOffset)
        guard day <= today else { throw Refusal.dayIsInFuture }
        let standing = try standingDay(day, of: id)
        if let markedAt = standing.markedAt, madeAt < markedAt { return about(id) }
        return try mark(day, of: id, isDone: isDone, at: madeAt, before: standing)
    }

    /// Marks the day, whichever it is.
    func mark(
        _ day: CivilDay, of id: Goal.ID, isDone: Bool, at moment: Moment, before: StandingDay
    ) throws -> Outcome {
        try database.run(
            """
            INSERT INTO goalDay (goal, day, isDone, markedAt, markedBy) VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT DO UPDATE SET isDone = ?3, markedAt = ?4, markedBy = ?5
            """,
            [id, day.number, isDone, moment.milliseconds, operation.data])
        try noteChange(of: id)
        return about(id, before: before.isDone ? "yes" : "no")
    }

    func noteDay(_ day: CivilDay, of id: Goal.ID, _ typed: String) throws -> Outcome {
        let note = try Goal.note(from: typed)
        guard try database.goal(id, of: account).contains(day) else { throw Refusal.dayIsOutsideGoal }
        if let notedAt = try standingDay(day, of: id).notedAt, madeAt < notedAt { return about(id) }
        return try keep(note, on: day, of: id, at: madeAt)
    }

    /// Notes something at the day, whichever it is.
    ///
    /// - Parameter note: As ``Goal`` keeps it; an empty one removes what is there.
    func keep(_ note: String, on day: CivilDay, of id: Goal.ID, at moment: Moment) throws -> Outcome {
        let before =
            try database.first("SELECT text FROM dayNote WHERE goal = ? AND day = ?", [id, day.number]) {
                $0[0] as String
            } ?? ""
        try database.run(
            """
            INSERT INTO goalDay (goal, day, hasNote, notedAt, notedBy) VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT DO UPDATE SET hasNote = ?3, notedAt = ?4, notedBy = ?5
            """,
            [id, day.number, !note.isEmpty, moment.milliseconds, operation.data])
        if note.isEmpty {
            try database.run("DELETE FROM dayNote WHERE goal = ? AND day = ?", [id, day.number])
        } else {
            try database.run(
                "INSERT INTO dayNote VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET text = ?3",
                [id, day.number, note])
        }
        try noteChange(of: id)
        return about(id, before: before)
    }

    private func noteChange(of id: Goal.ID) throws {
        try database.run("UPDATE goal SET revision = ? WHERE id = ?", [revision, id])
    }
}
