// A month of a goal's dots. A tap changes one day, so a page that is drawn again takes all other months from the cache.

import Figures
import Ledger

/// All that the dots of a goal's days within one month depend on.
struct GoalMonth: Hashable, Sendable {
    private struct Day: Hashable, Sendable {
        let state: DayState
        let hasNote: Bool
    }

    /// Its number in the addresses, and nothing else of it: what two people's goals have in common is drawn once.
    private let goal: Goal.ID
    private let language: String
    fileprivate let range: ClosedRange<CivilDay>
    private let days: [Day]
    /// Whether its first day is the goal's.
    private let isBeginning: Bool
    private let isOfThisYear: Bool
    /// Whether the page says which year it is.
    private let isShownByYears: Bool
    /// Nil if it is in another month.
    private let today: CivilDay?

    fileprivate init(
        _ range: ClosedRange<CivilDay>, of record: GoalRecord, today: CivilDay, _ words: Words
    ) {
        goal = record.goal.id
        language = words.language
        self.range = range
        days = (range.lowerBound.number...range.upperBound.number).map {
            let day = CivilDay(number: $0)
            return Day(state: record.state(of: day, today: today), hasNote: record.noted.contains(day))
        }
        isBeginning = range.lowerBound == record.goal.start
        isOfThisYear = CivilMonth(of: range.lowerBound).year == CivilMonth(of: today).year
        isShownByYears = record.goal.isShownByYears
        self.today = range.contains(today) ? today : nil
    }
}

extension GoalRecord {
    /// The months of the goal's days within a range, each with the days that are in both.
    func months(in range: ClosedRange<CivilDay>, today: CivilDay, _ words: Words) -> [GoalMonth] {
        let whole = goal.start...goal.end
        guard range.overlaps(whole) else { return [] }
        let days = range.clamped(to: whole)
        let first = CivilMonth(of: days.lowerBound).number, last = CivilMonth(of: days.upperBound).number
        return (first...last).map {
            let month = CivilMonth(number: $0)
            let range = month.firstDay...month.adding(1).firstDay.adding(-1)
            return GoalMonth(range.clamped(to: days), of: self, today: today, words)
        }
    }

    /// The items of one of its ``months(in:today:_:)``, with an anchor at today.
    func dots(in month: GoalMonth, today: CivilDay, _ words: Words, _ links: Links) -> String {
        let address = links.days(of: goal.id), names = words.dots
        func draw(_ dots: ArraySlice<Dot>) -> String {
            dots.isEmpty ? "" : DotGrid.items(Array(dots), address: address, words: names)
        }
        let dots = dots(month.range, today: today, words)
        guard let place = dots.firstIndex(where: { $0.isToday }) else { return draw(dots[...]) }
        let itemOfToday = "<li id=\"today\"" + draw(dots[place...place]).dropFirst("<li".count)
        return draw(dots[..<place]) + itemOfToday + draw(dots[(place + 1)...])
    }
}
