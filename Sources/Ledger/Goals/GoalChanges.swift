// Creates, moves and archives goals. EditGoal changes a goal's fields, GoalDayChanges its days.

import GRDB

/// Creates a goal at the bottom of the list, identified by the operation that creates it.
struct CreateGoal: ChangeKind {
    static let kind = "createGoal"
    static let hasTypedText = true
    let name: String
    let color: Int
    let start: CivilDay
    let end: CivilDay
    /// A minute of the day; nil: none.
    var reminder: Int?
    /// The counter whose marks complete the days, and how many complete a day.
    var counter: Name?
    var target: Int64?

    func perform(in context: WriteContext) throws -> Outcome {
        try context.requireRoomForGoals(1)
        let followed = try counter.map { try context.counter($0) }
        let draft = try GoalDraft(
            named: name, color: color, start: start, end: end, reminder: reminder,
            follows: followed?.number, target: target)
        let number = try context.nextNumber(in: .goal)
        try context.database.run(
            """
            INSERT INTO goal (book, number, origin, name, color, firstDay, lastDay, reminder, counter, target, rank, revision, createdAt)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                context.book, number, context.operation.data, draft.name, draft.color, draft.start.number,
                draft.end.number, draft.reminder, followed?.row, draft.follows?.target,
                try context.lastRank(in: .goal), context.revision, context.madeAt.milliseconds,
            ])
        let goal = try context.goal(.number(number))
        return try context.outcome(goal, inverse: RemoveGoal(goal: goal.name, removed: true))
    }
}

/// Undoes or redoes the creation of a goal, unless somebody has already used it. Like a
/// counter in the trash it stays for ``Counter/daysInTrash`` days.
struct RemoveGoal: ChangeKind {
    static let kind = "removeGoal"
    static let isPublic = false
    let goal: Name
    let removed: Bool

    func perform(in context: WriteContext) throws -> Outcome {
        let goal = try context.anyGoal(goal)
        if removed {
            guard !goal.isRemoved else { throw Refusal.noSuchGoal }
            let isUsed = try context.database.exists(
                "SELECT 1 FROM goalDay WHERE goal = ? AND (isDone = 1 OR hasNote = 1) LIMIT 1", [goal.row])
            guard !isUsed else { throw Refusal.cannotBeUndone }
        } else if goal.isRemoved {
            try context.requireRoomInGoals(for: 1)
        }
        try context.database.run(
            "UPDATE goal SET removedAt = ?, revision = ? WHERE id = ?",
            [removed ? context.now.milliseconds : nil, context.revision, goal.row])
        return try context.outcome(goal, inverse: RemoveGoal(goal: goal.name, removed: !removed))
    }
}

/// Archives or unarchives the goal.
struct ArchiveGoal: ReplacingChangeKind {
    static let kind = "archiveGoal"
    let goal: Name
    let archived: Bool
    var replacing: OperationID?

    func perform(in context: WriteContext) throws -> Outcome {
        let goal = try context.goal(goal)
        guard
            try context.claim(
                .goal(goal.row, "isArchived"), replacing: replacing,
                where: { ($0 as? ArchiveGoal)?.archived == goal.goal.isArchived })
        else {
            return try context.outcome(goal)
        }
        try context.database.run(
            "UPDATE goal SET isArchived = ?, revision = ? WHERE id = ?",
            [archived, context.revision, goal.row])
        return try context.outcome(
            goal,
            inverse: ArchiveGoal(
                goal: goal.name, archived: goal.goal.isArchived, replacing: context.operation))
    }
}

/// Moves the goal right after another one, or to the top.
struct MoveGoal: ReplacingChangeKind {
    static let kind = "moveGoal"
    let goal: Name
    var after: Name?
    var replacing: OperationID?

    func perform(in context: WriteContext) throws -> Outcome {
        let goal = try context.goal(goal)
        let neighbour = try after.map { try context.goal($0) }
        let moved = try context.move(
            goal, after: neighbour, in: .goal, replacing: replacing,
            where: { change in
                try (change as? MoveGoal).map { try $0.after.map { try context.anyGoal($0).row } }
            })
        guard let moved else { return try context.outcome(goal) }
        return try context.outcome(
            goal,
            inverse: MoveGoal(goal: goal.name, after: moved.neighbour, replacing: context.operation))
    }
}

extension WriteContext {
    /// For new goals.
    ///
    /// - Throws: ``Refusal/tooManyGoals``.
    func requireRoomForGoals(_ more: Int) throws {
        guard try more <= database.roomForGoals(in: book, limits) else { throw Refusal.tooManyGoals }
    }

    /// For goals whose creation is redone.
    ///
    /// - Throws: ``Refusal/tooManyGoals``.
    func requireRoomInGoals(for more: Int) throws {
        guard let most = limits.goals else { return }
        let listed: Int? = try database.first(
            "SELECT COUNT(*) FROM goal WHERE book = ? AND removedAt IS NULL", [book]
        ) { $0[0] }
        guard (listed ?? 0) + more <= most else { throw Refusal.tooManyGoals }
    }
}

extension Database {
    /// How many more goals the book may have. Removed ones count, too, until they are gone for good: there may be several
    /// times as many of them.
    func roomForGoals(in book: BookID, _ limits: Limits) throws -> Int {
        guard let most = limits.goals else { return .max }
        let (listed, all) =
            try first(
                "SELECT COUNT(*) FILTER (WHERE removedAt IS NULL), COUNT(*) FROM goal WHERE book = ?", [book],
                { ($0[0] as Int, $0[1] as Int) })
            ?? (0, 0)
        return max(0, min(most - listed, 10 * most - all))
    }
}

extension GoalDraft {
    /// - Throws: The ``Refusal`` of the first flaw that ``init(name:color:start:end:reminder:follows:)`` finds.
    init(
        named name: String, color: Int, start: CivilDay, end: CivilDay, reminder: Int?,
        follows counter: Counter.ID?, target: Int64?
    ) throws(Refusal) {
        var follows: Goal.Following?
        switch (counter, target) {
        case (let counter?, let target?): follows = Goal.Following(counter: counter, target: target)
        case (nil, nil): break
        default: throw .goalIsUnsound
        }
        do {
            try self.init(
                name: name, color: color, start: start, end: end, reminder: reminder, follows: follows)
        } catch { throw Refusal(error) }
    }
}

extension Refusal {
    /// The first of the flaws, from the top of the form.
    fileprivate init(_ flaws: GoalDraft.Flaws) {
        switch GoalDraft.Flaw.allCases.first(where: flaws.all.contains) {
        case .nameIsEmpty: self = .goalNameIsEmpty
        case .nameIsTooLong: self = .goalNameIsTooLong
        case .endIsBeforeStart: self = .goalEndsTooSoon
        case .rangeIsTooLong: self = .goalIsTooLong
        case .targetIsOutOfRange: self = .goalTargetIsOutOfRange
        case .colorIsUnknown, .reminderIsNoTime, nil: self = .goalIsUnsound
        }
    }
}

extension Change {
    /// Creates a goal at the bottom of the list. Refused if there are too many
    /// (``Refusal/tooManyGoals``), or if the counter that it follows is gone or in the trash.
    public static func createGoal(_ draft: GoalDraft) -> Change {
        Change(
            CreateGoal(
                name: draft.name, color: draft.color, start: draft.start, end: draft.end,
                reminder: draft.reminder, counter: draft.follows?.counter.name, target: draft.follows?.target)
        )
    }
    /// Puts the goal aside, or back into the list. Its days stay as they are.
    public static func archiveGoal(_ goal: some Naming, isArchived: Bool) -> Change {
        Change(ArchiveGoal(goal: goal.name, archived: isArchived))
    }
    /// - Parameter neighbour: Nil: move to the top.
    public static func moveGoal(_ goal: some Naming, after neighbour: (any Naming)?) -> Change {
        Change(MoveGoal(goal: goal.name, after: neighbour?.name))
    }
}
