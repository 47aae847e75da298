// What the page of a recovery link says, before anything is opened.

import HTTPTypes
import Ledger
import Testing

@testable import Site

@Suite struct RecoveryLinkTests {
    let place: Place

    init() throws { place = try Place() }

    private func recoveryLink(of visitor: Visitor) async throws -> String {
        _ = try await visitor.post("/settings/recovery")
        let page = try await visitor.get("/settings/devices").body
        return String(try #require(page.firstMatch(of: /\/recover\/[\w-]{43}/)?.0))
    }

    @Test func `a recovery link of the account that is open here leads to it, and changes nothing`()
        async throws
    {
        try await place.visit { owner in
            _ = try await owner.creates("Robins")
            let link = try await recoveryLink(of: owner), cookie = owner.cookie["fivebar"]
            let before = try place.rows("SELECT total_changes()")
            let page = try await owner.get(link)
            #expect(page.status == .ok && page.headers[.cacheControl] == "no-store")
            #expect(page.body.contains("already open here") && !page.body.contains("<form method=\"post\""))
            #expect(page.body.contains("class=\"button button--primary\" href=\"/\""))
            #expect(try place.rows("SELECT total_changes()") == before && owner.cookie["fivebar"] == cookie)
            try await place.visit { other in
                _ = try await other.creates("Tea")
                #expect(try await other.get(link).body.contains("Open here"))
            }
        }
    }

    @Test func `a recovery link that opens nothing says what to do, and leads there`() async throws {
        try await place.visit { visitor in
            for link in ["/recover/x", "/recover/" + String(repeating: "a", count: 43)] {
                let page = try await visitor.get(link)
                #expect(page.status == .notFound && page.body.contains("Create a new one on a device"))
                #expect(page.body.contains("class=\"button button--primary\" href=\"/join\""))
            }
        }
    }

    @Test(arguments: [
        (0, 0, "The link opens an empty account."), (1, 0, "opens an account with 1 counter."),
        (0, 2, "opens an account with 2 goals."), (2, 1, "opens an account with 2 counters and 1 goal."),
    ])
    func `a recovery link says what is in the account`(
        _ counters: Int, _ goals: Int, _ sentence: String
    ) async throws {
        try await place.visit { owner in
            let gone = try await owner.creates("Gone")
            for _ in 0..<counters { _ = try await owner.creates("Robins") }
            for _ in 0..<goals { _ = try await owner.post("/goals", ["name": "Read", "length": "90"]) }
            _ = try await owner.post("/counters/\(gone)/deletion")
            let link = try await recoveryLink(of: owner)
            try await place.visit { phone async throws in
                #expect(try await phone.get(link).body.contains(sentence))
            }
        }
    }
}
