// Date arithmetic with integers, compared with Foundation's calendar.

import Foundation
import Testing

@testable import Ledger

@Suite struct CivilDayTests {
    /// Before 1583 Foundation's calendar is Julian; dates repeat themselves every 400 years.
    private static let repetition = (years: 2000, days: 5 * 146_097)

    private func calendar() throws -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        return calendar
    }

    private func expectSame(_ day: CivilDay, _ calendar: Calendar) throws {
        let isEarly = day.civil.year < 1583
        let shift = isEarly ? Self.repetition.days : 0
        let date = Date(timeIntervalSince1970: Double(day.number + shift) * 86_400)
        let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
        let year = try #require(parts.year) - (isEarly ? Self.repetition.years : 0)
        #expect(
            day.civil.year == year && day.civil.month == parts.month && day.civil.day == parts.day, "\(day)")
        // Foundation's first day is Sunday, and has the number 1.
        let weekday = try #require(parts.weekday)
        #expect(day.weekday.rawValue == (weekday + 5) % 7, "\(day)")
        let (civilYear, month, dayOfMonth) = day.civil
        #expect(CivilDay(year: civilYear, month: month, day: dayOfMonth) == day)
    }

    @Test func `dates of the years 1 to 9999 are those of the calendar, and lead back`() throws {
        let calendar = try calendar()
        let first = try #require(CivilDay(year: 1, month: 1, day: 1))
        let last = try #require(CivilDay(year: 9999, month: 12, day: 31))
        for _ in 0..<5000 {
            try expectSame(CivilDay(number: .random(in: first.number...last.number)), calendar)
        }
        for day in [first, last] { try expectSame(day, calendar) }
    }

    @Test func `every day around a leap day and the end of a year is that of the calendar`() throws {
        let calendar = try calendar()
        for year in [1, 4, 100, 400, 1582, 1600, 1700, 1900, 1969, 1970, 1972, 2000, 2024, 2026, 2100, 9999] {
            for month in [1, 2, 3, 12] {
                let first = try #require(CivilDay(year: year, month: month, day: 1))
                for offset in 0..<31 { try expectSame(first.adding(offset), calendar) }
            }
        }
    }

    @Test func `a date there is not is none`() {
        let none: [(Int, Int, Int)] = [
            (2026, 2, 29), (2024, 2, 30), (1900, 2, 29), (2026, 4, 31), (2026, 0, 1), (2026, 13, 1),
            (2026, 1, 0),
            (2026, 1, 32), (2026, 1, -1), (.max, 1, 1), (.min, 12, 31),
        ]
        for (year, month, day) in none { #expect(CivilDay(year: year, month: month, day: day) == nil) }
        #expect(CivilDay(year: 2024, month: 2, day: 29) != nil)
        #expect(CivilDay(year: 2000, month: 2, day: 29) != nil)
    }

    @Test func `a date is read as it is written`() throws {
        let first = try #require(CivilDay(year: 1, month: 1, day: 1))
        let last = try #require(CivilDay(year: 9999, month: 12, day: 31))
        for number in stride(from: first.number, through: last.number, by: 997) {
            let day = CivilDay(number: number)
            #expect(CivilDay(day.description) == day)
        }
        #expect(CivilDay(last.description) == last)
        #expect(CivilDay("2024-02-29".dropFirst(0))?.description == "2024-02-29")
    }

    @Test(arguments: [
        "2026-02-29", "1900-02-29", "2026-04-31", "2026-13-01", "2026-00-10", "2026-01-00", "2026-01-32",
        "2026-1-3", "26-01-03", "02026-01-03", "0000-01-01", "20260103", "2026/01/03", " 2026-01-03",
        "2026-01-03 ",
        "2026-01-03T00:00", "-2026-01-03", "+2026-01-03", "２０２６-01-03", "2026-01-0٣", "2026-01-03\u{0}",
        "today", "",
    ])
    func `what is no date in the calendar is none`(_ text: String) {
        #expect(CivilDay(text) == nil)
    }

    @Test func `dates are written as everybody can read them`() {
        #expect(CivilDay(number: 0).description == "1970-01-01")
        #expect(CivilDay(number: -1).description == "1969-12-31")
        #expect(CivilDay(number: -719_162).description == "0001-01-01")
    }

    @Test(
        arguments: [
            (0, 0, "1970-01-01"), (-1, 0, "1969-12-31"), (-1, 1, "1970-01-01"), (86_399_999, 0, "1970-01-01"),
            (86_399_999, 1, "1970-01-02"), (0, -1, "1969-12-31"), (1_795_248_000_000, 14 * 60, "2026-11-21"),
            (1_795_248_000_000, 16 * 60, "2026-11-22"), (1_795_248_000_000, -9 * 60, "2026-11-20"),
            (.max, 1080, nil), (.min, -1080, nil), (0, .max, "1970-01-01"), (0, .min, "1969-12-31"),
        ] as [(Int64, Int, String?)])
    func `the date depends on the zone`(_ milliseconds: Int64, _ offset: Int, _ date: String?) {
        let day = CivilDay(of: Moment(milliseconds: milliseconds), zoneOffset: offset)
        if let date { #expect(day.description == date) }
    }

    @Test func `a week begins on the day it is said to begin on`() {
        for number in -20...20 {
            let day = CivilDay(number: number)
            for first in Weekday.allCases {
                let start = day.startOfWeek(from: first)
                #expect(start.weekday == first)
                #expect((0...6).contains(day.number - start.number))
            }
        }
        #expect(Weekday.sunday.andTheNextSix.map(\.rawValue) == [6, 0, 1, 2, 3, 4, 5])
    }

    @Test func `hours and months belong to their days`() throws {
        for number in -50...50 {
            let hour = CivilHour(number: number)
            #expect((0..<24).contains(hour.hour))
            #expect(CivilHour(hour.day, hour: hour.hour) == hour)
        }
        for number in stride(from: -800_000, to: 3_000_000, by: 997) {
            let day = CivilDay(number: number), month = CivilMonth(of: day)
            #expect(month.year == day.civil.year && month.month == day.civil.month)
            #expect(month.firstDay <= day && day < month.adding(1).firstDay)
        }
    }
}
