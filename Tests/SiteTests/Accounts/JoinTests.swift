// Opening one's counters on another device: by a code, or by user name and passphrase.

import HTTPTypes
import Ledger
import Testing

@testable import Site

@Suite struct JoinTests {
    let place: Place

    init() throws { place = try Place() }

    /// The code that the page of devices shows.
    private func code(of visitor: Visitor) async throws -> String {
        #expect(try await visitor.post("/settings/devices/code").location == "/settings/devices#join")
        let page = try await visitor.get("/settings/devices").body
        return String(try #require(page.firstMatch(of: /code--large"[^>]*>([A-Z]{4}-[A-Z]{4})</)?.1))
    }

    private func titles(_ visitor: Visitor) async throws -> [String] {
        try await visitor.get("/").shown.matches(of: /data-name>([^<]*)</).map { String($0.1) }
    }

    @Test func `a code that looks like a part of the page is text`() async throws {
        try await place.visit { visitor async throws in
            let page = try await visitor.get("/join?code=%01browserColors%02").body
            #expect(page.components(separatedBy: "<meta name=\"color-scheme\"").count == 2)
        }
    }

    @Test func `a code opens the counters elsewhere, once, however it is typed`() async throws {
        try await place.visit { owner in
            _ = try await owner.creates("Robins")
            let code = try await code(of: owner)
            try await place.visit { phone in
                #expect(try await phone.get("/join?code=\(code)").body.contains("value=\"\(code)\""))
                #expect(try await titles(phone).isEmpty)
                let typed = " " + code.lowercased().replacing("-", with: " ")
                #expect(try await phone.post("/join", ["code": typed]).location == "/")
                #expect(try await titles(phone) == ["Robins"])
                _ = try await phone.post("/counters/101/marks")
            }
            #expect(try await owner.get("/").body.contains("data-count=\"1\""))
            #expect(try await !owner.get("/settings/devices").body.contains(code))
            try await place.visit { late in
                let reply = try await late.post("/join", ["code": code])
                #expect(reply.status == .unprocessableContent)
                #expect(reply.body.contains("This code doesn’t work") && reply.body.contains(code))
            }
        }
    }

    @Test func `a code of eight letters works for ten minutes, and no moment longer`() async throws {
        try await place.visit { owner in
            _ = try await owner.creates("Robins")
            for (milliseconds, opens) in [(599_999, true), (600_000, false)] as [(Int64, Bool)] {
                let code = try await code(of: owner)
                #expect(code.wholeMatch(of: /[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}/) != nil)
                place.wait(milliseconds: milliseconds)
                #expect(try await owner.get("/settings/devices").body.contains(code) == opens)
                try await place.visit { phone in
                    _ = try await phone.post("/join", ["code": code])
                    #expect(try await titles(phone) == (opens ? ["Robins"] : []))
                }
            }
        }
    }

    @Test(arguments: ["", "BCDF", "ABCD-EFGH", "🐦🐦🐦🐦🐦🐦🐦🐦", String(repeating: "B", count: 30_000)])
    func `what is no code opens nothing, and is not repeated endlessly`(_ typed: String) async throws {
        try await place.visit { visitor in
            let reply = try await visitor.post("/join", ["code": typed])
            #expect(reply.status == .unprocessableContent && reply.body.count < 8_000)
        }
    }

    @Test func `a browser with counters of its own brings them along, and can undo that`() async throws {
        try await place.visit { owner in
            _ = try await owner.creates("Robins")
            let code = try await code(of: owner)
            try await place.visit { phone in
                _ = try await phone.creates("Tea")
                let page = try await phone.get("/join").body
                #expect(page.contains("name=\"along\" value=\"yes\" checked"))
                let reply = try await phone.post("/join", ["code": code, "along": "yes", "account": "2"])
                let home = try #require(reply.location)
                #expect(try await phone.get(home).body.contains("Counters and goals added."))
                #expect(try await titles(phone) == ["Robins", "Tea"])
                let undo = try #require(home.firstMatch(of: /undo=([\w-]+)/)?.1)
                _ = try await phone.post("/undo", ["undo": String(undo), "from": "home"])
                #expect(try await titles(phone) == ["Robins"])
            }
            // Nobody can open the account that the phone has left.
            #expect(try place.ledger.devices(of: 2).isEmpty)
        }
    }

    @Test func `a form that is sent several times at once brings along once what there is`() async throws {
        try await place.visit { owner in
            _ = try await owner.creates("Robins")
            _ = try await owner.post("/settings/recovery")
            let page = try await owner.get("/settings/devices").body
            let link = String(try #require(page.firstMatch(of: /\/recover\/[\w-]{43}/)?.0))
            try await place.visit { phone in
                _ = try await phone.creates("Tea")
                let cookies = phone.cookie, responder = place.site.responder()
                let answers = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                    for _ in 0..<5 {
                        group.addTask {
                            let browser = Visitor(
                                responder: responder, isSecure: false, address: "192.0.2.1", cookies: cookies)
                            return try await browser.post(link, ["along": "yes", "account": "2"]).status
                        }
                    }
                    return try await group.reduce(into: [HTTPResponse.Status]()) { $0.append($1) }
                }
                #expect(answers.contains(.seeOther))
            }
            #expect(try await titles(owner) == ["Robins", "Tea"])
            #expect(try place.ledger.devices(of: 2).isEmpty)
        }
    }

    @Test func `what is not brought along stays where it was`() async throws {
        try await place.visit { owner in
            _ = try await owner.creates("Robins")
            let code = try await code(of: owner)
            try await place.visit { phone in
                _ = try await phone.creates("Tea")
                let form = ["code": code, "account": "2", "forGood": "yes"]
                #expect(try await phone.post("/join", form).location == "/")
                #expect(try await titles(phone) == ["Robins"])
            }
            #expect(try place.ledger.counters(of: 2).map(\.title) == ["Tea"])
        }
    }

    @Test func `a page of another account takes nothing along`() async throws {
        try await place.visit { owner in
            _ = try await owner.creates("Robins")
            let code = try await code(of: owner)
            try await place.visit { phone in
                _ = try await phone.creates("Tea")
                let form = ["code": code, "along": "yes", "account": "1"]
                #expect(try await phone.post("/join", form).status == .conflict)
                #expect(try await titles(phone) == ["Tea"])
            }
        }
    }

    @Test func `a page that could not ask yet, because there was nothing, asks now`() async throws {
        try await place.visit { owner in
            _ = try await owner.creates("Robins")
            let code = try await code(of: owner)
            _ = try await owner.post("/settings/recovery")
            let link = try #require(
                try await owner.get("/settings/devices").body.firstMatch(of: /\/recover\/[\w-]{43}/)?.0)
            try await place.visit { phone in
                _ = try await phone.creates("Tea")
                for (path, form) in [("/join", ["code": code]), ("/sign-in", [:]), (String(link), [:])] {
                    let reply = try await phone.post(path, form)
                    #expect(reply.status == .unprocessableContent && reply.body.contains("name=\"along\""))
                }
                #expect(try await titles(phone) == ["Tea"])
                // The code still works.
                let form = ["code": code, "account": "2", "along": "yes"]
                #expect(try await phone.post("/join", form).status == .seeOther)
            }
        }
    }

    @Test func `a link that anybody can send takes nothing along by itself`() async throws {
        try await place.visit { visitor in
            _ = try await visitor.creates()
            #expect(try await visitor.get("/join").body.contains("name=\"along\" value=\"yes\" checked"))
            #expect(try await !visitor.get("/join?code=BCDFGHJK").body.contains("checked"))
        }
    }

    @Test func `the secrets of the account that was open before are not shown as this one's`() async throws {
        try await place.visit { owner in
            _ = try await owner.creates("Robins")
            _ = try await owner.post("/settings/recovery-codes")
            let code = try await code(of: owner)
            try await place.visit { phone in
                _ = try await phone.creates("Tea")
                _ = try await phone.post("/settings/recovery-codes")
                _ = try await phone.post("/settings/recovery")
                #expect(try await phone.get("/settings/sign-in").body.contains("class=\"code\""))
                #expect(try await phone.get("/settings/devices").body.contains("recovery-link"))
                _ = try await phone.post("/join", ["code": code, "account": "2"])
                #expect(try await !phone.get("/settings/sign-in").body.contains("class=\"code\""))
                #expect(try await !phone.get("/settings/devices").body.contains("id=\"recovery-link\""))
            }
        }
    }

    @Test func `a device that joins its own account again gets a new token`() async throws {
        try await place.visit { owner in
            _ = try await owner.creates("Robins")
            let code = try await code(of: owner), before = owner.cookie["fivebar"]
            let form = ["code": code, "along": "yes", "account": "1"]
            #expect(try await owner.post("/join", form).location == "/")
            #expect(owner.cookie["fivebar"] != before)
            #expect(try await titles(owner) == ["Robins"])
            #expect(try place.ledger.devices(of: 1).count == 1)
        }
    }

    @Test func `user name and passphrase open the counters, and nothing near them does`() async throws {
        try await place.visit { owner in
            _ = try await owner.creates("Robins")
            let saved = try await owner.post(
                "/settings/sign-in", ["name": "Ada 🐦", "passphrase": "Grüße aus dem Wald"])
            let page = try #require(saved.location)
            #expect(try await owner.get(page).body.contains("sign in as “Ada 🐦”"))
            try await place.visit { phone in
                for (name, passphrase) in [
                    ("Ada 🐦", "grüße aus dem wald"), ("Ada", "Grüße aus dem Wald"), ("", ""),
                    ("Ada 🐦", String(repeating: "a", count: 60_000)),
                ] {
                    let reply = try await phone.post("/sign-in", ["name": name, "passphrase": passphrase])
                    #expect(reply.status == .unprocessableContent)
                    #expect(reply.body.contains("isn’t right") && !reply.body.contains("aaaa"))
                }
                // As another keyboard composes it.
                let composed = ["name": "ada 🐦", "passphrase": "Gru\u{308}ße aus dem Wald"]
                #expect(try await phone.post("/sign-in", composed).location == "/")
                #expect(try await titles(phone) == ["Robins"])
            }
            #expect(try await owner.post("/settings/sign-in/removal").location?.contains("removed") == true)
            try await place.visit { late in
                let reply = try await late.post(
                    "/sign-in", ["name": "Ada 🐦", "passphrase": "Grüße aus dem Wald"])
                #expect(reply.status == .unprocessableContent)
            }
        }
    }

    @Test(arguments: [
        ("Ada", "a", "at least 10"), ("Ada", String(repeating: "ab c", count: 65), "at most 256"),
        ("Ada", "aaaaaaaaaaaaaa", "easy to guess"), ("Ada Lovelace", "ada lovelace 1", "easy to guess"),
        ("", "correct horse battery", "User names have"),
        (String(repeating: "a", count: 41), "correct horse battery", "User names have"),
    ])
    func `a weak passphrase is refused at its field, with the name kept and the passphrase not`(
        _ name: String, _ passphrase: String, _ sentence: String
    ) async throws {
        try await place.visit { visitor in
            _ = try await visitor.creates()
            let reply = try await visitor.post(
                "/settings/sign-in", ["name": name, "passphrase": passphrase])
            #expect(reply.status == .unprocessableContent && reply.body.contains(sentence))
            #expect(!reply.body.contains("value=\"\(passphrase)\""))
            #expect(try place.ledger.passphrase(of: 1) == nil)
        }
    }

    @Test func `a new passphrase can sign the other devices out`() async throws {
        try await place.visit { owner in
            _ = try await owner.creates("Robins")
            let code = try await code(of: owner)
            try await place.visit { phone in
                _ = try await phone.post("/join", ["code": code])
                let form = ["name": "Ada", "passphrase": "correct horse battery", "others": "yes"]
                _ = try await owner.post("/settings/sign-in", form)
                #expect(try await titles(phone).isEmpty)
                #expect(try await titles(owner) == ["Robins"])
            }
        }
    }

    @Test func `recovery codes are shown for minutes, and each opens the counters once`() async throws {
        try await place.visit { owner in
            _ = try await owner.creates("Robins")
            _ = try await owner.post("/settings/recovery-codes")
            let page = try await owner.get("/settings/sign-in")
            #expect(page.headers[.cacheControl] == "no-store")
            let codes = page.body.matches(of: /class="code">([A-Z-]{19})</).map { String($0.1) }
            #expect(Set(codes).count == 8)
            for _ in 0..<2 {
                try await place.visit { phone in
                    let isOpen = try await phone.post("/join", ["code": codes[3]]).status == .seeOther
                    #expect(try await titles(phone) == (isOpen ? ["Robins"] : []))
                }
            }
            #expect(try await owner.get("/settings/sign-in").body.contains("7 codes left"))
        }
    }

    @Test func `a right passphrase counts among the attempts, since it is work`() async throws {
        try await place.visit { owner in
            _ = try await owner.creates("Robins")
            let form = ["name": "Ada", "passphrase": "correct horse battery"]
            _ = try await owner.post("/settings/sign-in", form)
            for attempt in 1...21 {
                try await place.visit(address: "203.0.113.9") { phone in
                    let reply = try await phone.post("/sign-in", form)
                    #expect(reply.status == (attempt > 20 ? .tooManyRequests : .seeOther))
                }
            }
        }
    }

    @Test func `who guesses codes has to wait an hour, and others have not`() async throws {
        try await place.visit { owner in
            _ = try await owner.creates("Robins")
            let code = try await code(of: owner)
            try await place.visit(address: "203.0.113.9") { guesser in
                for _ in 0..<20 { _ = try await guesser.post("/join", ["code": "BCDF-GHJK"]) }
                let reply = try await guesser.post("/join", ["code": code])
                #expect(reply.status == .tooManyRequests && reply.headers[.retryAfter] == "3600")
                let other = try await guesser.post("/sign-in", ["name": "Ada", "passphrase": "x"])
                #expect(other.status == .tooManyRequests)
            }
            try await place.visit { phone in
                let reply = try await phone.post("/join", ["code": code])
                #expect(reply.status == .seeOther)
            }
        }
    }
}
