// What a process tells of itself: numbers, and nothing of what was asked.

import Foundation
import Testing

@testable import Ledger
@testable import Site

@Suite struct ActivityTests {
    @Test func `a route's kind is the first part of its path`() {
        let kinds: [(String, RouteKind)] = [
            ("/", .home), ("/?a", .home), ("/counters/7/marks", .counters), ("/goals?x=/", .goals),
            ("/operations", .operations), ("/changes?since=1", .changes), ("/events", .events),
            ("/assets/x/css/shell/base.css", .files), ("/sw.js", .files), ("/health", .health),
            ("/watch/7", .watch),
            ("/settings/devices", .settings), ("/counterz", .other), ("/é", .other), ("", .home),
            ("/recover/secret", .other),
        ]
        for (path, kind) in kinds { #expect(RouteKind(of: path) == kind, "\(path)") }
    }

    @Test func `requests, answers, taps and commits are counted below a path, too`() async throws {
        let place = try Place(base: "/count")
        try await place.visit { visitor in
            let counter = try await visitor.creates()
            _ = try await visitor.post("/count/counters/\(counter)/marks", [:])
            _ = try await visitor.get("/count/")
            _ = try await visitor.get("/count/nowhere")
        }
        let activity = place.site.complete(Activity(process: 1, uptime: 1, memory: 1))
        #expect(activity.requests["counters"] == 2 && activity.requests["home"] == 1)
        #expect(activity.answers["4xx"] == 1 && activity.answers["2xx"] == 1 && activity.answers["3xx"] == 2)
        #expect(activity.writes.operations == ["createCounter": 1, "increment": 1])
        #expect(activity.writes.commits >= 2 && activity.writes.writes >= activity.writes.commits)
        #expect(activity.writes.committing > 0 && activity.writes.waiting == 0)
        let text = String(decoding: try JSONEncoder().encode(activity), as: UTF8.self)
        #expect(!text.contains("nowhere") && !text.contains("192.0.2"))
    }
}
