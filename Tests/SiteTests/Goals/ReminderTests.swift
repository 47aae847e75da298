// A goal's reminder as a calendar file: what RFC 5545 requires, and who gets it.

import HTTPTypes
import Ledger
import Testing

@testable import Site

@Suite struct ReminderTests {
    let place: Place

    init() throws { place = try Place() }

    /// Saturday 2026-11-21, when it is in every test.
    private static let today = CivilDay(number: 20_778)

    // MARK: Lines

    /// Taken together again as whoever reads the file does (RFC 5545 §3.1).
    static func unfolded(_ text: String) -> [String] {
        var lines: [[UInt8]] = []
        for part in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true) {
            let line = part.filter { $0 != UInt8(ascii: "\r") }
            if line.first == UInt8(ascii: " "), let last = lines.indices.last {
                lines[last] += line.dropFirst()
            } else {
                lines.append(line)
            }
        }
        return lines.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: [
        "", "a", String(repeating: "x", count: 75), String(repeating: "x", count: 76),
        String(repeating: "é", count: 200), String(repeating: "日本", count: 90),
        String(repeating: "👩‍👩‍👧", count: 30), "x" + String(repeating: "🏃", count: 80),
        String(repeating: "e\u{301}\u{302}", count: 99),
    ])
    func `a line has at most 75 octets, ends as it must, and parts no character's bytes`(_ line: String) {
        let folded = ReminderLine.folded(line)
        #expect(folded.utf8.suffix(2).elementsEqual("\r\n".utf8))
        for part in folded.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true) {
            #expect(part.last == UInt8(ascii: "\r"))
            #expect(part.count - 1 <= 75)
            #expect(String(validating: part, as: UTF8.self) != nil)
        }
        #expect(Self.unfolded(folded).joined() == line)
    }

    @Test(arguments: [
        ("Read", "Read"), ("a;b,c\\d", "a\\;b\\,c\\\\d"), ("two\nlines", "two\\nlines"),
        ("a:b\"c\"", "a:b\"c\""),
        ("a\u{0}\u{7F}\r\tb", "ab"), ("読む, 毎日", "読む\\, 毎日"), ("BEGIN:VALARM", "BEGIN:VALARM"),
    ])
    func `what somebody wrote can end no value`(_ text: String, _ value: String) {
        #expect(ReminderLine.escaped(text) == value)
    }

    // MARK: Files

    private func calendar(
        _ name: String = "Read", zone: ReminderZone? = nil, from first: CivilDay = ReminderTests.today,
        days: Int = 3,
        minute: Int = 450
    ) -> ReminderCalendar {
        ReminderCalendar(
            name: name, first: first, last: first.adding(days - 1), minute: minute, zone: zone,
            identifier: "count.example/goals/7", sequence: 12, address: "https://count.example/goals/7",
            now: Moment(milliseconds: 1_795_248_000_000))
    }

    @Test func `the file is a calendar with one event that comes again each day`() {
        #expect(
            Self.unfolded(calendar("Read; then write").text) == [
                "BEGIN:VCALENDAR", "VERSION:2.0",
                "PRODID:-//Fivebar//Fivebar \(SiteConfiguration.version)//EN", "CALSCALE:GREGORIAN",
                "BEGIN:VEVENT", "UID:count.example/goals/7", "DTSTAMP:20261121T080000Z", "SEQUENCE:12",
                "DTSTART:20261121T073000", "DURATION:PT5M", "RRULE:FREQ=DAILY;UNTIL=20261123T073000",
                "SUMMARY:Read\\; then write", "URL:https://count.example/goals/7", "TRANSP:TRANSPARENT",
                "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Read\\; then write", "TRIGGER:PT0S",
                "END:VALARM", "END:VEVENT", "END:VCALENDAR",
            ])
    }

    @Test func `no name can add a line of its own`() {
        let text = calendar("x\r\nBEGIN:VALARM\nEND:VCALENDAR").text
        let lines = Self.unfolded(text)
        #expect(lines.filter { $0 == "BEGIN:VALARM" }.count == 1)
        #expect(lines.filter { $0 == "END:VCALENDAR" }.count == 1 && lines.last == "END:VCALENDAR")
        #expect(lines.contains("SUMMARY:x\\nBEGIN:VALARM\\nEND:VCALENDAR"))
        #expect(text.utf8.filter { $0 == UInt8(ascii: "\r") }.count == lines.count)
    }

    // MARK: Routes

    @Test func `the reminder is a file for the calendar, by the clock of whoever nothing is known of`()
        async throws
    {
        try await place.visit { visitor async throws in
            let goal = try await place.setsGoal(
                visitor.entersAccount(), name: "Läsa, varje dag", from: Self.today,
                through: Self.today.adding(29), reminder: 1439)
            let path = place.site.links.reminder(of: goal)
            #expect(path == "/goals/\(goal)/reminder.ics")
            let reply = try await visitor.get(path)
            #expect(reply.status == .ok)
            #expect(reply.headers[.contentType] == "text/calendar; charset=utf-8")
            #expect(reply.headers[.contentDisposition] == "attachment; filename=\"reminder.ics\"")
            #expect(reply.headers[.cacheControl] == "no-store")
            let lines = Self.unfolded(reply.body)
            for line in [
                "SUMMARY:Läsa\\, varje dag", "DTSTART:20261121T235900",
                "RRULE:FREQ=DAILY;UNTIL=20261220T235900", "URL:http://count.example/goals/\(goal)",
            ] {
                #expect(lines.contains(line), "\(line)")
            }
            #expect(!lines.contains("BEGIN:VTIMEZONE"))
        }
    }

    @Test func `a calendar tells the first goals of two accounts apart, and knows each again`() async throws {
        var seen: [String] = []
        for _ in 0..<2 {
            try await place.visit { visitor async throws in
                let goal = try await place.setsGoal(
                    visitor.entersAccount(), from: Self.today, through: Self.today, reminder: 60)
                let identifier = { () async throws in
                    try await Self.unfolded(visitor.get("/goals/\(goal)/reminder.ics").body)
                        .first { $0.hasPrefix("UID:") } ?? ""
                }
                seen.append(try await identifier())
                #expect(try await identifier() == seen.last)
            }
        }
        #expect(seen.allSatisfy { $0.count == 4 + 36 } && Set(seen).count == 2)
    }

    @Test func `a reminder before the day begins rings in the night that belongs to it`() async throws {
        try await place.visit { visitor async throws in
            let session = try await visitor.entersAccount()
            _ = try await visitor.post("/settings", ["dayStart": "4"])
            for (minute, first, last) in [
                (239, "20261122T035900", "20261124T035900"), (240, "20261121T040000", "20261123T040000"),
            ] {
                let goal = try await place.setsGoal(
                    session, from: Self.today, through: Self.today.adding(2), reminder: minute)
                let lines = try await Self.unfolded(visitor.get("/goals/\(goal)/reminder.ics").body)
                #expect(lines.contains("DTSTART:\(first)"))
                #expect(lines.contains("RRULE:FREQ=DAILY;UNTIL=\(last)"))
            }
        }
    }

    @Test func `a zone that is known goes with it, whoever says so`() async throws {
        let lima = try Place(base: "/count", zone: "America/Lima")
        try await lima.visit { visitor async throws in
            let reply = try await visitor.post("/count/counters", ["title": "Robins"])
            let cookie = try #require(
                reply.headers[.setCookie]?.prefix { $0 != ";" }.split(separator: "=").last)
            let token = try #require(SessionToken(String(cookie)))
            let goal = try await lima.setsGoal(
                token.hash, from: Self.today, through: Self.today.adding(1), reminder: 0)
            let lines = {
                try await Self.unfolded(visitor.get("/count/goals/\(goal)/reminder.ics").body)
            }
            var file = try await lines()
            #expect(file.contains("DTSTART;TZID=America/Lima:20261121T000000"))
            #expect(file.contains("RRULE:FREQ=DAILY;UNTIL=20261122T050000Z"))
            _ = try await visitor.post("/count/settings/zone", ["zone": "Asia/Kolkata"])
            file = try await lines()
            #expect(file.contains("TZID:Asia/Kolkata") && file.contains("TZOFFSETTO:+0530"))
            visitor.keeps("fivebar-zone", "Asia/Tokyo")
            file = try await lines()
            #expect(file.contains("DTSTART;TZID=Asia/Tokyo:20261121T000000"))
            #expect(file.filter { $0 == "BEGIN:VTIMEZONE" }.count == 1)
        }
    }

    @Test func `without a reminder, or for anybody else, there is no file`() async throws {
        try await place.visit { owner async throws in
            let session = try await owner.entersAccount()
            let silent = try await place.setsGoal(
                session, from: Self.today, through: Self.today, reminder: nil)
            let goal = try await place.setsGoal(
                session, name: "Secret", from: Self.today, through: Self.today, reminder: 60)
            #expect(try await owner.get("/goals/\(silent)/reminder.ics").status == .notFound)
            for id in ["0", "-1", "999", "x", "9223372036854775808", "\(goal)%20"] {
                #expect(try await owner.get("/goals/\(id)/reminder.ics").status == .notFound, "\(id)")
            }
            for hasAccount in [true, false] {
                try await place.visit { other async throws in
                    if hasAccount { _ = try await other.creates() }
                    let reply = try await other.get("/goals/\(goal)/reminder.ics")
                    #expect(reply.status == .notFound && !reply.body.contains("Secret"))
                }
            }
            #expect(try await owner.get("/goals/\(goal)/reminder.ics").status == .ok)
        }
    }
}
