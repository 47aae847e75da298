// Opening another account where one has counters of one's own, and does not bring them along.

import HTTPTypes
import Ledger
import Testing

@testable import Site

@Suite struct LeavingTests {
    let place: Place

    init() throws { place = try Place() }

    enum Way: CaseIterable { case code, passphrase, recoveryLink }

    /// What is sent to open the visitor's account elsewhere.
    private func key(_ way: Way, of visitor: Visitor) async throws -> (path: String, form: [String: String]) {
        switch way {
        case .code:
            _ = try await visitor.post("/settings/devices/code")
            let page = try await visitor.get("/settings/devices").body
            let code = try #require(page.firstMatch(of: /code--large"[^>]*>([A-Z-]{9})</)?.1)
            return ("/join", ["code": String(code)])
        case .passphrase:
            let form = ["name": "Ada", "passphrase": "correct horse battery"]
            _ = try await visitor.post("/settings/sign-in", form)
            return ("/sign-in", form)
        case .recoveryLink: return (try await recoveryLink(of: visitor), [:])
        }
    }

    private func recoveryLink(of visitor: Visitor) async throws -> String {
        _ = try await visitor.post("/settings/recovery")
        let page = try await visitor.get("/settings/devices").body
        return String(try #require(page.firstMatch(of: /\/recover\/[\w-]{43}/)?.0))
    }

    private func titles(_ visitor: Visitor) async throws -> [String] {
        try await visitor.get("/").shown.matches(of: /data-name>([^<]*)</).map { String($0.1) }
    }

    @Test(arguments: Way.allCases)
    func `what nothing else opens is left behind only by who says so`(_ way: Way) async throws {
        try await place.visit { owner in
            _ = try await owner.creates("Robins")
            let key = try await key(way, of: owner)
            try await place.visit { phone in
                _ = try await phone.creates("Tea")
                let page = try await phone.get(way == .recoveryLink ? key.path : "/join").body
                #expect(page.contains("name=\"forGood\" value=\"yes\"><span>"))
                #expect(page.contains("they’re lost for good"))
                for word in [[:], ["forGood": "no"]] {
                    let form = key.form.merging(["account": "2"]) { $1 }.merging(word) { $1 }
                    let reply = try await phone.post(key.path, form)
                    #expect(reply.status == .unprocessableContent)
                    #expect(reply.body.components(separatedBy: "confirm that you’ll lose them").count == 2)
                    #expect(!reply.body.contains("name=\"along\" value=\"yes\" checked"))
                    if let code = key.form["code"] { #expect(reply.body.contains("value=\"\(code)\"")) }
                    #expect(try await titles(phone) == ["Tea"])
                }
                let form = key.form.merging(["account": "2", "forGood": "yes"]) { $1 }
                #expect(try await phone.post(key.path, form).location == "/")
                #expect(try await titles(phone) == ["Robins"])
            }
        }
    }

    @Test(arguments: Way.allCases)
    func `where there is another way in nothing is lost, and it is said`(_ way: Way) async throws {
        try await place.visit { owner in
            _ = try await owner.creates("Robins")
            let key = try await key(way, of: owner)
            try await place.visit { phone in
                _ = try await phone.creates("Tea")
                let back = try await recoveryLink(of: phone)
                let page = try await phone.get(way == .recoveryLink ? key.path : "/join").body
                #expect(!page.contains("forGood") && page.contains("open them again"))
                let form = key.form.merging(["account": "2"]) { $1 }
                #expect(try await phone.post(key.path, form).location == "/")
                #expect(try await titles(phone) == ["Robins"])
                #expect(try await phone.post(back, ["account": "1"]).location == "/")
                #expect(try await titles(phone) == ["Tea"])
            }
        }
    }

    @Test(arguments: Way.allCases)
    func `what comes along is not lost, whatever the other box says`(_ way: Way) async throws {
        try await place.visit { owner in
            _ = try await owner.creates("Robins")
            let key = try await key(way, of: owner)
            try await place.visit { phone in
                _ = try await phone.creates("Tea")
                let form = ["account": "2", "along": "yes", "forGood": way == .code ? "yes" : ""]
                let reply = try await phone.post(key.path, key.form.merging(form) { $1 })
                #expect(reply.status == .seeOther)
                #expect(try await titles(phone) == ["Robins", "Tea"])
            }
        }
    }

    @Test func `a key that opens nothing is said to, and nothing is asked besides`() async throws {
        try await place.visit { phone in
            _ = try await phone.creates("Tea")
            let reply = try await phone.post("/join", ["code": "BCDF-GHJK", "account": "1"])
            #expect(reply.status == .unprocessableContent)
            #expect(reply.body.contains("This code doesn’t work"))
            #expect(!reply.body.contains("confirm that you’ll lose them"))
        }
    }

    @Test func `who opens the account that is open here already leaves nothing`() async throws {
        try await place.visit { owner in
            _ = try await owner.creates("Robins")
            let key = try await key(.code, of: owner)
            let form = key.form.merging(["account": "1"]) { $1 }
            #expect(try await owner.post(key.path, form).location == "/")
            #expect(try await titles(owner) == ["Robins"])
            #expect(try place.ledger.devices(of: 1).count == 1)
        }
    }
}
