// Counting without scripts: only forms and links.

import HTTPTypes
import Ledger
import Testing

@testable import Site

@Suite struct CountersTests {
    let place: Place

    init() throws { place = try Place() }

    @Test func `a tap adds one mark and leads back to the same button`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            let reply = try await visitor.post("/counters/\(robins)/marks")
            #expect(reply.status == .seeOther)
            #expect(reply.location == "/#tap-\(robins)")
            let home = try await visitor.get("/").body
            #expect(home.contains("id=\"tap-\(robins)\""))
            #expect(home.contains("aria-label=\"1: 1 mark\""))
        }
    }

    @Test func `each plain tap counts, and one with an id counts once`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            for _ in 0..<20 { _ = try await visitor.post("/counters/\(robins)/marks") }
            let tap = [
                "operation": "0190aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee", "at": "1795248000000", "offset": "60",
            ]
            let json: HTTPFields = [.fetchSite: "same-origin", .accept: "application/json"]
            for _ in 0..<3 {
                let reply = try await visitor.post("/counters/\(robins)/marks", tap, json)
                #expect(reply.status == .ok)
                #expect(reply.body.contains("\"count\":\"21\""))
                #expect(reply.body.utf8.count < 1000)
            }
        }
    }

    @Test func `a script makes a counter in place, and a newcomer gets a session with it`() async throws {
        try await place.visit { visitor in
            let form = ["title": "Robins", "operation": "0190aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee"]
            let json: HTTPFields = [.fetchSite: "same-origin", .accept: "application/json"]
            for _ in 0..<2 {
                let reply = try await visitor.post("/counters", form, json)
                #expect(reply.status == .ok)
                #expect(reply.body.contains("\"counter\":"))
                #expect(reply.body.contains("Robins"))
            }
            #expect(try await visitor.get("/").body.matches(of: /data-counter="/).count == 1)
            // One that waited as another change, and came first.
            let other = try await visitor.post(
                "/counters", form.merging(["title": "Wrens"]) { $1 }, json)
            #expect(other.status != .ok)
            #expect(try await visitor.get("/").body.matches(of: /data-counter="/).count == 1)
            let tooLong = ["title": String(repeating: "x", count: 201)]
            let refused = try await visitor.post("/counters", tooLong, json)
            #expect(refused.status == .unprocessableContent)
            #expect(refused.body.contains("\"reason\":\"titleIsTooLong\""))
        }
    }

    @Test func `home since a revision has the cards changed after it, and the order of all`()
        async throws
    {
        try await place.visit { visitor in
            let first = try await visitor.creates("Robins")
            let second = try await visitor.creates("Wrens")
            let since = try #require(
                try await visitor.get("/").body.firstMatch(of: /data-revision="(\d+)"/)?.1)
            _ = try await visitor.post("/counters/\(second)/marks")
            let page = try await visitor.get("/?since=\(since)").body
            #expect(page.contains("data-order=\"\(first) \(second)\""))
            #expect(!page.contains("Robins") && page.contains("Wrens"))
            // A revision that is not this account's gets everything.
            for foreign in ["0", "-9223372036854775808", "9223372036854775807"] {
                #expect(try await visitor.get("/?since=\(foreign)").body.contains("Robins"))
            }
        }
    }

    @Test func `a title or step that was not changed in its form stays as it was changed elsewhere`()
        async throws
    {
        try await place.visit { visitor in
            let robins = try await visitor.creates("Robins")
            #expect(
                try await visitor.get("/counters/\(robins)/title").body.contains(
                    "name=\"seen\" value=\"Robins\""))
            _ = try await visitor.post("/counters/\(robins)/title", ["title": "Wrens"])
            _ = try await visitor.post("/counters/\(robins)/step", ["number": "7"])
            let title = try await visitor.post(
                "/counters/\(robins)/title", ["title": "Robins", "seen": "Robins"])
            let step = try await visitor.post(
                "/counters/\(robins)/step", ["number": "1", "seen": "1", "from": "counter"])
            #expect(title.location == "/#title-\(robins)" && step.location == "/counters/\(robins)#step")
            let home = try await visitor.get("/").body
            #expect(home.contains("Wrens") && home.contains("data-step=\"7\""))
        }
    }

    @Test func `a script that saves a title as it was shown is answered as a script`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates("Robins")
            let json: HTTPFields = [.fetchSite: "same-origin", .accept: "application/json"]
            let reply = try await visitor.post(
                "/counters/\(robins)/title", ["title": "Robins", "seen": "Robins"], json)
            #expect(reply.status == .ok)
            #expect(reply.headers[.contentType]?.contains("json") == true)
        }
    }

    @Test func `an empty title takes the one that was offered`() async throws {
        try await place.visit { visitor in
            _ = try await visitor.post("/counters", ["title": "  ", "suggestion": "Cups of tea"])
            #expect(try await visitor.get("/").body.contains("Cups of tea"))
        }
    }

    @Test func `a form sent twice makes one counter; sent again with another title it makes another`()
        async throws
    {
        try await place.visit { visitor in
            _ = try await visitor.creates("First")
            let form = ["title": "Tea", "operation": "0190aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee"]
            let one = try await visitor.post("/counters", form)
            #expect(try await visitor.post("/counters", form).location == one.location)
            let other = try await visitor.post("/counters", form.merging(["title": "Coffee"]) { $1 })
            #expect(other.location != one.location)
            let home = try await visitor.get("/").body
            #expect(home.components(separatedBy: "data-counter=").count - 1 == 3)
        }
    }

    @Test(arguments: [String(repeating: "x", count: 201), " ", ""])
    func `a refused title comes back with what was typed`(_ typed: String) async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            let reply = try await visitor.post("/counters/\(robins)/title", ["title": typed])
            #expect(reply.status == .unprocessableContent)
            #expect(reply.body.contains("value=\"\(typed)\""))
            #expect(reply.body.contains("aria-invalid"))
            #expect(try await visitor.get("/").body.contains("Robins"))
        }
    }

    @Test(arguments: ["<script>alert(1)</script>", "\"'&<>", "עברית", "👩‍👩‍👧‍👦", "{{title}}", "{{{cards}}}"])
    func `a title is shown as text, whatever it is`(_ title: String) async throws {
        try await place.visit { visitor in
            let counter = try await visitor.creates(title)
            for path in ["/", "/counters/\(counter)/title", "/counters/\(counter)/reset"] {
                let body = try await visitor.get(path).body
                #expect(body.contains(title.htmlEscaped), "\(path)")
                #expect(!body.contains("<script>alert"))
            }
            _ = try await visitor.post("/counters/\(counter)/deletion")
            #expect(try await visitor.get("/trash").body.contains(title.htmlEscaped))
            #expect(try await visitor.get("/?deleted=\(counter)").body.contains(title.htmlEscaped))
        }
    }

    @Test func `collapse carries its value, so two taps are no flip-flop`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            for _ in 0..<2 {
                _ = try await visitor.post("/counters/\(robins)/collapse", ["collapsed": "yes"])
            }
            #expect(try await visitor.get("/").body.contains("card--collapsed"))
            #expect(
                try await visitor.post("/counters/\(robins)/collapse", ["collapsed": "perhaps"]).status
                    == .unprocessableContent)
            _ = try await visitor.post("/counters/\(robins)/collapse", ["collapsed": "no"])
            #expect(try await !visitor.get("/").body.contains("card--collapsed"))
        }
    }

    @Test func `reset asks first, naming the counter, and spares taps made meanwhile`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            for _ in 0..<3 { _ = try await visitor.post("/counters/\(robins)/marks") }
            let question = try await visitor.get("/counters/\(robins)/reset").body
            #expect(question.contains("Reset “Robins” to 0?"))
            #expect(question.contains("name=\"seen\" value=\"3\""))
            _ = try await visitor.post("/counters/\(robins)/marks")
            _ = try await visitor.post("/counters/\(robins)/reset", ["seen": "3"])
            #expect(try await visitor.get("/").body.contains("data-count=\"1\""))
        }
    }

    @Test func `a deleted counter offers to be undone, and is restored with its count`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            _ = try await visitor.post("/counters/\(robins)/marks")
            let reply = try await visitor.post("/counters/\(robins)/deletion")
            let offer = try #require(reply.location?.wholeMatch(of: /(\/\?undo=([0-9a-f-]+))#notice/))
            #expect(try await visitor.get(String(offer.1)).body.contains("value=\"\(offer.2)\""))
            // A second tap.
            let again = try await visitor.post("/counters/\(robins)/deletion")
            #expect(again.location == "/?deleted=\(robins)#notice")
            let home = try await visitor.get("/?deleted=\(robins)").body
            #expect(home.contains("action=\"/counters/\(robins)/restoration\""))
            // A tap from a page of before belongs to it in the trash.
            #expect(try await visitor.post("/counters/\(robins)/marks").location == "/trash")
            _ = try await visitor.post("/counters/\(robins)/restoration")
            #expect(try await visitor.get("/").body.contains("data-count=\"2\""))
            #expect(try await !visitor.get("/?deleted=\(robins)").body.contains("id=\"notice\""))
        }
    }
}
