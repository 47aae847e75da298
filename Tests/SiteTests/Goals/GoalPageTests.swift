// A goal's page and its days: their contents, and when they are rendered again.

import Foundation
import HTTPTypes
import Ledger
import Testing

@testable import Site

@Suite struct GoalPageTests {
    let place: Place

    init() throws { place = try Place() }

    private static let script: HTTPFields = [.fetchSite: "same-origin", .accept: "application/json"]

    @Test(arguments: ["", "/count"])
    func `an error among goals is dark, and leads back to them`(_ base: String) async throws {
        try await Place(base: base).visit { visitor in
            let problem = try await visitor.get("\(base)/goals/99/2026-12-11")
            #expect(problem.status == .notFound)
            #expect(problem.body.contains("<meta name=\"color-scheme\" content=\"dark\">"))
            #expect(problem.body.contains("href=\"\(base)/goals\">Back to the goals</a>"))
            let other = try await visitor.get("\(base)/goalsandmore").body
            #expect(other.contains("href=\"\(base)/\">Back to the counters</a>"))
        }
    }

    @Test func `the page has a dot for each day, today by its name, and says how far it is`() async throws {
        try await place.visit { visitor in
            let id = try await visitor.makesGoal()
            for day in ["2026-11-19", "2026-11-20"] {
                _ = try await visitor.post("/goals/\(id)/\(day)/mark", ["done": "yes"])
            }
            let page = try await visitor.get("/goals/\(id)").body
            #expect(page.matches(of: /href="\d+\/2026-\d\d-\d\d"/).count == 30)
            #expect(page.components(separatedBy: "<li id=\"today\"").count == 2)
            #expect(page.contains("data-figure=\"percent\">20%</b>"))
            #expect(page.contains("data-figure=\"streak\">2</b>") && page.contains(">day streak</span>"))
            #expect(page.contains(">2 of 30 days</span>") && page.contains(">so far</span>"))
            #expect(page.contains("data-completed hidden"))
            #expect(page.contains("data-zone=\"UTC\""))
            #expect(page.contains("1 December") && page.contains("20 November"))
            #expect(!page.contains("\u{1}") && !page.contains("\u{2}"))
            #expect(try await visitor.dot("2026-11-18", of: id) == "miss")
            #expect(try await visitor.dot("2026-11-20", of: id) == "done")
            #expect(try await visitor.dot("2026-11-21", of: id) == "open today")
            #expect(try await visitor.dot("2026-11-22", of: id) == "")
        }
    }

    @Test func `a browser without a network has one page to fill in for any goal`() async throws {
        try await place.visit { visitor in
            let reply = try await visitor.get("/offline/goal")
            #expect(reply.status == .ok && reply.headers[.fivebarPage] == "yes")
            let page = reply.body
            #expect(page.contains("data-goal=\"0\" data-at=\"/goals/0\""))
            #expect(page.contains("js/goals/waiting/instead/start.js\"></script>"))
            #expect(!page.contains("js/goals/goal.js\"></script>"))
            #expect(page.contains("data-words-of-days=\"of {number} day|of {number} days|of {number} days\""))
            #expect(page.contains("data-words-sum=\"{number} of {days} days\""))
            #expect(page.contains("data-rest hidden"))
            let id = try await visitor.makesGoal()
            let own = try await visitor.get("/goals/\(id)").body
            #expect(own.contains("js/goals/goal.js\"></script>"))
            #expect(!own.contains("instead/start.js") && !own.contains("data-rest"))
        }
    }

    @Test func `a card tells of the days before its dots what is needed to fill in its goal's page`()
        async throws
    {
        try await place.visit { visitor in
            let id = try await visitor.makesGoal(
                "Read", ["start": "2026-10-01", "length": "90", "reminder": "08:30"])
            for day in ["2026-10-05", "2026-10-21", "2026-10-22", "2026-10-23"] {
                _ = try await visitor.post("/goals/\(id)/\(day)/mark", ["done": "yes"])
            }
            let list = try await visitor.get("/goals").body
            #expect(list.contains("data-first=\"2026-10-23\""))
            let told =
                "data-draft=\"0 2026-10-01 2026-12-29 510 - Read\" data-done=\"3\" data-streak=\"2\""
            #expect(list.contains(told))
            _ = try await visitor.post("/goals/\(id)/archive", ["archived": "yes"])
            let shelf = try await visitor.get("/goals").body
            #expect(shelf.contains("data-first=\"2026-10-23\"") && shelf.contains(told))
        }
    }

    @Test func `of a goal that is over no day is to come`() async throws {
        try await place.visit { visitor in
            let id = try await visitor.makesGoal("Read", ["start": "2026-10-01", "length": "30"])
            let page = try await visitor.get("/goals/\(id)").body
            #expect(page.contains(">of 30 days</span>") && !page.contains(">so far</span>"))
        }
    }

    @Test func `years are named where they are not this one`() async throws {
        try await place.visit { visitor in
            let id = try await visitor.makesGoal("Read", ["start": "2026-12-30", "length": "30"])
            let page = try await visitor.get("/goals/\(id)").body
            #expect(page.contains(">31 December") && page.contains(">1 January 2027"))
            #expect(!page.contains("id=\"today\""))
        }
    }

    @Test func `today is that of the reader's zone and of the hour that days begin with`() async throws {
        try await place.visit { visitor in
            let id = try await visitor.makesGoal()
            visitor.keeps("fivebar-zone", "Pacific/Midway")
            #expect(try await visitor.dot("2026-11-20", of: id) == "open today")
            #expect(try await visitor.get("/goals/\(id)").body.contains("data-zone=\"Pacific/Midway\""))
            visitor.keeps("fivebar-zone", "UTC")
            #expect(try await visitor.dot("2026-11-21", of: id) == "open today")
            _ = try await visitor.post("/settings", ["dayStart": "9", "weekStart": "monday"])
            #expect(try await visitor.dot("2026-11-20", of: id) == "open today")
        }
    }

    @Test func `a page is answered with 304 until something it says has changed`() async throws {
        try await place.visit { visitor in
            let id = try await visitor.makesGoal()
            for path in ["/goals", "/goals/\(id)"] {
                func tag() async throws -> String {
                    try #require(try await visitor.get(path).headers[.eTag])
                }
                func isUnchanged(_ tag: String) async throws -> Bool {
                    try await visitor.get(path, [.ifNoneMatch: tag]).status == .notModified
                }
                var last = try await tag()
                #expect(try await isUnchanged(last))
                let mark = ["done": path == "/goals" ? "yes" : "no"]
                _ = try await visitor.post("/goals/\(id)/2026-11-12/mark", mark)
                #expect(try await !isUnchanged(last))
                last = try await tag()
                visitor.keeps("fivebar-zone", "Europe/Berlin")
                #expect(try await !isUnchanged(last))
                last = try await tag()
                #expect(try await isUnchanged(last))
                place.wait(days: 1)
                #expect(try await !isUnchanged(last))
                last = try await tag()
                _ = try await visitor.post("/settings", ["language": "nl"])
                #expect(try await !isUnchanged(last))
                _ = try await visitor.post("/settings", ["language": "en"])
                visitor.keeps("fivebar-zone", "UTC")
            }
        }
    }

    @Test func `what is kept of one goal is shown for no other, and to nobody else`() async throws {
        try await place.visit { visitor in
            let first = try await visitor.makesGoal("One"), second = try await visitor.makesGoal("Two")
            for _ in 0..<2 {
                #expect(try await visitor.get("/goals/\(first)").body.contains("<h1 dir=\"auto\">One</h1>"))
                #expect(try await visitor.get("/goals/\(second)").body.contains("<h1 dir=\"auto\">Two</h1>"))
            }
            try await place.visit { stranger in
                try await stranger.makesGoal("Mine")
                #expect(try await stranger.get("/goals/\(first)").status == .notFound)
                #expect(try await !stranger.get("/goals").body.contains("One"))
            }
        }
    }

    @Test func `a name is shown as it was typed, and nowhere as markup`() async throws {
        try await place.visit { visitor in
            let id = try await visitor.makesGoal("<b>&\"'{{x}}")
            for path in [
                "/goals", "/goals/\(id)", "/goals/\(id)/edit", "/goals/\(id)/2026-11-12", "/goals/arrange",
            ] {
                let page = try await visitor.get(path).body
                #expect(page.contains("&lt;b&gt;&amp;&quot;&#39;{{x}}") && !page.contains("<b>"), "\(path)")
            }
        }
    }

    @Test func `a day can be marked and taken back, and stays where it is`() async throws {
        try await place.visit { visitor in
            let id = try await visitor.makesGoal(), day = "/goals/\(id)/2026-11-12"
            let page = try await visitor.get(day).body
            #expect(page.contains("Thursday 12 November") && page.contains("Day 2 of 30"))
            #expect(page.contains("value=\"yes\" aria-pressed=\"false\""))
            #expect(try await visitor.post(day + "/mark", ["done": "yes"]).location == day + "#mark")
            #expect(try await visitor.get(day).body.contains("value=\"no\" aria-pressed=\"true\""))
            _ = try await visitor.post(day + "/mark", ["done": "no"])
            #expect(try await visitor.dot("2026-11-12", of: id) == "miss")
            #expect(try await visitor.post(day + "/mark", ["done": "x"]).status == .unprocessableContent)
        }
    }

    @Test func `a day to come takes a note and no mark, one outside takes neither`() async throws {
        try await place.visit { visitor in
            let id = try await visitor.makesGoal()
            let ahead = "/goals/\(id)/2026-11-25"
            #expect(try await !visitor.get(ahead).body.contains("data-mark-form"))
            #expect(try await visitor.post(ahead + "/mark", ["done": "yes"]).status == .unprocessableContent)
            #expect(try await visitor.post(ahead + "/note", ["note": "a\r\nb"]).status == .seeOther)
            #expect(try await visitor.get(ahead).body.contains(">\na\nb</textarea>"))
            #expect(try await visitor.dot("2026-11-25", of: id) == "note")
            let outside = "/goals/\(id)/2026-12-11"
            #expect(try await visitor.get(outside).status == .notFound)
            #expect(
                try await visitor.post(outside + "/mark", ["done": "yes"]).status == .unprocessableContent)
            for odd in ["2027-02-29", "2026-11-1", "today", "0", "2026-11-12x"] {
                #expect(try await visitor.get("/goals/\(id)/\(odd)").status == .notFound, "\(odd)")
                let reply = try await visitor.post("/goals/\(id)/\(odd)/mark", ["done": "yes"])
                #expect(reply.status == .notFound, "\(odd)")
            }
        }
    }

    @Test func `a note that is too long comes back with what was typed`() async throws {
        try await place.visit { visitor in
            let id = try await visitor.makesGoal(), day = "/goals/\(id)/2026-11-12/note"
            let date = try #require(CivilDay("2026-11-12"))
            let long = String(repeating: "鳥", count: 2001)
            let reply = try await visitor.post(day, ["note": long])
            #expect(reply.status == .unprocessableContent)
            #expect(reply.body.contains(long) && reply.body.contains("id=\"note-problem\""))
            #expect(try await visitor.post(day, ["note": String(long.dropLast())]).status == .seeOther)
            let huge = try await visitor.post(day, ["note": String(repeating: "x", count: 1 << 20)])
            #expect(huge.status == .contentTooLarge)
            #expect(try place.ledger.note(on: date, of: id, of: 1).count == 2000)
        }
    }

    @Test func `a script is told what became of a day, the same when it asks twice`() async throws {
        try await place.visit { visitor in
            let id = try await visitor.makesGoal()
            let form = [
                "done": "yes", "operation": "01932c07-209f-7a13-b1d0-6b0f6c0f3f5e", "at": "1795248000000",
                "offset": "60",
            ]
            struct Told: Decodable, Equatable {
                let goal: Int64, day: String, state: String, percent: String, percentLabel: String,
                    streak: String
                let streakLabel: String, sum: String
                let isCompleted: Bool, revision: Int64, dot: String
            }
            var answers: [Told] = []
            for _ in 0..<2 {
                let reply = try await visitor.post("/goals/\(id)/2026-11-21/mark", form, Self.script)
                #expect(reply.status == .ok)
                answers.append(try JSONDecoder().decode(Told.self, from: Data(reply.body.utf8)))
            }
            let told = try #require(answers.first)
            #expect(answers == [told, told])
            #expect(told.goal == id && told.day == "2026-11-21" && told.state == "done")
            #expect(
                told.percent == "9%" && told.percentLabel == "so far" && told.streak == "1"
                    && told.streakLabel == "day streak" && told.sum == "1 of 30 days" && !told.isCompleted)
            #expect(told.dot.hasPrefix("<li><a href=\"\(id)/2026-11-21\" class=\"done today\""))
            let refused = try await visitor.post("/goals/\(id)/2026-11-22/mark", ["done": "yes"], Self.script)
            #expect(refused.status == .unprocessableContent && refused.body.contains("problem"))
        }
    }

    @Test func `a goal whose every day is done is completed`() async throws {
        try await place.visit { visitor in
            let id = try await visitor.makesGoal(
                "Read", ["start": "2026-11-20", "length": "date", "end": "2026-11-21"])
            for day in ["2026-11-20", "2026-11-21"] {
                #expect(try await visitor.get("/goals/\(id)").body.contains("data-completed hidden"))
                _ = try await visitor.post("/goals/\(id)/\(day)/mark", ["done": "yes"])
            }
            #expect(try await !visitor.get("/goals/\(id)").body.contains("data-completed hidden"))
            #expect(try await visitor.get("/goals").body.contains("goal-completed"))
        }
    }

    @Test func `a goal that follows a counter shows what was counted, and is done at the target`()
        async throws
    {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            let id = try await visitor.makesGoal("Look", ["counter": "\(robins)", "target": "2"])
            _ = try await visitor.post("/counters/\(robins)/marks")
            #expect(try await visitor.dot("2026-11-21", of: id) == "part today")
            let day = "/goals/\(id)/2026-11-21"
            #expect(try await visitor.get(day).body.contains("Counted: 1 of 2"))
            _ = try await visitor.post("/counters/\(robins)/marks")
            #expect(try await visitor.dot("2026-11-21", of: id) == "done today")
            #expect(try await !visitor.get(day).body.contains("data-mark-form"))
            #expect(try await visitor.get(day).body.contains("Counted: 2 of 2"))
            _ = try await visitor.post("/counters/\(robins)/marks")
            #expect(try await visitor.get(day).body.contains("Counted: 3, target: 2"))
            #expect(try await visitor.get("/goals").body.contains("3, target 2"))
            let foreign = [
                "name": "x", "start": "2026-11-11", "length": "30", "counter": "999", "target": "2",
            ]
            #expect(try await visitor.post("/goals", foreign).status == .notFound)
        }
    }
}
