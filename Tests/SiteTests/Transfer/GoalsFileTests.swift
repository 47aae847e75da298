// Goals as a file, to keep or for other programs.

import Foundation
import Testing

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

    private struct SavedGoals: Decodable {
        struct Goal: Decodable {
            let name: String
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
