// A page that answers a form is of the account that the form was sent from: what is put right on it is meant for that one.

import HTTPTypes
import Ledger
import Testing

@testable import Site

@Suite struct AnsweredFormTests {
    let place: Place

    init() throws { place = try Place() }

    /// What is refused with the form again, for somebody with a counter and a goal, each numbered as given.
    private static func refused(_ counter: Int64, _ goal: String) -> [(path: String, form: [String: String])]
    {
        let long = String(repeating: "x", count: 20_000)
        return [
            ("/feedback", ["email": "nowhere"]),
            ("/counters", ["title": String(long.prefix(500))]),
            ("/counters", ["title": String(long.prefix(500)), "from": "watch"]),
            ("/counters/\(counter)/title", ["title": String(long.prefix(500))]),
            ("/counters/\(counter)/title", ["title": "", "from": "watch"]),
            ("/counters/\(counter)/step", ["number": "x"]),
            ("/counters/\(counter)/count", ["number": "x"]),
            ("/counters/\(counter)/entries/1/note", ["note": long]),
            ("/counters/\(counter)/entries/1/time", ["time": "x"]),
            ("/counters/deletion", ["word": "x"]),
            ("/goals", ["name": ""]),
            (goal, ["name": ""]),
            (goal + "/2026-11-21/note", ["note": long]),
            ("/join", ["code": "x"]),
            ("/sign-in", ["name": "x", "passphrase": "x"]),
            ("/settings/sign-in", ["name": "", "passphrase": "x"]),
            ("/settings/deletion", ["word": "x"]),
        ]
    }

    @Test func `a refused form comes back on a page of the account that it was sent from`() async throws {
        try await place.visit { visitor in
            let counter = try await visitor.creates()
            _ = try await visitor.post("/counters/\(counter)/marks")
            let goal = "/goals/\(try await visitor.makesGoal())"
            let account = try #require(
                try await visitor.get("/").body.firstMatch(of: /<html[^>]* data-account="(\d+)"/)?.1)
            for (path, form) in Self.refused(counter, goal) {
                // Without a script nothing says so.
                for said in [["account": String(account)], [:]] {
                    let reply = try await visitor.post(path, form.merging(said) { $1 })
                    #expect(reply.status == .unprocessableContent, "\(path)")
                    let own = reply.body.firstMatch(of: /<html[^>]* data-account="(\d+)"/)?.1
                    #expect(own == account, "\(path)")
                    #expect(!reply.body.contains("data-revision=\"0\""), "\(path)")
                }
            }
        }
    }

    /// Another tab may have opened another account meanwhile, in which the same numbers name other things.
    @Test func `a form of another account is refused or stays that one's`() async throws {
        try await place.visit { visitor in
            let counter = try await visitor.creates("Own robins")
            _ = try await visitor.post("/counters/\(counter)/marks")
            let goal = "/goals/\(try await visitor.makesGoal())"
            for (path, form) in Self.refused(counter, goal) {
                let reply = try await visitor.post(path, form.merging(["account": "4711"]) { $1 })
                #expect([.unprocessableContent, .conflict].contains(reply.status), "\(path)")
                guard reply.status == .unprocessableContent else { continue }
                #expect(reply.body.contains(" data-account=\"4711\""), "\(path)")
                #expect(!reply.body.contains("Own robins"), "\(path)")
            }
        }
    }
}
