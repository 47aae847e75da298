// Goals as a file, to keep, to import again or for other programs.

import Foundation
import HTTPTypes
import Testing

@testable import Ledger
@testable import Site

@Suite struct GoalsFileTests {
    let place: Place

    init() throws { place = try Place() }

    @Test func `goals are saved with their days and notes`() async throws {
        try await place.visit { visitor async throws in
            #expect(try await visitor.get("/goals/export.json").status == .notFound)
            let robins = try await visitor.creates("Robins")
            #expect(try await !visitor.get("/transfer").body.contains("/goals/export.json"))
            let walk = try await visitor.makesGoal("Walk “far”")
            _ = try await visitor.makesGoal("Look", ["counter": "\(robins)", "target": "2"])
            let day = "2026-11-11"
            _ = try await visitor.post("/goals/\(walk)/\(day)/mark", ["done": "yes"])
            _ = try await visitor.post("/goals/\(walk)/\(day)/note", ["note": "to the\nsea"])
            #expect(try await visitor.get("/transfer").body.contains("href=\"/goals/export.json\""))
            let reply = try await visitor.get("/goals/export.json")
            let file = try JSONDecoder().decode(SavedGoals.self, from: Data(reply.body.utf8))
            #expect(file.format == "fivebar-goals" && file.version == 1)
            #expect(file.goals.count == 2)
            let saved = try #require(file.goals.first { $0.name == "Walk “far”" })
            #expect(saved.done == [day] && saved.notes == [day: "to the\nsea"])
            let following = try #require(file.goals.first { $0.name == "Look" })
            #expect(following.counter == "Robins" && following.target == 2)
            try await place.visit { stranger async throws in
                _ = try await stranger.creates()
                #expect(try await !stranger.get("/goals/export.json").body.contains("Walk"))
            }
        }
    }

    @Test func `each goal is there once, however many are read after one another`() async throws {
        try await place.visit { visitor async throws in
            let robins = try await visitor.creates("Robins")
            let look = try await visitor.makesGoal("Look", ["counter": "\(robins)", "target": "2"])
            _ = try await visitor.post("/goals/\(look)/2026-11-11/mark", ["done": "yes"])
            // More than are read at once, and after them the counter changes.
            for number in 1...60 { _ = try await visitor.makesGoal("Goal \(number)") }
            _ = try await visitor.post("/counters/\(robins)/marks")
            let file = try await visitor.get("/goals/export.json").body
            let goals = try JSONDecoder().decode(SavedGoals.self, from: Data(file.utf8)).goals
            #expect(goals.count == 61 && Set(goals.map(\.name)).count == 61)
            #expect(goals.first { $0.name == "Look" }?.done == ["2026-11-11"])
        }
    }

    @Test func `what one account saves another one takes in, sees before, and can take back`() async throws {
        try await place.visit { ada async throws in
            let robins = try await ada.creates("Robins")
            let walk = try await ada.makesGoal("Walk “far”")
            _ = try await ada.makesGoal("Look", ["counter": "\(robins)", "target": "1"])
            _ = try await ada.post("/counters/\(robins)/marks")
            for day in ["2026-11-11", "2026-11-12"] {
                _ = try await ada.post("/goals/\(walk)/\(day)/mark", ["done": "yes"])
            }
            _ = try await ada.post("/goals/\(walk)/2026-11-11/note", ["note": "to the\nsea"])
            let saved = try await ada.get("/goals/export.json").body
            // Nothing is new to who has it all.
            let same = try #require(try await ada.upload(saved).location)
            #expect(try await ada.get(same).body.contains("Everything in this file is already here."))

            try await place.visit(address: "192.0.2.7") { bob async throws in
                let preview = try #require(try await bob.upload(saved).location)
                let page = try await bob.get(preview).body
                #expect(page.contains("Walk “far”") && page.contains("New, with 2 days done and 1 note"))
                // The counter is not here: what it has completed is marked.
                #expect(page.contains("New, with 1 day done"))
                #expect(try await !bob.get("/goals").body.contains("Walk"))
                let done = try #require(try await bob.post(preview).location)
                #expect(done.hasPrefix("/goals?undo="))
                #expect(try await bob.post(preview).location == done)
                let goals = try await bob.get(done).body
                #expect(goals.contains("Import complete.") && goals.contains("Walk “far”"))
                let again = try await bob.get("/goals/export.json").body
                let file = try JSONDecoder().decode(SavedGoals.self, from: Data(again.utf8))
                let goal = try #require(file.goals.first { $0.name.hasPrefix("Walk") })
                #expect(goal.place == 1)
                #expect(goal.done == ["2026-11-11", "2026-11-12"])
                #expect(goal.notes == ["2026-11-11": "to the\nsea"])
                #expect(try await bob.get("/undo").body.contains("Import complete."))
                _ = try await bob.post(
                    "/undo", ["undo": String(done.dropFirst("/goals?undo=".count).prefix(36))])
                #expect(try await !bob.get("/goals").body.contains("Walk"))
            }
        }
    }

    @Test func `habits of another program say what becomes of them, in the reader's words`() async throws {
        let file =
            #"{"habits":[{"name":"Lire","id":"a1","records":[{"day":"2026-11-11","done":true,"text":"tout"}]}]}"#
        try await place.visit { visitor async throws in
            let french: HTTPFields = [.acceptLanguage: "fr"]
            let preview = try #require(try await visitor.upload(file, name: "beaver.json").location)
            let page = try await visitor.get(preview, french).body
            #expect(page.contains("Depuis Beaver Habits.") && page.contains("Lire"))
            let done = try #require(try await visitor.post(preview).location)
            #expect(done.hasPrefix("/goals?undo="))
            let again = try #require(try await visitor.upload(file, name: "beaver.json").location)
            #expect(
                try await visitor.get(again, french).body.contains(
                    "Tout ce que contient ce fichier est déjà ici."))
            let saved = try await visitor.get("/goals/export.json").body
            #expect(saved.contains(#""done":["2026-11-11"]"#) && saved.contains(#""2026-11-11":"tout""#))
        }
    }

    @Test func `with its counter, a goal's file says the same again`() async throws {
        try await place.visit { ada async throws in
            let robins = try await ada.creates("Robins")
            _ = try await ada.makesGoal("Look", ["counter": "\(robins)", "target": "1", "reminder": "07:30"])
            _ = try await ada.post("/counters/\(robins)/marks")
            let (counters, goals) = try await (
                ada.get("/export.json").body, ada.get("/goals/export.json").body
            )
            try await place.visit(address: "192.0.2.7") { bob async throws in
                for file in [counters, goals] {
                    _ = try await bob.post(#require(try await bob.upload(file).location))
                }
                #expect(try await bob.get("/goals/export.json").body == goals)
            }
        }
    }

    @Test func `goals that are too much for one file come back from several`() async throws {
        try await place.visit { ada async throws in
            let robins = try await ada.creates("Robins")
            _ = try await ada.makesGoal("Look", ["counter": "\(robins)", "target": "1"])
            _ = try await ada.post("/counters/\(robins)/marks")
            let walk = try await ada.makesGoal("Walk")
            _ = try await ada.makesGoal("Read")
            #expect(try await !ada.get("/transfer").body.contains("/goals/export.json?part="))
            #expect(try await ada.get("/goals/export.json?part=2").status == .notFound)
            try await place.ledger.queue.commit { database in
                let days =
                    "WITH RECURSIVE day(day) AS (SELECT 18000 UNION ALL SELECT day + 1 FROM day LIMIT 1700)"
                let goal = "(SELECT id FROM goal WHERE number = \(walk))"
                try database.run(
                    "\(days) INSERT INTO goalDay (goal, day, isDone, hasNote) SELECT \(goal), day, day % 2, 1 FROM day"
                )
                try database.run(
                    "\(days) INSERT INTO dayNote SELECT \(goal), day, ? FROM day",
                    [String(repeating: "to the \"sea\" ", count: 250) + "and back"])
            }
            let page = try await ada.get("/transfer").body
            #expect(page.contains("JSON, part 4 of 4") && !page.contains("part 5"))
            var files = [try await ada.get("/export.json").body]
            for part in 1...4 { files.append(try await ada.get("/goals/export.json?part=\(part)").body) }
            #expect(try await ada.get("/goals/export.json?part=5").status == .notFound)
            #expect(files.allSatisfy { $0.utf8.count < 10 * 1024 * 1024 - 5000 })
            try await place.visit(address: "192.0.2.7") { bob async throws in
                for file in files {
                    _ = try await bob.post(#require(try await bob.upload(file).location))
                }
                for part in 1...4 {
                    #expect(try await bob.get("/goals/export.json?part=\(part)").body == files[part])
                }
            }
        }
    }

    @Test func `a file in which a goal is wrong says which one`() async throws {
        try await place.visit { visitor async throws in
            let file = #"{"format":"fivebar-goals","version":1,"goals":[{"id":"no"}]}"#
            let reply = try await visitor.upload(file)
            #expect(reply.status == .unprocessableContent)
            #expect(reply.body.contains("“id” is missing or invalid. Export"))
            #expect(reply.body.contains("(goal 1)"))
        }
    }

    private struct SavedGoals: Decodable {
        struct Goal: Decodable {
            let name: String
            let place: Int
            let counter: String?
            let target: Int?
            let done: [String]
            let notes: [String: String]
        }
        let format: String
        let version: Int
        let goals: [Goal]
    }
}
