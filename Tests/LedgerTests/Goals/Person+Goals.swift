// Somebody with goals, by default in a zone an hour east of UTC.

import Ledger
import Testing

extension CivilDay {
    /// The current day for a `Person` at ``Moment/start``: 2026-11-21.
    static let start = CivilDay(of: .start, zoneOffset: 60)
}

extension Moment {
    func advanced(byMinutes minutes: Int64) -> Moment {
        Moment(milliseconds: milliseconds + minutes * 60_000)
    }
}

extension GoalDraft {
    static func of(
        _ name: String = "Read", from start: CivilDay = .start, days: Int = 30,
        follows: Goal.Following? = nil
    ) throws -> GoalDraft {
        try GoalDraft(
            name: name, color: 0, start: start, end: start.adding(days - 1), reminder: nil, follows: follows)
    }
}

extension Person {
    func makes(_ draft: GoalDraft) async throws -> Goal.ID {
        let receipt = try await does(.createGoal(draft))
        return try #require(receipt.goal)
    }

    /// - Parameter offset: Their UTC offset, in minutes.
    @discardableResult
    func marks(
        _ day: CivilDay, of goal: Goal.ID, isDone: Bool = true, at moment: Moment, offset: Int,
        now: Moment? = nil
    ) async throws -> Receipt {
        let operation = Operation(
            id: .fresh(), mayBeRepeated: false, change: .markDay(goal, day, isDone: isDone), madeAt: moment,
            zoneOffset: offset)
        return try await ledger.apply(operation, by: .device(token), now: now ?? moment, limit: limit)
    }

    func goal(_ id: Goal.ID) throws -> Goal { try ledger.goal(id, of: account) }

    func record(_ id: Goal.ID) throws -> GoalRecord { try ledger.record(of: goal(id), of: account) }

    func note(on day: CivilDay, of goal: Goal.ID) throws -> String {
        try ledger.note(on: day, of: goal, of: account)
    }

    /// The same person with another device.
    func withAnotherDevice() async throws -> Person {
        let link = Person(ledger).token, other = Person(ledger)
        try await ledger.setRecovery(link, of: account, by: nil, at: .start)
        let opened = try await ledger.open(.recoveryLink(link), as: other.token, at: .start)
        try #require(opened != nil)
        return other
    }
}
