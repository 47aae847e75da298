// A browser that refuses cookies: it is told so, nothing that was typed is lost, and no account is made that nobody could
// open again.

import HTTPTypes
import Testing

@testable import Ledger
@testable import Site

@Suite struct CookiesTests {
    let place: Place

    init() throws { place = try Place() }

    /// What a browser sends with a form, by HTTPS or to itself, and over plain HTTP.
    private static let navigations: [HTTPFields] = [
        [.fetchSite: "same-origin", .init("Sec-Fetch-Mode")!: "navigate"],
        [.fetchSite: "same-origin", .init("Upgrade-Insecure-Requests")!: "1"],
    ]

    private func accounts() throws -> Int { try place.rows("SELECT COUNT(*) FROM account") }

    @Test(arguments: navigations)
    func `a first form is asked for once more, with a cookie, and then makes the account`(
        _ navigation: HTTPFields
    ) async throws {
        try await place.visit(isNewcomer: true) { newcomer async throws in
            let asked = try await newcomer.post("/counters", ["title": "Robins"], navigation)
            #expect(asked.status == .temporaryRedirect)
            #expect(asked.location == "/counters?cookies=asked")
            #expect(try accounts() == 0)
            let made = try await newcomer.post("/counters?cookies=asked", ["title": "Robins"], navigation)
            #expect(made.status == .seeOther)
            #expect(try accounts() == 1)
            #expect(try await newcomer.get("/").body.contains("Robins"))
        }
    }

    @Test(arguments: [("/counters", "title"), ("/goals", "name"), ("/tutorial/end", "")])
    func `a form that comes back without a cookie is answered by what is the matter, as it was typed`(
        _ path: String, _ field: String
    ) async throws {
        try await place.visit(isNewcomer: true) { newcomer async throws in
            let form = ["operation": "01890a5d-ac96-774b-bcce-b302099a8057", field: "<Robins> & \"wrens\""]
            let refused = try await newcomer.post(
                path + "?cookies=asked", field.isEmpty ? [:] : form, Self.navigations[0])
            #expect(refused.status == .unprocessableContent)
            #expect(refused.body.contains("Your browser refuses cookies"))
            #expect(refused.body.contains("action=\"\(path)\""))
            #expect(refused.body.contains("href=\"/?cookies=refused\""))
            if !field.isEmpty {
                #expect(
                    refused.body.contains(
                        "name=\"\(field)\" value=\"&lt;Robins&gt; &amp; &quot;wrens&quot;\""))
                #expect(
                    refused.body.contains(
                        "name=\"operation\" value=\"01890a5d-ac96-774b-bcce-b302099a8057\""))
            }
            #expect(try accounts() == 0)
        }
    }

    private func joinCode() async throws -> String {
        var page = ""
        try await place.visit { owner async throws in
            _ = try await owner.creates("Robins")
            _ = try await owner.post("/settings/devices/code")
            page = try await owner.get("/settings/devices").body
        }
        return String(try #require(page.firstMatch(of: /code--large"[^>]*>([A-Z]{4}-[A-Z]{4})</)?.1))
    }

    @Test func `a code that opens an account once is not used up by a browser that refuses cookies`()
        async throws
    {
        let code = try await joinCode()
        try await place.visit(isNewcomer: true) { newcomer async throws in
            let form = ["code": code]
            let asked = try await newcomer.post("/join", form, Self.navigations[0])
            #expect(asked.status == .temporaryRedirect && asked.location == "/join?cookies=asked")
        }
        try await place.visit(isNewcomer: true) { newcomer async throws in
            let refused = try await newcomer.post("/join?cookies=asked", ["code": code], Self.navigations[0])
            #expect(refused.status == .unprocessableContent)
            #expect(refused.body.contains("Your browser refuses cookies"))
            #expect(refused.body.contains("name=\"code\" value=\"\(code)\""))
        }
        try await place.visit { visitor async throws in
            #expect(try await visitor.post("/join", ["code": code], Self.navigations[0]).status == .seeOther)
        }
    }

    @Test(arguments: ["/invitation/", "/recover/"])
    func `nor is a link`(_ path: String) async throws {
        let address = path + String(repeating: "A", count: 43)
        try await place.visit(isNewcomer: true) { newcomer async throws in
            let asked = try await newcomer.post(address, [:], Self.navigations[0])
            #expect(asked.status == .temporaryRedirect && asked.location == address + "?cookies=asked")
        }
        try await place.visit(isNewcomer: true) { newcomer async throws in
            let refused = try await newcomer.post(address + "?cookies=asked", [:], Self.navigations[0])
            #expect(refused.status == .unprocessableContent)
            #expect(refused.body.contains("action=\"\(address)\""))
        }
    }

    @Test func `whoever goes back to the counters from there is not led to the tutorial again`() async throws
    {
        try await place.visit(isNewcomer: true) { newcomer async throws in
            #expect(try await newcomer.get("/?cookies=refused").status == .ok)
        }
    }

    @Test func `a script and whoever has a cookie of the site are not asked`() async throws {
        try await place.visit(isNewcomer: true) { newcomer async throws in
            #expect(try await newcomer.post("/counters", ["title": "Robins"]).status == .seeOther)
        }
        try await place.visit { visitor async throws in
            let made = try await visitor.post("/counters", ["title": "Robins"], Self.navigations[0])
            #expect(made.status == .seeOther)
        }
    }
}
