// Texts about goals and their days.

import Figures
import Ledger

extension Words {
    /// "40%".
    /// Empty before there is a day of which it could be said.
    func percent(_ progress: GoalProgress) -> String {
        progress.percent.map { self(.goalPercent, String($0)) } ?? ""
    }

    /// "23 of 90 days": the days done, of all; empty as long as there is none.
    func sum(_ progress: GoalProgress) -> String {
        guard progress.done > 0 else { return "" }
        return self(.goalSum, number(Int64(progress.done)), number(Int64(progress.days)))
    }

    /// From its first to its last day: "1 Sep – 29 Nov", with the years if one is not this one.
    func dates(of goal: Goal, today: CivilDay) -> String { dates(goal.start, goal.end, today: today) }

    private func dates(_ start: CivilDay, _ end: CivilDay, today: CivilDay) -> String {
        let withYear = [start, end].contains { $0.civil.year != today.civil.year }
        return range(date(start, .short, withYear: withYear), date(end, .short, withYear: withYear))
    }

    /// "22 Nov – 21 Dec, 30 days"; empty where it ends before it starts.
    func span(_ start: CivilDay, _ end: CivilDay, today: CivilDay) -> String {
        guard start <= end else { return "" }
        let days = self(.goalDays, number: Int64(end.number - start.number + 1))
        return dates(start, end, today: today) + self[.marksSeparator] + days
    }

    /// "12-day streak".
    /// Empty on a first day that is still open.
    func streak(_ progress: GoalProgress) -> String {
        progress.percent == nil ? "" : self(.goalStreak, number: Int64(progress.streak))
    }

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
}
