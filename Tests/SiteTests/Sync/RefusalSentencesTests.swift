// What a device is told of something typed without a network that the server refuses.

import Foundation
import HTTPTypes
import Testing

@testable import Ledger
@testable import Site

@Suite struct RefusalSentencesTests {
    let place: Place

    init() throws { place = try Place() }

    private static let goal = ["name": "Read", "color": "0", "start": "2026-11-11", "end": "2026-12-10"]

    @Test(arguments: [
        ("createCounter", ["title": " "], "Give your counter a name."),
        (
            "createCounter", ["title": String(repeating: "x", count: 201)],
            "Names can have up to 200 characters."
        ),
        ("createGoal", goal.merging(["name": " "]) { $1 }, "Give your goal a name."),
        (
            "createGoal", goal.merging(["name": String(repeating: "x", count: 201)]) { $1 },
            "Names can have up to 30 characters."
        ),
        ("createGoal", goal.merging(["end": "2026-11-10"]) { $1 }, "The last day can’t be before the first."),
        ("createGoal", goal.merging(["end": "2046-11-10"]) { $1 }, "Goals can last up to ten years."),
    ])
    func `what was typed is refused in the words of its field`(
        kind: String, fields: [String: String], sentence: String
    ) async throws {
        try await place.visit { visitor in
            var change: [String: Any] = fields
            change["color"] = fields["color"].flatMap(Int.init)
            if kind == "createCounter" { change["style"] = "fractal" }
            let operation: [String: Any] = [
                "id": UUID().uuidString.lowercased(), "kind": kind, "change": change,
            ]
            let list = try JSONSerialization.data(withJSONObject: [operation])
            let reply = try await visitor.send(
                .post, "/operations", [.fetchSite: "same-origin", .accept: "application/json"],
                String(decoding: list, as: UTF8.self))
            #expect(reply.status == .ok)
            #expect(reply.body.contains("\"status\":\"refused\""))
            #expect(reply.body.contains(sentence), "\(reply.body)")
        }
    }
}
