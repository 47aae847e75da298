// Edits a goal field by field, so that two devices that change different fields
// both keep their changes.

import Foundation
import GRDB

/// Changes the given fields of a goal.
///
/// Days outside of the goal's new range keep their marks and notes. If the goal
/// stops following its counter, the days that reached the target are marked. If
/// the target is raised, so are those before today. An undo leaves the days as they were.
struct EditGoal: ReplacingChangeKind {
    static let kind = "editGoal"
    static let hasTypedText = true

    /// A value that can be set, be removed, or stay unchanged.
    enum Optionally<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
        case none
        case some(Value)

        var value: Value? { if case .some(let value) = self { value } else { nil } }

        init(_ value: Value?) { self = value.map { .some($0) } ?? .none }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if (try? container.decode(String.self)) == "none" {
                self = .none
            } else {
                self = .some(try container.decode(Value.self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .none: try container.encode("none")
            case .some(let value): try container.encode(value)
            }
        }
    }

    struct Range: Codable, Hashable, Sendable {
        let start: CivilDay
        let end: CivilDay
    }

    struct Following: Codable, Hashable, Sendable {
        let counter: Name
        let target: Int64
    }

    let goal: Name
    var name: String?
    var color: Int?
    var range: Range?
    /// A minute of the day; `none`: no reminder.
    var reminder: Optionally<Int>?
    /// The counter that fills its days; `none`: days are marked by hand only.
    var follows: Optionally<Following>?
    var replacing: OperationID?
    /// For an inverse: whether the days that reached the target are marked. What takes back that a counter was followed
    /// marks none: they were open before.
    var keepsReached: Bool?
    var isInverse: Bool { replacing != nil || keepsReached != nil }
    var subject: NamedSubject? { .goal(goal) }

    func perform(in context: WriteContext) throws -> Outcome {
        let row = try context.goal(goal), goal = row.goal
        let keepsReached = keepsReached ?? true
        var edit = EditGoal(goal: row.name, replacing: context.operation, keepsReached: !keepsReached)
        var wanted = (
            name: goal.name, color: goal.color, range: Range(start: goal.start, end: goal.end),
            reminder: goal.reminder, follows: goal.follows, counterRow: row.counterRow
        )
        // An inverse only looks at fields whose value it would change.
        let shownFollowing = Optionally(
            goal.follows.map { Following(counter: .number($0.counter), target: $0.target) })
        if let name, replacing == nil || name != goal.name,
            try claims("name", of: row, context, where: { $0.name.map { $0.normalizedLine } == goal.name })
        {
            edit.name = goal.name
            wanted.name = name
        }
        if let color, replacing == nil || color != goal.color,
            try claims("color", of: row, context, where: { $0.color == goal.color })
        {
            edit.color = goal.color
            wanted.color = color
        }
        if let range, replacing == nil || range != wanted.range,
            try claims(
                "range", of: row, context, where: { $0.range == Range(start: goal.start, end: goal.end) })
        {
            edit.range = wanted.range
            wanted.range = range
        }
        if let reminder, replacing == nil || reminder.value != goal.reminder,
            try claims("reminder", of: row, context, where: { $0.reminder?.value == goal.reminder })
        {
            edit.reminder = Optionally(goal.reminder)
            wanted.reminder = reminder.value
        }
        if let follows, replacing == nil || follows != shownFollowing,
            try claims("follows", of: row, context, where: { try $0.setsFollowing(of: row, context) })
        {
            edit.follows = shownFollowing
            let followed = try follows.value.map { try counterToFollow($0.counter, row, context) }
            wanted.counterRow = followed?.row
            wanted.follows = followed.flatMap { counter in
                follows.value.map { Goal.Following(counter: counter.number, target: $0.target) }
            }
        }
        guard edit.changesSomething else {
            if replacing != nil { throw Refusal.cannotBeUndone }
            return try context.outcome(row)
        }
        let draft = try GoalDraft(
            named: wanted.name, color: wanted.color, start: wanted.range.start, end: wanted.range.end,
            reminder: wanted.reminder, follows: wanted.follows?.counter, target: wanted.follows?.target)
        let marked = try context.replace(
            row, by: draft, following: wanted.counterRow, keepingReached: keepsReached)
        if let replacing, edit.follows != nil {
            // The counter fills again the days that the edit marked.
            try context.database.run(
                "UPDATE goalDay SET isDone = 0 WHERE goal = ? AND markedBy = ? AND isDone = 1",
                [row.row, replacing.data])
        }
        var outcome = try context.outcome(row, inverse: edit)
        // Each day is a row as an operation's is, although five of them are written in the time of one.
        outcome.entriesWritten = 10 * marked
        return outcome
    }

    private var changesSomething: Bool {
        name != nil || color != nil || range != nil || reminder != nil || follows != nil
    }

    private func claims(
        _ field: String, of row: GoalRow, _ context: WriteContext, where stands: (EditGoal) throws -> Bool
    ) throws -> Bool {
        try context.claims(
            .goal(row.row, field), replacing: replacing,
            where: { try ($0 as? EditGoal).map(stands) ?? false })
    }

    /// Whether it has the goal follow what it follows now. The counter may be named in two ways.
    private func setsFollowing(of row: GoalRow, _ context: WriteContext) throws -> Bool {
        guard let follows else { return false }
        let counter = try follows.value.flatMap {
            try context.database.counterRow($0.counter, in: context.book)?.row
        }
        return counter == row.counterRow && follows.value?.target == row.goal.follows?.target
    }

    /// The counter it already follows may be in the trash by now.
    private func counterToFollow(_ name: Name, _ goal: GoalRow, _ context: WriteContext) throws -> CounterRow
    {
        if replacing != nil || name == goal.goal.follows.map({ Name.number($0.counter) }) {
            guard let counter = try context.database.counterRow(name, in: context.book) else {
                throw replacing == nil ? Refusal.noSuchCounter : Refusal.cannotBeUndone
            }
            return counter
        }
        return try context.counter(name)
    }
}

extension WriteContext {
    /// Applies the draft to the goal. If the goal stops following a counter, or wants
    /// more of it, days that reached the target are marked, so that no dot is lost.
    ///
    /// - Parameter keepsReached: False to mark none.
    /// - Returns: The number of days marked.
    fileprivate func replace(
        _ row: GoalRow, by draft: GoalDraft, following counter: Int64?, keepingReached keepsReached: Bool
    ) throws -> Int {
        var marked = 0
        if keepsReached, let target = row.goal.follows?.target, let followed = row.counterRow {
            if followed != counter {
                marked = try database.markReached(
                    target..., by: followed, of: row.row, book: book, at: madeAt, operation: operation.data)
            } else if let raised = draft.follows?.target, raised > target {
                // Today is measured by the new target.
                let today = try database.dayStart(of: book).day(of: madeAt, zoneOffset: zoneOffset)
                marked = try database.markReached(
                    target..<raised, by: followed, of: row.row, in: ..<today, book: book, at: madeAt,
                    operation: operation.data)
            }
        }
        try database.run(
            """
            UPDATE goal SET name = ?, color = ?, firstDay = ?, lastDay = ?, reminder = ?, counter = ?,
                target = ?, revision = ?
            WHERE id = ?
            """,
            [
                draft.name, draft.color, draft.start.number, draft.end.number, draft.reminder, counter,
                draft.follows?.target, revision, row.row,
            ])
        return marked
    }
}

extension Change {
    /// Applies the draft to the goal.
    ///
    /// - Parameter shown: What the editor was shown: only fields that differ from
    ///   it are changed. Nil: all fields.
    public static func editGoal(_ goal: some Naming, _ draft: GoalDraft, shown: GoalDraft? = nil) -> Change {
        var edit = EditGoal(goal: goal.name)
        if draft.name != shown?.name { edit.name = draft.name }
        if draft.color != shown?.color { edit.color = draft.color }
        if draft.start != shown?.start || draft.end != shown?.end {
            edit.range = .init(start: draft.start, end: draft.end)
        }
        if shown == nil || draft.reminder != shown?.reminder { edit.reminder = .init(draft.reminder) }
        if shown == nil || draft.follows != shown?.follows {
            edit.follows = .init(
                draft.follows.map { .init(counter: .number($0.counter), target: $0.target) })
        }
        return Change(edit)
    }
}
