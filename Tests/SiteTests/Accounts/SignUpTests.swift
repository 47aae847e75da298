// A private site: what somebody sees who may not open an account, and how an invitation lets them in.

import Foundation
import HTTPTypes
import Testing

@testable import Ledger
@testable import Site

@Suite struct SignUpTests {
    let place: Place

    init() throws { place = try Place().moved(signUp: .invitation) }

    private func invitation(_ place: Place? = nil) async throws -> String {
        let place = place ?? self.place
        let link = InvitationLink(
            bytes: place.site.configuration.randomBytes(32), base: place.site.links.base)
        try await place.ledger.invite(by: link.token, until: place.now.advanced(byDays: Invitation.days))
        return link.path
    }

    /// What the form of an invitation's page sends.
    private func form(_ page: String) throws -> [String: String] {
        ["operation": String(try #require(page.firstMatch(of: /name="operation" value="([^"]+)"/)?.1))]
    }

    private func isPrivate(_ reply: Reply) -> Bool {
        reply.status == .forbidden && reply.body.contains("This site is private")
            && reply.body.contains("href=\"/join\"") && !reply.body.contains("<form")
            && reply.headers[.fivebarAnswer] == "yes"
    }

    private func accounts() throws -> Int { try place.rows("SELECT COUNT(*) FROM account") }

    @Test(arguments: [SignUp.invitation, .closed])
    func `a stranger sees in place of each page that the site is private`(_ signUp: SignUp) async throws {
        let place = try Place().moved(signUp: signUp)
        for isNewcomer in [true, false] {
            try await place.visit(isNewcomer: isNewcomer) { stranger async throws in
                for path in [
                    "/", "/counters/new", "/counters/7", "/goals", "/goals/new", "/settings", "/statistics",
                    "/settings/devices", "/transfer", "/trash", "/search", "/new", "/open", "/tutorial",
                    "/watch",
                    "/watch/counters/new", "/community", "/?show=7", "/changes?since=0",
                ] {
                    let reply = try await stranger.get(path)
                    #expect(isPrivate(reply), "\(path): \(reply.status)")
                    #expect(reply.headers[.setCookie] == nil && reply.headers[.fivebarPage] == "no")
                    #expect(reply.headers[.cacheControl] == "no-store")
                }
                #expect(try await stranger.send(.head, "/", [:], nil).status == .forbidden)
            }
        }
    }

    @Test func `how to open one's counters, and what was shared, is there for everybody`() async throws {
        try await place.visit { stranger async throws in
            for path in [
                "/join", "/offline", "/offline/goals", "/offline/counter", "/offline/counter/full",
                "/offline/goal", "/offline/goal/edit", "/waiting", "/manifest.webmanifest",
                "/opensearch.xml", "/sw.js", "/health",
            ] {
                #expect(try await stranger.get(path).status == .ok, "\(path)")
            }
            #expect(try await stranger.get("/no/such/page").status == .notFound)
        }
    }

    @Test func `no form of a stranger's makes an account`() async throws {
        try await place.visit { stranger async throws in
            for path in [
                "/counters", "/goals", "/settings", "/imports", "/tutorial/end", "/counters/7/marks",
            ] {
                #expect(try await isPrivate(stranger.post(path, ["title": "Robins"])), "\(path)")
            }
        }
        // A browser that was signed out, or whose account is deleted.
        try await place.visit { stranger async throws in
            stranger.keeps("fivebar", String(repeating: "A", count: 43))
            let reply = try await stranger.post("/counters", ["title": "Robins at the door"])
            #expect(isPrivate(reply) && reply.body.contains("Robins at the door"))
            #expect(try await isPrivate(stranger.get("/")))
            let words = try await stranger.post("/feedback", ["message": "From nobody", "stars": "4"])
            #expect(isPrivate(words) && words.body.contains("From nobody"))
            #expect(try await isPrivate(stranger.post("/imports", [:])))
        }
        #expect(try accounts() == 0)
        #expect(try place.rows("SELECT COUNT(*) FROM feedback") == 0)
        #expect(try place.rows("SELECT COUNT(*) FROM uploadSender") == 0)
    }

    @Test func `a script is told why, by an answer of ours`() async throws {
        let tap =
            #"[{"id":"\#(UUID().uuidString.lowercased())","kind":"createCounter","change":{"title":"Robins"},"offset":0}]"#
        try await place.visit { stranger async throws in
            let reply = try await stranger.send(
                .post, "/operations", [.fetchSite: "same-origin", .accept: "application/json"], tap)
            #expect(reply.status == .forbidden && reply.headers[.fivebarAnswer] == "yes")
            #expect(reply.body.contains(#""reason":"signUpIsClosed""#))
            #expect(reply.body.contains("This site is private"))
        }
        #expect(try accounts() == 0)
    }

    @Test func `on a watch the page is the watch's`() async throws {
        try await place.visit { stranger async throws in
            let page = try await stranger.get("/watch").body
            #expect(page.contains("/watch.css") && !page.contains("href=\"/watch\""))
        }
    }

    @Test func `who has counted before goes on, also on another device`() async throws {
        let open = try Place()
        try await open.visit { before async throws in
            let robins = try await before.creates("Robins")
            let place = try open.moved(signUp: .closed)
            try await place.visit { owner async throws in
                for (name, value) in before.cookie { owner.keeps(name, value) }
                #expect(try await owner.post("/counters/\(robins)/marks").status == .seeOther)
                _ = try await owner.creates("Wrens")
                _ = try await owner.post("/settings/devices/code")
                let page = try await owner.get("/settings/devices").body
                let code = try #require(page.firstMatch(of: /code--large"[^>]*>([A-Z]{4}-[A-Z]{4})</)?.1)
                try await place.visit { phone async throws in
                    #expect(try await phone.post("/join", ["code": String(code)]).location == "/")
                    #expect(try await phone.get("/").body.contains("data-count=\"1\""))
                }
            }
        }
    }

    @Test func `an invitation opens an account by its button, and nothing by being looked at`() async throws {
        let link = try await invitation()
        try await place.visit { invited async throws in
            let page = try await invited.get(link)
            #expect(page.status == .ok && page.headers[.cacheControl] == "no-store")
            #expect(page.headers[.referrerPolicy] == "strict-origin" && page.headers[.setCookie] == nil)
            #expect(page.body.contains("You’re invited") && page.body.contains("href=\"/join\""))
            #expect(try accounts() == 0)
            let reply = try await invited.post(link, form(page.body))
            #expect(reply.status == .seeOther && reply.location == "/")
            let robins = try await invited.creates("Robins")
            #expect(try await invited.post("/counters/\(robins)/marks").status == .seeOther)
            // Who keeps the link comes to their counters by it.
            #expect(try await invited.get(link).location == "/")
            #expect(try await invited.post(link).location == "/")
        }
        #expect(try accounts() == 1)
        try await place.visit { late async throws in
            for reply in [try await late.get(link), try await late.post(link)] {
                #expect(reply.status == .notFound && reply.body.contains("This invitation doesn’t work"))
                #expect(reply.body.contains("href=\"/join\"") && !reply.body.contains("Back to the counters"))
            }
        }
    }

    @Test func `who is new to Fivebar is shown around first`() async throws {
        let link = try await invitation()
        try await place.visit(isNewcomer: true) { invited async throws in
            #expect(try await invited.post(link).location == "/tutorial")
            #expect(try await invited.get("/tutorial").status == .ok)
        }
    }

    @Test func `the form sent again, because its answer got lost, opens the same account`() async throws {
        let link = try await invitation()
        try await place.visit { invited async throws in
            let form = try form(try await invited.get(link).body)
            try await place.visit { lost async throws in
                #expect(try await lost.post(link, form).status == .seeOther)
            }
            #expect(try await invited.post(link, form).status == .seeOther)
            _ = try await invited.creates()
        }
        #expect(try accounts() == 1)
        #expect(try place.rows("SELECT COUNT(*) FROM device") == 1)
    }

    @Test func `an invitation is no key to the account that it has opened`() async throws {
        let link = try await invitation()
        try await place.visit { invited async throws in
            let form = try form(try await invited.get(link).body)
            _ = try await invited.post(link, form)
            try await place.visit { other async throws in
                for form in [[:], ["operation": UUID().uuidString], ["operation": "x"]] {
                    #expect(try await other.post(link, form).status == .notFound)
                }
            }
        }
        #expect(try place.rows("SELECT COUNT(*) FROM device") == 1)
    }

    @Test func `after a week it works no more`() async throws {
        let link = try await invitation()
        place.wait(days: Invitation.days)
        try await place.visit { late async throws in
            #expect(try await late.get(link).status == .notFound)
            #expect(try await late.post(link).status == .notFound)
            for path in ["/invitation/x", "/invitation/" + String(repeating: "é", count: 43)] {
                #expect([404, 400].contains(try await late.get(path).status.code), "\(path)")
            }
        }
        #expect(try accounts() == 0)
    }

    @Test func `where the operator alone makes accounts no invitation is taken`() async throws {
        let place = try Place().moved(signUp: .closed), link = try await invitation(place)
        try await place.visit { stranger async throws in
            #expect(try await isPrivate(stranger.get(link)))
            #expect(try await isPrivate(stranger.post(link)))
        }
        let open = RecoveryLink(bytes: place.site.configuration.randomBytes(32), base: "")
        _ = try await place.ledger.makeAccount(openedBy: open.token, version: nil, at: place.now)
        try await place.visit { owner async throws in
            #expect(try await owner.get(open.path).body.contains("Open here"))
            #expect(try await owner.post(open.path).location == "/")
            _ = try await owner.creates()
        }
    }

    @Test func `where anybody may count an invitation does no harm`() async throws {
        let place = try Place(base: "/count"), link = try await invitation(place)
        #expect(link.hasPrefix("/count/invitation/"))
        try await place.visit { invited async throws in
            #expect(try await invited.post(link, form(invited.get(link).body)).location == "/count/")
            #expect(try await invited.get("/count/").body.contains("data-account=\"1\""))
        }
    }
}
