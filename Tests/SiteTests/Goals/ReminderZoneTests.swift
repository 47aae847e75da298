// A reminder rings at the same local time on each day of its goal, for programs
// that know the time zone only from the calendar file.

import Foundation
import Ledger
import Testing

@testable import Site

@Suite struct ReminderZoneTests {
    /// Reads a VTIMEZONE as RFC 5545 has it, and knows nothing of the zone but that.
    private struct Reader {
        struct Part {
            let onset: Int
            let before: Int
            let after: Int
            /// In seconds since 1970-01-01 UTC.
            var begin: Int { onset - before }
        }
        var parts: [Part] = []

        init(_ lines: [String]) throws {
            var values: [String: String] = [:]
            for line in lines {
                let pair = line.split(separator: ":", maxSplits: 1).map(String.init)
                guard pair.count == 2 else { continue }
                if pair[0] == "BEGIN" { values = [:] }
                values[pair[0]] = pair[1]
                if pair[0] == "END", pair[1] != "VTIMEZONE" {
                    parts.append(
                        Part(
                            onset: try Self.seconds(#require(values["DTSTART"])),
                            before: try Self.offset(#require(values["TZOFFSETFROM"])),
                            after: try Self.offset(#require(values["TZOFFSETTO"]))))
                }
            }
            parts.sort { $0.begin < $1.begin }
        }

        /// `20261121T073000`, by whichever clock.
        static func seconds(_ text: String) throws -> Int {
            let digits = text.filter(\.isNumber).compactMap(\.wholeNumberValue)
            try #require(digits.count == 14)
            func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
            let day = try #require(
                CivilDay(year: number(0..<4), month: number(4..<6), day: number(6..<8)))
            return day.number * 86_400 + number(8..<10) * 3600 + number(10..<12) * 60 + number(12..<14)
        }

        private static func offset(_ text: String) throws -> Int {
            let digits = text.dropFirst().compactMap(\.wholeNumberValue)
            try #require(digits.count == 4 || digits.count == 6)
            let pairs = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 10 + digits[$0 + 1] }
            let size = pairs[0] * 3600 + pairs[1] * 60 + (pairs.count > 2 ? pairs[2] : 0)
            return text.hasPrefix("-") ? -size : size
        }

        func offset(at moment: Int) -> Int {
            parts.last { $0.begin <= moment }?.after ?? parts[0].before
        }

        /// The first moment at which the clock shows the time; nil where it never does.
        func moment(of time: Int) -> Int? {
            Set(parts.map(\.after)).map { time - $0 }.filter { $0 + offset(at: $0) == time }.min()
        }
    }

    private static func calendar(_ zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }

    /// Follows the file day by day, and asks Foundation what the clock shows then.
    ///
    /// - Returns: On how many days the clock leaves the time out.
    @discardableResult
    private func follow(_ name: String, from first: CivilDay, days: Int, minute: Int) throws -> Int {
        let zone = try #require(TimeZone(identifier: name)), calendar = Self.calendar(zone)
        let last = first.adding(days - 1)
        let told = ReminderZone(zone, name: name, from: first, through: last)
        let reader = try Reader(told.lines)
        var leftOut = 0
        for number in 0..<days {
            let day = first.adding(number), civil = day.civil
            let time = ReminderTime(day, minute: minute)
            let moment = told.moment(of: time).seconds
            let date = Date(timeIntervalSince1970: Double(moment))
            guard let read = reader.moment(of: time.seconds) else {
                leftOut += 1
                // Told by the clock as it went before, so that it rings when it would have.
                let before = zone.secondsFromGMT(for: date.addingTimeInterval(-86_400))
                #expect(moment + before == time.seconds, "\(name) \(day) \(minute)")
                // And Foundation finds no such time either.
                for offset in [before, zone.secondsFromGMT(for: date)] {
                    let other = Date(timeIntervalSince1970: Double(time.seconds - offset))
                    #expect(time.seconds - offset + zone.secondsFromGMT(for: other) != time.seconds)
                }
                continue
            }
            #expect(read == moment, "\(name) \(day) \(minute)")
            let shown = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
            #expect(
                shown.year == civil.year && shown.month == civil.month && shown.day == civil.day
                    && shown.hour == minute / 60 && shown.minute == minute % 60,
                "\(name) \(day) \(minute)")
        }
        return leftOut
    }

    static let zones = [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Africa/Casablanca",
        "UTC",
        "America/Santiago", "Asia/Beirut", "Europe/Dublin", "Pacific/Apia",
    ]

    @Test(arguments: zones)
    func `each day of two years it rings at the same time of the clock`(_ name: String) throws {
        let first = try #require(CivilDay(year: 2025, month: 10, day: 1))
        for minute in [0, 150, 450, 1439] { try follow(name, from: first, days: 730, minute: minute) }
    }

    @Test(arguments: zones)
    func `so it does for ten years`(_ name: String) throws {
        let first = try #require(CivilDay(year: 2026, month: 11, day: 21))
        let leftOut = try follow(name, from: first, days: Goal.longestRange, minute: 150)
        // Where clocks are put from 2 to 3 each spring, and where they never are.
        if ["Europe/Berlin", "America/New_York"].contains(name) { #expect(leftOut == 10) }
        if ["UTC", "Asia/Kolkata", "Pacific/Apia"].contains(name) { #expect(leftOut == 0) }
    }

    @Test func `so it does in any zone, from any day, at any time`() throws {
        var chance = Chance(state: 5545)
        let names = ZonePage.names
        for _ in 0..<150 {
            let name = names[Int.random(in: 0..<names.count, using: &chance)]
            // From 1975, when the last offsets with seconds were gone, to 2075.
            let first = CivilDay(number: Int.random(in: 1826...38_351, using: &chance))
            let days = Int.random(in: 1...500, using: &chance)
            let minute = Int.random(in: 0..<1440, using: &chance)
            try follow(name, from: first, days: days, minute: minute)
        }
    }

    /// SplitMix64: the same cases in each run.
    private struct Chance: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var bits = state
            bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
            bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
            return bits ^ (bits >> 31)
        }
    }

    @Test(
        arguments: [
            // Left out, and there twice; by an hour, and by half of one.
            ("Europe/Berlin", 2026, 3, 29, 150, "20260329T013000"),
            ("Europe/Berlin", 2026, 10, 25, 150, "20261025T003000"),
            ("Europe/Berlin", 2026, 10, 25, 180, "20261025T020000"),
            ("America/New_York", 2026, 3, 8, 150, "20260308T073000"),
            ("America/New_York", 2026, 11, 1, 90, "20261101T053000"),
            ("Australia/Lord_Howe", 2026, 10, 4, 135, "20261003T154500"),
            ("Australia/Lord_Howe", 2026, 4, 5, 105, "20260404T144500"),
            ("Asia/Kolkata", 2026, 3, 29, 450, "20260329T020000"),
            ("UTC", 2026, 3, 29, 450, "20260329T073000"),
        ])
    func `a time that is left out or comes twice is one moment`(
        _ name: String, _ year: Int, _ month: Int, _ day: Int, _ minute: Int, _ moment: String
    ) throws {
        let zone = try #require(TimeZone(identifier: name))
        let day = try #require(CivilDay(year: year, month: month, day: day))
        // Be it the first, the only or the last day.
        for (first, last) in [(day, day.adding(9)), (day, day), (day.adding(-9), day)] {
            let told = ReminderZone(zone, name: name, from: first, through: last)
            #expect(told.moment(of: ReminderTime(day, minute: minute)).text == moment)
        }
    }

    @Test func `a file tells each change of the clocks between its days, and no more`() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        let first = try #require(CivilDay(year: 2026, month: 10, day: 24))
        let calendar = ReminderCalendar(
            name: "Read", first: first, last: first.adding(2), minute: 450,
            zone: ReminderZone(zone, name: "Europe/Berlin", from: first, through: first.adding(2)),
            identifier: "x", sequence: 1, address: nil, now: Moment(milliseconds: 0))
        let lines = ReminderTests.unfolded(calendar.text)
        #expect(
            lines.dropFirst(4).prefix(13) == [
                "BEGIN:VTIMEZONE", "TZID:Europe/Berlin",
                "BEGIN:DAYLIGHT", "DTSTART:20261020T000000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0200",
                "END:DAYLIGHT",
                "BEGIN:STANDARD", "DTSTART:20261025T030000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100",
                "END:STANDARD", "END:VTIMEZONE",
            ])
        #expect(lines.contains("DTSTART;TZID=Europe/Berlin:20261024T073000"))
        #expect(lines.contains("RRULE:FREQ=DAILY;UNTIL=20261026T063000Z"))
        let kolkata = ReminderZone(
            try #require(TimeZone(identifier: "Asia/Kolkata")), name: "Asia/Kolkata", from: first,
            through: first.adding(3652))
        #expect(kolkata.lines.filter { $0.hasPrefix("BEGIN:") } == ["BEGIN:VTIMEZONE", "BEGIN:STANDARD"])
    }

    @Test func `a clock of old, with seconds, is told as it went`() throws {
        let zone = try #require(TimeZone(identifier: "Africa/Monrovia"))
        let first = try #require(CivilDay(year: 1971, month: 12, day: 20))
        let told = ReminderZone(zone, name: "Africa/Monrovia", from: first, through: first.adding(40))
        #expect(told.lines.contains("TZOFFSETTO:-004430") && told.lines.contains("TZOFFSETTO:+0000"))
        try follow("Africa/Monrovia", from: first, days: 41, minute: 450)
    }

    @Test func `the rule ends with the last day, neither before nor after it`() throws {
        for name in Self.zones {
            let zone = try #require(TimeZone(identifier: name))
            let first = try #require(CivilDay(year: 2026, month: 3, day: 1))
            for (days, minute) in [(1, 0), (29, 150), (239, 90), (365, 1439)] {
                let told = ReminderZone(zone, name: name, from: first, through: first.adding(days - 1))
                let calendar = ReminderCalendar(
                    name: "x", first: first, last: first.adding(days - 1), minute: minute, zone: told,
                    identifier: "x", sequence: 1, address: nil, now: Moment(milliseconds: 0))
                let rule = try #require(
                    ReminderTests.unfolded(calendar.text).first { $0.hasPrefix("RRULE:") })
                #expect(rule.hasSuffix("Z"))
                let end = try Reader.seconds(String(rule.split(separator: "=").last ?? ""))
                let moments = (0...days).map {
                    told.moment(of: ReminderTime(first.adding($0), minute: minute)).seconds
                }
                #expect(moments.prefix { $0 <= end }.count == days, "\(name) \(days) \(minute)")
            }
        }
    }
}
