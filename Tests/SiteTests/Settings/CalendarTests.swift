// When days and weeks begin: the setting, and its effect on statistics and history.

import HTTPTypes
import Ledger
import Testing

@testable import Site

@Suite struct CalendarTests {
    let place: Place

    init() throws { place = try Place() }

    /// Saturday 2026-11-21 08:00 UTC, when it is in every test.
    private static let now: Int64 = 1_795_248_000_000

    private func tap(_ visitor: Visitor, _ counter: Int64, hoursAgo: Int64) async throws {
        let form = ["at": "\(Self.now - hoursAgo * 3_600_000)", "offset": "0"]
        #expect(try await visitor.post("/counters/\(counter)/marks", form).status == .seeOther)
    }

    private func choose(_ visitor: Visitor, _ form: [String: String]) async throws {
        let reply = try await visitor.post("/settings", form)
        #expect(reply.status == .seeOther && reply.location == "/settings")
    }

    /// The number that stands first.
    private func total(in body: String) -> Substring? {
        body.firstMatch(of: /class="total-number">([^<]*)</)?.1
    }

    /// What stands at a figure's name.
    private func figure(_ name: String, in body: String) -> String? {
        guard let start = body.firstRange(of: ">\(name)</dt><dd>") else { return nil }
        return body[start.upperBound...].prefix { $0 != "<" }.split(separator: " ").joined(separator: " ")
    }

    @Test func `whoever has no counter is told that there is nothing to choose yet`() async throws {
        try await place.visit { visitor async throws in
            let page = try await visitor.get("/settings").body
            #expect(page.contains("Create a counter to choose this."))
            #expect(!page.contains("name=\"dayStart\""))
            let reply = try await visitor.post("/settings", ["dayStart": "4"])
            #expect(reply.status == .notFound)
            _ = try await visitor.creates()
            let other = try await visitor.get("/settings").body
            #expect(
                other.contains("name=\"dayStart\"") && !other.contains("Create a counter to choose this."))
        }
    }

    @Test func `what is chosen stands in settings, and what is not sent stays`() async throws {
        try await place.visit { visitor async throws in
            _ = try await visitor.creates()
            let first = try await visitor.get("/settings").body
            #expect(first.contains("<option value=\"0\" selected>Midnight</option>"))
            #expect(first.contains("<option value=\"language\" selected>"))
            try await choose(visitor, ["dayStart": "4", "weekStart": "saturday"])
            for form: [String: String] in [[:], ["dayStart": "4"], ["weekStart": "saturday"]] {
                let page = try await visitor.get("/settings").body
                #expect(page.contains("<option value=\"4\" selected>4:00\u{A0}am</option>"))
                #expect(page.contains("<option value=\"saturday\" selected>Saturday</option>"))
                #expect(!page.contains("<option value=\"0\" selected>"))
                try await choose(visitor, form)
            }
            try await choose(visitor, ["weekStart": "language"])
            let last = try await visitor.get("/settings").body
            #expect(last.contains("<option value=\"language\" selected>"))
            #expect(last.contains("<option value=\"4\" selected>"))
        }
    }

    @Test(
        arguments: [
            ("dayStart", "24"), ("dayStart", "-1"), ("dayStart", ""), ("dayStart", "x"),
            ("dayStart", "9223372036854775808"), ("weekStart", ""), ("weekStart", "friday"),
            ("weekStart", "Monday"), ("weekStart", "\"><b>"),
        ])
    func `what cannot be chosen is refused, and nothing with it is taken over`(
        _ field: String, _ value: String
    ) async throws {
        try await place.visit { visitor async throws in
            _ = try await visitor.creates()
            var form = ["dayStart": "5", "weekStart": "sunday"]
            form[field] = value
            #expect(try await visitor.post("/settings", form).status == .unprocessableContent)
            #expect(try place.ledger.calendar(of: 1) == .standard)
        }
    }

    @Test func `a page opened before another device's change does not change it back`() async throws {
        try await place.visit { visitor async throws in
            _ = try await visitor.creates()
            let page = try await visitor.get("/settings").body
            #expect(page.contains("name=\"dayStartSeen\" value=\"0\""))
            #expect(page.contains("name=\"weekStartSeen\" value=\"language\""))
            try await choose(visitor, ["dayStart": "4", "weekStart": "sunday"])
            let stale = ["dayStartSeen": "0", "weekStartSeen": "language"]
            let form = ["theme": "dark", "dayStart": "0", "weekStart": "language"]
            try await choose(visitor, form.merging(stale) { $1 })
            let after = try place.ledger.calendar(of: 1)
            #expect(after.dayStart.hour == 4 && after.weekStart == .sunday)
            try await choose(visitor, ["dayStart": "0", "weekStart": "monday"].merging(stale) { $1 })
            let last = try place.ledger.calendar(of: 1)
            #expect(last.dayStart.hour == 4 && last.weekStart == .monday)
        }
    }

    @Test func `a choice of nothing new is no operation`() async throws {
        try await place.visit { visitor async throws in
            _ = try await visitor.creates()
            let tag = try #require(try await visitor.get("/").headers[.eTag])
            try await choose(visitor, ["dayStart": "0", "weekStart": "language"])
            #expect(try await visitor.get("/", [.ifNoneMatch: tag]).status == .notModified)
            try await choose(visitor, ["dayStart": "1", "weekStart": "language"])
            #expect(try await visitor.get("/", [.ifNoneMatch: tag]).status == .ok)
        }
    }

    @Test func `statistics count the night to the day before`() async throws {
        try await place.visit { visitor async throws in
            let robins = try await visitor.creates()
            for hours: Int64 in [0, 6, 20] { try await tap(visitor, robins, hoursAgo: hours) }
            for path in ["/statistics", "/counters/\(robins)/statistics"] {
                let page = try await visitor.get(path).body
                #expect(figure("Today", in: page) == "2" && !page.contains("Days start at"))
            }
            // Six hours ago it was two in the night.
            try await choose(visitor, ["dayStart": "4"])
            for path in ["/statistics", "/counters/\(robins)/statistics"] {
                let page = try await visitor.get(path).body
                #expect(figure("Today", in: page) == "1" && page.contains("Days start at 4:00\u{A0}am"))
                #expect(total(in: page) == "3")
            }
            // At eight in the morning it is still yesterday.
            try await choose(visitor, ["dayStart": "9"])
            #expect(try await figure("Today", in: visitor.get("/statistics").body) == "3")
        }
    }

    @Test func `weeks begin on the chosen day`() async throws {
        try await place.visit { visitor async throws in
            let robins = try await visitor.creates()
            // Today is Saturday; the others are Thursday and Sunday.
            for days: Int64 in [0, 2, 6] { try await tap(visitor, robins, hoursAgo: days * 24) }
            for (start, marks, name) in [
                ("language", "2", "Monday"), ("monday", "2", "Monday"), ("sunday", "3", "Sunday"),
                ("saturday", "1", "Saturday"),
            ] {
                try await choose(visitor, ["weekStart": start])
                let page = try await visitor.get("/statistics").body
                #expect(figure("This week", in: page) == marks, "\(start)")
                let weekdays = try #require(page.firstRange(of: "<table aria-labelledby=\"by-weekday\">"))
                let row = try #require(page[weekdays.upperBound...].firstMatch(of: /<th scope="row">(.*?)</))
                #expect(row.1 == name, "\(start)")
            }
        }
    }

    @Test func `the history groups by these days, and shows the clock's own times`() async throws {
        try await place.visit { visitor async throws in
            let robins = try await visitor.creates()
            for hours: Int64 in [8, 6, 0] { try await tap(visitor, robins, hoursAgo: hours) }
            func headings() async throws -> [String] {
                let page = try await visitor.get("/counters/\(robins)/history").body
                #expect(
                    page.contains(">2:00\u{A0}am<") && page.contains(">12:00\u{A0}am<")
                        && page.contains(">8:00\u{A0}am<"))
                let parts = page.matches(of: /<h2[^>]*>(.+?)<\/h2>|id="entry-(\d)"/)
                return parts.map { String($0.1 ?? $0.2 ?? "") }
            }
            #expect(try await headings() == ["Today", "3", "2", "1"])
            try await choose(visitor, ["dayStart": "2"])
            #expect(try await headings() == ["Today", "3", "2", "Yesterday", "1"])
            try await choose(visitor, ["dayStart": "4"])
            #expect(try await headings() == ["Today", "3", "Yesterday", "2", "1"])
            #expect(
                try await visitor.get("/counters/\(robins)/history").body.contains(
                    "Days start at 4:00\u{A0}am"))
        }
    }

    @Test func `it is the account's own, and nobody else's`() async throws {
        try await place.visit { owner async throws in
            _ = try await owner.creates()
            try await choose(owner, ["dayStart": "4"])
            try await place.visit { stranger async throws in
                _ = try await stranger.creates()
                #expect(try await stranger.get("/settings").body.contains("<option value=\"0\" selected>"))
            }
            #expect(try await owner.get("/settings").body.contains("<option value=\"4\" selected>"))
        }
    }

    @Test(arguments: [
        ("es", "Idioma y días", "Lunes"), ("fr", "Langue et jours", "Lundi"), ("ja", "言語と日付", "月曜日"),
        ("nl", "Taal en dagen", "Maandag"), ("ru", "Язык и дни", "Понедельник"),
        ("zh-CN", "语言和日期", "星期一"),
    ])
    func `it can be chosen in each language`(
        _ language: String, _ heading: String, _ monday: String
    ) async throws {
        try await place.visit { visitor async throws in
            _ = try await visitor.creates()
            let page = try await visitor.get("/settings", [.acceptLanguage: language]).body
            #expect(page.contains(">\(heading)</h2>"))
            #expect(page.contains("<option value=\"monday\">\(monday)</option>"))
        }
    }
}
