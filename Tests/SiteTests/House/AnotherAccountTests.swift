// Whatever names something of another account, in whatever route: it is as if that were not there.

import GRDB
import HTTPTypes
import Testing

@testable import Ledger
@testable import Site

@Suite struct AnotherAccountTests {
    let place: Place

    init() throws { place = try Place() }

    /// What no answer to anybody else may have in it.
    private static let word = "Kestrel"

    /// The names and secrets of all that somebody has.
    private struct Names {
        var counters: [String] = []
        var goals: [String] = []
        var operations: [String] = []
        var others: [String] = []
    }

    /// Somebody who has one of everything.
    private func owner(_ visitor: Visitor) async throws -> Names {
        var names = Names()
        let counter = try await visitor.creates("\(Self.word)s at the door")
        let deleted = try await visitor.creates("\(Self.word)s in the trash")
        _ = try await visitor.post("/counters/\(counter)/marks")
        _ = try await visitor.post("/counters/\(counter)/entries/1/note", ["note": "\(Self.word) note"])
        _ = try await visitor.post("/counters/\(counter)/share", ["shared": "yes"])
        _ = try await visitor.post("/counters/\(deleted)/deletion")
        let goal = try await visitor.makesGoal("\(Self.word) walk", ["counter": "\(counter)", "target": "3"])
        _ = try await visitor.post("/goals/\(goal)/2026-11-20/note", ["note": "\(Self.word) day"])
        _ = try await visitor.post(
            "/settings/sign-in", ["name": Self.word, "passphrase": "correct horse battery"])
        names.counters = [counter, deleted].map { "\($0)" } + (try texts("SELECT hex(origin) FROM counter"))
        names.goals = ["\(goal)"] + (try texts("SELECT hex(origin) FROM goal"))
        names.operations = try texts("SELECT hex(id) FROM operation")
        names.others =
            try texts("SELECT id FROM device") + texts("SELECT token FROM share")
            + texts("SELECT lower(hex(token)) FROM device")
        return names
    }

    private func texts(_ query: String) throws -> [String] {
        try place.ledger.pool.read { try String.fetchAll($0, sql: query) }
    }

    /// All that the first account has, row by row.
    private func rows() throws -> [String: [String]] {
        let counters = "SELECT id FROM counter WHERE book = 1", goals = "SELECT id FROM goal WHERE book = 1"
        let conditions = [
            "book": "id = 1", "account": "id = 1", "counter": "book = 1", "goal": "book = 1",
            "operation": "book = 1",
            "fieldVersion": "book = 1", "gone": "book = 1", "device": "account = 1", "upload": "account = 1",
            "passphrase": "account = 1", "recovery": "account = 1", "signInCode": "account = 1",
            "entry": "counter IN (\(counters))", "hour": "counter IN (\(counters))",
            "note": "counter IN (\(counters))", "share": "counter IN (\(counters))",
            "goalDay": "goal IN (\(goals))", "dayNote": "goal IN (\(goals))",
        ]
        return try conditions.reduce(into: [:]) { rows, table in
            rows[table.key] = try place.ledger.pool.read { database in
                try Row.fetchAll(database, sql: "SELECT * FROM \(table.key) WHERE \(table.value)").map {
                    $0.description
                }
            }
        }
    }

    /// The addresses of a route with what somebody else has in place of each part.
    private func addresses(_ pattern: String, _ names: Names) -> [String] {
        let ids =
            pattern.contains("/counters/") || pattern.contains("/quick/")
            ? names.counters : pattern.contains("/goals/") ? names.goals : names.counters + names.others
        return ids.map { id in
            pattern.replacing("{id}", with: id).replacing("{entry}", with: "1")
                .replacing("{day}", with: "2026-11-20").replacing(/\{\w+\}/, with: id)
        }
    }

    @Test func `no route shows or changes what another account has`() async throws {
        try await place.visit { visitor in
            let names = try await owner(visitor), before = try rows()
            #expect(before["passphrase"]?.count == 1)
            try await place.visit(address: "198.51.100.7") { stranger in
                let own = try await stranger.creates("Robins")
                let ownGoal = try await stranger.makesGoal("Read")
                let routes = place.site.router().routes.map { ($0.method, $0.path.description) }
                    .filter { !$0.1.contains("{build}") && $0.1 != "/events" }
                    .filter { !$0.1.hasPrefix("/settings/deletion") && $0.1 != "/counters/deletion" }
                let foreign = [names.counters[0], names.counters[2]]
                let form = [
                    "title": "x", "name": "x", "number": "1", "collapsed": "yes", "style": "western",
                    "color": "1", "void": "yes", "note": "x", "time": "2026-11-20T10:00", "shared": "yes",
                    "archived": "yes", "done": "yes", "seen": "0", "from": "history", "length": "30",
                    "start": "2026-11-11", "target": "3",
                ]
                for (method, pattern) in routes {
                    for address in pattern.contains("{") ? addresses(pattern, names) : [pattern] {
                        if method == .get {
                            for query in ["", "?show=\(foreign[0])", "?deleted=\(names.counters[1])"] {
                                let reply = try await stranger.get(address + query)
                                // A share link is for everybody.
                                guard !address.hasPrefix("/shared/") || reply.status != .ok else { continue }
                                #expect(!reply.body.contains(Self.word), "\(address + query)")
                            }
                        } else {
                            let reply = try await stranger.post(address, form)
                            #expect(!reply.body.contains(Self.word), "\(address)")
                        }
                    }
                }
                // What a form or a query names, besides its address.
                for operation in names.operations {
                    for path in [
                        "/", "/goals", "/undo", "/watch", "/trash", "/counters/arrange", "/goals/arrange",
                        "/counters/\(own)", "/counters/\(own)/history", "/counters/\(own)/share",
                        "/goals/\(ownGoal)/2026-11-20", "/watch/counters/\(own)",
                    ] {
                        let page = try await stranger.get("\(path)?undo=\(operation)")
                        #expect(!page.body.contains(Self.word), "\(path) \(operation)")
                    }
                    for path in ["/undo", "/counters/\(own)/share"] {
                        let reply = try await stranger.post(path, ["undo": operation, "shared": "yes"])
                        #expect(!reply.body.contains(Self.word), "\(path) \(operation)")
                    }
                }
                for counter in names.counters {
                    _ = try await stranger.post("/counters/\(own)/place", ["after": counter])
                    let follows = form.merging(["counter": counter]) { $1 }
                    for path in ["/goals", "/goals/\(ownGoal)"] {
                        #expect(try await !stranger.post(path, follows).body.contains(Self.word))
                    }
                }
                for goal in names.goals {
                    _ = try await stranger.post("/goals/\(ownGoal)/place", ["after": goal])
                }
                for path in ["/", "/goals", "/changes?since=0", "/export.json", "/goals/export.json"] {
                    #expect(try await !stranger.get(path).body.contains(Self.word), "\(path)")
                }
            }
            #expect(try rows() == before)
            #expect(try await visitor.get("/").body.contains(Self.word))
        }
    }

    @Test func `no operation does either`() async throws {
        try await place.visit { visitor in
            let names = try await owner(visitor), before = try rows()
            try await place.visit(address: "198.51.100.7") { stranger in
                _ = try await stranger.creates("Robins")
                let bodies =
                    names.counters.flatMap { counter in
                        [
                            ("increment", #""counter":"\#(counter)","by":1"#),
                            ("rename", #""counter":"\#(counter)","title":"x""#),
                            ("share", #""counter":"\#(counter)""#),
                            ("deleteCounter", #""counter":"\#(counter)""#),
                            ("restoreCounter", #""counter":"\#(counter)""#),
                            ("void", #""counter":"\#(counter)","entry":1,"void":true"#),
                            ("annotate", #""counter":"\#(counter)","entry":1,"note":"x""#),
                        ]
                    }
                    + names.goals.flatMap { goal in
                        [
                            ("archiveGoal", #""goal":"\#(goal)","archived":true"#),
                            ("markDay", #""goal":"\#(goal)","day":"2026-11-20","done":true"#),
                            ("noteDay", #""goal":"\#(goal)","day":"2026-11-20","note":"x""#),
                        ]
                    } + names.operations.map { ("undo", #""operation":"\#($0)""#) }
                    + [("copyAccount", #""account":1"#), ("takeBackCopy", #""account":1"#)]
                for (place, (kind, change)) in bodies.enumerated() {
                    // As a number where it is one.
                    let change = change.replacing(/"(\d{1,10})"/) { $0.1 }
                    let id = "01890a5d-ac96-774b-bcce-b30209900000".dropLast(4) + String(1000 + place)
                    let reply = try await stranger.send(
                        .post, "/operations", [.fetchSite: "same-origin", .accept: "application/json"],
                        #"[{"id":"\#(id)","kind":"\#(kind)","change":{\#(change)},"offset":0}]"#)
                    #expect(
                        reply.body.contains(#""status":"refused""#) && !reply.body.contains(Self.word),
                        "\(kind) \(change): \(reply.body)")
                }
            }
            #expect(try rows() == before)
        }
    }
}
