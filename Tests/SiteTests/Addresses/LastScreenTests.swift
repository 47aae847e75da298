// The app reopens at the last screen.

import HTTPTypes
import Hummingbird
import Ledger
import Testing

@testable import Site

@Suite struct LastScreenTests {
    let place: Place

    init() throws { place = try Place() }

    /// As a browser follows a link.
    private static let looking: HTTPFields = [.fetchMode: "navigate", .fetchSite: "same-origin"]

    private func remembered(_ reply: Reply, as name: String = "fivebar-screen") -> String? {
        reply.headers[values: .setCookie].first { $0.hasPrefix(name + "=") }
    }

    // MARK: Remembering

    @Test func `every screen that somebody stays at is opened again, by its path alone`() async throws {
        try await place.visit { visitor async throws in
            let session = try await visitor.entersAccount()
            let robins = try #require(try place.ledger.counters(of: 1).first?.id)
            let day = CivilDay(of: place.site.configuration.now(), zoneOffset: 0)
            let goal = try await place.setsGoal(
                session, from: day, through: day.adding(29), reminder: nil)
            for (path, screen) in [
                ("/counters/\(robins)", nil), ("/counters/\(robins)/full?quick", "/counters/\(robins)/full"),
                ("/counters/\(robins)/history?before=1", "/counters/\(robins)/history"),
                ("/counters/\(robins)/statistics?period=all", "/counters/\(robins)/statistics"),
                ("/statistics", nil), ("/search?q=rob", "/search"), ("/community", nil), ("/goals", nil),
                ("/goals/\(goal)", nil), ("/?show=\(robins)", "/"),
            ] as [(String, String?)] {
                let reply = try await visitor.get(path, Self.looking)
                #expect(reply.status == .ok, "\(path)")
                #expect(remembered(reply) != nil, "\(path)")
                #expect(try await visitor.get("/open").location == screen ?? path, "\(path)")
                // Whoever stays is told nothing again.
                #expect(try await remembered(visitor.get(path, Self.looking)) == nil, "\(path)")
            }
        }
    }

    @Test func `home is where whoever is new is, and its answers say nothing of it`() async throws {
        try await place.visit { visitor async throws in
            _ = try await visitor.creates()
            let reply = try await visitor.get("/", Self.looking)
            #expect(reply.headers[values: .setCookie].isEmpty)
            #expect(try await visitor.get("/open").location == "/")
            let tag = try #require(reply.headers[.eTag])
            var headers = Self.looking
            headers[.ifNoneMatch] = tag
            #expect(try await visitor.get("/", headers).headers[values: .setCookie].isEmpty)
            _ = try await visitor.get("/community", Self.looking)
            // Coming back, home may be what the browser has.
            let back = try await visitor.get("/", headers)
            #expect(back.status == .notModified && remembered(back) != nil)
            #expect(try await visitor.get("/", headers).headers[values: .setCookie].isEmpty)
            #expect(try await visitor.get("/open").location == "/")
        }
    }

    @Test func `what is only passed through is not remembered`() async throws {
        try await place.visit { visitor async throws in
            let robins = try await visitor.creates()
            _ = try await visitor.get("/community", Self.looking)
            for path in [
                "/settings", "/settings/zone", "/keyboard", "/counters/new", "/counters/arrange",
                "/counters/\(robins)/title", "/counters/\(robins)/reset", "/counters/\(robins)/share",
                "/trash",
                "/transfer", "/feedback", "/tutorial", "/counters/999", "/goals/999", "/nowhere", "/new",
                "/counters/\(robins)/card", "/manifest.webmanifest",
            ] {
                #expect(try await remembered(visitor.get(path, Self.looking)) == nil, "\(path)")
            }
            #expect(try await visitor.get("/open").location == "/community")
        }
    }

    @Test func `only a page before somebody's eyes is remembered`() async throws {
        try await place.visit { visitor async throws in
            for headers: HTTPFields in [
                [:], [.accept: "text/html"], [.accept: "application/json"], [.fetchMode: "cors"],
                [.fetchMode: "navigate", .fetchPurpose: "prefetch"],
                [.accept: "text/html", .fetchMode: "cors", .fetchSite: "same-origin"],
            ] {
                #expect(try await remembered(visitor.get("/community", headers)) == nil, "\(headers)")
            }
            let plain: HTTPFields = [.accept: "text/html,*/*;q=0.8"]
            #expect(try await remembered(visitor.get("/community", plain)) != nil)
            // A page that the browser had kept, and that its script asks for.
            let again: HTTPFields = [.accept: "text/html", .fetchMode: "cors", .fivebarShown: "again"]
            #expect(try await remembered(visitor.get("/", again)) != nil)
            #expect(try await remembered(visitor.send(.head, "/community", Self.looking, nil)) == nil)
        }
    }

    @Test func `the cookie is the site's own`() async throws {
        let place = try Place(base: "/count")
        try await place.visit(isSecure: true) { visitor async throws in
            let reply = try await visitor.get("/count/community", Self.looking)
            #expect(
                remembered(reply, as: "__Host-fivebar-screen-count")
                    == "__Host-fivebar-screen-count=/community; Path=/; Max-Age=34560000; HttpOnly; "
                    + "SameSite=Lax; Secure")
            #expect(try await visitor.get("/count/open").location == "/count/community")
        }
        try await place.visit { visitor async throws in
            let reply = try await visitor.get("/count/community", Self.looking)
            #expect(remembered(reply, as: "fivebar-screen-count")?.contains("; Path=/count; ") == true)
        }
    }

    // MARK: Opening

    @Test func `what is gone, or never was one's own, opens home`() async throws {
        try await place.visit { owner async throws in
            let session = try await owner.entersAccount()
            let robins = try #require(try place.ledger.counters(of: 1).first?.id)
            let day = CivilDay(of: place.site.configuration.now(), zoneOffset: 0)
            let goal = try await place.setsGoal(session, from: day, through: day, reminder: nil)
            let screens = ["", "/full", "/history", "/statistics"].map { "/counters/\(robins)\($0)" }
            for visitor in [true, false] {
                try await place.visit { other async throws in
                    if visitor { _ = try await other.creates() }
                    for screen in screens + ["/goals/\(goal)", "/goals/999", "/counters/999"] {
                        other.keeps("fivebar-screen", screen)
                        #expect(try await other.get("/open").location == "/", "\(screen)")
                    }
                }
            }
            _ = try await owner.post("/counters/\(robins)/deletion")
            for screen in screens {
                owner.keeps("fivebar-screen", screen)
                #expect(try await owner.get("/open").location == "/", "\(screen)")
            }
            owner.keeps("fivebar-screen", "/goals/\(goal)")
            #expect(try await owner.get("/open").location == "/goals/\(goal)")
        }
    }

    @Test(arguments: [
        "", "/", "//evil.example", "https://evil.example/", "/settings", "/counters/deletion",
        "/counters/7/reset",
        "/counters/-1", "/counters/0", "/counters/9223372036854775808", "/counters/7/full/x", "/goals/1/edit",
        "/goals/٣", "/../goals", "goals%0d%0a", "\\evil", "/statistics/7", "/open", "/counters/+7",
    ])
    func `a cookie that says anything else opens home`(_ text: String) async throws {
        try await place.visit { visitor async throws in
            visitor.keeps("fivebar-screen", text)
            #expect(try await visitor.get("/open").location == "/")
        }
    }

    @Test func `a link goes before the screen that was left`() async throws {
        try await place.visit { visitor async throws in
            visitor.keeps("fivebar-screen", "/community")
            #expect(try await visitor.get("/open?link=web%2Bfivebar:new").location == "/counters/new")
            #expect(try await visitor.get("/open?link=").status == .notFound)
            #expect(try await visitor.get("/open").location == "/community")
        }
    }

    @Test(
        arguments: [
            ("/", nil), ("/goals", nil), ("/search/", nil), ("/community", nil), ("/statistics", nil),
            ("/goals/7", .goal(7)), ("/counters/9223372036854775807", .counter(.max)),
            ("/counters/1/full", .counter(1)), ("/counters/12//history", .counter(12)),
            ("/counters/3/statistics", .counter(3)),
        ] as [(String, LastScreen.Subject?)])
    func `a screen's path leads to it`(_ path: String, _ subject: LastScreen.Subject?) throws {
        let table = RouteTable()
        _ = place.site.router(table: table)
        let screen = try #require(LastScreen(path: path, in: table))
        #expect(screen.subject == subject)
        #expect(LastScreen(path: screen.path, in: table) == screen)
    }
}
