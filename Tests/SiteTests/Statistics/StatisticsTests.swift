// The statistics pages: who may see them, what "today" is, what they show.

import HTTPTypes
import Ledger
import Testing

@testable import Site

@Suite struct StatisticsTests {
    let place: Place

    init() throws { place = try Place() }

    /// 2026-11-21 08:00 UTC, when it is in every test.
    private static let now: Int64 = 1_795_248_000_000

    private func tap(
        _ visitor: Visitor, _ counter: Int64, hoursAgo: Int64 = 0, offset: Int = 0, times: Int = 1
    ) async throws {
        for _ in 0..<times {
            var chance = SystemRandomNumberGenerator()
            let moment = Moment(milliseconds: Self.now - hoursAgo * 3_600_000)
            let form = [
                "operation": OperationID(at: moment, using: &chance).text, "at": "\(moment.milliseconds)",
                "offset": "\(offset)",
            ]
            #expect(try await visitor.post("/counters/\(counter)/marks", form).status == .seeOther)
        }
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

    @Test func `an empty counter says calmly that there is nothing yet`() async throws {
        try await place.visit { visitor async throws in
            #expect(try await visitor.get("/statistics").body.contains("Nothing counted yet."))
            let robins = try await visitor.creates()
            for path in ["/statistics", "/counters/\(robins)/statistics?period=all"] {
                let page = try await visitor.get(path)
                #expect(page.status == .ok)
                #expect(page.body.contains("Nothing counted yet."))
                #expect(!page.body.contains("<dl") && !page.body.contains("<svg class=\"chart\""))
            }
        }
    }

    @Test func `where nothing was counted lately, a longer period is offered`() async throws {
        try await place.visit { visitor async throws in
            let robins = try await visitor.creates()
            try await tap(visitor, robins, hoursAgo: 60 * 24)
            let path = "/counters/\(robins)/statistics"
            #expect(try await visitor.get(path).body.contains("Nothing counted in this period."))
            let longer = try await visitor.get(path + "?period=12w").body
            #expect(total(in: longer) == "1")
        }
    }

    @Test(arguments: Statistics.Period.allCases.map(\.rawValue))
    func `hours are added up again once something was counted, and not before`(_ period: String)
        async throws
    {
        try await place.visit { visitor async throws in
            let robins = try await visitor.creates(), wrens = try await visitor.creates("Wrens")
            let paths = ["/counters/\(robins)/statistics", "/statistics"].map { $0 + "?period=\(period)" }
            try await tap(visitor, robins, times: 3)
            for path in paths { #expect(try await total(in: visitor.get(path).body) == "3") }
            // Behind the ledger's back, to see what is read.
            #expect(try place.rows("UPDATE hour SET marks = 50 RETURNING marks") == 50)
            for path in paths { #expect(try await total(in: visitor.get(path).body) == "3") }
            try await tap(visitor, wrens)
            #expect(try await total(in: visitor.get(paths[0]).body) == "3")
            #expect(try await total(in: visitor.get(paths[1]).body) == "51")
            try await tap(visitor, robins)
            for (path, sum) in zip(paths, ["51", "52"]) {
                #expect(try await total(in: visitor.get(path).body) == Substring(sum))
            }
            _ = try await visitor.post("/counters/\(robins)/deletion")
            #expect(try await total(in: visitor.get(paths[1]).body) == "1")
        }
    }

    @Test func `a counter has its figures, and all have theirs together`() async throws {
        try await place.visit { visitor async throws in
            let robins = try await visitor.creates(), wrens = try await visitor.creates("Wrens")
            try await tap(visitor, robins, times: 3)
            try await tap(visitor, robins, hoursAgo: 48, times: 2)
            try await tap(visitor, wrens, hoursAgo: 1, times: 4)
            let one = try await visitor.get("/counters/\(robins)/statistics").body
            #expect(figure("Today", in: one) == "3")
            #expect(total(in: one) == "5")
            #expect(one.contains("1.7 a day on average"))
            #expect(figure("Pace per active hour", in: one) == "2.5")
            #expect(figure("Longest gap", in: one) == "2 days")
            #expect(figure("Busiest weekday", in: one) == "Saturday")
            #expect(one.contains("Robins"))
            let all = try await visitor.get("/statistics").body
            #expect(figure("Today", in: all) == "7")
            #expect(total(in: all) == "9")
            _ = try await visitor.post("/counters/\(wrens)/deletion")
            let left = try await visitor.get("/statistics").body
            #expect(total(in: left) == "5")
        }
    }

    @Test func `every chart has a table with the same numbers`() async throws {
        try await place.visit { visitor async throws in
            let robins = try await visitor.creates()
            try await tap(visitor, robins, times: 3)
            for (period, charts, rows) in [
                ("7d", 3, 24 + 7 + 7), ("30d", 3, 24 + 7 + 30), ("12w", 3, 24 + 7 + 84),
                ("12m", 4, 24 + 7 + 30 + 12), ("all", 4, 24 + 7 + 30 + 12),
            ] {
                let page = try await visitor.get("/counters/\(robins)/statistics?period=\(period)").body
                #expect(page.matches(of: /<svg class="chart"/).count == charts, "\(period)")
                #expect(page.matches(of: /<table aria-labelledby/).count == charts, "\(period)")
                #expect(page.matches(of: /<tr><th scope="row">/).count == rows, "\(period)")
                #expect(page.matches(of: /<td>3<\/td>/).count == charts, "\(period)")
                for id in page.matches(of: /aria-labelledby="(by-\w+)"/).map(\.1) {
                    #expect(page.contains("<figcaption id=\"\(id)\">"), "\(id)")
                }
            }
        }
    }

    @Test(arguments: [
        "", "?period=", "?period=30d", "?period=7", "?period=%3Cb%3E", "?period=all%00", "?x=1",
    ])
    func `a period there is not is the one of 30 days`(_ query: String) async throws {
        try await place.visit { visitor async throws in
            let robins = try await visitor.creates()
            try await tap(visitor, robins)
            let page = try await visitor.get("/counters/\(robins)/statistics\(query)")
            #expect(page.status == .ok)
            #expect(page.body.contains("period=30d\" aria-current=\"true\">30 days</a>"))
            #expect(page.body.matches(of: /aria-current="true"/).count == 1)
        }
    }

    @Test func `today is that of the browser's zone, and without one that of UTC`() async throws {
        try await place.visit { visitor async throws in
            let robins = try await visitor.creates()
            // On a clock in Honolulu, where it is 22:00 on the 20th.
            try await tap(visitor, robins, offset: -600)
            let path = "/counters/\(robins)/statistics"
            let before = try await visitor.get(path).body
            #expect(figure("Today", in: before) == "0")
            #expect(before.contains("data-zone=\"UTC\">Time zone: UTC<"))
            visitor.keeps("fivebar-zone", "Pacific/Honolulu")
            let there = try await visitor.get(path).body
            #expect(figure("Today", in: there) == "1")
            #expect(there.contains("data-zone=\"Pacific/Honolulu\">Time zone: Pacific/Honolulu<"))
        }
    }

    @Test(arguments: ["Mars/Olympus", "../../etc/passwd", "<script>", "%00", "", "Europe/Berlin%22"])
    func `a cookie that names no zone is as good as none`(_ value: String) async throws {
        try await place.visit { visitor async throws in
            let robins = try await visitor.creates()
            try await tap(visitor, robins)
            visitor.keeps("fivebar-zone", value)
            let page = try await visitor.get("/counters/\(robins)/statistics")
            #expect(page.status == .ok && figure("Today", in: page.body) == "1")
            #expect(page.body.contains("data-zone=\"UTC\""))
        }
    }

    @Test(arguments: ["0", "-1", "abc", "999999", "9223372036854775808"])
    func `an id that names no counter is not found`(_ id: String) async throws {
        try await place.visit { visitor async throws in
            #expect(try await visitor.get("/counters/\(id)/statistics").status == .notFound)
            _ = try await visitor.creates()
            #expect(try await visitor.get("/counters/\(id)/statistics").status == .notFound)
        }
    }

    @Test func `nobody sees another's statistics, nor those of a counter in the trash`() async throws {
        try await place.visit { owner async throws in
            let robins = try await owner.creates("Secret robins")
            try await tap(owner, robins, times: 7)
            try await place.visit { stranger async throws in
                _ = try await stranger.creates("Mine")
                let page = try await stranger.get("/counters/\(robins)/statistics")
                #expect(page.status == .notFound && !page.body.contains("Secret"))
                #expect(try await !stranger.get("/statistics").body.contains("<td>7</td>"))
            }
            _ = try await owner.post("/counters/\(robins)/deletion")
            let gone = try await owner.get("/counters/\(robins)/statistics")
            #expect(gone.status == .notFound && gone.body.contains("href=\"/trash\""))
        }
    }

    @Test func `a title is text on the page, whatever it is`() async throws {
        try await place.visit { visitor async throws in
            let counter = try await visitor.creates("<b>&\"")
            let body = try await visitor.get("/counters/\(counter)/statistics").body
            #expect(body.contains("&lt;b&gt;&amp;&quot;") && !body.contains("<b>"))
        }
    }

    @Test func `under a path of its own every address begins with it`() async throws {
        let place = try Place(base: "/count")
        try await place.visit { visitor async throws in
            let reply = try await visitor.post("/count/counters", ["title": "A"])
            let id = try #require(reply.location?.split(separator: "-").last)
            _ = try await visitor.post("/count/counters/\(id)/marks")
            let page = try await visitor.get("/count/counters/\(id)/statistics")
            #expect(page.status == .ok && figure("Today", in: page.body) == "1")
            #expect(page.body.contains("href=\"/count/counters/\(id)/statistics?period=7d\""))
            #expect(page.body.contains("href=\"/count/counters/\(id)\""))
            let all = try await visitor.get("/count/statistics").body
            #expect(all.contains("href=\"/count/statistics?period=7d\""))
        }
    }

    @Test func `the way there is on a counter's page and in the head of every page`() async throws {
        try await place.visit { visitor async throws in
            let robins = try await visitor.creates()
            #expect(
                try await visitor.get("/counters/\(robins)").body.contains(
                    "href=\"/counters/\(robins)/statistics\""))
            #expect(try await visitor.get("/").body.contains("href=\"/statistics\""))
        }
    }

    @Test(
        arguments: [
            ("es", "Estadísticas", "Hoy"), ("fr", "Statistiques", "Aujourd’hui"), ("ja", "統計", "今日"),
            ("nl", "Statistieken", "Vandaag"), ("ru", "Статистика", "Сегодня"), ("zh-CN", "统计", "今天"),
        ])
    func `statistics speak each language`(_ language: String, _ title: String, _ today: String) async throws {
        try await place.visit { visitor async throws in
            let robins = try await visitor.creates()
            try await tap(visitor, robins)
            let body = try await visitor.get(
                "/counters/\(robins)/statistics?period=all", [.acceptLanguage: language]
            ).body
            #expect(body.contains(">\(title)</h1>"))
            #expect(figure(today, in: body) == "1")
            #expect(!body.contains("%1$@") && !body.contains("%@"))
        }
    }
}
