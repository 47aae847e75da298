// Statistics across daylight saving changes and travel.

import Foundation
import Testing

@testable import Ledger

@Suite struct StatisticsInZonesTests {
    /// What the ledger keeps of single marks, each with its zone offset in minutes.
    private func counted(_ marks: [(at: Moment, offset: Int)]) -> [CountedHour] {
        let hours = Dictionary(grouping: marks) { mark in
            (mark.at.milliseconds + Int64(mark.offset) * 60_000) / 3_600_000
        }
        return hours.map { number, marks in
            let moments = marks.map(\.at).sorted()
            return CountedHour(
                hour: CivilHour(number: Int(number)), marks: Int64(marks.count), firstAt: moments[0],
                lastAt: moments[moments.count - 1])
        }
    }

    private func offset(_ zone: TimeZone, _ moment: Moment) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment.milliseconds) / 1000)) / 60
    }

    @Test(arguments: [
        "Europe/Berlin", "America/New_York", "America/Santiago", "Australia/Sydney", "Australia/Lord_Howe",
        "Africa/Cairo", "Asia/Beirut",
    ])
    func `a day with 23 or 25 hours is one day, with all that was counted in it`(_ name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        var change = Date(timeIntervalSince1970: 1_767_225_600)
        for _ in 0..<4 {
            change = try #require(zone.nextDaylightSavingTimeTransition(after: change))
            let start = calendar.startOfDay(for: change)
            let end = calendar.startOfDay(for: start.addingTimeInterval(36 * 3600))
            // A mark each half hour, for three days.
            let first = Int64(start.timeIntervalSince1970) - 86_400
            let marks = (0..<144).map { step in
                let moment = Moment(milliseconds: (first + Int64(step) * 1800) * 1000)
                return (at: moment, offset: offset(zone, moment))
            }
            let noon = Moment(milliseconds: (Int64(start.timeIntervalSince1970) + 43_200) * 1000)
            let today = CivilDay(of: noon, zoneOffset: offset(zone, noon))
            let statistics = Statistics(counted(marks), over: .sevenDays, upTo: today, weekStart: .monday)
            #expect(statistics.today == Int64(end.timeIntervalSince(start) / 1800), "\(name) \(today)")
            #expect(statistics.longestGap == nil, "\(name) \(today)")
        }
    }

    @Test func `a gap is as long as it was, whatever the clock said`() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        // The clock goes from 2 to 3 at 01:00 UTC on 2026-03-29, and back at 01:00 UTC on 2026-10-25.
        for change: Int64 in [1_774_746_000_000, 1_792_890_000_000] {
            let moments = [change - 1_800_000, change + 5_400_000].map { Moment(milliseconds: $0) }
            let marks = moments.map { (at: $0, offset: offset(zone, $0)) }
            #expect(marks[0].offset != marks[1].offset)
            let today = CivilDay(of: moments[1], zoneOffset: marks[1].offset)
            let statistics = Statistics(counted(marks), over: .sevenDays, upTo: today, weekStart: .monday)
            #expect(statistics.longestGap?.milliseconds == Int64(7_200_000))
        }
    }

    @Test func `marks of a journey stay in the hours that were on the clock`() {
        // 2026-11-21, 01:30 in Tokyo; eighteen hours later, in Los Angeles, it is 02:30 of the same day.
        let tokyo = Moment(milliseconds: 1_795_192_200_000)
        let angeles = Moment(milliseconds: tokyo.milliseconds + 18 * 3_600_000)
        let marks = [(at: tokyo, offset: 540), (at: angeles, offset: -480)]
        let today = CivilDay(of: angeles, zoneOffset: -480)
        #expect(today.description == "2026-11-21")
        let statistics = Statistics(counted(marks), over: .sevenDays, upTo: today, weekStart: .monday)
        #expect(statistics.today == 2 && statistics.hours[1].marks == 1 && statistics.hours[2].marks == 1)
        #expect(statistics.longestGap?.milliseconds == Int64(18 * 3_600_000))
    }

    @Test func `whoever flies west meets an hour again, and no gap is below 0`() {
        // 23:30 in Tokyo, then an hour later 07:30 of the same day in Los Angeles.
        let first = Moment(milliseconds: 1_795_271_400_000)
        let second = Moment(milliseconds: first.milliseconds + 3_600_000)
        let third = Moment(milliseconds: second.milliseconds + 2 * 3_600_000)
        let marks = [(at: first, offset: 540), (at: second, offset: -480), (at: third, offset: -480)]
        let today = CivilDay(of: third, zoneOffset: -480)
        let statistics = Statistics(counted(marks), over: .sevenDays, upTo: today, weekStart: .monday)
        #expect(statistics.today == 3)
        #expect(statistics.longestGap?.milliseconds == Int64(2 * 3_600_000))
    }

    @Test func `what was counted on a date that has not begun here yet comes with that date`() {
        // 01:30 of the 22nd in Auckland, which is the 21st in Los Angeles.
        let moment = Moment(milliseconds: 1_795_264_200_000)
        let hours = counted([(at: moment, offset: 780)])
        let today = CivilDay(of: moment, zoneOffset: -480)
        let now = Statistics(hours, over: .sevenDays, upTo: today, weekStart: .monday)
        let tomorrow = Statistics(hours, over: .sevenDays, upTo: today.adding(1), weekStart: .monday)
        #expect(now.total == 0 && tomorrow.total == 1 && tomorrow.today == 1)
    }
}
