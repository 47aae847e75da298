// Adding passkeys, and opening one's counters with them.

import Foundation
import HTTPTypes
import Ledger
import Testing

@testable import Site

@Suite struct PasskeyTests {
    let place: Place

    init() throws { place = try Place() }

    /// What a script is told to ask the browser for.
    private struct Options: Decodable {
        struct User: Decodable { let id: String }
        struct Known: Decodable { let id: String }
        struct Selection: Decodable { let residentKey, userVerification: String }
        struct Parameters: Decodable { let alg: Int }

        let challenge: String
        let rpId: String?
        let user: User?
        let excludeCredentials: [Known]?
        let authenticatorSelection: Selection?
        let pubKeyCredParams: [Parameters]?

        var bytes: [UInt8] { Base64URL.bytes(of: challenge) ?? [] }
    }

    private func options(_ visitor: Visitor, _ path: String) async throws -> Options {
        let reply = try await visitor.post(path)
        #expect(reply.status == .ok && reply.headers[.cacheControl] == "no-store")
        return try JSONDecoder().decode(Options.self, from: Data(reply.body.utf8))
    }

    /// Adds a passkey of the visitor's account.
    private func adds(_ visitor: Visitor, _ authenticator: inout Authenticator) async throws -> Reply {
        let options = try await options(visitor, "/settings/passkeys/options")
        authenticator.userHandle = options.user.flatMap { Base64URL.bytes(of: $0.id) }
        return try await visitor.post("/settings/passkeys", authenticator.creation(options.bytes))
    }

    private func opens(
        _ visitor: Visitor, _ authenticator: Authenticator, _ fields: [String: String] = [:]
    ) async throws -> Reply {
        let options = try await options(visitor, "/join/passkey/options")
        let form = try authenticator.assertion(options.bytes).merging(fields) { $1 }
        return try await visitor.post("/join/passkey", form)
    }

    private func titles(_ visitor: Visitor) async throws -> [String] {
        try await visitor.get("/").shown.matches(of: /data-name>([^<]*)</).map { String($0.1) }
    }

    @Test func `a passkey opens the counters elsewhere, as often as one likes`() async throws {
        try await place.visit(isSecure: true) { owner in
            _ = try await owner.creates("Robins")
            var authenticator = Authenticator()
            let added = try #require(try await adds(owner, &authenticator).location)
            let page = try await owner.get(added).body
            #expect(page.contains("Passkey added.") && page.contains("Not used yet"))
            for count in UInt32(1)...2 {
                authenticator.signCount = count
                try await place.visit(isSecure: true) { phone in
                    let page = try await phone.get("/join").body
                    #expect(page.contains("Open with a passkey"))
                    #expect(try await opens(phone, authenticator).location == "/")
                    #expect(try await titles(phone) == ["Robins"])
                }
            }
            #expect(try await owner.get("/settings/sign-in").body.contains("Last used"))
        }
    }

    @Test func `a file is the same with a passkey as without`() async throws {
        try await place.visit(isSecure: true) { owner in
            _ = try await owner.creates("Robins")
            _ = try await owner.makesGoal("Walk")
            func files() async throws -> [String] {
                var files: [String] = []
                for path in ["/export.json", "/export.csv", "/goals/export.json"] {
                    let file = try await owner.get(path)
                    #expect(file.status == .ok, "\(path)")
                    files.append(file.body)
                }
                return files
            }
            let before = try await files()
            var authenticator = Authenticator()
            #expect(try await adds(owner, &authenticator).status == .seeOther)
            #expect(try await files() == before)
        }
    }

    @Test func `the browser is asked for a passkey that needs no user name, and not for a second one`()
        async throws
    {
        try await place.visit(isSecure: true) { owner in
            _ = try await owner.creates()
            var authenticator = Authenticator()
            _ = try await adds(owner, &authenticator)
            let options = try await options(owner, "/settings/passkeys/options")
            #expect(options.bytes.count == 32)
            #expect(options.authenticatorSelection?.residentKey == "required")
            #expect(options.authenticatorSelection?.userVerification == "preferred")
            #expect(options.pubKeyCredParams?.map(\.alg) == [-7, -257])
            #expect(options.excludeCredentials?.map(\.id) == [Base64URL.text(of: authenticator.id)])
            #expect(try await self.options(owner, "/join/passkey/options").rpId == "count.example")
        }
    }

    @Test func `counters of the browser come along if that is wished, and are asked about`() async throws {
        try await place.visit(isSecure: true) { owner in
            _ = try await owner.creates("Robins")
            var authenticator = Authenticator()
            _ = try await adds(owner, &authenticator)
            try await place.visit(isSecure: true) { phone in
                _ = try await phone.creates("Tea")
                let reply = try await opens(phone, authenticator)
                #expect(reply.status == .unprocessableContent && reply.body.contains("name=\"along\""))
                #expect(try await titles(phone) == ["Tea"])
                let home = try await opens(phone, authenticator, ["along": "yes", "account": "2"]).location
                #expect(try await phone.get(#require(home)).body.contains("Counters and goals added."))
                #expect(try await titles(phone) == ["Robins", "Tea"])
            }
        }
    }

    @Test func `what nothing else opens is left behind only by who says so`() async throws {
        try await place.visit(isSecure: true) { owner in
            _ = try await owner.creates("Robins")
            var authenticator = Authenticator()
            _ = try await adds(owner, &authenticator)
            try await place.visit(isSecure: true) { phone in
                _ = try await phone.creates("Tea")
                let refused = try await opens(phone, authenticator, ["account": "2"])
                #expect(refused.status == .unprocessableContent)
                #expect(refused.body.contains("confirm that you’ll lose them"))
                #expect(try await titles(phone) == ["Tea"])
                let form = ["account": "2", "forGood": "yes"]
                #expect(try await opens(phone, authenticator, form).location == "/")
                #expect(try await titles(phone) == ["Robins"])
            }
        }
    }

    @Test func `one that was removed opens nothing, and the browser is told`() async throws {
        try await place.visit(isSecure: true) { owner in
            _ = try await owner.creates("Robins")
            var authenticator = Authenticator()
            _ = try await adds(owner, &authenticator)
            let page = try await owner.get("/settings/sign-in").body
            let removal = try #require(page.firstMatch(of: /\/settings\/passkeys\/\d+\/removal/)?.0)
            try await place.visit(isSecure: true) { other in
                _ = try await other.creates()
                // It is not theirs.
                _ = try await other.post(String(removal))
            }
            #expect(try place.ledger.passkeys(of: 1).count == 1)
            let removed = try #require(try await owner.post(String(removal)).location)
            #expect(try await owner.get(removed).body.contains("Passkey removed."))
            try await place.visit(isSecure: true) { phone in
                let reply = try await opens(phone, authenticator)
                #expect(reply.status == .unprocessableContent)
                #expect(reply.body.contains("doesn’t open anything here any more"))
                #expect(try await titles(phone).isEmpty)
            }
        }
    }

    @Test func `one that was copied is refused, and that is said`() async throws {
        try await place.visit(isSecure: true) { owner in
            _ = try await owner.creates("Robins")
            var authenticator = Authenticator()
            authenticator.signCount = 3
            _ = try await adds(owner, &authenticator)
            try await place.visit(isSecure: true) { phone in
                let reply = try await opens(phone, authenticator)
                #expect(reply.status == .unprocessableContent && reply.body.contains("copied this passkey"))
                #expect(try await titles(phone).isEmpty)
            }
        }
    }

    @Test func `a passkey opens one account, and an account has at most twenty`() async throws {
        try await place.visit(isSecure: true) { owner in
            _ = try await owner.creates("Robins")
            var authenticator = Authenticator()
            _ = try await adds(owner, &authenticator)
            try await place.visit(isSecure: true, address: "192.0.2.2") { other in
                _ = try await other.creates()
                let reply = try await adds(other, &authenticator)
                #expect(reply.status == .unprocessableContent && reply.body.contains("already a passkey"))
            }
            for _ in 2...20 {
                var another = Authenticator()
                #expect(try await adds(owner, &another).status == .seeOther)
                place.wait(days: 1)
            }
            var another = Authenticator()
            let reply = try await adds(owner, &another)
            #expect(reply.status == .unprocessableContent && reply.body.contains("20 passkeys"))
            #expect(try place.ledger.passkeys(of: 1).count == 20)
        }
    }

    @Test func `who tries too often has to wait, and a script can say so`() async throws {
        try await place.visit(isSecure: true, address: "203.0.113.9") { guesser in
            for _ in 0..<20 { _ = try await options(guesser, "/join/passkey/options") }
            let headers: HTTPFields = [.fetchSite: "same-origin", .accept: "application/json"]
            let reply = try await guesser.post("/join/passkey/options", [:], headers)
            #expect(reply.status == .tooManyRequests && reply.body.contains("Too many attempts"))
            #expect(try await guesser.post("/join", ["code": "BCDF-GHJK"]).status == .tooManyRequests)
        }
        #expect(try place.rows("SELECT COUNT(*) FROM passkeyChallenge") == 20)
    }

    @Test func `nobody adds a passkey to an account that is not open here`() async throws {
        try await place.visit(isSecure: true) { owner in
            _ = try await owner.creates()
            let asked = try await options(owner, "/settings/passkeys/options")
            let form = Authenticator().creation(asked.bytes)
            try await place.visit(isSecure: true) { stranger in
                for path in ["/settings/passkeys/options", "/settings/passkeys"] {
                    #expect(try await stranger.post(path, form).status == .notFound)
                }
                _ = try await stranger.creates()
                #expect(try await stranger.post("/settings/passkeys", form).status == .unprocessableContent)
            }
            let elsewhere = form.merging(["account": "2"]) { $1 }
            #expect(try await owner.post("/settings/passkeys", elsewhere).status == .conflict)
            #expect(try place.rows("SELECT COUNT(*) FROM passkey") == 0)
        }
    }

    @Test func `without HTTPS nothing is said of passkeys, and from another site nothing is taken`()
        async throws
    {
        try await place.visit { visitor in
            _ = try await visitor.creates()
            for path in ["/join", "/settings/sign-in"] {
                #expect(try await !visitor.get(path).body.contains("asskey"))
            }
            for path in ["/join/passkey/options", "/join/passkey", "/settings/passkeys/options"] {
                #expect(try await visitor.post(path).status == .notFound)
                let reply = try await visitor.post(path, [:], [.fetchSite: "cross-site"])
                #expect(reply.status == .forbidden)
            }
        }
    }

    @Test func `a form of a megabyte is too large`() async throws {
        try await place.visit(isSecure: true) { visitor in
            _ = try await visitor.creates()
            let form = ["clientData": String(repeating: "A", count: 1 << 20)]
            for path in ["/join/passkey", "/join/passkey/options", "/settings/passkeys"] {
                #expect(try await visitor.post(path, form).status == .contentTooLarge)
            }
        }
    }
}
