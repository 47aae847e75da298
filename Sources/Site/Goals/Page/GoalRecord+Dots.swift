// A goal's days as dots. Names and dates are prepared per month, so that those of
// a year cost hardly more than its drawing.

import Figures
import Ledger

extension Dot.State {
    init(_ state: DayState) {
        self =
            switch state {
            case .done: .done
            case .partial(let percent): .partial(percent)
            case .missed: .missed
            case .open: .open
            case .future: .future
            }
    }
}

extension GoalRecord {
    /// How many days a card shows.
    static let previewedDays = 30

    /// The dots of the goal's days within one month; days outside of the goal are skipped.
    func dots(_ range: ClosedRange<CivilDay>, today: CivilDay, _ words: Words) -> [Dot] {
        let days = range.clamped(to: goal.start...goal.end)
        guard days.overlaps(range) else { return [] }
        let month = CivilMonth(of: days.lowerBound), start = month.firstDay.number
        let names = MonthOfDots(month, of: goal, thisYear: CivilMonth(of: today).year, words)
        return (days.lowerBound.number...days.upperBound.number).map {
            dot(CivilDay(number: $0), $0 - start, names, today: today)
        }
    }

    /// - Parameter place: The index in its month, from 0.
    private func dot(_ day: CivilDay, _ place: Int, _ names: MonthOfDots, today: CivilDay) -> Dot {
        Dot(
            date: names.date(place), label: names.label(place),
            state: Dot.State(state(of: day, today: today)), isToday: day == today,
            hasNote: noted.contains(day),
            heading: day == goal.start ? names.month : place == 0 ? names.heading : nil)
    }

    /// The last days up to today, or of its first or last ones while it is young or has ended:
    /// ``previewedDays``, or all that the goal has, so that cards are alike.
    func latest(today: CivilDay) -> [(day: CivilDay, state: Dot.State)] {
        let last = min(max(today, goal.start.adding(Self.previewedDays - 1)), goal.end)
        let first = max(goal.start, last.adding(1 - Self.previewedDays))
        guard first <= last else { return [] }
        return (first.number...last.number).map {
            let day = CivilDay(number: $0)
            return (day, Dot.State(state(of: day, today: today)))
        }
    }
}

/// The names of one month's days, with a gap for the day of the month.
private struct MonthOfDots {
    private let datePrefix: String
    private let before: String
    private let after: String
    private let first: String
    /// Its short name, such as "Oct".
    let month: String
    /// What stands above its first dot: the month, or in January the year, if nothing else says that.
    let heading: String

    init(_ month: CivilMonth, of goal: Goal, thisYear: Int, _ words: Words) {
        datePrefix = String(month.firstDay.description.dropLast(2))
        let gap = "\u{1}"
        let names = words.names(.dateMonths)
        let name = names.indices.contains(month.month - 1) ? names[month.month - 1] : ""
        var text = words(.dateDay, gap, name)
        if month.year != thisYear { text = words(.dateYear, text, String(month.year)) }
        let parts = text.split(separator: Character(gap), maxSplits: 1, omittingEmptySubsequences: false)
        before = String(parts[0])
        after = parts.count > 1 ? String(parts[1]) : ""
        first = words[.dateFirst]
        // It stands at the rim, where there is no room for the full stop that some languages shorten with.
        self.month = words.month(month, .short).replacing(".", with: "")
        heading = month.month == 1 && !goal.isShownByYears ? String(month.year) : self.month
    }

    func date(_ place: Int) -> String {
        datePrefix + (place < 9 ? "0" : "") + String(place + 1)
    }

    func label(_ place: Int) -> String {
        before + (place == 0 ? first : String(place + 1)) + after
    }
}
