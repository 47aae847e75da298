// Imports goals from a file, and undoes that. One operation, whatever the file contains, in several commits if that is much.

import Foundation
import GRDB

/// Imports goals from a file, without what already exists.
struct ImportGoals: LongChangeKind {
    static let kind = "importGoals"
    /// The file itself is transferred separately and not part of the log.
    static let isPublic = false
    let archive: GoalsArchive
    /// What of it is already written.
    var staged = StagedGoals()
    var isUnfinished = false

    init(archive: GoalsArchive, staged: StagedGoals) {
        self.archive = archive
        self.staged = staged
    }

    init(from decoder: any Decoder) throws {
        archive = GoalsArchive(goals: [])
        isUnfinished = try UnfinishedImport(from: decoder).unfinished ?? false
    }
    func encode(to encoder: any Encoder) throws {
        try UnfinishedImport(unfinished: isUnfinished ? true : nil).encode(to: encoder)
    }

    /// The operation's id is the upload's id, which belongs to one file only.
    static func == (one: ImportGoals, other: ImportGoals) -> Bool { true }
    func hash(into hasher: inout Hasher) {}

    /// - Throws: ``Refusal/tooManyGoals``, ``Refusal/tooManyOperationsToday``, both before anything is written;
    ///   ``MissingPreparation``.
    func perform(in context: WriteContext) throws -> Outcome {
        let plan = try plan(in: context), begun = context.begun as? TakeBackGoals
        let arriving = plan.goals.filter { $0.fate == .isNew || $0.fate == .isRestored }
        // There may be less room than when it was planned.
        guard try arriving.count <= context.database.roomForGoals(in: context.book, context.limits) else {
            throw Refusal.tooManyGoals
        }
        // Of a part that is left, the whole was looked at when it began.
        let words = begun == nil ? plan.words : 0
        guard words <= context.wordsLeft ?? .max else { throw Refusal.tooManyOperationsToday }
        let staged = try staged.intact(in: context.database)
        var arrived = begun?.arrived ?? [], grown = begun?.grown ?? [], written = 0
        var left = context.limits.entriesAtOnce ?? .max, rest: [Int: PlannedGoal] = [:], isUnfinished = false
        for (place, planned) in plan.goals.enumerated() {
            guard planned.fate != .staysAsItIs, planned.fate != .isLeftOut else { continue }
            guard left > 0 else {
                isUnfinished = true
                break
            }
            // What is much of a new one is written before.
            var (now, later) = planned.split(at: planned.fate == .isNew ? .max : left)
            if let row = planned.row {
                try context.write(now.days, ofGoal: row, markedBy: context.operation)
                try context.database.run(
                    "UPDATE goal SET removedAt = NULL, revision = ? WHERE id = ?", [context.revision, row])
                if planned.fate == .isRestored { arrived.append(row) }
                if !grown.contains(row) { grown.append(row) }
            } else {
                let copy = staged[planned.goal.origin]
                let row = try copy ?? context.insertHidden(planned)
                try context.show(planned, row)
                arrived.append(row)
                // What is written already was no work of this operation.
                if copy != nil { now = now.split(at: 0).first }
            }
            written += 1 + now.days.count
            left -= 1 + now.days.count
            rest[place] = later
            isUnfinished = !later.days.isEmpty
            if isUnfinished { break }
        }
        return Outcome(
            subject: .book,
            inverse: TakeBackGoals(
                arrived: arrived, grown: grown, importedBy: context.operation, again: false),
            entriesWritten: written, wordsWritten: words, isUnfinished: isUnfinished,
            prepared: isUnfinished
                ? .goalsPlan(
                    plan.continued(
                        leaving: rest,
                        knowing: try context.database.knownGoals(of: context.book, now: context.now))) : nil)
    }

    /// What was planned, if the book's goals are as they were; who imports the same file twice at once has one of each.
    private func plan(in context: WriteContext) throws -> GoalsImportPlan {
        let known = try context.database.knownGoals(of: context.book, now: context.now)
        if let plan = context.preparations.goalsPlan ?? staged.plan, plan.known == known { return plan }
        let request = GoalsImportPlan.Request(
            archive: archive, book: context.book, limits: context.limits, now: context.now)
        try context.preparations.requireReadable(
            context.database.days(ofGoalsOf: context.book), or: .goalsPlan(request))
        return try GoalsImportPlan(request, in: context.database)
    }
}

/// Undoes an import of goals, or redoes it: goals that are new go out of sight, as long as nobody has marked or noted a day
/// of theirs since, and others lose the marks that they got, unless somebody has changed these. The notes stay.
struct TakeBackGoals: ChangeKind {
    static let kind = "takeBackGoals"
    static let isPublic = false
    /// Rows.
    let arrived: [Int64]
    let grown: [Int64]
    let importedBy: OperationID
    let again: Bool

    func perform(in context: WriteContext) throws -> Outcome {
        let begun = context.begun as? TakeBackGoals, done = Set(begun?.grown ?? [])
        if begun == nil {
            if again { try context.requireRoomInGoals(for: arrived.count) }
            try context.setRemoved(arrived, !again, unlessUsedSince: importedBy)
        }
        var grown = begun?.grown ?? [], isUnfinished = false
        var left = context.limits.entriesAtOnce ?? .max
        for goal in self.grown where !done.contains(goal) {
            guard left > 0 else {
                isUnfinished = true
                break
            }
            try context.database.run(
                """
                UPDATE goalDay SET isDone = ?1, markedAt = MAX(markedAt, ?2)
                WHERE markedBy = ?5 AND goal = (SELECT id FROM goal WHERE book = ?4 AND id = ?3)
                """,
                [again, context.madeAt.milliseconds, goal, context.book, importedBy.data])
            left -= context.database.changesCount + Self.rowsPerGoal
            try context.database.run(
                "UPDATE goal SET revision = ? WHERE book = ? AND id = ?",
                [context.revision, context.book, goal])
            grown.append(goal)
        }
        return Outcome(
            subject: .book,
            inverse: TakeBackGoals(
                arrived: arrived, grown: grown, importedBy: importedBy, again: !again),
            isUnfinished: isUnfinished)
    }

    /// What it takes to look at all days of a goal, however few were marked.
    private static let rowsPerGoal = 100
}

extension WriteContext {
    /// Takes goals out of sight, as long as nobody has marked or noted a day of theirs, or brings them back.
    ///
    /// - Parameter operation: What has brought them, whose marks are nobody's; nil if that has made none.
    func setRemoved(_ goals: [Int64], _ removed: Bool, unlessUsedSince operation: OperationID? = nil) throws {
        try database.run(
            """
            UPDATE goal SET removedAt = ?1, revision = ?2
            WHERE book = ?3 AND id IN (SELECT value FROM json_each(?4)) AND IIF(?1 IS NULL, removedAt >= ?5, removedAt IS NULL)
                AND NOT EXISTS (
                    SELECT 1 FROM goalDay JOIN operation ON operation.book = ?3 AND operation.id IS NOT ?6
                        AND (operation.id = goalDay.markedBy OR operation.id = goalDay.notedBy)
                    WHERE goalDay.goal = goal.id)
            """,
            [
                removed ? now.milliseconds : nil, revision, book, goals.jsonArray,
                now.startOfTrash.milliseconds, operation?.data,
            ])
    }

    /// Makes a new goal, which nobody sees, with its days.
    fileprivate func insertHidden(_ planned: PlannedGoal) throws -> Int64 {
        let row = try insertHidden(planned.goal)
        try write(planned.days, ofGoal: row, markedBy: nil)
        return row
    }

    /// Makes a new goal, which nobody sees, without days.
    func insertHidden(_ goal: ArchivedGoal) throws -> Int64 {
        let draft = goal.draft
        try database.run(
            """
            INSERT INTO goal (book, number, origin, name, color, firstDay, lastDay, reminder, isArchived, rank, revision, createdAt, removedAt)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?)
            """,
            [
                book, nextNumber(in: .goal), goal.origin.data, draft.name, draft.color, draft.start.number,
                draft.end.number, draft.reminder, goal.isArchived, lastRank(in: .goal),
                madeAt.milliseconds, Counter.longAgo,
            ])
        return database.lastInsertedRowID
    }

    /// Shows a new goal at the end of the list, where it follows its counter if there is that.
    fileprivate func show(_ planned: PlannedGoal, _ row: Int64) throws {
        try database.run(
            "UPDATE goal SET removedAt = NULL, rank = ?, revision = ?, counter = ?, target = ? WHERE id = ?",
            [
                lastRank(in: .goal), revision, planned.counter,
                planned.counter == nil ? nil : planned.goal.follows?.target, row,
            ])
    }

    /// Marks and notes days that nobody has marked or noted.
    ///
    /// - Parameter operation: Nil for a new goal, of which no single mark is undone.
    func write(_ days: ArraySlice<PlannedDay>, ofGoal row: Int64, markedBy operation: OperationID?) throws {
        let now = madeAt.milliseconds
        for day in days {
            let (markedAt, notedAt) = (day.isDone ? now : nil, day.note == nil ? nil : now)
            try database.run(
                """
                INSERT INTO goalDay (goal, day, isDone, hasNote, markedAt, markedBy, notedAt)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                ON CONFLICT DO UPDATE SET
                    isDone = MAX(isDone, ?3), hasNote = MAX(hasNote, ?4), markedAt = COALESCE(markedAt, ?5),
                    markedBy = IIF(markedAt IS NULL, ?6, markedBy), notedAt = COALESCE(notedAt, ?7)
                """,
                [
                    row, day.day.number, day.isDone, day.note != nil, markedAt,
                    day.isDone ? operation?.data : nil, notedAt,
                ])
            guard let note = day.note else { continue }
            try database.run(
                "INSERT INTO dayNote VALUES (?, ?, ?) ON CONFLICT DO NOTHING", [row, day.day.number, note])
        }
    }
}

extension Database {
    /// How many days a book's goals have, as far as anybody asks.
    fileprivate func days(ofGoalsOf book: BookID) throws -> Int {
        try first(
            """
            SELECT COUNT(*) FROM (
                SELECT 1 FROM goal CROSS JOIN goalDay ON goalDay.goal = goal.id WHERE book = ? LIMIT 20000)
            """, [book]
        ) { $0[0] } ?? 0
    }
}

extension Change {
    /// - Parameter staged: What of the file is already written.
    public static func importGoals(_ archive: GoalsArchive, staged: StagedGoals = StagedGoals()) -> Change {
        Change(ImportGoals(archive: archive, staged: staged))
    }
}
