// Which day it is if days begin after midnight, compared with Foundation's calendar.

import Foundation
import Testing

@testable import Ledger

@Suite struct DayStartTests {
    static let zones = [
        "UTC", "Europe/Berlin", "America/New_York", "America/Santiago", "America/St_Johns",
        "Australia/Lord_Howe", "Africa/Cairo", "Asia/Beirut", "Asia/Kathmandu", "Pacific/Kiritimati",
        "Pacific/Pago_Pago",
    ]

    /// A moment on the clock of a zone.
    private struct Local {
        let moment: Moment
        let offset: Int
        /// The date and the hour, as Foundation tells them.
        let date: CivilDay
        let hour: Int

        init(_ seconds: Int64, _ calendar: Calendar) throws {
            let time = Date(timeIntervalSince1970: Double(seconds))
            moment = Moment(milliseconds: seconds * 1000)
            offset = calendar.timeZone.secondsFromGMT(for: time) / 60
            let parts = calendar.dateComponents([.year, .month, .day, .hour], from: time)
            let year = try #require(parts.year), month = try #require(parts.month)
            let day = try #require(parts.day)
            date = try #require(CivilDay(year: year, month: month, day: day))
            hour = try #require(parts.hour)
        }

        /// The day it is where days begin with this hour.
        func day(startingAt first: Int) -> CivilDay { hour < first ? date.adding(-1) : date }
    }

    private func calendar(_ name: String) throws -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: name))
        return calendar
    }

    @Test func `there are 24 hours for a day to begin with`() {
        for hour in 0..<24 { #expect(DayStart(hour: hour)?.hour == hour) }
        for hour: Int in [-1, 24, .min, .max] { #expect(DayStart(hour: hour) == nil) }
        #expect(DayStart(hour: 0) == .midnight)
    }

    @Test func `at two in the night it is still the day before, where days begin at four`() throws {
        let four = try #require(DayStart(hour: 4))
        let today = try #require(CivilDay(year: 2026, month: 3, day: 1))
        for hour in 0..<24 {
            let day = four.day(of: CivilHour(today, hour: hour))
            #expect(day.description == (hour < 4 ? "2026-02-28" : "2026-03-01"), "\(hour)")
        }
        #expect(four.firstHour(of: today) == CivilHour(today, hour: 4))
    }

    @Test(arguments: zones)
    func `the day turns when the clock shows its first hour, whatever the zone and the year`(
        _ name: String
    ) throws {
        let calendar = try calendar(name)
        var random = Repeatable(seed: 11)
        for first in 0..<24 {
            let dayStart = try #require(DayStart(hour: first))
            for _ in 0..<60 {
                // Of the years 1973 to 2037.
                let local = try Local(Int64.random(in: 94_694_400...2_145_916_799, using: &random), calendar)
                let day = dayStart.day(of: local.moment, zoneOffset: local.offset)
                #expect(day == local.day(startingAt: first), "\(first) \(local.moment)")
            }
        }
    }

    @Test(arguments: zones)
    func `where clocks are put forward and back, days follow one another and none comes twice`(
        _ name: String
    ) throws {
        let calendar = try calendar(name)
        var change = Date(timeIntervalSince1970: 1_767_225_600)
        for _ in 0..<4 {
            // Where clocks stay as they are, any days will do.
            change =
                calendar.timeZone.nextDaylightSavingTimeTransition(after: change)
                ?? change.addingTimeInterval(100 * 86_400)
            let start = Int64(change.timeIntervalSince1970) - 36 * 3600
            // Each quarter of an hour of three days.
            let locals = try (Int64(0)..<288).map { try Local(start + $0 * 900, calendar) }
            for first in 0..<24 {
                let dayStart = try #require(DayStart(hour: first))
                let days = locals.map { dayStart.day(of: $0.moment, zoneOffset: $0.offset) }
                #expect(days == locals.map { $0.day(startingAt: first) }, "\(first)")
                #expect(zip(days, days.dropFirst()).allSatisfy { (0...1).contains($1.number - $0.number) })
            }
        }
    }

    @Test(arguments: zones)
    func `statistics count each mark on the day it was made on`(_ name: String) throws {
        let calendar = try calendar(name)
        let now = Date(timeIntervalSince1970: 1_795_248_000)
        let change = calendar.timeZone.nextDaylightSavingTimeTransition(after: now) ?? now
        let start = Int64(change.timeIntervalSince1970) - 3 * 86_400
        let locals = try (Int64(0)..<240).map { try Local(start + $0 * 1800, calendar) }
        let byHour = Dictionary(grouping: locals) { CivilHour(of: $0.moment, zoneOffset: $0.offset) }
        let hours = byHour.map { hour, marks in
            let moments = marks.map(\.moment).sorted()
            return CountedHour(
                hour: hour, marks: Int64(marks.count), firstAt: moments[0],
                lastAt: moments[moments.count - 1])
        }
        let last = try #require(locals.last)
        for first in 0..<24 {
            let dayStart = try #require(DayStart(hour: first)), today = last.day(startingAt: first)
            let statistics = Statistics(
                hours, over: .sevenDays, upTo: today, weekStart: .monday, dayStart: dayStart)
            for day in statistics.days {
                let marks = locals.filter { $0.day(startingAt: first) == day.place }
                #expect(day.marks == Int64(marks.count), "\(first) \(day.place)")
            }
            #expect(statistics.today == statistics.days.last?.marks)
            // The hours of the day are the clock's.
            for hour in statistics.hours {
                let marks = locals.filter { $0.hour == hour.place }
                #expect(hour.marks == Int64(marks.count), "\(first) \(hour.place)")
            }
        }
    }

    @Test func `records, weekdays, weeks, months and gaps go by the days that begin later`() throws {
        let four = try #require(DayStart(hour: 4))
        // Sunday 1 November 2026; its night belongs to Saturday 31 October.
        let sunday = try #require(CivilDay(year: 2026, month: 11, day: 1))
        func counted(_ day: CivilDay, _ hour: Int, _ marks: Int64) -> CountedHour {
            let hour = CivilHour(day, hour: hour)
            let moment = Moment(milliseconds: Int64(hour.number) * 3_600_000)
            return CountedHour(hour: hour, marks: marks, firstAt: moment, lastAt: moment)
        }
        let hours = [counted(sunday, 3, 5), counted(sunday, 4, 1), counted(sunday.adding(-1), 22, 2)]
        func told(_ dayStart: DayStart) -> Statistics {
            Statistics(hours, over: .twelveMonths, upTo: sunday, weekStart: .sunday, dayStart: dayStart)
        }
        let late = told(four), plain = told(.midnight)
        #expect(late.today == 1 && plain.today == 6)
        #expect(late.thisWeek == 1 && plain.thisWeek == 6)
        #expect(late.bestDay?.place == sunday.adding(-1) && late.bestDay?.marks == 7)
        #expect(late.busiestWeekday?.place == .saturday && plain.busiestWeekday?.place == .sunday)
        #expect(late.months.suffix(2).map(\.marks) == [7, 1])
        #expect(late.perDay == Statistics.Average(8, over: 2))
        #expect(late.bestHour?.place == CivilHour(sunday, hour: 3) && late.hours[3].marks == 5)
        #expect(late.longestGap?.from == sunday.adding(-1) && late.longestGap?.to == sunday.adding(-1))
        // The night before the period's first day's first hour is not in the period.
        let day = Statistics(
            [counted(sunday.adding(-6), 3, 9), counted(sunday.adding(-6), 4, 1)], over: .sevenDays,
            upTo: sunday, weekStart: .monday, dayStart: four)
        #expect(day.total == 1)
    }
}
