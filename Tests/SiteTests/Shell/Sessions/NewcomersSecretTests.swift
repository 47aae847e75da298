// A newcomer's first write whose answer gets lost: sent again, it comes to the account that it has made, and to no other;
// and nothing that anybody else could know opens that account.

import HTTPTypes
import Testing

@testable import Ledger
@testable import Site

@Suite struct NewcomersSecretTests {
    let place: Place

    init() throws { place = try Place() }

    private static let secret = "fivebar-newcomer"
    private static let id = "01890a5d-ac96-774b-bcce-b302099a8057"
    private static let form = ["operation": id, "title": "Robins"]
    /// What a browser says with a form.
    private static let navigation: HTTPFields = [.fetchSite: "same-origin", .fetchMode: "navigate"]

    private func accounts() throws -> Int { try place.rows("SELECT COUNT(*) FROM account") }
    private func counters() throws -> Int { try place.rows("SELECT COUNT(*) FROM counter") }

    /// Sends a first write, whose answer gets lost.
    ///
    /// - Returns: The secret that the browser keeps.
    private func loseAnswer(
        _ send: (Visitor, _ path: String) async throws -> Reply = { visitor, path in
            try await visitor.post(path, Self.form, Self.navigation)
        }, to path: String = "/counters"
    ) async throws -> String {
        var secret: String?
        let before = try accounts()
        try await place.visit { newcomer async throws in
            let asked = try await send(newcomer, path)
            #expect(asked.status == .temporaryRedirect && asked.location == path + "?cookies=asked")
            #expect(try accounts() == before)
            secret = newcomer.cookie[Self.secret]
            let lost = try await send(newcomer, path + "?cookies=asked")
            #expect(lost.status == .ok || lost.status == .seeOther)
            #expect(newcomer.cookie[Self.secret] == "")
        }
        return try #require(secret)
    }

    /// The same browser later.
    private func browser(keeping secret: String, _ body: (Visitor) async throws -> Void) async throws {
        try await place.visit { browser async throws in
            browser.keeps(Self.secret, secret)
            try await body(browser)
        }
    }

    @Test func `a form that is sent again makes nothing twice, and brings the session`() async throws {
        let secret = try await loseAnswer()
        try await browser(keeping: secret) { browser async throws in
            let again = try await browser.post("/counters", Self.form, Self.navigation)
            #expect(again.status == .seeOther)
            #expect(try [accounts(), counters()] == [1, 1])
            #expect(browser.cookie[Self.secret] == "")
            #expect(try await browser.get("/").body.contains("Robins"))
            #expect(try place.rows("SELECT COUNT(*) FROM device") == 1)
        }
    }

    @Test func `it is there also for whoever only looks`() async throws {
        let secret = try await loseAnswer()
        try await browser(keeping: secret) { browser async throws in
            #expect(try await browser.get("/").body.contains("Robins"))
            #expect(browser.cookie["fivebar"] != nil && browser.cookie[Self.secret] == "")
        }
    }

    @Test func `the operation's id opens nothing to anybody else`() async throws {
        _ = try await loseAnswer()
        try await place.visit { other async throws in
            _ = try await other.post("/counters", Self.form)
            #expect(try accounts() == 2)
        }
    }

    @Test func `nor does the secret after some days, or once its session was signed out`() async throws {
        let secret = try await loseAnswer()
        place.wait(days: 7)
        try await browser(keeping: secret) { browser async throws in
            #expect(!(try await browser.get("/").body.contains("Robins")))
            let late = try await browser.post("/counters", Self.form, Self.navigation)
            #expect(late.headers[values: .setCookie].allSatisfy { !$0.hasPrefix("fivebar=") })
        }
        let other = try await loseAnswer()
        let account = try place.rows("SELECT MAX(id) FROM account")
        _ = try await place.ledger.signOut(allBut: nil, of: Int64(account))
        try await browser(keeping: other) { browser async throws in
            #expect(!(try await browser.get("/").body.contains("Robins")))
            _ = try await browser.post("/counters", Self.form, Self.navigation)
            #expect(try place.rows("SELECT MAX(id) FROM account") > account)
        }
    }

    @Test func `a browser that keeps only some cookies is asked once`() async throws {
        try await place.visit { newcomer async throws in
            let made = try await newcomer.post("/counters?cookies=asked", Self.form, Self.navigation)
            #expect(made.status == .seeOther)
        }
    }
}
