// People keep their account when the operator turns on HTTPS or moves the site to another path, and nobody is led into
// somebody else's.

import HTTPTypes
import Testing

@testable import Site

@Suite struct EarlierSessionTests {
    let place: Place

    init() throws { place = try Place() }

    /// The cookie of somebody who has counted by plain HTTP.
    private func plainCookie(counting title: String = "Robins", at place: Place? = nil) async throws -> String
    {
        let place = place ?? self.place
        var token: String?
        try await place.visit { visitor in
            _ = try await visitor.post(place.site.links.counters, ["title": title])
            token = visitor.cookie[SiteCookie.session(base: place.site.links.base, isSecure: false).name]
        }
        return try #require(token)
    }

    @Test func `two paths that look alike keep people apart`() {
        let names = ["", "/team", "/team/a", "/team-a", "/team/a/b", "/team/a-b", "/team-a/b"].map {
            SiteCookie.session(base: $0, isSecure: true).name
        }
        #expect(Set(names).count == names.count)
        #expect(names[..<3] == ["__Host-fivebar", "__Host-fivebar-team", "__Host-fivebar-team!a"])
    }

    @Test func `at a path of several parts people keep what had another name`() async throws {
        let place = try Place(base: "/cgi-bin/fivebar")
        let token = try await plainCookie(at: place)
        try await place.visit(isNewcomer: true) { visitor in
            visitor.keeps("fivebar-cgi-bin-fivebar", token)
            visitor.keeps("fivebar-tutorial-cgi-bin-fivebar", "done")
            let home = try await visitor.get("/cgi-bin/fivebar/")
            #expect(home.body.contains("Robins"))
        }
        try await place.visit(isNewcomer: true) { visitor in
            visitor.keeps("fivebar-tutorial-cgi-bin-fivebar", "done")
            let home = try await visitor.get("/cgi-bin/fivebar/")
            #expect(home.status == .ok)
        }
    }

    @Test func `with HTTPS the account stays, as the same device`() async throws {
        let token = try await plainCookie()
        try await place.visit(isSecure: true) { visitor in
            visitor.keeps("fivebar", token)
            #expect(try await visitor.get("/").body.contains("Robins"))
            let renewed = try #require(visitor.cookie["__Host-fivebar"])
            #expect(renewed != token)
            #expect(try await visitor.get("/").body.contains("Robins"))
            #expect(visitor.cookie["fivebar"] == "")
            #expect(visitor.cookie["__Host-fivebar"] == renewed)
            _ = try await visitor.creates("Coffees")
            #expect(try await visitor.get("/").body.contains("Coffees"))
        }
        #expect(try place.rows("SELECT COUNT(*) FROM device") == 1)
        #expect(try place.rows("SELECT COUNT(*) FROM account") == 1)
    }

    @Test func `what was read on the way opens nothing once the new cookie is in use`() async throws {
        let token = try await plainCookie()
        try await place.visit(isSecure: true) { visitor in
            visitor.keeps("fivebar", token)
            _ = try await visitor.get("/")
            _ = try await visitor.get("/")
        }
        for isSecure in [true, false] {
            try await place.visit(isSecure: isSecure) { eavesdropper in
                eavesdropper.keeps("fivebar", token)
                let page = try await eavesdropper.get("/").body
                #expect(!page.contains("Robins"))
            }
        }
    }

    @Test func `an answer that gets lost loses no account`() async throws {
        let token = try await plainCookie()
        for _ in 1...3 {
            try await place.visit(isSecure: true) { unlucky in
                unlucky.keeps("fivebar", token)
                let page = try await unlucky.get("/").body
                #expect(page.contains("Robins"))
            }
        }
        try await place.visit(isSecure: true) { visitor in
            visitor.keeps("fivebar", token)
            _ = try await visitor.get("/")
            let renewed = try #require(visitor.cookie["__Host-fivebar"])
            _ = try await visitor.get("/")
            // The browser did not hear that the earlier cookie is to go, either.
            visitor.keeps("fivebar", token)
            #expect(try await visitor.get("/").body.contains("Robins"))
            #expect(visitor.cookie["__Host-fivebar"] == renewed)
        }
    }

    @Test func `two pages that are opened at once get the same cookie`() async throws {
        let token = try await plainCookie()
        var renewed: Set<String?> = []
        for _ in 1...2 {
            try await place.visit(isSecure: true) { visitor in
                visitor.keeps("fivebar", token)
                _ = try await visitor.get("/")
                renewed.insert(visitor.cookie["__Host-fivebar"])
            }
        }
        #expect(renewed.count == 1)
    }

    @Test(arguments: [1, 2]) func `a form counts before and after the cookie is replaced`(_ pages: Int)
        async throws
    {
        var token: String?, robins: Int64 = 0
        try await place.visit { visitor in
            robins = try await visitor.creates()
            token = visitor.cookie["fivebar"]
        }
        try await place.visit(isSecure: true) { visitor in
            visitor.keeps("fivebar", try #require(token))
            for _ in 1..<pages { _ = try await visitor.get("/") }
            _ = try await visitor.post("/counters/\(robins)/marks")
            #expect(try await visitor.get("/").body.contains("data-count=\"1\""))
        }
    }

    @Test func `an account that is opened just now is not replaced by one of before`() async throws {
        var planted: String?, recovery = ""
        try await place.visit { attacker in
            let counter = try await attacker.creates("Planted")
            // Or they would be asked what is to become of it.
            _ = try await attacker.post("/counters/\(counter)/deletion")
            planted = attacker.cookie["fivebar"]
        }
        try await place.visit(isSecure: true) { owner in
            _ = try await owner.creates("Robins")
            _ = try await owner.post("/settings/recovery")
            let page = try await owner.get("/settings/devices").body
            recovery = String(try #require(page.firstMatch(of: /\/recover\/[\w-]{43}/)?.0))
        }
        try await place.visit(isSecure: true) { visitor in
            visitor.keeps("fivebar", try #require(planted))
            #expect(try await visitor.post(recovery).status == .seeOther)
            #expect(try await visitor.get("/").body.contains("Robins"))
        }
    }

    @Test func `the cookie for this host alone always wins`() async throws {
        let planted = try await plainCookie(counting: "Planted")
        try await place.visit(isSecure: true) { visitor in
            _ = try await visitor.creates("Mine")
            visitor.keeps("fivebar", planted)
            let page = try await visitor.get("/").body
            #expect(page.contains("Mine") && !page.contains("Planted"))
            // Also when it opens nothing any more.
            visitor.keeps("__Host-fivebar", String(repeating: "A", count: 43))
            #expect(try await !visitor.get("/").body.contains("Planted"))
        }
    }

    @Test func `nobody is led into an account that was made by HTTPS`() async throws {
        var token: String?
        try await place.visit(isSecure: true) { attacker in
            _ = try await attacker.creates("Planted")
            token = attacker.cookie["__Host-fivebar"]
        }
        let planted = try #require(token)
        // With the letter changed to one of HTTP's it is another token.
        for value in [planted, String(planted.dropLast()) + "A"] {
            try await place.visit(isSecure: true) { visitor in
                visitor.keeps("fivebar", value)
                let reply = try await visitor.get("/")
                #expect(!reply.body.contains("Planted"))
                #expect(reply.headers[.setCookie] == nil)
            }
        }
    }

    @Test(arguments: [true, false]) func `at another path the account stays`(isSecure: Bool) async throws {
        let moved = try place.moved(to: "/count")
        let name = SiteCookie.session(base: "", isSecure: isSecure).name
        var token: String?
        try await place.visit(isSecure: isSecure) { visitor in
            _ = try await visitor.creates()
            token = visitor.cookie[name]
        }
        try await moved.visit(isSecure: isSecure) { visitor in
            visitor.keeps(name, try #require(token))
            for _ in 1...3 {
                let page = try await visitor.get("/count/").body
                #expect(page.contains("Robins"))
            }
            #expect(visitor.cookie[isSecure ? "__Host-fivebar-count" : "fivebar-count"] != nil)
            // Another site may still use it.
            #expect(visitor.cookie[name] == token)
        }
        #expect(try place.rows("SELECT COUNT(*) FROM device") == 1)
    }

    @Test func `another site's cookie on the same host is left alone`() async throws {
        let other = try Place(base: "/count")
        let token = try await plainCookie(counting: "Elsewhere", at: other)
        try await place.visit(isSecure: true) { visitor in
            visitor.keeps("__Host-fivebar-count", token)
            let reply = try await visitor.get("/")
            #expect(reply.headers[.setCookie] == nil)
            _ = try await visitor.creates("Here")
            #expect(try await visitor.get("/").body.contains("Here"))
        }
    }

    @Test func `with the address named, the account of plain HTTP stays`() async throws {
        let token = try await plainCookie()
        let named = try place.moved(address: SiteAddress("https://count.example"))
        try await named.visit { visitor in
            visitor.keeps("fivebar", token)
            for _ in 1...2 {
                let page = try await visitor.get("/").body
                #expect(page.contains("Robins"))
            }
            #expect(visitor.cookie["__Host-fivebar"] != nil)
        }
    }

    @Test func `the look stays as well`() async throws {
        try await place.visit(isSecure: true) { visitor in
            visitor.keeps("fivebar-look", "dark.fivebar.fractal")
            let before = try await visitor.get("/").body
            #expect(before.contains("data-theme=\"dark\""))
            visitor.keeps("__Host-fivebar-look", "light.fivebar.fractal")
            let after = try await visitor.get("/").body
            #expect(after.contains("data-theme=\"light\""))
        }
    }
}
