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
    /// What a browser says that shows a page.
    private static let view: HTTPFields = [.fetchMode: "navigate"]

    private func accounts() throws -> Int { try place.rows("SELECT COUNT(*) FROM account") }
    private func counters() throws -> Int { try place.rows("SELECT COUNT(*) FROM counter") }

    /// Looks at the list and sends a first write, whose answer gets lost.
    ///
    /// - Returns: The secret that the browser keeps.
    private func loseAnswer() async throws -> String {
        var secret: String?
        try await place.visit { newcomer async throws in
            _ = try await newcomer.get("/", Self.view)
            secret = newcomer.cookie[Self.secret]
            #expect(try await newcomer.post("/counters", Self.form).status == .seeOther)
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
            let again = try await browser.post("/counters", Self.form)
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
            let late = try await browser.post("/counters", Self.form)
            #expect(late.headers[values: .setCookie].allSatisfy { !$0.hasPrefix("fivebar=") })
        }
        let other = try await loseAnswer()
        let account = try place.rows("SELECT MAX(id) FROM account")
        _ = try await place.ledger.signOut(allBut: nil, of: Int64(account))
        try await browser(keeping: other) { browser async throws in
            #expect(!(try await browser.get("/").body.contains("Robins")))
            _ = try await browser.post("/counters", Self.form)
            #expect(try place.rows("SELECT MAX(id) FROM account") > account)
        }
    }

    /// A browser whose device another one has signed out, as it is told so.
    private func signedOut(_ body: (Visitor) async throws -> Void) async throws {
        try await place.visit { visitor async throws in
            _ = try await visitor.creates("Wrens")
            let account = Int64(try place.rows("SELECT MAX(id) FROM account"))
            _ = try await place.ledger.signOut(allBut: nil, of: account)
            _ = try await visitor.get("/", Self.view)
            try await body(visitor)
        }
    }

    /// Does something whose answer gets lost: no cookie changes.
    private func lose(_ visitor: Visitor, _ write: () async throws -> Reply) async throws {
        let before = visitor.cookie
        #expect(try await write().headers[.setCookie] != nil)
        for (name, value) in before { visitor.keeps(name, value) }
    }

    @Test func `who was signed out elsewhere begins anew as anybody does`() async throws {
        try await signedOut { visitor async throws in
            try await lose(visitor) { try await visitor.post("/counters", Self.form) }
            #expect(try await visitor.post("/counters", Self.form).status == .seeOther)
            #expect(try [accounts(), counters()] == [2, 2])
            #expect(try await visitor.get("/").body.contains("Robins"))
        }
    }

    @Test func `the same where they only look after it`() async throws {
        try await signedOut { visitor async throws in
            try await lose(visitor) { try await visitor.post("/counters", Self.form) }
            #expect(try await visitor.get("/").body.contains("Robins"))
            #expect(visitor.cookie[Self.secret] == "")
        }
    }

    @Test func `the same with a list that waited, beside what waits for the account of before`() async throws
    {
        try await signedOut { visitor async throws in
            func operation(_ id: String, _ kind: String, _ change: String, _ rest: String = "") -> String {
                #"{"id":"\#(id)","kind":"\#(kind)","change":\#(change),"at":\#(place.now.milliseconds),"offset":60\#(rest)}"#
            }
            let tap = operation(
                "01890a5d-ac96-774b-bcce-b302099a8058", "increment", #"{"counter":101}"#, #","account":1"#)
            let made = operation(Self.id, "createCounter", #"{"title":"Robins","style":"fractal"}"#)
            func push(_ list: String) async throws -> Reply {
                try await visitor.send(.post, "/operations", [.fetchSite: "same-origin"], "[\(list)]")
            }
            // What was made for an account is no reason to begin another.
            #expect(try await push(tap).status == .notFound)
            try await lose(visitor) { try await push("\(tap),\(made)") }
            let again = try await push("\(tap),\(made)").body
            #expect(again.contains("otherAccount") && again.contains("applied"), "\(again)")
            #expect(try [accounts(), counters()] == [2, 2])
            #expect(try await visitor.get("/").body.contains("Robins"))
        }
    }

    @Test func `the same with a file`() async throws {
        var file = ""
        try await place.visit { other async throws in
            _ = try await other.creates("Robins")
            file = try await other.get("/export.csv").body
            _ = try await place.ledger.deleteAccount(1, by: nil)
        }
        try await signedOut { visitor async throws in
            _ = try await visitor.get("/transfer", Self.view)
            try await lose(visitor) { try await visitor.upload(file) }
            let preview = try #require(try await visitor.upload(file).location)
            #expect(try await visitor.get(preview).body.contains("Robins"))
            // The one of before, and one that is begun.
            #expect(try accounts() == 2)
        }
    }

    @Test func `it comes with a page on which something can be made`() async throws {
        try await place.visit { newcomer async throws in
            _ = try await newcomer.get("/")
            _ = try await newcomer.get("/tutorial", Self.view)
            #expect(newcomer.cookie[Self.secret] == nil)
            _ = try await newcomer.get("/goals", Self.view)
            let secret = try #require(newcomer.cookie[Self.secret])
            _ = try await newcomer.get("/", Self.view)
            #expect(newcomer.cookie[Self.secret] == secret)
            _ = try await newcomer.creates("Robins")
            _ = try await newcomer.get("/", Self.view)
            #expect(newcomer.cookie[Self.secret] == "")
        }
    }

    @Test(arguments: [(SignUp.closed, false), (.open, true)])
    func `nor where a first write makes no account`(_ signUp: SignUp, _ signsInByWebServer: Bool) async throws
    {
        let place = try place.moved(signUp: signUp, signsInByWebServer: signsInByWebServer)
        try await place.visit { newcomer async throws in
            _ = try await newcomer.get("/", Self.view)
            #expect(newcomer.cookie[Self.secret] == nil)
        }
    }
}
