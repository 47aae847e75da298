// Changes to a goal's days. When two devices change the same day, the one whose
// user acted last wins, whatever the order of arrival.

import Foundation
import GRDB

/// Marks a day as done by hand, or as not done.
struct MarkDay: ReplacingChangeKind {
    static let kind = "markDay"
    let goal: Name
    let day: CivilDay
    let done: Bool
    var replacing: OperationID?

    /// Accepts days up to the operation's own today: the date where and when it
    /// was made, using the account's start of the day. An undo may affect a day
    /// that is outside of the goal by now.
    func perform(in context: WriteContext) throws -> Outcome {
        let row = try context.goal(goal)
        let current = try context.day(day, of: row)
        var version = context.version
        if let replacing {
            guard let marked = current.marked,
                try context.stands(
                    replacing, after: marked.changedBy,
                    where: { (mark: MarkDay) in mark.done == current.isDone })
            else { throw Refusal.cannotBeUndone }
            version = FieldVersion(
                changedAt: max(marked.changedAt, context.madeAt), changedBy: context.operation)
        } else {
            guard row.goal.contains(day) else { throw Refusal.dayIsOutsideGoal }
            let today = try context.database.dayStart(of: context.book)
                .day(of: context.madeAt, zoneOffset: context.zoneOffset)
            guard day <= today else { throw Refusal.dayIsInFuture }
            if let marked = current.marked, try !context.isLater(than: marked) {
                return try context.outcome(row)
            }
        }
        try context.database.run(
            """
            INSERT INTO goalDay (goal, day, isDone, markedAt, markedBy) VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT DO UPDATE SET isDone = ?3, markedAt = ?4, markedBy = ?5
            """,
            [row.row, day.number, done, version.changedAt.milliseconds, version.changedBy.data])
        try context.touch(row)
        return try context.outcome(
            row,
            inverse: MarkDay(goal: row.name, day: day, done: current.isDone, replacing: context.operation))
    }
}

/// Sets the note on a day, which may be in the future; an empty note removes it.
struct NoteDay: ReplacingChangeKind {
    static let kind = "noteDay"
    static let hasTypedText = true
    /// Between two notes of which both are kept.
    static let separator = "\n\n"
    let goal: Name
    let day: CivilDay
    let note: String
    /// The note the writer was shown. If a different one is stored by now, both
    /// are kept; nil: the writer saw the stored note.
    var seen: String?
    var replacing: OperationID?
    var subject: NamedSubject? { .goal(goal) }

    func perform(in context: WriteContext) throws -> Outcome {
        let row = try context.goal(goal)
        let before =
            try context.database.first(
                "SELECT text FROM dayNote WHERE goal = ? AND day = ?", [row.row, day.number],
                { $0[0] as String }) ?? ""
        let seen = self.seen.map { $0.normalizedLines.emptyIfUnseen }
        // Two joined notes may be longer than one may be, and can be corrected all the same.
        let most = seen == before ? max(Goal.longestNote, before.count) : Goal.longestNote
        let typed = replacing == nil ? try Goal.note(from: note, atMost: most) : note
        let current = try context.day(day, of: row)
        var version = context.version
        if let replacing {
            guard let noted = current.noted,
                try context.stands(
                    replacing, after: noted.changedBy,
                    where: { (note: NoteDay) in note.note.normalizedLines.emptyIfUnseen == before })
            else { throw Refusal.cannotBeUndone }
            version = FieldVersion(
                changedAt: max(noted.changedAt, context.madeAt), changedBy: context.operation)
        } else {
            guard row.goal.contains(day) else { throw Refusal.dayIsOutsideGoal }
        }
        let isLater = try replacing != nil || current.noted.map { try context.isLater(than: $0) } ?? true
        guard
            let note = try typed.joined(
                to: before, seen: seen, by: Self.separator, isLater: isLater,
                atMost: Goal.longestJoinedNote)
        else { return try context.outcome(row) }
        // Who saw the note wrote later, also by a clock that is behind.
        if seen == before, let noted = current.noted, version.changedAt < noted.changedAt {
            version = FieldVersion(changedAt: noted.changedAt, changedBy: version.changedBy)
        }
        let kept = isLater || seen == before ? version : current.noted ?? version
        try context.database.run(
            """
            INSERT INTO goalDay (goal, day, hasNote, notedAt, notedBy) VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT DO UPDATE SET hasNote = ?3, notedAt = ?4, notedBy = ?5
            """,
            [row.row, day.number, !note.isEmpty, kept.changedAt.milliseconds, kept.changedBy.data])
        if note.isEmpty {
            try context.database.run(
                "DELETE FROM dayNote WHERE goal = ? AND day = ?", [row.row, day.number])
        } else {
            try context.database.run(
                "INSERT INTO dayNote VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET text = ?3",
                [row.row, day.number, note])
        }
        try context.touch(row)
        return try context.outcome(
            row,
            inverse: NoteDay(goal: row.name, day: day, note: before, replacing: context.operation))
    }
}

/// The latest state of a day, and the operations that set it.
struct GoalDayRow {
    var isDone = false
    var marked: FieldVersion?
    var noted: FieldVersion?
}

extension WriteContext {
    fileprivate func day(_ day: CivilDay, of goal: GoalRow) throws -> GoalDayRow {
        try database.first(
            "SELECT isDone, markedAt, markedBy, notedAt, notedBy FROM goalDay WHERE goal = ? AND day = ?",
            [goal.row, day.number]
        ) { row in
            GoalDayRow(
                isDone: row[0], marked: FieldVersion(row[1], row[2]), noted: FieldVersion(row[3], row[4]))
        } ?? GoalDayRow()
    }
}

extension FieldVersion {
    /// Nil if nobody has set it. Days marked because their goal lost its counter have no operation.
    fileprivate init?(_ changedAt: Int64?, _ changedBy: Data?) {
        guard let changedAt else { return nil }
        self.init(
            changedAt: Moment(milliseconds: changedAt),
            changedBy: changedBy.map { OperationID($0) }
                ?? OperationID(bytes: [UInt8](repeating: 0, count: 16)))
    }
}

extension Change {
    /// The day that it marks or notes; nil for other kinds.
    public var day: CivilDay? { (content as? MarkDay)?.day ?? (content as? NoteDay)?.day }

    /// Whether it sets the note on a day of a goal.
    public var isDayNote: Bool { content is NoteDay }

    /// Marks a day as done by hand, or as not done. Refused for a day outside of the goal
    /// (``Refusal/dayIsOutsideGoal``), and for one after the operation's own today
    /// (``Refusal/dayIsInFuture``).
    public static func markDay(_ goal: some Naming, _ day: CivilDay, isDone: Bool) -> Change {
        Change(MarkDay(goal: goal.name, day: day, done: isDone))
    }
    /// - Parameter seen: The note the writer was shown; nil: the stored one.
    public static func noteDay(_ goal: some Naming, _ day: CivilDay, note: String, seen: String? = nil)
        -> Change
    {
        Change(NoteDay(goal: goal.name, day: day, note: note, seen: seen))
    }
}
