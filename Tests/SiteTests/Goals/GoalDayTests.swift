// Which day is meant, wherever a device is by now and whatever day its page is of.

import HTTPTypes
import Ledger
import Testing

@testable import Site

@Suite struct GoalDayTests {
    let place: Place

    init() throws { place = try Place() }

    private static let script: HTTPFields = [.fetchSite: "same-origin", .accept: "application/json"]

    @Test func `a press on a watch's page of yesterday changes no day that is over, and shows today`()
        async throws
    {
        try await place.visit { visitor in
            let read = try await visitor.makesGoal()
            let form = ["from": "watch", "done": "yes", "page": "1"]
            let stale = try await visitor.post("/goals/\(read)/2026-11-20/mark", form)
            #expect(stale.location == "/watch")
            #expect(try await visitor.dot("2026-11-20", of: read) == "miss")
            #expect(try await visitor.dot("2026-11-21", of: read) == "open today")
            // It was pressed on that day, and waited for the network.
            let late = form.merging(["at": "1795161600000", "offset": "0"]) { $1 }
            _ = try await visitor.post("/goals/\(read)/2026-11-20/mark", late)
            #expect(try await visitor.dot("2026-11-20", of: read) == "done")
            let page = try await visitor.get("/watch").body
            #expect(page.contains("Today<span> · 21 Nov</span>"))
            #expect(page.contains(#"data-today="2026-11-21" data-day-start="0""#))
        }
    }

    @Test func `the watch's today is marked also before the day begins, and by a clock that is ahead`()
        async throws
    {
        try await place.visit { visitor in
            let read = try await visitor.makesGoal()
            // It is 8 in the morning.
            _ = try await visitor.post("/settings", ["dayStart": "9"])
            let form = ["from": "watch", "done": "yes", "page": "1"]
            let reply = try await visitor.post("/goals/\(read)/2026-11-20/mark", form)
            #expect(reply.location == "/watch#goal-\(read)")
            #expect(try await visitor.dot("2026-11-20", of: read) == "done today")
            let ahead = form.merging(["done": "no", "at": "1795348000000", "offset": "0"]) { $1 }
            _ = try await visitor.post("/goals/\(read)/2026-11-20/mark", ahead)
            #expect(try await visitor.dot("2026-11-20", of: read) == "open today")
        }
    }

    @Test func `what was done in another zone is answered with the day that it is here`() async throws {
        try await place.visit { visitor in
            let read = try await visitor.makesGoal()
            // Where it is still the day before.
            visitor.keeps("fivebar-zone", "Pacific/Midway")
            let form = ["done": "yes", "offset": "0"]
            let answer = try await visitor.post("/goals/\(read)/2026-11-20/mark", form, Self.script).body
            #expect(answer.contains(#"class=\"done today\""#), "\(answer)")
            let list = """
                [{"id":"01932c07-209f-7a13-b1d0-6b0f6c0f3f5e","kind":"markDay","change":{"goal":\(read),"day":"2026-11-19","done":true},
                "at":1795248000000,"offset":0}]
                """
            let told = try await visitor.send(.post, "/operations", Self.script, list).body
            #expect(told.contains("2026-11-19") && !told.contains("today"), "\(told)")
            // A program of one's own says no zone: the one of what it did counts.
            visitor.keeps("fivebar-zone", "")
            let other = try await visitor.post("/goals/\(read)/2026-11-20/mark", form, Self.script).body
            #expect(!other.contains("done today"), "\(other)")
        }
    }

    @Test func `a goal that has begun does not begin anew because its first day is left empty`() async throws
    {
        try await place.visit { visitor in
            let read = try await visitor.makesGoal()
            let page = try await visitor.get("/goals/\(read)/edit").body
            let draft = try #require(page.firstMatch(of: /name="draft" value="([^"]*)"/)?.1)
            let fields = [
                "name": "Read", "color": "0", "length": "date", "end": "2026-12-10", "draft": String(draft),
            ]
            let reply = try await visitor.post("/goals/\(read)", fields.merging(["start": ""]) { $1 })
            #expect(reply.status == .unprocessableContent && reply.body.contains(#"id="start-problem""#))
            #expect(try place.ledger.goals(of: 1).map(\.start.description) == ["2026-11-11"])
        }
    }
}
