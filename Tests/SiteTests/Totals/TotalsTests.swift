// What counts as what in the daily totals, and who is excluded.

import HTTPTypes
import Ledger
import Testing

@testable import Site

@Suite struct TotalsTests {
    let place: Place

    init() throws { place = try Place() }

    private var today: CivilDay { CivilDay(of: place.site.configuration.now(), zoneOffset: 0) }

    /// What was counted since the last time.
    private func counted() -> [CountedEvent: Int64] {
        let totals = place.site.totals.take()
        var counted: [CountedEvent: Int64] = [:]
        for event in CountedEvent.allCases where totals[event, on: today] > 0 {
            counted[event] = totals[event, on: today]
        }
        return counted
    }

    /// As a browser follows a link of the site.
    private static let inside: HTTPFields = [.fetchMode: "navigate", .fetchSite: "same-origin"]
    /// As it opens what somebody typed, or a bookmark.
    private static let outside: HTTPFields = [.fetchMode: "navigate", .fetchSite: "none"]

    // MARK: Routes

    @Test func `each event is counted by some route`() {
        let table = RouteTable()
        var events: Set<CountedEvent> = [.arrival, .searchLaunch]
        for route in place.site.router(table: table).routes {
            guard let metadata = table.metadata(of: route.path.description, route.method) else { continue }
            if let view = metadata.view { events.insert(view) }
            for flag in [true, false] {
                if let action = metadata.action { events.insert(action.event(fromPhone: flag)) }
                if let launch = metadata.launch { events.formUnion(launch.events(withLink: flag)) }
            }
        }
        #expect(events == Set(CountedEvent.allCases))
    }

    @Test func `what is known of each route is found by its pattern`() {
        let table = RouteTable(), router = place.site.router(table: table)
        for route in router.routes where route.method != .head {
            #expect(table.metadata(of: route.path.description, route.method) != nil, "\(route.path)")
        }
    }

    // MARK: Views

    @Test func `a page that somebody looks at counts, its 304 as well`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            _ = counted()
            for path in [
                "/counters/\(robins)", "/counters/\(robins)/full", "/counters/\(robins)/history",
                "/counters/\(robins)/statistics", "/statistics", "/search", "/search?q=robins", "/settings",
                "/tutorial", "/tutorial/3", "/goals", "/goals/new", "/community",
            ] {
                #expect(try await visitor.get(path, Self.inside).status == .ok, "\(path)")
            }
            #expect(
                counted() == [
                    .counterView: 1, .fullScreenView: 1, .historyView: 1, .statisticsView: 2, .searchView: 2,
                    .settingsView: 1, .tutorialView: 2, .goalsView: 1, .newGoalView: 1,
                    .communityView: 1,
                ])
            var headers = Self.inside
            headers[.ifNoneMatch] = try await visitor.get("/", headers).headers[.eTag]
            #expect(try await visitor.get("/", headers).status == .notModified)
            #expect(counted() == [.homeView: 2])
        }
    }

    @Test func `by plain HTTP a page is told by what the browser would take`() async throws {
        try await place.visit { visitor in
            let own: HTTPFields = [
                .accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8",
                .referer: "http://count.example/settings",
            ]
            _ = try await visitor.get("/", own)
            #expect(counted() == [.homeView: 1])
            for accept in ["text/html", "*/*", "application/json"] {
                _ = try await visitor.get("/", [.accept: accept, .referer: "http://count.example/"])
            }
            _ = try await visitor.get("/")
            #expect(counted().isEmpty)
        }
    }

    @Test func `a page that a script shows counts, one that it reads does not`() async throws {
        try await place.visit { visitor in
            var headers: HTTPFields = [.accept: "text/html", .fetchMode: "cors", .fetchSite: "same-origin"]
            _ = try await visitor.get("/settings", headers)
            #expect(counted().isEmpty)
            headers[.fivebarShown] = "yes"
            _ = try await visitor.get("/settings", headers)
            #expect(counted() == [.settingsView: 1])
            // Whoever goes back to a page that the browser kept was counted when it came.
            headers[.fivebarShown] = "again"
            _ = try await visitor.get("/settings", headers)
            #expect(counted().isEmpty)
        }
    }

    @Test(
        arguments: [
            (.doNotTrack, "1"), (.globalPrivacyControl, "1"), (.fetchPurpose, "prefetch"),
            (.fetchPurpose, "prefetch;prerender"), (.purpose, "prefetch"), (.fetchMode, "cors"),
            (.fetchMode, "same-origin"),
        ] as [(HTTPField.Name, String)])
    func `who does not want to be counted is not, nor who does not look`(
        _ name: HTTPField.Name, _ value: String
    ) async throws {
        try await place.visit { visitor in
            var headers = Self.outside
            headers[name] = value
            for path in ["/", "/settings", "/search?q=robins", "/open", "/new", "/quick/last"] {
                _ = try await visitor.get(path, headers)
            }
            #expect(counted().isEmpty)
        }
    }

    @Test func `who said nothing, or that it does not matter, is counted`() async throws {
        try await place.visit { visitor in
            var headers = Self.inside
            headers[.doNotTrack] = "0"
            headers[.globalPrivacyControl] = "0"
            _ = try await visitor.get("/goals", headers)
            #expect(counted() == [.goalsView: 1])
        }
    }

    @Test func `what was refused, and what is no page, does not count`() async throws {
        try await place.visit { visitor in
            for path in [
                "/counters/7", "/counters/7/history", "/no/such/page", "/index/1", "/open?link=https://evil",
                "/quick/first", "/tutorial/9", "/health", "/manifest.webmanifest", "/opensearch.xml",
                "/assets/x/css/shell/base.css", "/events", "/search?q=\(String(repeating: "x", count: 300))",
            ] {
                _ = try await visitor.get(path, Self.outside)
            }
            _ = try await visitor.send(.head, "/", Self.outside, nil)
            #expect(counted().isEmpty)
        }
    }

    @Test func `who is shown the tutorial first has not seen home`() async throws {
        try await place.visit(isNewcomer: true) { visitor in
            #expect(try await visitor.get("/", Self.outside).location == "/tutorial")
            #expect(counted().isEmpty)
            _ = try await visitor.get("/tutorial", Self.outside)
            #expect(counted() == [.tutorialView: 1, .arrival: 1])
        }
    }

    // MARK: Actions

    @Test func `what is done to counters counts, what is refused does not`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates(), path = "/counters/\(robins)"
            #expect(counted() == [.desktopCreation: 1])
            _ = try await visitor.post(path + "/title", ["title": "Wrens"])
            _ = try await visitor.post(path + "/color", ["color": "3"])
            _ = try await visitor.post(path + "/style", ["style": "western"])
            _ = try await visitor.post(path + "/reset", ["seen": "0"])
            _ = try await visitor.post(path + "/marks")
            _ = try await visitor.post(path + "/deletion")
            #expect(
                counted() == [.renaming: 1, .recoloring: 1, .restyling: 1, .reset: 1, .deletion: 1])

            _ = try await visitor.post("/counters", ["title": String(repeating: "x", count: 500)])
            _ = try await visitor.post(path + "/title", ["title": " "])
            _ = try await visitor.post(path + "/color", ["color": "99"])
            _ = try await visitor.post("/counters/999/reset", ["seen": "0"])
            _ = try await visitor.post("/counters/999/deletion")
            _ = try await visitor.post("/counters", ["title": "A"], [.fetchSite: "cross-site"])
            #expect(counted().isEmpty)
        }
    }

    @Test func `a counter is made on a phone or on a desktop`() async throws {
        let phone =
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36"
        try await place.visit { visitor in
            _ = try await visitor.post(
                "/counters", ["title": "A"], [.fetchSite: "same-origin", .userAgent: phone])
            #expect(counted() == [.phoneCreation: 1])
            let refusing: HTTPFields = [
                .fetchSite: "same-origin", .userAgent: phone, .globalPrivacyControl: "1",
            ]
            #expect(try await visitor.post("/counters", ["title": "B"], refusing).status == .seeOther)
            #expect(counted().isEmpty)
            #expect(try place.ledger.counters(of: 1).count == 2)
        }
    }

    // MARK: Launches

    @Test func `a launch is told by what it came through`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            _ = counted()
            for path in [
                "/open", "/open?link=web%2Bfivebar:new", "/new", "/quick/last",
                "/search?q=robins", "/", "/counters/\(robins)",
            ] {
                // To the page it leads to, as a browser does: still as somebody from outside.
                var next: String? = path
                while let path = next { next = try await visitor.get(path, Self.outside).location }
            }
            let totals = place.site.totals.take()
            let launches: [CountedEvent: Int64] = [
                .appLaunch: 1, .linkLaunch: 1, .shortcutLaunch: 2, .searchLaunch: 1, .arrival: 7,
                .quickCounter: 1, .quickMark: 1,
            ]
            for (event, number) in launches {
                #expect(totals[event, on: today] == number, "\(event)")
            }
            #expect(totals.browserLaunches(on: today) == 2)
        }
    }

    @Test func `who goes from page to page has not come anew`() async throws {
        try await place.visit { visitor in
            for site in ["none", "cross-site", "same-site", "same-origin"] {
                _ = try await visitor.get("/", [.fetchMode: "navigate", .fetchSite: site])
            }
            #expect(counted() == [.homeView: 4, .arrival: 3])
            let html = "text/html,*/*"
            for referrer in ["http://count.example/settings", "http://count.example"] {
                _ = try await visitor.get("/", [.accept: html, .referer: referrer])
            }
            #expect(counted() == [.homeView: 2])
            for referrer in ["https://other.example/", "http://count.example.evil/", "nonsense"] {
                _ = try await visitor.get("/", [.accept: html, .referer: referrer])
            }
            _ = try await visitor.get("/", [.accept: html])
            #expect(counted() == [.homeView: 4, .arrival: 4])
        }
    }

    // MARK: Keeping

    @Test func `looking writes nothing; what was counted is kept when it is time, once`() async throws {
        try await place.visit { visitor in
            for _ in 0..<3 { _ = try await visitor.get("/", Self.inside) }
            #expect(try place.ledger.totals(from: today, through: today).isEmpty)
            try await place.site.keepTotals()
            try await place.site.keepTotals()
            #expect(try place.ledger.totals(from: today, through: today)[.homeView, on: today] == 3)
            _ = try await visitor.get("/", Self.inside)
            place.site.keepTotalsWithoutWaiting()
            place.site.keepTotalsWithoutWaiting()
            #expect(try place.ledger.totals(from: today, through: today)[.homeView, on: today] == 4)
        }
    }

    @Test func `a day's events count for that day`() async throws {
        try await place.visit { visitor in
            let before = today
            _ = try await visitor.get("/", Self.inside)
            place.wait(days: 1)
            _ = try await visitor.get("/", Self.inside)
            try await place.site.keepTotals()
            let kept = try place.ledger.totals(from: before, through: today)
            #expect(kept[.homeView, on: before] == 1 && kept[.homeView, on: today] == 1)
        }
    }

    // MARK: Since when
}
