// Statistics in words.

import Ledger

extension Words {
    /// All available figures but the total, with their names.
    func figures(of statistics: Statistics, upTo today: CivilDay) -> [StatisticsPage.Figure] {
        var figures: [StatisticsPage.Figure] = []
        func tell(_ name: Phrase, of day: CivilDay? = nil, _ value: String, _ detail: String? = nil) {
            figures.append(
                .init(
                    name: self[name], date: day?.description, value: breakable(value),
                    detail: detail.map { breakable($0) }))
        }
        tell(.statisticsToday, of: today, number(statistics.today))
        tell(.statisticsThisWeek, number(statistics.thisWeek))
        if let average = statistics.perActiveHour { tell(.statisticsPace, text(of: average)) }
        if let best = statistics.bestDay {
            tell(.statisticsBestDay, number(best.marks), date(best.place, upTo: today))
        }
        if let best = statistics.bestHour {
            let day = statistics.dayStart.day(of: best.place)
            let when = self(.dateTime, date(day, upTo: today), span(ofHour: best.place.hour))
            tell(.statisticsBestHour, number(best.marks), when)
        }
        if let busiest = statistics.busiestHour {
            let marks = self(.statisticsMarks, number: busiest.marks)
            tell(.statisticsBusiestHour, span(ofHour: busiest.place), marks)
        }
        if let busiest = statistics.busiestWeekday {
            let marks = self(.statisticsMarks, number: busiest.marks)
            tell(.statisticsBusiestWeekday, weekday(busiest.place), marks)
        }
        if let gap = statistics.longestGap {
            let when = range(date(gap.from, upTo: today), date(gap.to, upTo: today))
            tell(.statisticsGap, duration(milliseconds: gap.milliseconds), when)
        }
        return figures
    }

    /// The range of an hour: "14:00–15:00".
    func span(ofHour hour: Int) -> String { range(fromMinute: hour * 60, to: hour * 60 + 60) }

    /// With one decimal: "3.4", "12".
    func text(of average: Statistics.Average) -> String {
        let tenths = average.tenths == 0 ? "" : self[.numberDecimal] + String(average.tenths)
        return number(average.whole) + tenths
    }

    /// With the year unless it is the current one.
    private func date(_ day: CivilDay, upTo today: CivilDay) -> String {
        date(day, .short, withWeekday: true, withYear: day.civil.year != today.civil.year)
    }
}
