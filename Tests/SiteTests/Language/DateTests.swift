// Dates, times and durations, as written in each language.

import Ledger
import Testing

@testable import Site

@Suite struct DateTests {
    private func words(_ language: String = "en") throws -> Words {
        try Words(Catalog(path: Place.home + "/Views/Language/Localizable.xcstrings", language: language))
    }

    /// Saturday 2026-11-21.
    private static let day = CivilDay(number: 20_778)

    @Test(
        arguments: [
            ("en", "21 November", "Sat 21 Nov", "Saturday 21 November 2026", "November 2026"),
            ("en-GB", "21 November", "Sat 21 Nov", "Saturday 21 November 2026", "November 2026"),
            ("en-US", "November 21", "Sat, Nov 21", "Saturday, November 21, 2026", "November 2026"),
            ("es", "21 de noviembre", "sáb, 21 nov", "sábado, 21 de noviembre de 2026", "noviembre de 2026"),
            ("fr", "21 novembre", "sam. 21 nov.", "samedi 21 novembre 2026", "novembre 2026"),
            ("ja", "11月21日", "11月21日（土）", "2026年11月21日土曜日", "2026年11月"),
            ("nl", "21 november", "za 21 nov", "zaterdag 21 november 2026", "november 2026"),
            (
                "ru", "21 ноября", "сб, 21 нояб.", "суббота, 21 ноября 2026\u{A0}г.",
                "ноябрь 2026\u{A0}г."
            ),
            ("zh-Hans", "11月21日", "11月21日周六", "2026年11月21日星期六", "2026年11月"),
        ])
    func `a date is written as in its language`(
        _ language: String, _ plain: String, _ short: String, _ full: String, _ month: String
    ) throws {
        let words = try words(language)
        #expect(words.date(Self.day) == plain)
        #expect(words.date(Self.day, .short, withWeekday: true) == short)
        #expect(words.date(Self.day, withWeekday: true, withYear: true) == full)
        #expect(words.monthAndYear(CivilMonth(of: Self.day)) == month)
    }

    @Test(arguments: ["en", "en-GB", "en-US", "es", "fr", "ja", "nl", "ru", "zh-Hans"])
    func `every day of a year and every hour of a day has a name of its own`(_ language: String) throws {
        let words = try words(language)
        let first = try #require(CivilDay(year: 2024, month: 1, day: 1))
        for length in [Words.NameLength.long, .short] {
            let dates = (0..<366).map { words.date(first.adding($0), length) }
            #expect(Set(dates).count == 366 && !dates.contains { $0.contains("%") })
            #expect(Set(Weekday.allCases.map { words.weekday($0, length) }).count == 7)
            let months = (0..<12).map { words.month(CivilMonth(number: 2024 * 12 + $0), length) }
            #expect(Set(months).count == 12 && !months.contains(""))
        }
        #expect(Set((0..<1440).map { words.time(minuteOfDay: $0) }).count == 1440)
        #expect(Set((0..<24).map { words.hour($0) }).count == 24)
    }

    @Test(
        arguments: [
            ("en", "Saturday 21 November", "2:00\u{A0}pm\u{A0}– 3:00\u{A0}pm"),
            ("es", "Sábado, 21 de noviembre", "14:00–\u{2060}15:00"),
            ("ru", "Суббота, 21 ноября", "14:00–\u{2060}15:00"), ("ja", "11月21日土曜日", "14:00–\u{2060}15:00"),
        ])
    func `a heading begins with a capital, and a line ends in an hour only where a space follows its dash`(
        _ language: String, _ heading: String, _ hour: String
    ) throws {
        let words = try words(language)
        #expect(words.heading(Self.day, withYear: false) == heading)
        #expect(words.span(ofHour: 14) == hour)
    }

    @Test(
        arguments: [
            ("en", 0, "midnight"), ("en", 12, "noon"), ("en", 4, "4:00\u{A0}am"), ("en-US", 0, "midnight"),
            ("en-US", 13, "1:00\u{A0}PM"), ("en-GB", 0, "00:00"), ("en-GB", 12, "12:00"), ("fr", 0, "00:00"),
        ])
    func `a day starts at midnight or noon where 12 am and 12 pm are misread`(
        _ language: String, _ hour: Int, _ name: String
    ) throws {
        #expect(try words(language).startOfDay(atHour: hour) == name)
    }

    @Test(arguments: [
        ("en-GB", 0, "00:00"), ("en-GB", 6, "06:00"), ("en-US", 6, "6\u{A0}AM"), ("fr", 6, "6\u{A0}h"),
        ("ja", 6, "6時"),
    ])
    func `an hour that looks like a time is written as one`(_ language: String, _ hour: Int, _ name: String)
        throws
    {
        #expect(try words(language).hour(hour) == name)
    }

    @Test func `the first of a month is the first in French`() throws {
        let first = try #require(CivilDay(year: 2026, month: 5, day: 1))
        #expect(try words("fr").date(first) == "1er mai")
        #expect(try words("en").date(first) == "1 May")
    }

    @Test(
        arguments: [
            ("en", 0, "12:00\u{A0}am"), ("en", 845, "2:05\u{A0}pm"), ("en", 720, "12:00\u{A0}pm"),
            ("en-US", 845, "2:05\u{A0}PM"), ("en-GB", 845, "14:05"), ("en-GB", 5, "00:05"),
            ("en", 719, "11:59\u{A0}am"), ("en", 1440, "12:00\u{A0}am"), ("en", -1, "11:59\u{A0}pm"),
            ("fr", 845, "14:05"), ("fr", 65, "01:05"), ("es", 65, "1:05"), ("ja", 65, "1:05"),
            ("ru", 0, "00:00"),
        ])
    func `a time of day is written as in its language`(
        _ language: String, _ minute: Int, _ time: String
    ) throws {
        #expect(try words(language).time(minuteOfDay: minute) == time)
    }

    @Test(
        arguments: [
            (0, "0 minutes"), (59_999, "0 minutes"), (60_000, "1 minute"), (3_600_000, "1 hour"),
            (3_660_000, "1 hour 1 minute"), (86_400_000, "1 day"), (86_460_000, "1 day"),
            (93_600_000, "1 day 2 hours"), (34_560_000_000, "400 days"), (-5, "0 minutes"),
        ] as [(Int64, String)])
    func `a duration is told in its two largest units`(_ milliseconds: Int64, _ text: String) throws {
        #expect(try words().duration(milliseconds: milliseconds) == text)
    }

    @Test(
        arguments: [
            ("en", "en-GB,en;q=0.9", .monday), ("en", "en-US,en;q=0.9", .sunday), ("en", "EN-us", .sunday),
            ("en", "en, en-CA;q=0.5", .sunday), ("en", "en-Latn-US", .sunday),
            ("en", "en-AU, en-US;q=0.5", .monday),
            ("en", "fr-CA, fr", .monday), ("en", nil, .monday), ("en", "", .monday),
            ("en", ",;-,en-", .monday), ("en-US", "en-GB", .sunday), ("en-GB", "en-US", .monday),
            ("fr", "fr-CA, en-US", .monday), ("ja", "ja", .sunday), ("ja", nil, .sunday),
            ("es", "es-US", .monday),
            ("ru", "ru", .monday), ("zh-Hans", "zh-CN", .monday),
        ] as [(String, String?, Weekday)])
    func `a week begins as readers are used to`(_ language: String, _ field: String?, _ first: Weekday) {
        #expect(Weekday.first(in: language, accepting: field) == first)
    }

    @Test(
        arguments: [
            (nil, "UTC", 0), ("", "UTC", 0), ("UTC", "UTC", 0), ("Asia/Tokyo", "Asia/Tokyo", 540),
            ("Asia/Kathmandu", "Asia/Kathmandu", 345), ("America/Los_Angeles", "America/Los_Angeles", -480),
            ("Mars/Olympus", "UTC", 0), ("../../etc/passwd", "UTC", 0), ("<b>", "UTC", 0),
            ("Asia/Tokyo\"", "UTC", 0),
            (String(repeating: "A", count: 5000), "UTC", 0),
        ] as [(String?, String, Int)])
    func `a zone is known by its name, and else it is UTC`(_ cookie: String?, _ name: String, _ offset: Int) {
        let zone = ClientZone(cookie: cookie)
        #expect(zone.name == name)
        #expect(zone.offset(at: Moment(milliseconds: 1_795_248_000_000)) == offset)
    }

    @Test func `a zone's offset is that of the day`() {
        let zone = ClientZone(cookie: "Europe/Berlin")
        #expect(zone.offset(at: Moment(milliseconds: 1_774_745_999_000)) == 60)
        #expect(zone.offset(at: Moment(milliseconds: 1_774_746_000_000)) == 120)
    }
}
