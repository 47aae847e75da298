// The pages for the screen of a watch: what they show, where their forms lead, and how little they weigh.

import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import Ledger
@testable import Site

@Suite struct WatchTests {
    let place: Place

    init() throws { place = try Place() }

    /// What the forms on a page send from the watch, by the addresses they send it to.
    private func forms(_ page: String) -> [String: [String: String]] {
        var forms: [String: [String: String]] = [:]
        for form in page.matches(of: /<form method="post" action="([^"]+)"([\s\S]*?)<\/form>/) {
            let fields = form.2.matches(of: /name="(\w+)" value="([^"]*)"/)
            forms[String(form.1)] = Dictionary(
                fields.map { (String($0.1), String($0.2)) }, uniquingKeysWith: { $1 })
        }
        return forms
    }

    private func title(_ page: String) -> Substring? { page.firstMatch(of: /<h1[^>]*>([^<]*)</)?.1 }
    private func count(_ page: String) -> Substring? { page.firstMatch(of: /class="count"[^>]*>([^<]*)</)?.1 }
    private func offers(_ page: String) -> Bool { page.contains("id=\"notice\"") }

    /// The page that an answer leads to, which must be one of the watch.
    private func follow(_ reply: Reply, _ visitor: Visitor) async throws -> String {
        #expect(reply.status == .seeOther)
        let address = try #require(reply.location?.split(separator: "#").first)
        #expect(address.hasPrefix("/watch"), "\(address)")
        return try await visitor.get(String(address)).body
    }

    @Test func `the list has the counters in order, with their numbers, and what leads to a new one`()
        async throws
    {
        try await place.visit { visitor in
            let robins = try await visitor.creates("Robins"), wrens = try await visitor.creates("Wrens")
            _ = try await visitor.post("/counters/\(wrens)/count", ["number": "1234567"])
            let gone = try await visitor.creates("Gone")
            _ = try await visitor.post("/counters/\(gone)/deletion")
            let page = try await visitor.get("/watch").body
            let rows = page.matches(
                of: /href="(\/watch\/counters\/\d+)"><span[^>]*>(\w+)<\/span> <b[^>]*>([\d,]+)</)
            #expect(
                rows.map { "\($0.1) \($0.2) \($0.3)" } == [
                    "/watch/counters/\(robins) Robins 0", "/watch/counters/\(wrens) Wrens 1,234,567",
                ])
            #expect(page.contains("href=\"/watch/counters/new\"") && !page.contains("Goals"))
        }
    }

    @Test func `whoever is new makes a counter on the watch, and stays there`() async throws {
        try await place.visit(isNewcomer: true) { visitor in
            let empty = try await visitor.get("/watch")
            #expect(empty.status == .ok && empty.headers[.setCookie] == nil)
            let form = try #require(
                forms(try await visitor.get("/watch/counters/new").body)["/counters"])
            let typed = form.merging(["title": "Robins"]) { $1 }
            let page = try await follow(visitor.post("/counters", typed), visitor)
            #expect(title(page) == "Robins" && count(page) == "0")
            // Sent again, it is the same counter.
            _ = try await follow(visitor.post("/counters", typed), visitor)
            #expect(try place.rows("SELECT COUNT(*) FROM counter") == 1)
        }
    }

    @Test func `a name that cannot be is asked for again, on the watch`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates("Robins")
            let form = try #require(
                forms(try await visitor.get("/watch/counters/\(robins)/title").body)[
                    "/counters/\(robins)/title"])
            #expect(form["title"] == "Robins")
            for (address, fields) in [
                ("/counters/\(robins)/title", form), ("/counters", ["from": "watch"]),
            ] {
                let long = String(repeating: "é", count: 201)
                let refused = try await visitor.post(address, fields.merging(["title": long]) { $1 })
                #expect(refused.status == .unprocessableContent)
                #expect(refused.body.contains(long) && refused.body.contains("/watch.css"))
                #expect(forms(refused.body)[address]?["from"] == "watch")
            }
        }
    }

    @Test func `the field counts and the minus takes back, in steps, and both come back to the counter`()
        async throws
    {
        try await place.visit { visitor in
            let robins = try await visitor.creates("Robins")
            let path = "/watch/counters/\(robins)"
            for (action, expected) in [("marks", "1"), ("marks", "2"), ("erasures", "1")] {
                let reply = try await visitor.post("/counters/\(robins)/\(action)", ["from": "watch"])
                #expect(reply.location == path)
                #expect(count(try await visitor.get(path).body) == Substring(expected))
            }
            _ = try await visitor.post("/counters/\(robins)/step", ["number": "5"])
            _ = try await visitor.post("/counters/\(robins)/marks", ["from": "watch"])
            let page = try await visitor.get(path).body
            #expect(count(page) == "6" && page.contains("aria-label=\"6: 1 five and 1 mark\""))
            #expect(page.contains("aria-label=\"Add 5\"") && page.contains("aria-label=\"Subtract 5\""))
        }
    }

    @Test func `a name, a reset and a deletion are offered back, on the watch`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates("Robins"), path = "/watch/counters/\(robins)"
            for _ in 0..<3 { _ = try await visitor.post("/counters/\(robins)/marks") }
            func undone(_ page: String) async throws -> String {
                let form = try #require(forms(page)["/undo"])
                #expect(form["from"] == "watch")
                return try await follow(visitor.post("/undo", form), visitor)
            }

            let naming = try #require(
                forms(try await visitor.get(path + "/title").body)["/counters/\(robins)/title"])
            let named = try await follow(
                visitor.post("/counters/\(robins)/title", naming.merging(["title": "Wrens"]) { $1 }), visitor)
            #expect(title(named) == "Wrens" && offers(named))
            #expect(title(try await undone(named)) == "Robins")
            let same = try await follow(visitor.post("/counters/\(robins)/title", naming), visitor)
            #expect(title(same) == "Robins" && !offers(same))

            let asking = try await visitor.get(path + "/reset").body
            #expect(asking.contains("Reset “Robins” to 0?"))
            let form = try #require(forms(asking)["/counters/\(robins)/reset"])
            let reset = try await follow(visitor.post("/counters/\(robins)/reset", form), visitor)
            #expect(count(reset) == "0" && offers(reset))
            #expect(count(try await undone(reset)) == "3")

            let deletion = try #require(
                forms(try await visitor.get(path).body)["/counters/\(robins)/deletion"])
            let list = try await follow(visitor.post("/counters/\(robins)/deletion", deletion), visitor)
            #expect(offers(list) && !list.contains(path))
            #expect(count(try await undone(list)) == "3")
            // A press on a page from before a deletion leads to the list.
            _ = try await visitor.post("/counters/\(robins)/deletion")
            for action in ["marks", "deletion"] {
                let late = try await visitor.post("/counters/\(robins)/\(action)", ["from": "watch"])
                #expect(late.location == "/watch")
            }
        }
    }

    @Test func `taking back a counter that was just made leads to the list`() async throws {
        try await place.visit { visitor in
            let reply = try await visitor.post("/counters", ["title": "Robins"])
            let made = try #require(reply.location?.firstMatch(of: /undo=([-0-9a-f]+)/)?.1)
            let undo = try await visitor.post("/undo", ["undo": String(made), "from": "watch"])
            #expect(offers(try await follow(undo, visitor)))
        }
    }

    @Test func `a goal is marked today and no other day, and unmarked`() async throws {
        try await place.visit { visitor in
            let read = try await visitor.makesGoal("Read")
            try await visitor.makesGoal("Later", ["start": "2026-11-22"])
            let past = ["start": "2026-11-01", "length": "date", "end": "2026-11-20"]
            try await visitor.makesGoal("Earlier", past)
            let archived = try await visitor.makesGoal("Archived")
            _ = try await visitor.post("/goals/\(archived)/archive", ["archived": "yes"])
            var page = try await visitor.get("/watch").body
            #expect(forms(page).count == 1)
            for (pressed, state) in [("false", "done today"), ("true", "open today")] {
                #expect(page.contains("aria-pressed=\"\(pressed)\""))
                let form = try #require(forms(page)["/goals/\(read)/2026-11-21/mark"])
                let reply = try await visitor.post("/goals/\(read)/2026-11-21/mark", form)
                #expect(reply.location == "/watch#goal-\(read)")
                page = try await follow(reply, visitor)
                #expect(try await visitor.dot("2026-11-21", of: read) == state)
            }
        }
    }

    @Test func `a goal whose counter has reached the target is done, and has nothing to press`() async throws
    {
        try await place.visit { visitor in
            let robins = try await visitor.creates("Robins")
            try await visitor.makesGoal("Look", ["counter": String(robins), "target": "2"])
            for counted in ["0 of 2", "1 of 2", "2 of 2"] {
                let page = try await visitor.get("/watch").body
                #expect(page.contains(counted) && forms(page).isEmpty == (counted == "2 of 2"), "\(counted)")
                _ = try await visitor.post("/counters/\(robins)/marks")
            }
        }
    }

    @Test func `a long list is in pages, on each of which one stays`() async throws {
        try await place.visit { visitor in
            for number in 1...30 { _ = try await visitor.creates("Counter \(number).") }
            let goal = try await visitor.makesGoal("Read")
            let first = try await visitor.get("/watch").body
            #expect(
                first.contains("Counter 1.") && first.contains("Counter 16.")
                    && !first.contains("Counter 17."))
            #expect(first.contains("href=\"/watch?page=2\"") && !first.contains("Read"))
            for page in ["2", "9", "9223372036854775807"] {
                let last = try await visitor.get("/watch?page=\(page)").body
                #expect(
                    !last.contains("Counter 16.") && last.contains("Counter 17.") && last.contains("Read"))
                #expect(last.contains("href=\"/watch\"") && !last.contains("page=3"))
                let form = try #require(forms(last)["/goals/\(goal)/2026-11-21/mark"])
                let reply = try await visitor.post("/goals/\(goal)/2026-11-21/mark", form)
                #expect(reply.location == "/watch?page=2#goal-\(goal)")
            }
            for page in ["0", "-1", "x", ""] {
                #expect(try await visitor.get("/watch?page=\(page)").body.contains("Counter 1."), "\(page)")
            }
        }
    }

    @Test func `nobody else's counter is there, and what is not is said on a page of the watch`() async throws
    {
        try await place.visit { owner in
            let robins = try await owner.creates("Robins")
            try await place.visit { other in
                _ = try await other.creates("Wrens")
                for path in ["", "/title", "/reset"] {
                    let reply = try await other.get("/watch/counters/\(robins)\(path)")
                    #expect(reply.status == .notFound && !reply.body.contains("Robins"))
                    #expect(reply.body.contains("/watch.css") && reply.body.contains("href=\"/watch\""))
                }
                #expect(!(try await other.get("/watch").body.contains("Robins")))
            }
        }
    }

    @Test func `a place to return to that is not known is refused, and leads nowhere`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates("Robins")
            for from in ["//evil.example", "/watch", "https://evil.example/watch"] {
                let reply = try await visitor.post("/counters/\(robins)/marks", ["from": from])
                #expect(reply.status == .unprocessableContent && reply.location == nil)
            }
        }
    }

    // MARK: Weight

    /// How many bytes a page, its styles, scripts and icon have on their way, compressed as nginx does. With all that a script
    /// imports, at once or later: a first visit may need it.
    private func weight(of path: String, _ visitor: Visitor) async throws -> Int {
        var waiting = [path], weighed: Set<String> = [], weight = 0
        while let file = waiting.popLast() {
            guard weighed.insert(file).inserted else { continue }
            let reply = try await visitor.get(file), base = URL(string: "http://count.example" + file)
            #expect(reply.status == .ok, "\(file)")
            weight += [DeflateBlock(reply.bytes, after: nil)].gzip.reduce(0) { $0 + $1.readableBytes }
            let named = reply.body.matches(
                of: /(?:href=|src=|from |import |[td]\()"(\.[^"]+|\/(?:assets|styles)\/[^"]+)"/)
            waiting += named.compactMap { URL(string: String($0.1), relativeTo: base)?.absoluteURL.path }
        }
        return weighed.count > 3 ? weight : .max
    }

    private static let most = 10_240

    @Test(arguments: Counter.Style.allCases)
    func `a counter has at most 10 KB, whatever its count`(_ style: Counter.Style) async throws {
        try await place.visit { visitor in
            let title = String("夏の終わりに庭で見つけた小さな青い鳥と川の向こうの白い花".shuffled())
            let robins = try await visitor.creates(title)
            _ = try await visitor.post("/counters/\(robins)/style", ["style": style.rawValue])
            for count in [
                0, 23, 99, 147, 999, 4567, 9999, 12_345, 99_999, 987_654, 123_456_789, 999_999_999_999,
                8_765_432_198_765_432_109, .max,
            ] as [Int64] {
                _ = try await visitor.post("/counters/\(robins)/count", ["number": String(count)])
                let weight = try await weight(of: "/watch/counters/\(robins)", visitor)
                #expect(weight <= Self.most, "\(count): \(weight)")
            }
        }
    }

    @Test func `a full list has at most 10 KB, and so has every form`() async throws {
        try await place.visit { visitor in
            var counter: Counter.ID = 0
            for number in 1...24 {
                let title = (0..<12).map { _ in String(UInt32.random(in: .min ... .max), radix: 36) }
                counter = try await visitor.creates(title.joined(separator: " "))
                _ = try await visitor.post(
                    "/counters/\(counter)/count", ["number": String(Int64.max / Int64(number))])
            }
            for number in 1...10 { try await visitor.makesGoal("Something else \(number)") }
            for path in [
                "/watch", "/watch?page=2", "/watch/counters/new", "/watch/counters/\(counter)/title",
                "/watch/counters/\(counter)/reset",
            ] {
                let weight = try await weight(of: path, visitor)
                #expect(weight <= Self.most, "\(path): \(weight)")
            }
        }
    }
}
