// One day of a goal, for what shows no other: the day's page, and the list of what is due today.

import GRDB

/// What was done on a day of a goal.
public struct GoalDay: Sendable, Hashable {
    /// As it is now, whatever its target was on that day.
    public let goal: Goal
    /// Within the goal's range or not.
    public let day: CivilDay
    /// Whether it is marked as done by hand.
    public let isMarked: Bool
    /// By the counter that the goal follows; 0 if it follows none, below 0 if more was subtracted than added.
    public let counted: Int64

    /// Whether the counter that the goal follows completes the day; false if it follows none.
    public var hasReachedTarget: Bool { goal.isReached(by: counted) }

    /// Whether it is done, by hand or because the target was reached.
    public var isDone: Bool { isMarked || hasReachedTarget }

    /// - Parameter today: Tells whether the day is over, or still to come.
    public func state(today: CivilDay) -> DayState {
        DayState(day, of: goal, isDone: isDone, counted: counted, today: today)
    }

    /// Parameters: the book, the day and the goal's number.
    static let query = """
        SELECT \(GoalRow.columns), COALESCE(isDone, 0) FROM goal
        LEFT JOIN goalDay ON goalDay.goal = goal.id AND day = ?2
        WHERE book = ?1 AND goal.number = ?3 AND removedAt IS NULL
        """

    /// Parameters: the book and the day.
    static let queryOfAll = """
        SELECT \(GoalRow.columns), COALESCE(isDone, 0) FROM goal
        LEFT JOIN goalDay ON goalDay.goal = goal.id AND day = ?2
        WHERE book = ?1 AND removedAt IS NULL AND isArchived = 0 AND ?2 BETWEEN firstDay AND lastDay
        ORDER BY rank, goal.id
        """
}

extension Ledger {
    /// A day of the account's goal, within its range or not.
    ///
    /// - Throws: ``Refusal/noSuchGoal``.
    public func goalDay(_ day: CivilDay, of goal: Goal.ID, of account: AccountID) throws -> GoalDay {
        let found = try goalDays(on: day, of: account, GoalDay.query, [account, day.number, goal])
        guard let goalDay = found.first else { throw Refusal.noSuchGoal }
        return goalDay
    }

    /// A day of each of the account's goals that has it, in list order, without archived goals.
    public func goalDays(on day: CivilDay, of account: AccountID) throws -> [GoalDay] {
        try goalDays(on: day, of: account, GoalDay.queryOfAll, [account, day.number])
    }

    private func goalDays(
        on day: CivilDay, of account: AccountID, _ query: String, _ values: StatementValues
    ) throws -> [GoalDay] {
        try readTogether { database in
            let dayStart = try database.dayStart(of: account)
            var days: [GoalDay] = []
            let rows = try database.rows(query, values)
            while let row = try rows.next() {
                let goal = GoalRow(row), isMarked: Bool = row[14]
                let counted =
                    try goal.goal.follows == nil
                    ? nil
                    : goal.counterRow.map {
                        try CountedDays.count(on: day, of: $0, dayStart, in: database)
                    }
                days.append(
                    GoalDay(goal: goal.goal, day: day, isMarked: isMarked, counted: counted ?? 0))
            }
            return days
        }
    }
}
