// Reads goals. Removed goals are treated as missing.

import Foundation
import GRDB

extension Ledger {
    /// The colour that the fewest of the account's goals have, and of those the first in the sequence.
    public func nextColor(forGoalOf account: AccountID) throws -> Int {
        let used = try read { database in
            let rows = try database.rows(
                """
                SELECT color, COUNT(*) FROM goal WHERE book = ? AND removedAt IS NULL GROUP BY color
                """,
                [account])
            var used: [Int: Int] = [:]
            while let row = try rows.next() { used[row[0]] = row[1] }
            return used
        }
        return (0..<Goal.colors).min { used[$0, default: 0] < used[$1, default: 0] } ?? 0
    }

    /// All goals of the account in list order, including archived ones.
    public func goals(of account: AccountID) throws -> [Goal] {
        try read { try $0.goals(of: account) }
    }

    /// The account's goal of this name.
    ///
    /// - Throws: ``Refusal/noSuchGoal``.
    public func goal(_ name: some Naming, of account: AccountID) throws -> Goal {
        try read { try $0.goal(name.name, of: account) }
    }

    /// The account's goals that follow the counter, in list order, without archived ones.
    public func goals(following counter: Counter.ID, of account: AccountID) throws -> [Goal] {
        try read { database in
            let rows = try database.rows(
                """
                SELECT \(Goal.columns) FROM goal
                WHERE counter = (SELECT id FROM counter WHERE book = ?1 AND number = ?2)
                    AND book = ?1 AND removedAt IS NULL AND NOT isArchived
                ORDER BY rank, id
                """,
                [account, counter])
            var goals: [Goal] = []
            while let row = try rows.next() { goals.append(Goal(row)) }
            return goals
        }
    }

    /// The operation that made the account's goal, which names it for ever and everywhere.
    ///
    /// - Throws: ``Refusal/noSuchGoal``.
    public func origin(of goal: Goal.ID, of account: AccountID) throws -> OperationID {
        let origin: OperationID? = try read { database in
            try database.first("SELECT origin FROM goal WHERE book = ? AND number = ?", [account, goal]) {
                OperationID($0[0] as Data)
            }
        }
        guard let origin else { throw Refusal.noSuchGoal }
        return origin
    }

    /// The goal with all its days.
    ///
    /// - Throws: ``Refusal/noSuchGoal``.
    public func record(of goal: Goal, of account: AccountID) throws -> GoalRecord {
        try readTogether { database in
            let found = try database.first(
                """
                SELECT dayStart, goal.id, counter FROM goal JOIN account ON account.id = goal.book
                WHERE goal.book = ? AND goal.number = ? AND removedAt IS NULL
                """,
                [account, goal.id]
            ) { (hour: $0[0] as Int, row: $0[1] as Int64, counter: $0[2] as Int64?) }
            guard let (hour, goalRow, counter) = found else { throw Refusal.noSuchGoal }
            let dayStart = DayStart(hour: hour) ?? .midnight
            var days = KnownDays()
            let rows = try database.rows(KnownDays.query, [goalRow])
            while let row = try rows.next() {
                days.add(CivilDay(number: row[0]), isDone: row[1], hasNote: row[2])
            }
            if let counter {
                days.counted = try CountedDays.all(of: counter, dayStart, in: database)
            }
            return days.record(of: goal)
        }
    }

    /// All goals of the account in list order, with all their days.
    public func records(of account: AccountID) throws -> [GoalRecord] {
        try readTogether { database in
            let goals = try database.goals(of: account)
            var known: [Goal.ID: KnownDays] = [:]
            let days = try database.rows(KnownDays.queryOfAll, [account])
            while let row = try days.next() {
                known[row[0], default: KnownDays()]
                    .add(CivilDay(number: row[1]), isDone: row[2], hasNote: row[3])
            }
            if goals.contains(where: { $0.follows != nil }) {
                for (goal, counted) in try database.countedDays(ofAllGoalsOf: account) {
                    known[goal, default: KnownDays()].counted = counted
                }
            }
            return goals.map { known[$0.id, default: KnownDays()].record(of: $0) }
        }
    }

    /// The note on a day of the account's goal; empty if there is none. The day
    /// may lie outside of the goal's range.
    ///
    /// - Throws: ``Refusal/noSuchGoal``.
    public func note(on day: CivilDay, of goal: Goal.ID, of account: AccountID) throws -> String {
        let note = try read { database in
            try database.first(
                """
                SELECT COALESCE(text, '') FROM goal
                LEFT JOIN dayNote ON dayNote.goal = goal.id AND dayNote.day = ?
                WHERE goal.book = ? AND goal.number = ? AND removedAt IS NULL
                """,
                [day.number, account, goal]
            ) { $0[0] as String }
        }
        guard let note else { throw Refusal.noSuchGoal }
        return note
    }
}

extension Database {
    fileprivate func goals(of account: AccountID) throws -> [Goal] {
        var goals: [Goal] = []
        let rows = try rows(
            """
            SELECT \(Goal.columns) FROM goal WHERE book = ? AND removedAt IS NULL
            ORDER BY rank, id
            """,
            [account])
        while let row = try rows.next() { goals.append(Goal(row)) }
        return goals
    }

    /// - Throws: ``Refusal/noSuchGoal``.
    func goal(_ name: Name, of account: AccountID) throws -> Goal {
        guard let goal = try goalRow(name, in: account), !goal.isRemoved else { throw Refusal.noSuchGoal }
        return goal.goal
    }

    fileprivate func countedDays(
        ofAllGoalsOf account: AccountID
    ) throws -> [Goal.ID: [CivilDay: Int64]] {
        var byCounter = CountedDaysByCounter(try dayStart(of: account), in: self)
        var counted: [Goal.ID: [CivilDay: Int64]] = [:]
        let goals = try Row.fetchAll(
            cachedStatement(
                sql:
                    "SELECT number, counter FROM goal WHERE book = ? AND removedAt IS NULL AND counter IS NOT NULL"
            ),
            arguments: [account])
        for goal in goals { counted[goal[0]] = try byCounter.days(of: goal[1]) }
        return counted
    }

    /// When the account's days begin.
    func dayStart(of account: AccountID) throws -> DayStart {
        let hour: Int? = try first("SELECT dayStart FROM account WHERE id = ?", [account]) { $0[0] }
        return hour.flatMap { DayStart(hour: $0) } ?? .midnight
    }
}

extension Goal {
    static let columns = """
        goal.number, name, color, firstDay, lastDay, reminder, \
        (SELECT counter.number FROM counter WHERE counter.id = goal.counter), target, isArchived, rank, revision
        """

    /// - Parameter row: A row that begins with the ``columns``.
    init(_ row: RowValues) {
        let counter: Counter.ID? = row[6], target: Int64? = row[7]
        var follows: Following?
        if let counter, let target { follows = Following(counter: counter, target: target) }
        self.init(
            id: row[0], name: row[1], color: row[2], start: CivilDay(number: row[3]),
            end: CivilDay(number: row[4]), reminder: row[5], follows: follows, isArchived: row[8],
            rank: row[9], revision: row[10]
        )
    }
}
