// Every figure of the statistics, from given hourly sums.

import Foundation
import Testing

@testable import Ledger

@Suite struct StatisticsTests {
    /// Saturday 2026-11-21.
    private static let today = CivilDay(number: 20_778)

    /// Hours counted on a clock at UTC.
    static func hour(
        _ daysAgo: Int, _ hour: Int, _ marks: Int64, minute: Int = 0, through last: Int? = nil
    ) -> CountedHour {
        let hour = CivilHour(today.adding(-daysAgo), hour: hour)
        func moment(_ minute: Int) -> Moment {
            Moment(milliseconds: Int64(hour.number) * 3_600_000 + Int64(minute) * 60_000)
        }
        return CountedHour(
            hour: hour, marks: marks, firstAt: moment(minute), lastAt: moment(last ?? minute))
    }

    private func told(
        _ hours: [CountedHour], _ period: Statistics.Period = .thirtyDays, weekStart: Weekday = .monday
    ) -> Statistics {
        Statistics(hours.shuffled(), over: period, upTo: Self.today, weekStart: weekStart)
    }

    @Test func `the day these tests are told on is the one they mean`() {
        #expect(Self.today.description == "2026-11-21")
        #expect(Self.today.weekday == .saturday)
    }

    @Test(arguments: Statistics.Period.allCases)
    func `of nothing there is nothing to tell`(_ period: Statistics.Period) {
        let statistics = told([], period)
        #expect(statistics.total == 0 && statistics.today == 0 && statistics.thisWeek == 0)
        #expect(statistics.perDay == nil && statistics.perActiveHour == nil)
        #expect(statistics.bestDay == nil && statistics.bestHour == nil)
        #expect(statistics.busiestHour == nil && statistics.busiestWeekday == nil)
        #expect(statistics.longestGap == nil)
        #expect(statistics.hours.count == 24 && statistics.weekdays.count == 7)
        #expect(statistics.days.last?.place == Self.today)
    }

    @Test func `today, this week and all are told apart`() {
        let hours = [
            Self.hour(0, 8, 3), Self.hour(0, 9, 2), Self.hour(5, 23, 4), Self.hour(6, 12, 7),
            Self.hour(29, 0, 1),
        ]
        let statistics = told(hours)
        #expect(statistics.today == 5)
        #expect(statistics.total == 17)
        // The 16th was a Monday, the 15th a Sunday.
        #expect(statistics.thisWeek == 9)
        #expect(told(hours, weekStart: .sunday).thisWeek == 16)
        #expect(told(hours, weekStart: .saturday).thisWeek == 5)
    }

    @Test(
        arguments: [
            (.sevenDays, 6), (.thirtyDays, 29), (.twelveWeeks, 83),
            // From 2025-12-01 on.
            (.twelveMonths, 355),
        ] as [(Statistics.Period, Int)])
    func `a period begins on its first day and not before`(_ period: Statistics.Period, _ daysAgo: Int) {
        let statistics = told(
            [Self.hour(daysAgo, 0, 1), Self.hour(daysAgo + 1, 23, 10), Self.hour(-1, 0, 100)], period)
        #expect(statistics.total == 1)
        #expect(told([Self.hour(20_000, 5, 2), Self.hour(-1, 0, 100)], .all).total == 2)
    }

    @Test func `the average counts from the first count on, with the days between`() {
        #expect(told([Self.hour(0, 8, 7)]).perDay == Statistics.Average(7, over: 1))
        // 10 in 4 days.
        let average = told([Self.hour(3, 8, 9), Self.hour(0, 8, 1)]).perDay
        #expect(average?.whole == 2 && average?.tenths == 5)
    }

    @Test(
        arguments: [
            (10, 4, 2, 5), (1, 3, 0, 3), (2, 3, 0, 7), (1, 20, 0, 1), (19, 20, 1, 0), (0, 9, 0, 0),
            (.max, 1, .max, 0), (.max, 2, .max / 2, 5),
        ] as [(Int64, Int, Int64, Int)])
    func `averages are rounded to a tenth`(_ total: Int64, _ parts: Int, _ whole: Int64, _ tenths: Int) {
        let average = Statistics.Average(total, over: parts)
        #expect(average?.whole == whole && average?.tenths == tenths)
        #expect(Statistics.Average(total, over: 0) == nil)
    }

    @Test func `the pace is of hours in which something was counted`() {
        let statistics = told([
            Self.hour(9, 8, 12), Self.hour(2, 9, 3), Self.hour(2, 10, 0), Self.hour(1, 1, -3),
        ])
        // 12 in two hours; that others were corrected slows nobody down.
        #expect(statistics.perActiveHour == Statistics.Average(12, over: 2))
    }

    @Test func `records are the first of the largest`() {
        let statistics = told([
            Self.hour(5, 8, 6), Self.hour(5, 9, 6), Self.hour(3, 8, 11), Self.hour(3, 9, 1),
            Self.hour(2, 22, 11), Self.hour(0, 7, 1),
        ])
        #expect(statistics.bestDay?.place == Self.today.adding(-5) && statistics.bestDay?.marks == 12)
        #expect(statistics.bestHour?.place == CivilHour(Self.today.adding(-3), hour: 8))
        #expect(statistics.bestHour?.marks == 11)
    }

    @Test func `the busiest hour and weekday are so in all`() {
        let statistics = told([
            Self.hour(0, 8, 5), Self.hour(1, 8, 5), Self.hour(2, 14, 9), Self.hour(7, 3, 1),
            Self.hour(14, 4, 4),
        ])
        #expect(statistics.busiestHour?.place == 8 && statistics.busiestHour?.marks == 10)
        // Three Saturdays have 10 together.
        #expect(statistics.busiestWeekday?.place == .saturday && statistics.busiestWeekday?.marks == 10)
    }

    @Test func `the longest gap lies between a last and a first mark`() {
        let statistics = told([
            Self.hour(4, 8, 1, minute: 10, through: 40), Self.hour(4, 10, 1, minute: 20, through: 59),
            Self.hour(2, 11, 5, minute: 30), Self.hour(2, 13, 5, minute: 1),
        ])
        #expect(statistics.longestGap?.milliseconds == Int64((48 * 60 + 31) * 60_000))
        #expect(statistics.longestGap?.from == Self.today.adding(-4))
        #expect(statistics.longestGap?.to == Self.today.adding(-2))
    }

    @Test func `a gap is told from one hour up, and an hour without marks is none's end`() {
        #expect(told([Self.hour(0, 8, 1, minute: 10), Self.hour(0, 9, 1, minute: 9)]).longestGap == nil)
        let exact = told([Self.hour(0, 8, 1, minute: 10), Self.hour(0, 9, 1, minute: 10)])
        #expect(exact.longestGap?.milliseconds == Int64(3_600_000))
        let corrected = told([Self.hour(0, 8, 1), Self.hour(0, 9, -1), Self.hour(0, 12, 1)])
        #expect(corrected.longestGap?.milliseconds == Int64(4 * 3_600_000))
        #expect(told([Self.hour(0, 8, 1), Self.hour(0, 12, 0)]).longestGap == nil)
    }

    @Test func `corrections take away, and nothing told is below 0`() {
        let statistics = told(
            [Self.hour(3, 8, 4), Self.hour(3, 9, -1), Self.hour(2, 8, -6), Self.hour(0, 10, -2)], .all)
        #expect(statistics.total == 0 && statistics.today == 0 && statistics.thisWeek == 0)
        #expect(statistics.netToday == -2 && statistics.netThisWeek == -5)
        #expect(statistics.bestDay?.marks == 3 && statistics.bestHour?.marks == 4)
        #expect(statistics.busiestHour == nil)
        let marks =
            statistics.hours.map(\.marks) + statistics.weekdays.map(\.marks) + statistics.days.map(\.marks)
            + statistics.months.map(\.marks)
        #expect(marks.allSatisfy { $0 >= 0 })
        #expect(statistics.days.suffix(4).map(\.marks) == [3, 0, 0, 0])
    }

    @Test func `only corrections are nothing to be named`() {
        let statistics = told([Self.hour(1, 8, -4), Self.hour(0, 9, 0)])
        #expect(statistics.bestDay == nil && statistics.bestHour == nil && statistics.perDay == nil)
        #expect(statistics.busiestHour == nil && statistics.busiestWeekday == nil)
    }

    @Test func `charts have their places in order, and as much as there is`() {
        let hours = (0..<400).map { Self.hour($0, $0 % 24, Int64($0 % 5)) }
        for period in Statistics.Period.allCases {
            let statistics = told(hours, period, weekStart: .sunday)
            #expect(statistics.hours.map(\.place) == Array(0..<24))
            #expect(statistics.weekdays.map(\.place) == Weekday.sunday.andTheNextSix)
            #expect(statistics.hours.reduce(0) { $0 + $1.marks } == statistics.total)
            #expect(statistics.weekdays.reduce(0) { $0 + $1.marks } == statistics.total)
            #expect(
                zip(statistics.days, statistics.days.dropFirst()).allSatisfy {
                    $0.place.adding(1) == $1.place
                })
        }
        #expect(told(hours, .sevenDays).days.count == 7)
        #expect(told(hours, .thirtyDays).days.count == 30)
        #expect(told(hours, .twelveWeeks).days.reduce(0) { $0 + $1.marks } == told(hours, .twelveWeeks).total)
        let year = told(hours, .twelveMonths)
        #expect(year.months.count == 12 && year.days.count == 30)
        #expect(year.months.first?.place == CivilMonth(number: 2025 * 12 + 11))
        #expect(year.months.last?.place == CivilMonth(number: 2026 * 12 + 10))
        #expect(year.months.reduce(0) { $0 + $1.marks } == year.total)
    }

    @Test func `numbers as large as there are end at the largest`() {
        let statistics = told([Self.hour(0, 8, .max), Self.hour(0, 9, .max), Self.hour(1, 8, .max)])
        #expect(statistics.total == .max && statistics.today == .max && statistics.thisWeek == .max)
        #expect(statistics.busiestHour?.marks == .max && statistics.perDay?.whole == .max / 2)
    }

    @Test func `a leap day and the end of a year are days like others`() throws {
        for (year, month, day) in [(2024, 3, 1), (2026, 3, 1), (2027, 1, 1), (2100, 3, 1)] {
            let today = try #require(CivilDay(year: year, month: month, day: day))
            let hours = (0..<3).map { ago in
                let hour = CivilHour(today.adding(-ago), hour: 23 - ago)
                let moment = Moment(milliseconds: Int64(hour.number) * 3_600_000)
                return CountedHour(hour: hour, marks: 1, firstAt: moment, lastAt: moment)
            }
            let statistics = Statistics(hours, over: .twelveMonths, upTo: today, weekStart: .monday)
            #expect(statistics.total == 3 && statistics.today == 1)
            #expect(statistics.perDay == Statistics.Average(3, over: 3))
            #expect(statistics.months.suffix(2).map(\.marks) == [2, 1])
            #expect(statistics.days.suffix(3).map(\.marks) == [1, 1, 1])
        }
    }
}
