// Cookies, recovery, and caching.

import Foundation
import HTTPTypes
import Ledger
import Testing

@testable import Site

@Suite struct SessionTests {
    let place: Place

    init() throws { place = try Place() }

    @Test func `looking around sets no cookie; the first counter does`() async throws {
        try await place.visit { visitor in
            for path in [
                "/", "/counters/new", "/counters/deletion", "/settings", "/trash", "/tutorial", "/tutorial/5",
            ] {
                #expect(try await visitor.get(path).headers[.setCookie] == nil)
            }
            let cookie = try #require(try await visitor.post("/counters", ["title": "A"]).headers[.setCookie])
            #expect(cookie.hasPrefix("fivebar="))
            #expect(cookie.hasSuffix("; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax"))
        }
    }

    @Test func `a form of a page of another account changes nothing`() async throws {
        try await place.visit { visitor in
            _ = try await visitor.post("/counters", ["title": "A"])
            let page = try await visitor.get("/").body
            let account = try #require(
                page.firstMatch(of: /<html[^>]* data-account="([0-9]+)"/)?.1)
            let counter = try #require(page.firstMatch(of: /data-counter="([0-9]+)"/)?.1)
            let other = String((Int64(account) ?? 0) + 1)
            let refused = try await visitor.post("/counters/\(counter)/marks", ["account": other])
            #expect(refused.status == .conflict)
            #expect(refused.body.contains("Another account is open here"))
            #expect(try await visitor.get("/").body.contains("data-count=\"0\""))
            #expect(
                try await visitor.post("/counters/\(counter)/marks", ["account": String(account)]).status
                    == .seeOther)
            #expect(try await visitor.get("/").body.contains("data-count=\"1\""))
        }
    }

    @Test func `by HTTPS the cookie is for this host alone`() async throws {
        try await place.visit(isSecure: true) { visitor in
            let cookie = try #require(try await visitor.post("/counters", ["title": "A"]).headers[.setCookie])
            #expect(cookie.hasPrefix("__Host-fivebar="))
            #expect(cookie.contains("; Path=/;"))
            #expect(cookie.hasSuffix("; Secure"))
            #expect(try await visitor.get("/").body.contains("data-counter="))
        }
    }

    @Test func `who has read the database has nothing that opens an account`() async throws {
        try await place.visit { visitor in
            _ = try await visitor.creates()
            for path in ["/settings/recovery", "/settings/recovery-codes", "/settings/devices/code"] {
                #expect(try await visitor.post(path).status == .seeOther)
            }
            let secrets = visitor.cookie.filter { $0.key != "fivebar-tutorial" }
            #expect(Set(secrets.keys) == ["fivebar", "fivebar-recovery", "fivebar-codes", "fivebar-join"])
            let folder = place.ledger.folder
            let files = try FileManager.default.contentsOfDirectory(atPath: folder).map {
                try Data(contentsOf: URL(filePath: folder).appending(path: $0))
            }
            func isKept(_ bytes: some Sequence<UInt8>) -> Bool {
                files.contains { $0.range(of: Data(bytes)) != nil }
            }
            #expect(isKept("Robins".utf8))
            for secret in secrets.values.flatMap({ $0.split(separator: ".") }) {
                // As it is shown, and as it is typed or stands for bytes.
                #expect(!isKept(secret.utf8) && !isKept(secret.replacing("-", with: "").utf8), "\(secret)")
                if let bytes = Base64URL.bytes(of: String(secret)) { #expect(!isKept(bytes), "\(secret)") }
            }
        }
    }

    @Test func `two sites on one host keep their cookies apart`() async throws {
        let place = try Place(base: "/count")
        try await place.visit { visitor in
            let cookie = try #require(
                try await visitor.post("/count/counters", ["title": "A"]).headers[.setCookie])
            #expect(cookie.hasPrefix("fivebar-count="))
            #expect(cookie.contains("; Path=/count;"))
        }
    }

    @Test func `the cookie is renewed once a day`() async throws {
        try await place.visit { visitor in
            _ = try await visitor.creates()
            #expect(try await visitor.get("/").headers[.setCookie] == nil)
            place.wait(days: 2)
            #expect(try await visitor.get("/").headers[.setCookie] != nil)
            #expect(try await visitor.get("/").headers[.setCookie] == nil)
        }
    }

    @Test func `the cookie is renewed after the server's clock was ahead`() async throws {
        try await place.visit { visitor in
            place.wait(days: 500)
            _ = try await visitor.creates()
            place.wait(days: -500)
            #expect(try await visitor.get("/").headers[.setCookie] != nil)
            #expect(try await visitor.get("/").headers[.setCookie] == nil)
            place.wait(days: 2)
            #expect(try await visitor.get("/").headers[.setCookie] != nil)
        }
    }

    @Test func `the look is renewed with the session`() async throws {
        try await place.visit { visitor in
            _ = try await visitor.creates()
            _ = try await visitor.post("/settings", ["theme": "dark"])
            place.wait(days: 2)
            let renewed = try await visitor.get("/").headers[values: .setCookie]
            #expect(renewed.contains { $0.hasPrefix("fivebar-look=dark.fivebar.fractal;") })
        }
    }

    @Test func `another browser sees nothing, until it has the recovery link`() async throws {
        try await place.visit { owner in
            let robins = try await owner.creates("Kestrels")
            #expect(try await owner.post("/settings/recovery").location == "/settings/devices")
            let settings = try await owner.get("/settings/devices").body
            let link = try #require(
                settings.firstMatch(of: /http:\/\/count\.example(\/recover\/[\w-]{43})/)?.1)
            try await place.visit { phone in
                #expect(try await !phone.get("/").body.contains("Kestrels"))
                let question = try await phone.get(String(link))
                #expect(question.headers[.cacheControl] == "no-store")
                #expect(try await !phone.get("/").body.contains("Kestrels"))
                #expect(try await phone.post(String(link)).location == "/")
                #expect(try await phone.get("/").body.contains("Kestrels"))
                _ = try await phone.post("/counters/\(robins)/marks")
            }
            #expect(try await owner.get("/").body.contains("data-count=\"1\""))
            _ = try await owner.post("/settings/recovery")
            try await place.visit { late in
                let replies = try await [late.get(String(link)), late.post(String(link))]
                #expect(replies.allSatisfy { $0.status == .notFound })
            }
        }
    }

    @Test func `whoever has counters is asked about them before opening others`() async throws {
        try await place.visit { owner in
            _ = try await owner.creates()
            _ = try await owner.post("/settings/recovery")
            let link = try #require(
                try await owner.get("/settings/devices").body.firstMatch(of: /\/recover\/[\w-]{43}/)?.0)
            #expect(try await !owner.get(String(link)).body.contains("name=\"along\""))
            try await place.visit { other in
                _ = try await other.creates()
                #expect(try await other.get(String(link)).body.contains("name=\"along\""))
            }
        }
    }

    @Test func `home is answered with 304 until something changes`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            let tag = try #require(try await visitor.get("/").headers[.eTag])
            #expect(try await visitor.get("/", [.ifNoneMatch: tag]).status == .notModified)
            // As Apache's mod_deflate hands it back.
            #expect(
                try await visitor.get("/", [.ifNoneMatch: "\(tag.dropLast())-gzip\""]).status == .notModified)
            _ = try await visitor.post("/counters/\(robins)/marks")
            #expect(try await visitor.get("/", [.ifNoneMatch: tag]).status == .ok)
            try await place.visit { other in
                _ = try await other.creates()
                #expect(try await other.get("/", [.ifNoneMatch: tag]).status == .ok)
            }
        }
    }

    @Test func `a page that another program drew is drawn anew`() async throws {
        func tag(_ program: String) throws -> String {
            var configuration = place.site.configuration
            configuration.program = program
            return try Site(configuration, ledger: place.ledger).edition
        }
        #expect(try tag("1") == tag("1"))
        #expect(try tag("1") != tag("2"))
    }

    @Test func `a kept page is never another visitor's, and shows each change`() async throws {
        try await place.visit { one in
            try await place.visit { other in
                let robins = try await one.creates("Kestrels")
                _ = try await other.creates("Coffees")
                for count in 1...5 {
                    _ = try await one.post("/counters/\(robins)/marks")
                    #expect(try await one.get("/").body.contains("data-count=\"\(count)\""))
                    #expect(try await !other.get("/").body.contains("Kestrels"))
                }
            }
        }
    }
}
