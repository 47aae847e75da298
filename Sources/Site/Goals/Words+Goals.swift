// Texts about goals and their days.

import Figures
import Ledger

extension Words {
    /// "40%".
    func percent(_ progress: GoalProgress) -> String { self(.goalPercent, String(progress.percent)) }

    /// "12-day streak".
    func streak(_ progress: GoalProgress) -> String { self(.goalStreak, number: Int64(progress.streak)) }

    /// The day's position in its goal: "Day 45 of 180".
    func place(of day: CivilDay, in goal: Goal) -> String {
        self(.dayPlace, number(Int64(day.number - goal.start.number + 1)), number(Int64(goal.days)))
    }

    /// The accessible names of dots.
    var dots: DotWords {
        DotWords(
            done: self[.dayDone], partial: self(.dayPartial, "%@"), missed: self[.dayMissed],
            future: self[.dayFuture], open: self[.dayOpen], today: self[.dayToday], note: self[.dayNoted],
            separator: self[.marksSeparator])
    }

    /// The zone that determines today.
    func days(in zone: ClientZone) -> String { self(.statisticsZone, zone.name) }
}

extension OperationWriter {
    /// The notice after a change to a goal; nil for dots, which show their change themselves.
    func goalSentence(for summary: OperationSummary, of account: AccountID, _ words: Words) throws -> String?
    {
        guard summary.kind == .archiveGoal, let id = summary.goal else { return nil }
        let goal = try ledger.goal(id, of: account)
        return words(goal.isArchived ? .noticeArchived : .noticeRestored, goal.name)
    }
}
