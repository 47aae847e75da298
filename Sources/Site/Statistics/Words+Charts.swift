// Statistics as charts, each with its table.

import Figures
import Ledger

extension Words {
    /// Charts by day, by month for a long period, by hour and by weekday.
    func charts(of statistics: Statistics) -> [StatisticsPage.Chart] {
        let isLong = !statistics.months.isEmpty
        var charts = [
            chart(
                "by-day", isLong ? .statisticsByDayLast : .statisticsByDay, .statisticsDay, statistics.days,
                anchor: .last, hasCurrent: true, short: { date($0, .short) },
                long: { date($0, withWeekday: true) }),
            chart(
                "by-hour", .statisticsByHour, .statisticsHour, statistics.hours, short: hour,
                long: span(ofHour:)),
            chart(
                "by-weekday", .statisticsByWeekday, .statisticsWeekday, statistics.weekdays,
                short: { weekday($0, .short) }, long: { weekday($0) }),
        ]
        if isLong {
            charts.insert(
                chart(
                    "by-month", .statisticsByMonth, .statisticsMonth, statistics.months, anchor: .last,
                    short: { month($0, .short) }, long: monthAndYear), at: 1)
        }
        return charts
    }

    private func chart<Place>(
        _ id: String, _ caption: Phrase, _ column: Phrase, _ totals: [Statistics.Total<Place>],
        anchor: BarChart.Anchor = .first, hasCurrent: Bool = false, short: (Place) -> String,
        long: (Place) -> String
    ) -> StatisticsPage.Chart {
        let bars = totals.map { BarChart.Bar(label: short($0.place), value: $0.marks) }
        return StatisticsPage.Chart(
            id: id, caption: self[caption],
            drawing: BarChart(bars, anchor: anchor, current: hasCurrent ? bars.count - 1 : nil)
                .svg(labelledBy: id, format: number),
            column: self[column],
            rows: totals.map { .init(place: long($0.place), marks: breakable($0.marks)) }
        )
    }
}
