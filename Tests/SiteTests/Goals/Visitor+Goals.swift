// Somebody with goals, without a browser. It is 2026-11-21, 8:00 UTC.

import Ledger
import Testing

@testable import Site

extension Visitor {
    /// A goal of thirty days that began ten days ago, unless `fields` overrides it.
    @discardableResult
    func makesGoal(_ name: String = "Read", _ fields: [String: String] = [:]) async throws -> Goal.ID {
        let form = ["name": name, "color": "0", "start": "2026-11-11", "length": "30"]
        let reply = try await post("/goals", form.merging(fields) { $1 })
        let id = reply.location?.split(separator: "/").last?.split(separator: "#").first
        return try #require(id.flatMap { Goal.ID($0) }, "\(reply.status) \(reply.body)")
    }

    /// The class of a day's dot on the goal's page; empty for a future day.
    func dot(_ day: String, of goal: Goal.ID) async throws -> String {
        let page = try await get("/goals/\(goal)").body
        let item = try #require(page.components(separatedBy: "href=\"\(goal)/\(day)\"").dropFirst().first)
        let attributes = item.prefix { $0 != ">" }
        return attributes.firstMatch(of: /class="([a-z ]*)"/).map { String($0.1) } ?? ""
    }
}
