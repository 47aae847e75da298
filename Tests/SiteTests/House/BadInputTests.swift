// Malformed, foreign or stale requests get a page that says what to do.

import Foundation
import HTTPTypes
import Ledger
import Testing

@testable import Site

@Suite struct BadInputTests {
    let place: Place

    init() throws { place = try Place() }

    private static let verbs = [
        "marks", "erasures", "title", "collapse", "reset", "deletion", "restoration",
        "style", "color", "step", "count", "place", "share",
    ]
    /// What each of them takes.
    private static let form = [
        "title": "x", "collapsed": "yes", "style": "western", "color": "1", "number": "1",
        "shared": "yes",
    ]

    @Test(arguments: ["0", "-1", "abc", "9223372036854775808", "1;DROP", "1%20", "٣", "999999"])
    func `an id that names no counter is not found`(_ id: String) async throws {
        try await place.visit { visitor in
            _ = try await visitor.creates()
            for verb in Self.verbs {
                let reply = try await visitor.post(
                    "/counters/\(id)/\(verb)",
                    Self.form)
                #expect(reply.status == .notFound, "\(verb)")
                #expect(reply.body.contains("href=\"/\""))
            }
        }
    }

    @Test func `another account's counter does not exist`() async throws {
        try await place.visit { owner in
            let robins = try await owner.creates("Secret robins")
            try await place.visit { other in
                _ = try await other.creates("Mine")
                for verb in Self.verbs {
                    let reply = try await other.post(
                        "/counters/\(robins)/\(verb)", Self.form)
                    #expect(reply.status == .notFound, "\(verb)")
                    #expect(!reply.body.contains("Secret"))
                }
                for path in ["title", "reset", "share"] {
                    #expect(try await other.get("/counters/\(robins)/\(path)").status == .notFound)
                }
                #expect(try await !other.get("/?deleted=\(robins)").body.contains("Secret"))
            }
            #expect(try await owner.get("/").body.contains("Secret robins"))
        }
    }

    @Test func `every post answers 303, 403, 404, 413 or 422`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            let routes = place.site.router().routes.filter { $0.method == .post }.map(\.path.description)
            #expect(routes.count > 40)
            // At the end, what signs out.
            let paths =
                (routes.filter { !$0.contains("removal") } + routes.filter { $0.contains("removal") })
                .map {
                    $0.replacing("/counters/{id}", with: "/counters/\(robins)")
                        .replacing(/\{\w+\}/, with: "1")
                } + ["/nowhere"]
            let bodies = [
                "", "title=a", "=&=&", "title=%zz", "title=\u{FFFD}%ff", "a[]=1&a[]=2",
                String(repeating: "x", count: 70_000),
            ]
            for path in paths {
                for body in bodies {
                    for headers: HTTPFields in [[.fetchSite: "same-origin"], [.fetchSite: "cross-site"], [:]]
                    {
                        let reply = try await visitor.send(.post, path, headers, body)
                        #expect(
                            [303, 403, 404, 413, 422].contains(reply.status.code),
                            "\(path) \(body.prefix(20)): \(reply.status)")
                    }
                }
            }
        }
    }

    @Test(
        arguments: [
            [.fetchSite: "cross-site"], [.fetchSite: "same-site"], [.origin: "https://evil.example"],
            [.origin: "null"], [:], [.origin: "https://count.example"], [.origin: "count.example"],
            [.origin: "http://count.example.evil"], [.origin: "http://count.example:8080"], [.origin: ""],
            // What a browser says of itself counts for more than where it claims to be.
            [.fetchSite: "cross-site", .origin: "http://count.example"],
        ] as [HTTPFields])
    func `nobody else's page can act for a visitor`(_ headers: HTTPFields) async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            #expect(try await visitor.post("/counters/\(robins)/marks", [:], headers).status == .forbidden)
            #expect(try await visitor.get("/").body.contains("data-count=\"0\""))
        }
    }

    @Test func `by HTTPS nobody from plain HTTP can act for a visitor`() async throws {
        try await place.visit(isSecure: true) { visitor in
            let robins = try await visitor.creates()
            let path = "/counters/\(robins)/marks"
            #expect(
                try await visitor.post(path, [:], [.origin: "http://count.example"]).status == .forbidden)
            #expect(
                try await visitor.post(path, [:], [.origin: "https://count.example"]).status == .seeOther)
        }
    }

    @Test func `a browser that sends only Origin may act from here`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            let reply = try await visitor.post(
                "/counters/\(robins)/marks", [:], [.origin: "http://count.example"])
            #expect(reply.status == .seeOther)
        }
    }

    @Test(arguments: ["/%", "/%zz", "/%c3%28", "/counters/%ff/title", "/?deleted=%"])
    func `a damaged address is a bad request`(_ path: String) async throws {
        try await place.visit { visitor in
            let reply = try await visitor.get(path)
            #expect(reply.status == .badRequest)
        }
    }

    @Test func `a script is told in one sentence`() async throws {
        try await place.visit { visitor in
            _ = try await visitor.creates()
            let reply = try await visitor.post(
                "/counters/999/marks", [:], [.fetchSite: "same-origin", .accept: "application/json"])
            #expect(reply.status == .notFound)
            #expect(reply.headers[.contentType] == "application/json")
            #expect(reply.body.contains("\"problem\":\"Counter not found"))
            // By this it knows that it was us who refused.
            #expect(reply.headers[.fivebarAnswer] == "yes")
        }
    }

    @Test(
        arguments: [
            ("en", "Counter not found. It may"), ("fr", "Ce compteur n’existe pas. Il a"),
            ("ja", "カウンターが見つかりません。削除"), ("zh", "找不到这个计数器。它"),
        ])
    func `a script is told with the full stop of the language`(_ language: String, _ start: String)
        async throws
    {
        try await place.visit { visitor in
            _ = try await visitor.creates()
            let reply = try await visitor.post(
                "/counters/999/marks", [:],
                [.fetchSite: "same-origin", .accept: "application/json", .acceptLanguage: language])
            #expect(reply.body.contains("\"problem\":\"\(start)"), "\(reply.body)")
        }
    }

    @Test(arguments: [
        (StorageFault.full, 507), (.readOnly, 503), (.busy, 503), (.newer, 503), (.older, 503),
        (.damaged, 503),
        (.unreachable("disk I/O error"), 503),
    ])
    func `a fault of the server is told without its innards, with a number for the log`(
        _ fault: StorageFault, _ status: Int
    ) async throws {
        let outage = try UnavailableSite(
            SiteConfiguration(
                home: Place.home, now: { Moment(milliseconds: 0) },
                randomBytes: { [UInt8](repeating: 7, count: $0) }),
            fault: fault
        )
        let visitor = Visitor(responder: outage, isSecure: false, address: "")
        let reply = try await visitor.get("/")
        #expect(reply.status.code == status)
        #expect(try #require(reply.headers[.retryAfter].flatMap { Int($0) }) > 0)
        #expect(reply.body.contains("BwcHBwcH"))
        #expect(!reply.body.contains("I/O"))
        #expect(reply.headers[.contentSecurityPolicy] != nil)
    }

    @Test func `from an address that made many accounts no more are made`() async throws {
        let place = try Place(accountsPerHour: 1)
        try await place.visit { try await _ = $0.creates() }
        try await place.visit { visitor in
            let reply = try await visitor.post("/counters", ["title": "My long title"])
            #expect(reply.status == .tooManyRequests)
            #expect(reply.headers[.retryAfter] != nil)
            #expect(reply.body.contains("My long title"))
        }
    }

    /// A character may be a quotation mark with an accent on it, or one that clings to the mark before it.
    @Test(arguments: ["\"\u{301} onfocus=alert(1) x=\"\u{301}", "\u{600}\"><b>", "<\u{338}b>", "'\u{20DD}"])
    func `no sign of HTML gets through with something clinging to it`(_ title: String) async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates(title)
            for path in [
                "/", "/counters/\(robins)", "/counters/\(robins)/title", "/counters/arrange", "/search?q=x",
            ] {
                let page = try await visitor.get(path).body
                #expect(!page.unicodeScalars.contains("\u{301}") || page.contains("&quot;\u{301}"), "\(path)")
                #expect(page.utf8.firstRange(of: "\"\u{301}".utf8) == nil, "\(path)")
                #expect(page.utf8.firstRange(of: "\u{600}\"".utf8) == nil, "\(path)")
                #expect(page.utf8.firstRange(of: "<\u{338}".utf8) == nil, "\(path)")
                #expect(page.utf8.firstRange(of: "'\u{20DD}".utf8) == nil, "\(path)")
            }
        }
    }

    /// Swift would sort the marks by insertion, each time that it compares the text.
    @Test func `more marks upon a letter than anybody writes are refused before they are compared`()
        async throws
    {
        let marks =
            "a" + String(repeating: "\u{345}", count: 8_000) + String(repeating: "\u{334}", count: 8_000)
        let encoded =
            "a" + String(repeating: "%CD%85", count: 2_000) + String(repeating: "%CC%B4", count: 2_000)
        let escaped =
            "a" + String(repeating: "\\u0345", count: 8_000) + String(repeating: "\\u0334", count: 8_000)
        let fields: HTTPFields = [.fetchSite: "same-origin"]
        try await place.visit { visitor in
            let counter = try await visitor.creates()
            for body in ["\(marks)=1", "code=\(marks)", "\(encoded)=1", "code=\(encoded)&x=%"] {
                #expect(try await visitor.send(.post, "/join", fields, body).status == .unprocessableContent)
            }
            for text in [marks, escaped] {
                let bodies = [
                    "{\"operations\": [{\"\(text)\": 1}]}", "{\"\(text)\": 1}",
                    "{\"operations\": [{\"kind\": \"\(text)\"}]}",
                ]
                for body in bodies {
                    let reply = try await visitor.send(.post, "/operations", fields, body)
                    #expect(reply.status == .unprocessableContent)
                }
            }
            #expect(try await visitor.get("/search?q=\(encoded)").status == .badRequest)
            // What is drawn over and over for fun is a title.
            let fun = "Z" + String(repeating: "\u{334}", count: 100)
            let reply = try await visitor.post("/counters/\(counter)/title", ["title": fun])
            #expect(reply.status == .seeOther || reply.status == .unprocessableContent)
        }
    }
}
