// A goal of several years: the days of one year are dots, and every other year is one drawing that leads to it, so that
// ten years are no 3,650 links on one page.

import Figures
import Ledger

/// The years of a goal that is too long to be shown whole.
struct GoalYears: Sendable {
    /// In days.
    fileprivate static let longestShownWhole = 730

    struct Year: Sendable, Equatable {
        let number: Int
        /// The goal's first and last day in it.
        let days: ClosedRange<CivilDay>
    }

    let before: [Year]
    /// The one whose days are dots.
    let shown: Year
    let after: [Year]

    /// - Parameter asked: The year to be shown; if the goal has no such year, the one of today, or the nearest.
    /// - Returns: Nil for a goal that is shown whole.
    init?(of goal: Goal, asked: Int?, today: CivilDay) {
        guard goal.isShownByYears else { return nil }
        let years = (goal.start.civil.year...goal.end.civil.year).compactMap { number -> Year? in
            guard let first = CivilDay(year: number, month: 1, day: 1),
                let last = CivilDay(year: number, month: 12, day: 31)
            else { return nil }
            return Year(number: number, days: max(first, goal.start)...min(last, goal.end))
        }
        let place =
            years.firstIndex { $0.number == asked }
            ?? years.lastIndex { $0.days.lowerBound <= today } ?? years.startIndex
        guard years.indices.contains(place) else { return nil }
        before = Array(years[..<place])
        shown = years[place]
        after = Array(years[(place + 1)...])
    }
}

extension Goal {
    /// Whether it is too long to be shown whole.
    var isShownByYears: Bool { days > GoalYears.longestShownWhole }
}

/// The years above or below the dots of the shown one, rendered for ``GoalPage``.
struct GoalYearsPage: Page {
    static let template = "Goals/years"

    struct Year: Sendable {
        let number: String
        /// "147 of 203 days".
        let sum: String
        let address: String
        let drawing: String

        fileprivate init(
            _ year: GoalYears.Year, of record: GoalRecord, today: CivilDay, _ words: Words, _ links: Links
        ) {
            let days = (year.days.lowerBound.number...year.days.upperBound.number).map {
                CivilDay(number: $0)
            }
            let done = days.count { $0 <= today && record.isDone($0) }
            number = String(year.number)
            sum = words(.goalSum, words.number(Int64(done)), words.number(Int64(days.count)))
            address = links.goal(record.goal.id, year: year.number)
            drawing = DotGrid.preview(days.map { Dot.State(record.state(of: $0, today: today)) }, columns: 53)
        }
    }

    let years: [Year]
    /// The heading of the dots, which follow.
    let shown: [Year]

    /// - Parameter shown: The year whose dots follow, if they do.
    init(
        _ years: [GoalYears.Year], shown: GoalYears.Year?, of record: GoalRecord, today: CivilDay,
        _ words: Words, _ links: Links
    ) {
        func named(_ year: GoalYears.Year) -> Year { Year(year, of: record, today: today, words, links) }
        self.years = years.map(named)
        self.shown = shown.map { [named($0)] } ?? []
    }
}
