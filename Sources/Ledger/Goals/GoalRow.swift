// A goal's database row, as changes see it.

import Foundation
import GRDB

/// A goal's row with its internal id, which is never exposed outside of SQL.
struct GoalRow: Ranked {
    let row: Int64
    let goal: Goal
    /// Since when it is hidden, because its creation was undone.
    let removedAt: Int64?
    /// The row of the counter it follows, including one in the trash.
    let counterRow: Int64?

    static let columns = "\(Goal.columns), goal.id, goal.removedAt, goal.counter"

    init(_ row: RowValues) {
        goal = Goal(row)
        self.row = row[11]
        removedAt = row[12]
        counterRow = row[13]
    }

    var name: Name { .number(goal.id) }
    var rank: Int64 { goal.rank }
    var isRemoved: Bool { removedAt != nil }
}

extension Database {
    /// The row of a book's goal; nil if there is none.
    func goalRow(_ name: Name, in book: BookID) throws -> GoalRow? {
        switch name {
        case .number(let number):
            try first("SELECT \(GoalRow.columns) FROM goal WHERE book = ? AND number = ?", [book, number]) {
                GoalRow($0)
            }
        case .operation(let origin):
            // An import that broke off may have left one that nobody sees.
            try first(
                """
                SELECT \(GoalRow.columns) FROM goal WHERE book = ? AND origin = ?
                ORDER BY removedAt IS ?, number DESC LIMIT 1
                """, [book, origin.data, Counter.longAgo]
            ) { GoalRow($0) }
        }
    }

    func goalRow(at row: Int64) throws -> GoalRow? {
        try first("SELECT \(GoalRow.columns) FROM goal WHERE goal.id = ?", [row]) { GoalRow($0) }
    }
}

extension WriteContext {
    /// The goal, including one whose creation was undone.
    ///
    /// - Throws: ``Refusal/noSuchGoal``, also once it is out of an undo's reach.
    func anyGoal(_ name: Name) throws -> GoalRow {
        guard let goal = try database.goalRow(name, in: book),
            goal.removedAt ?? .max >= now.startOfTrash.milliseconds
        else { throw Refusal.noSuchGoal }
        return goal
    }

    /// - Throws: ``Refusal/noSuchGoal``.
    func goal(_ name: Name) throws -> GoalRow {
        let goal = try anyGoal(name)
        guard !goal.isRemoved else { throw Refusal.noSuchGoal }
        return goal
    }

    /// Sets the goal's revision, because the goal or one of its days has changed.
    func touch(_ goal: GoalRow) throws {
        try database.run("UPDATE goal SET revision = ? WHERE id = ?", [revision, goal.row])
    }

    /// The outcome with the current goal as its subject.
    func outcome(_ goal: GoalRow, inverse: (any ChangeKind)? = nil) throws -> Outcome {
        Outcome(subject: .goal(goal), inverse: inverse)
    }
}
