// Syncing devices: POST /operations and GET /changes.

import Foundation
import HTTPTypes
import Testing

@testable import Ledger
@testable import Site

@Suite struct OperationsTests {
    let place: Place

    init() throws { place = try Place() }

    private struct Answers: Decodable {
        struct Receipt: Decodable, Equatable {
            let id: String
            let status: String
            let reason: String?
            let revision: Int64?
            let counter: Int64?
            let count: String?
            let deleted: Bool?
            let goal: Int64?
        }
        struct State: Decodable {
            let count: String
            let revision: Int64
        }
        let revision: Int64
        let receipts: [Receipt]
        let counters: [State]
    }

    private struct Changes: Decodable {
        struct State: Decodable {
            let counter: Int64
            let origin: String
        }
        struct Goal: Decodable {
            let name: String
            let done: [String]?
            let reached: [String]
            let notes: [String: String]?
        }
        let revision: Int64
        let after: Int64?
        let more: Bool
        let startOver: Bool
        let counters: [State]
        let goals: [Goal]
        let gone: [State]
    }

    private func json<Answer: Decodable>(_ reply: Reply, as type: Answer.Type) throws -> Answer {
        try JSONDecoder().decode(Answer.self, from: Data(reply.body.utf8))
    }

    /// A fresh id, as text.
    private func id() -> String { UUID().uuidString.lowercased() }

    private func operation(_ id: String, _ kind: String, _ change: String, _ rest: String = "") -> String {
        #"{"id":"\#(id)","kind":"\#(kind)","change":\#(change)\#(rest)}"#
    }

    private func push(_ operations: [String], by visitor: Visitor) async throws -> Reply {
        try await visitor.send(
            .post, "/operations", [.fetchSite: "same-origin", .accept: "application/json"],
            "[\(operations.joined(separator: ","))]")
    }

    private func pull(since: String, by visitor: Visitor) async throws -> Changes {
        let reply = try await visitor.get("/changes?since=\(since)", [.accept: "application/json"])
        try #require(reply.status == .ok, "\(reply.body)")
        return try json(reply, as: Changes.self)
    }

    @Test func `a newcomer's list makes an account, is answered one by one, and the same again`() async throws
    {
        try await place.visit { visitor in
            let made = id(), tap = id()
            let list = [
                operation(made, "createCounter", #"{"title":"Robins","style":"fractal"}"#),
                operation(
                    tap, "increment", #"{"counter":"\#(made)","by":3}"#, #","at":1795247000000,"offset":540"#),
                operation(id(), "fly", "{}"),
                operation(id(), "increment", #"{"counter":"\#(id())"}"#),
                operation(id(), "removeGoal", #"{"goal":1,"removed":true}"#),
                operation(id(), "increment", #"{"counter":"\#(made)"}"#, #","version":2"#),
                operation(id(), "increment", #"{"counter":"\#(made)"}"#, #","offset":1081"#),
                operation(id(), "decrement", #"{"counter":"\#(made)"}"#),
            ]
            let reply = try await push(list, by: visitor)
            #expect(reply.status == .ok && reply.headers[.setCookie]?.hasPrefix("fivebar=") == true)
            let answers = try json(reply, as: Answers.self)
            #expect(
                answers.receipts.map { $0.reason ?? $0.count } == [
                    "0", "3", "kindIsUnknown", "noSuchCounter", "kindIsUnknown", "kindIsUnknown",
                    "timeIsWrong",
                    "2",
                ])
            #expect(
                answers.receipts.map { $0.status == "applied" } == answers.receipts.map { $0.reason == nil })
            #expect(answers.revision == 3 && answers.receipts.last?.revision == 3)
            #expect(answers.receipts.first?.id == made)
            let again = try await push(list, by: visitor)
            #expect(try json(again, as: Answers.self).receipts == answers.receipts)
            #expect(again.headers[.setCookie] == nil)
            #expect(try await visitor.get("/").body.contains("data-count=\"2\""))
        }
    }

    @Test(arguments: [
        "", "{}", "[", "[1]", "[{}]", "NaN", "[NaN]", #"[{"id":7}]"#,
        String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000),
        #"{"operations":[]}"#, "counter=1", "\u{0}",
    ])
    func `what is no list is refused whole`(_ body: String) async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            let headers: HTTPFields = [.fetchSite: "same-origin", .accept: "application/json"]
            let reply = try await visitor.send(.post, "/operations", headers, body)
            #expect(reply.status == .unprocessableContent)
            #expect(reply.headers[.fivebarAnswer] == "yes")
            #expect(try await visitor.get("/health").status == .ok)
            #expect(try await visitor.get("/counters/\(robins)").status == .ok)
        }
    }

    @Test func `a list has 500 operations and 256 KB at most, and nothing of a longer one is done`()
        async throws
    {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            let taps = (0..<501).map { _ in operation(id(), "increment", #"{"counter":\#(robins)}"#) }
            #expect(try await push(taps, by: visitor).status == .unprocessableContent)
            let long = operation(
                id(), "rename",
                #"{"counter":\#(robins),"title":"\#(String(repeating: "x", count: 257 * 1024))"}"#)
            #expect(try await push([taps[0], long], by: visitor).status == .contentTooLarge)
            #expect(try await visitor.get("/").body.contains("data-count=\"0\""))
            let answers = try json(try await push(Array(taps.prefix(500)), by: visitor), as: Answers.self)
            #expect(answers.receipts.count == 500 && answers.receipts.last?.count == "500")
        }
    }

    @Test func `an empty list from somebody who has an account changes nothing`() async throws {
        try await place.visit { visitor in
            _ = try await visitor.creates()
            let answers = try json(try await push([], by: visitor), as: Answers.self)
            #expect(answers.receipts.isEmpty && answers.revision == 1)
        }
    }

    @Test func `the list of a device that was signed out is refused, and begins no other account`()
        async throws
    {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            let account = try #require(place.ledger.account(of: visitor))
            for device in try place.ledger.devices(of: account) {
                _ = try await place.ledger.signOut(device.id, of: account, by: device.id)
            }
            let tap = operation(id(), "increment", #"{"counter":\#(robins)}"#)
            let reply = try await push([tap], by: visitor)
            #expect(reply.status == .notFound && reply.headers[.setCookie] == nil)
            #expect(try await visitor.get("/changes?since=0").status == .notFound)
        }
    }

    @Test func `another site's page pushes nothing`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            let tap = operation(id(), "increment", #"{"counter":\#(robins)}"#)
            let reply = try await visitor.send(.post, "/operations", [.fetchSite: "cross-site"], "[\(tap)]")
            #expect(reply.status == .forbidden)
            #expect(try await visitor.get("/").body.contains("data-count=\"0\""))
        }
    }

    @Test func `a list that ends with what came before tells of the counter as it is`() async throws {
        try await place.visit { visitor in
            let made = id()
            let create = operation(made, "createCounter", #"{"title":"Robins","style":"fractal"}"#)
            let rename = operation(id(), "rename", #"{"counter":"\#(made)","title":"Wrens"}"#)
            _ = try await push([create, rename], by: visitor)
            let taps = (1...3).map { _ in operation(id(), "increment", #"{"counter":"\#(made)"}"#) }
            let reply = try await push(taps + [rename], by: visitor)
            let answers = try json(reply, as: Answers.self)
            #expect(answers.counters.map(\.count) == ["3"])
            #expect(answers.counters.map(\.revision) == [answers.revision])
        }
    }

    @Test func `a goal that is marked and taken back in one list has no days to tell of`() async throws {
        let made = id()
        let list = [
            operation(
                made, "createGoal",
                #"{"name":"Read","color":0,"start":"2026-11-01","end":"2026-11-30"}"#),
            operation(id(), "markDay", #"{"goal":"\#(made)","day":"2026-11-02","done":false}"#),
            operation(id(), "undo", #"{"operation":"\#(made)"}"#),
        ]
        try await place.visit { visitor in
            let reply = try await push(list, by: visitor)
            #expect(reply.status == .ok)
            let answers = try json(reply, as: Answers.self)
            #expect(answers.receipts.map(\.status) == ["applied", "applied", "applied"])
        }
    }

    @Test func `who does too much is told when to come again`() async throws {
        var configuration = SiteConfiguration(
            home: Place.home, now: { Moment(milliseconds: 1_795_248_000_000) },
            randomBytes: { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } })
        configuration.limits.operationsPerSecond = nil
        configuration.limits.operationsPerDay = 2
        let site = try Site(configuration, ledger: place.ledger)
        let visitor = Visitor(responder: site.responder(), isSecure: false, address: "192.0.2.1")
        let made = id()
        let list = [
            operation(made, "createCounter", #"{"title":"Robins","style":"fractal"}"#),
            operation(id(), "increment", #"{"counter":"\#(made)"}"#),
            operation(id(), "increment", #"{"counter":"\#(made)"}"#),
        ]
        let answers = try json(try await push(list, by: visitor), as: Answers.self)
        #expect(answers.receipts.map { $0.reason ?? $0.count } == ["0", "1", "tooManyOperationsToday"])
        let reply = try await push([list[2]], by: visitor)
        #expect(reply.status == .tooManyRequests)
        #expect(try #require(reply.headers[.retryAfter].flatMap { Int($0) }) > 0)
        // What was counted before is answered still.
        #expect(try await push([list[1]], by: visitor).status == .ok)
    }

    @Test func `changes tell what is different, and all of it to whoever asks from a revision that is none`()
        async throws
    {
        try await place.visit { visitor in
            let robins = try await visitor.creates(), wrens = try await visitor.creates("Wrens")
            let before = try await pull(since: "0", by: visitor)
            #expect(before.startOver && !before.more && before.counters.map(\.counter) == [robins, wrens])
            let goal = id()
            let list = [
                operation(id(), "increment", #"{"counter":\#(wrens)}"#),
                operation(
                    goal, "createGoal",
                    #"{"name":"Read","color":0,"start":"2026-11-01","end":"2026-11-30"}"#),
                operation(id(), "markDay", #"{"goal":"\#(goal)","day":"2026-11-20","done":true}"#),
                operation(id(), "noteDay", #"{"goal":"\#(goal)","day":"2026-11-20","note":"ten pages"}"#),
            ]
            _ = try await push(list, by: visitor)
            let changes = try await pull(since: "\(before.revision)", by: visitor)
            #expect(!changes.startOver && changes.counters.map(\.counter) == [wrens])
            #expect(changes.revision == before.revision + 4)
            #expect(changes.goals.map(\.name) == ["Read"] && changes.goals.map(\.done) == [["2026-11-20"]])
            #expect(changes.goals.first?.notes == ["2026-11-20": "ten pages"])
            #expect(try await pull(since: "\(changes.revision)", by: visitor).counters.isEmpty)
            for since in [
                "", "-1", "\(changes.revision + 1)", "9223372036854775807", "-9223372036854775808",
                "9223372036854775808", "NaN", "1e3", "%20",
            ] {
                let all = try await pull(since: since, by: visitor)
                #expect(all.startOver && all.counters.count == 2 && all.goals.count == 1, "\(since)")
            }
        }
    }

    @Test func `goals that changed with one counter come in pages, with the days that it completed`()
        async throws
    {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            for number in 1...51 {
                try await visitor.makesGoal("Look \(number)", ["counter": "\(robins)", "target": "1"])
            }
            let goals = try await pull(since: "50", by: visitor)
            let before = try await pull(since: "\(goals.revision)", by: visitor)
            #expect(!before.more && before.after == nil)
            _ = try await visitor.post("/counters/\(robins)/marks")
            let first = try await pull(since: "\(before.revision)", by: visitor)
            #expect(first.goals.count == 50 && first.more && first.revision == before.revision)
            let after = try #require(first.after)
            let rest = try await pull(since: "\(first.revision)&after=\(after)", by: visitor)
            #expect(rest.goals.map(\.name) == ["Look 51"] && !rest.more && rest.after == nil)
            #expect(rest.revision == before.revision + 1)
            for goal in first.goals + rest.goals {
                #expect(goal.reached == ["2026-11-21"] && goal.done == nil && goal.notes == nil)
            }
            for wrong in ["-1", "0", "NaN", ""] {
                let again = try await pull(since: "\(first.revision)&after=\(wrong)", by: visitor)
                #expect(again.goals.map(\.name) == first.goals.map(\.name), "\(wrong)")
            }
        }
    }

    @Test func `what tidy has removed is named as gone`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates(), wrens = try await visitor.creates("Wrens")
            let before = try await pull(since: "0", by: visitor)
            _ = try await push(
                [
                    operation(id(), "deleteCounter", #"{"counter":\#(robins)}"#),
                    operation(id(), "increment", #"{"counter":\#(wrens)}"#),
                ], by: visitor)
            _ = try await place.ledger.tidy(now: place.now.advanced(byDays: 31))
            let changes = try await pull(since: "\(before.revision)", by: visitor)
            #expect(changes.counters.map(\.counter) == [wrens])
            #expect(changes.gone.map(\.counter) == [robins])
            #expect(changes.gone.map(\.origin) == before.counters.prefix(1).map(\.origin))
            let all = try await pull(since: "0", by: visitor)
            #expect(all.startOver && all.gone.isEmpty && all.counters.map(\.counter) == [wrens])
        }
    }
}

extension Ledger {
    /// The account that the visitor's cookie opens.
    fileprivate func account(of visitor: Visitor) -> AccountID? {
        visitor.cookie["fivebar"].flatMap { SessionToken($0) }.flatMap {
            try? self.visitor($0.hash)?.account
        }
    }
}
