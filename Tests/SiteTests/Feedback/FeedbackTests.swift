// Giving feedback without scripts: nothing typed is lost, and nothing is stored that
// identifies who typed it.

import Foundation
import HTTPTypes
import Ledger
import Testing

@testable import Site

@Suite struct FeedbackTests {
    let place: Place

    init() throws { place = try Place() }

    /// A form as the page gives it, filled in.
    private func form(_ visitor: Visitor, _ typed: [String: String]) async throws -> [String: String] {
        let page = try await visitor.get("/feedback").body
        let operation = try #require(page.firstMatch(of: /name="operation" value="([0-9a-f-]{36})"/)?.1)
        return typed.merging(["operation": String(operation)]) { $1 }
    }

    private var kept: [StoredFeedback] {
        get throws { try place.ledger.feedback() }
    }

    @Test func `settings lead there, and what is sent is thanked for`() async throws {
        try await place.visit { visitor in
            #expect(try await visitor.get("/settings").body.contains("href=\"/feedback\""))
            let form = try await form(
                visitor, ["stars": "4", "message": "Fine", "name": "Ada", "email": "ada@example.org"])
            let reply = try await visitor.post(
                "/feedback", form,
                [
                    .fetchSite: "same-origin",
                    .userAgent: "Mozilla/5.0 (Windows NT 10.0; rv:132.0) Gecko/20100101 Firefox/132.0",
                ])
            #expect(reply.status == .seeOther)
            #expect(reply.location == "/feedback?thanks")
            let thanks = try await visitor.get("/feedback?thanks")
            #expect(thanks.status == .ok)
            #expect(thanks.body.contains("href=\"/\""))
            #expect(!thanks.body.contains("name=\"message\""))
            let given = try #require(try kept.first)
            #expect(given.feedback.stars == 4 && given.feedback.message == "Fine")
            #expect(given.feedback.name == "Ada" && given.feedback.email == "ada@example.org")
            #expect(given.origin.device == "Windows, Firefox")
            #expect(given.origin.language == "en")
            #expect(given.origin.version == SiteConfiguration.version)
        }
    }

    @Test func `a star alone is enough, and so is a message`() async throws {
        try await place.visit { visitor in
            for typed in [["stars": "1"], ["message": "?"], ["stars": "nonsense", "message": "!"]] {
                let form = try await form(visitor, typed)
                #expect(try await visitor.post("/feedback", form).status == .seeOther, "\(typed)")
            }
            #expect(try kept.map(\.feedback.stars) == [nil, nil, 1])
        }
    }

    @Test func `nobody gets an account by it, and whoever has one keeps it`() async throws {
        try await place.visit { visitor in
            for path in ["/feedback", "/feedback?thanks"] {
                #expect(try await visitor.get(path).headers[.setCookie] == nil)
            }
            let form = try await form(visitor, ["stars": "5"])
            #expect(try await visitor.post("/feedback", form).headers[.setCookie] == nil)
            #expect(try await visitor.get("/settings").body.contains("Create a counter to choose this."))
        }
        try await place.visit { visitor in
            _ = try await visitor.creates()
            let form = try await form(visitor, ["stars": "5"])
            #expect(try await visitor.post("/feedback", form).headers[.setCookie] == nil)
            #expect(try await visitor.get("/").body.contains("Robins"))
        }
        #expect(try kept.count == 2)
    }

    @Test(
        arguments: [
            ([:], "message"),
            (["message": " \r\n ", "name": "Ada", "email": "ada@example.org"], "message"),
            (["stars": "4", "message": String(repeating: "🐦‍⬛", count: 4001), "name": "Ada"], "message"),
            (["message": String(repeating: "x", count: 10_000)], "message"),
            (["message": String(repeating: "鳥", count: 10_000), "name": "שלום"], "message"),
            (
                ["stars": "3", "message": "مرحبا\r\n<b>&\"'", "name": String(repeating: "long ", count: 60)],
                "name"
            ),
            (["stars": "2", "name": "{{name}}", "email": "ada"], "email"),
            (["stars": "1", "message": "{{{message}}}", "email": "a@b@c"], "email"),
            (["stars": "5", "email": String(repeating: "long", count: 80) + "@b"], "email"),
        ] as [([String: String], String)])
    func `a refused form comes back with all that was typed`(_ typed: [String: String], _ field: String)
        async throws
    {
        try await place.visit { visitor in
            let reply = try await visitor.post("/feedback", form(visitor, typed))
            #expect(reply.status == .unprocessableContent)
            #expect(reply.body.contains("aria-invalid=\"true\""))
            #expect(reply.body.contains("id=\"\(field)-problem\""))
            #expect(reply.body.components(separatedBy: "class=\"field-problem\"").count == 2)
            // The line feed after the tag is the parser's to swallow.
            #expect(reply.body.contains(">\n\((typed["message"] ?? "").htmlEscaped)</textarea>"))
            #expect(reply.body.contains("name=\"name\" value=\"\((typed["name"] ?? "").htmlEscaped)\""))
            #expect(reply.body.contains("name=\"email\" value=\"\((typed["email"] ?? "").htmlEscaped)\""))
            let chosen = reply.body.matches(of: /name="stars" value="(\d)" checked/).map { String($0.1) }
            #expect(chosen == (typed["stars"].map { [$0] } ?? []))
            #expect(try kept.isEmpty)
        }
    }

    @Test(arguments: [
        "👩‍👩‍👧‍👦 schön 🐦‍⬛", "שלום, עולם", "مرحبا بالعالم", "<script>alert(1)</script>", "a\n\n  b",
    ])
    func `a message is kept as it was written`(_ message: String) async throws {
        try await place.visit { visitor in
            let form = try await form(visitor, ["message": message, "name": message])
            #expect(try await visitor.post("/feedback", form).status == .seeOther)
            #expect(try kept.first?.feedback.message == message)
        }
    }

    @Test func `four thousand characters are taken, whatever they are made of`() async throws {
        try await place.visit { visitor in
            let message = String(repeating: "👩‍👩‍👧‍👦", count: 4000)
            let reply = try await visitor.post("/feedback", form(visitor, ["message": message]))
            #expect(reply.status == .seeOther)
            #expect(try kept.first?.feedback.message == message)
        }
    }

    @Test func `a refused form shows what was typed as text`() async throws {
        try await place.visit { visitor in
            let evil = "</textarea><script>alert(1)</script>\" autofocus onfocus=\"alert(2)"
            let reply = try await visitor.post(
                "/feedback", form(visitor, ["message": evil, "name": evil, "email": evil]))
            #expect(reply.status == .unprocessableContent)
            #expect(!reply.body.contains("<script>alert"))
            #expect(!reply.body.contains("onfocus=\""))
        }
    }

    @Test func `nothing typed becomes a header or a second line of one`() async throws {
        try await place.visit { visitor in
            let reply = try await visitor.post(
                "/feedback",
                form(
                    visitor,
                    [
                        "stars": "3", "name": "Ada\r\nSet-Cookie: a=b\r\n\r\n",
                        "email": "ada@example.org\r\nBcc: everybody",
                    ]))
            #expect(reply.status == .seeOther)
            #expect(reply.headers[.setCookie] == nil)
            let feedback = try #require(try kept.first).feedback
            #expect(!(feedback.name + feedback.email).contains { $0.isNewline })
        }
    }

    @Test func `a form that is sent again is kept once; one with something else in it is kept as well`()
        async throws
    {
        try await place.visit { visitor in
            let first = try await form(visitor, ["stars": "4", "message": "Fine"])
            for _ in 0..<3 {
                #expect(try await visitor.post("/feedback", first).location == "/feedback?thanks")
            }
            #expect(try kept.count == 1)
            let other = first.merging(["message": "Finer"]) { $1 }
            #expect(try await visitor.post("/feedback", other).location == "/feedback?thanks")
            #expect(try kept.map(\.feedback.message) == ["Finer", "Fine"])
        }
    }

    @Test(arguments: ["", "nonsense", "0190aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeeg"])
    func `a form without an id is kept all the same`(_ operation: String) async throws {
        try await place.visit { visitor in
            let reply = try await visitor.post("/feedback", ["message": "Fine", "operation": operation])
            #expect(reply.status == .seeOther)
            #expect(try kept.count == 1)
        }
    }

    @Test func `from an address that gave much no more is kept today, and what was typed comes back`()
        async throws
    {
        try await place.visit { visitor in
            for number in 1...20 {
                let form = try await form(visitor, ["message": "Number \(number)"])
                #expect(try await visitor.post("/feedback", form).status == .seeOther)
            }
            let late = try await form(visitor, ["message": "My <long> thoughts", "email": "ada@example.org"])
            let reply = try await visitor.post("/feedback", late)
            #expect(reply.status == .tooManyRequests)
            #expect(reply.headers[.retryAfter] != nil)
            #expect(reply.body.contains("My &lt;long&gt; thoughts\nada@example.org</textarea>"))
            try await place.visit(address: "192.0.2.2") { other in
                let reply = try await other.post("/feedback", form(other, ["stars": "5"]))
                #expect(reply.status == .seeOther)
            }
            place.wait(days: 1)
            #expect(try await visitor.post("/feedback", late).status == .seeOther)
        }
    }

    @Test func `a form of thousands of fields is none`() async throws {
        try await place.visit { visitor in
            var form = try await form(visitor, ["message": "Hello"])
            for number in 0..<5_000 { form["x\(number)"] = "" }
            #expect(try await visitor.post("/feedback", form).status == .unprocessableContent)
            #expect(try kept.isEmpty)
        }
    }
}
