// What a page without a network is made of: the service worker, kept pages, and the answers to what waited.

import Foundation
import HTTPTypes
import Testing

@testable import Ledger
@testable import Site

@Suite struct OfflineTests {
    let place: Place

    init() throws { place = try Place() }

    private struct Answers: Decodable {
        struct Receipt: Decodable {
            let status: String
            let problem: String?
        }
        struct Counter: Decodable {
            let counter: Int64
            let count: String
            let formattedCount: String
            let label: String
        }
        struct Day: Decodable {
            let goal: Int64
            let day: String
            let state: String
            let sum: String
            let dot: String
        }
        let receipts: [Receipt]
        let counters: [Counter]
        let days: [Day]
    }

    private func push(_ operations: [String], by visitor: Visitor) async throws -> Answers {
        let list = operations.map {
            #"{"id":"\#(UUID().uuidString.lowercased())",\#($0.contains("offset") ? "" : #""offset":60,"#)\#($0)}"#
        }
        let reply = try await visitor.send(
            .post, "/operations", [.fetchSite: "same-origin", .accept: "application/json"],
            "[\(list.joined(separator: ","))]")
        return try JSONDecoder().decode(Answers.self, from: Data(reply.body.utf8))
    }

    @Test func `a list is answered with what its pages show, once for each counter and day`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates(), wrens = try await visitor.creates("Wrens")
            let goal = try await visitor.makesGoal()
            let tap = #""kind":"increment","change":{"counter":\#(robins),"by":600}"#
            let mark = { (done: Bool) in
                #""kind":"markDay","change":{"goal":\#(goal),"day":"\#(CivilDay(of: place.now, zoneOffset: 60))","done":\#(done)}"#
            }
            let answers = try await push(
                [
                    tap, mark(false), tap, #""kind":"increment","change":{"counter":\#(wrens)}"#, mark(true),
                    #""kind":"increment","change":{"counter":9}"#,
                ], by: visitor)
            #expect(answers.receipts.map(\.status) == Array(repeating: "applied", count: 5) + ["refused"])
            #expect(answers.receipts.last?.problem?.isEmpty == false)
            let counters = Dictionary(uniqueKeysWithValues: answers.counters.map { ($0.counter, $0) })
            #expect(Set(counters.keys) == [robins, wrens])
            #expect(counters[robins]?.formattedCount == "1,200" && counters[robins]?.count == "1200")
            #expect(counters[wrens]?.label == "1: 1 mark")
            let day = try #require(answers.days.first)
            #expect(answers.days.count == 1 && day.goal == goal && day.state == "done")
            #expect(day.dot.contains("<a") && day.dot.contains(day.day))
        }
    }

    @Test func `each day of a list has its goal's figures, as of the date where it was marked`() async throws
    {
        try await place.visit { visitor in
            let read = try await visitor.makesGoal(), walk = try await visitor.makesGoal("Walk")
            // It is the 22nd already sixteen hours east of Greenwich.
            let mark = { (goal: Goal.ID, day: String, offset: Int) in
                #""offset":\#(offset),"kind":"markDay","change":{"goal":\#(goal),"day":"\#(day)","done":true}"#
            }
            let answers = try await push(
                [
                    mark(read, "2026-11-20", 60), mark(walk, "2026-11-20", 60), mark(read, "2026-11-21", 60),
                    mark(read, "2026-11-22", 960),
                ], by: visitor)
            let told = answers.days.map { "\($0.goal) \($0.day) \($0.state) \($0.sum)" }.sorted()
            #expect(
                told == [
                    "\(read) 2026-11-20 done 2 of 30 days", "\(read) 2026-11-21 done 2 of 30 days",
                    "\(read) 2026-11-22 done 3 of 30 days", "\(walk) 2026-11-20 done 1 of 30 days",
                ])
        }
    }

    @Test func `the service worker names every module and style of this build, and its base path`()
        async throws
    {
        let place = try Place(base: "/count")
        try await place.visit { visitor in
            let script = try await visitor.get("/count/sw.js")
            #expect(script.headers[.contentType]?.hasPrefix("text/javascript") == true)
            #expect(script.headers[.cacheControl] == "no-cache")
            let links = place.site.links
            for file in [
                "js/counters/tap.js", "js/sync/worker.js", "css/shell/tokens.css", "icons/fivebar.svg",
            ] {
                #expect(script.body.contains("\"\(links.asset(file))\""))
            }
            #expect(script.body.contains("base = \"/count\""))
            for file in script.body.matches(of: /"(\/count\/[^"]+\.(?:js|css|svg))"/) {
                #expect(try await visitor.get(String(file.1)).status == .ok)
            }
        }
    }

    @Test func `what waits is listed by scripts, also for a newcomer, and a sentence stands in for them`()
        async throws
    {
        try await place.visit { visitor in
            for isNewcomer in [true, false] {
                if !isNewcomer { _ = try await visitor.creates() }
                let page = try await visitor.get("/waiting")
                #expect(page.status == .ok)
                #expect(page.body.contains("Without scripts nothing waits"))
                #expect(page.body.contains("js/sync/waiting/waiting.js"))
            }
        }
    }

    @Test func `pages may be kept, and those with secrets may not`() async throws {
        let kept = try #require(HTTPField.Name("fivebar-page"))
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            for path in ["/", "/counters/\(robins)", "/goals", "/statistics", "/offline", "/waiting"] {
                #expect(try await visitor.get(path).headers[kept] == "yes", "\(path)")
            }
            for path in ["/settings/devices", "/settings/deletion", "/counters/9", "/transfer/none"] {
                // By which scripts know it from a stranger's.
                #expect(try await visitor.get(path).headers[kept] == "no", "\(path)")
            }
            let compressed = try await visitor.get("/", [.acceptEncoding: "gzip"])
            #expect(compressed.headers[kept] == "yes")
        }
    }
}
