// Where the web server signs people in: its name for somebody says whose the account is, whatever else a request brings.

import HTTPTypes
import Testing

@testable import Ledger
@testable import Site

@Suite struct WebServerSignInTests {
    let place: Place

    init() throws { place = try Place(signsInByWebServer: true) }

    private func titles(_ visitor: Visitor) async throws -> [String] {
        try await visitor.get("/").shown.matches(of: /data-name>([^<]*)</).map { String($0.1) }
    }

    @Test func `a name has its account on every device, and another name another one`() async throws {
        try await place.visit(user: "ada") { desk async throws in
            let robins = try await desk.creates("Robins")
            try await place.visit(user: "ada") { phone async throws in
                #expect(try await titles(phone) == ["Robins"])
                #expect(try await phone.post("/counters/\(robins)/marks").status == .seeOther)
            }
            #expect(try await desk.get("/").body.contains("data-count=\"1\""))
            try await place.visit(user: "eve") { other async throws in
                #expect(try await titles(other).isEmpty)
                #expect(try await other.post("/counters/\(robins)/marks").status == .notFound)
            }
        }
        #expect(try place.rows("SELECT COUNT(*) FROM account") == 2)
        #expect(try place.rows("SELECT COUNT(*) FROM device") == 3)
    }

    @Test func `a browser keeps its device as long as the name is the same`() async throws {
        try await place.visit(user: "ada") { ada async throws in
            let first = try #require(try await ada.get("/").headers[.setCookie])
            #expect(first.hasPrefix("fivebar=") && first.contains("HttpOnly"))
            #expect(try await ada.get("/").headers[.setCookie] == nil)
            _ = try await ada.creates("Robins")
            // Somebody else signs in to the web server in the same browser.
            try await place.visit(user: "eve") { eve async throws in
                for (name, value) in ada.cookie { eve.keeps(name, value) }
                let page = try await eve.get("/")
                #expect(page.headers[.setCookie] != nil && !page.body.contains("Robins"))
                #expect(try await eve.post("/counters/101/marks", ["account": "1"]).status == .conflict)
            }
        }
    }

    @Test func `a write needs no cookie`() async throws {
        try await place.visit(user: "ada") { script async throws in
            let reply = try await script.post("/counters", ["title": "Robins"])
            #expect(reply.status == .seeOther && reply.headers[values: .setCookie].count == 1)
        }
        try await place.visit(user: "ada") { desk async throws in
            #expect(try await titles(desk) == ["Robins"])
        }
    }

    @Test(arguments: [nil, "", "a\u{FFFD}"])
    func `without a name nothing is served but what is nobody's`(_ user: String?) async throws {
        let before = try Place()
        try await before.visit { owner async throws in
            _ = try await owner.creates("Robins")
            let place = try before.moved(signsInByWebServer: true)
            try await place.visit(user: user) { stranger async throws in
                for (name, value) in owner.cookie { stranger.keeps(name, value) }
                for path in [
                    "/", "/goals", "/settings", "/watch", "/offline", "/waiting", "/changes?since=0",
                ] {
                    // A header that anybody can write is no name.
                    let reply = try await stranger.get(path, [HTTPField.Name("remote-user")!: "ada"])
                    #expect(
                        reply.status == .forbidden && reply.body.contains("FIVEBAR_REMOTE_USER"), "\(path)")
                    #expect(reply.headers[.setCookie] == nil && !reply.body.contains("Robins"))
                }
                #expect(try await stranger.post("/counters", ["title": "A"]).status == .forbidden)
                let asset = "/assets/\(place.site.links.build)/css/shell/base.css"
                for path in ["/health", "/sw.js", asset] {
                    #expect(try await stranger.get(path).status == .ok, "\(path)")
                }
            }
            #expect(try place.rows("SELECT COUNT(*) FROM account") == 1)
        }
    }

    @Test func `health and files make no account`() async throws {
        try await place.visit(user: "monitor") { monitor async throws in
            _ = try await monitor.get("/health")
            _ = try await monitor.get("/sw.js")
        }
        #expect(try place.rows("SELECT COUNT(*) FROM account") == 0)
    }

    @Test func `there is no other way in, and none is offered`() async throws {
        try await place.visit(user: "ada") { ada async throws in
            for path in ["/join", "/settings/sign-in", "/recover/x", "/invitation/x"] {
                #expect(try await ada.get(path).status == .notFound, "\(path)")
            }
            for path in [
                "/join", "/sign-in", "/recover/x", "/invitation/x", "/settings/recovery",
                "/settings/devices/code",
                "/settings/recovery-codes", "/settings/sign-in", "/settings/devices/removal",
            ] {
                #expect([404, 405].contains(try await ada.post(path).status.code), "\(path)")
            }
            for path in ["/", "/settings", "/settings/devices"] {
                let page = try await ada.get(path).body
                for way in [
                    "/join", "/settings/sign-in", "/settings/recovery", "/removal", "/settings/devices/code",
                ] {
                    #expect(!page.contains("\"\(way)\"") && !page.contains("\(way)#"), "\(way) on \(path)")
                }
            }
            let devices = try await ada.get("/settings/devices").body
            #expect(devices.contains("/name\"") && !devices.contains("Sign out"))
        }
    }

    @Test func `a private site lets in whom the web server lets in`() async throws {
        let place = try Place().moved(signUp: .closed, signsInByWebServer: true)
        try await place.visit(user: "ada") { ada async throws in
            _ = try await ada.creates("Robins")
            #expect(try await titles(ada) == ["Robins"])
        }
    }

    @Test func `who comes for the first time is shown around, once`() async throws {
        try await place.visit(isNewcomer: true, user: "ada") { ada async throws in
            #expect(try await ada.get("/").location == "/tutorial")
            #expect(try await ada.post("/tutorial/end").location == "/")
            #expect(try await ada.get("/").status == .ok)
            _ = try await ada.creates()
        }
        try await place.visit(isNewcomer: true, user: "ada") { phone async throws in
            #expect(try await phone.get("/").status == .ok)
        }
    }

    @Test func `an account that is deleted begins anew`() async throws {
        try await place.visit(user: "ada") { ada async throws in
            _ = try await ada.creates("Robins")
            let reply = try await ada.post("/settings/deletion", ["word": "delete"])
            #expect(reply.status == .ok, "\(reply.status)")
            #expect(try await titles(ada).isEmpty)
            _ = try await ada.creates("Wrens")
        }
    }
}
