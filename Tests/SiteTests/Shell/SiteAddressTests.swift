// The address that the operator names decides about cookies, links and what is cross-site; no header does.

import HTTPTypes
import Testing

@testable import Site

@Suite struct SiteAddressTests {
    @Test(arguments: [
        ("https://count.example.org", "https://count.example.org/", ""),
        ("https://count.example.org/", "https://count.example.org/", ""),
        ("HTTPS://Count.Example.ORG:443/tally/", "https://count.example.org/tally/", "/tally"),
        ("http://192.168.1.7:8080", "http://192.168.1.7:8080/", ""),
        ("http://localhost:80/a/b", "http://localhost/a/b/", "/a/b"),
        ("https://[2001:db8::1]/x", "https://[2001:db8::1]/x/", "/x"),
        ("https://[::1]:8443", "https://[::1]:8443/", ""),
    ])
    func `an address is taken`(_ typed: String, _ home: String, _ path: String) throws {
        let address = try SiteAddress(typed)
        #expect(address.description == home)
        #expect(address.path == path)
    }

    @Test(arguments: [
        ("", SiteAddress.Fault.scheme), ("count.example.org", .scheme), ("//count.example.org", .scheme),
        ("ftp://count.example.org", .scheme), ("https:/count.example.org", .scheme),
        ("https://count.example.org?a=b", .more), ("https://count.example.org/#top", .more),
        ("https://robin@count.example.org", .user), ("https://", .host), ("https:///count", .host),
        ("https://count.example.org:0", .host), ("https://count.example.org:65536", .host),
        ("https://count.example.org:", .host), ("https://tröt.example", .host), ("https://a b", .host),
        ("https://count.example.org//", .path), ("https://count.example.org/a b", .path),
        ("https://count.example.org/../count", .path),
    ])
    func `what is no address is named`(_ typed: String, _ fault: SiteAddress.Fault) {
        #expect(throws: fault) { try SiteAddress(typed) }
    }

    @Test func `links and cookies follow it, whatever is asked for`() async throws {
        let place = try Place(base: "/tally", address: SiteAddress("https://count.example.org/tally"))
        // As from a proxy that speaks plain HTTP, and asks for a host of its own.
        try await place.visit { visitor in
            let made = try await visitor.post("/tally/counters", ["title": "Robins"])
            let cookie = try #require(made.headers[.setCookie])
            #expect(cookie.hasPrefix("__Host-fivebar-tally=") && cookie.hasSuffix("; Secure"))
            _ = try await visitor.post("/tally/settings/recovery")
            _ = try await visitor.post("/tally/settings/join")
            let page = try await visitor.send(
                .get, "/tally/settings/devices", [:], nil, host: "127.0.0.1:8080")
            #expect(page.body.contains("https://count.example.org/tally/recover/"))
            #expect(page.body.contains("count.example.org/tally/join"))
            #expect(!page.body.contains("127.0.0.1"))
            let search = try await visitor.send(
                .get, "/tally/opensearch.xml", [:], nil, host: "127.0.0.1:8080")
            #expect(search.body.contains("https://count.example.org/tally/search"))
        }
    }

    @Test func `a form from the address is taken, one from elsewhere is not`() async throws {
        let place = try Place(address: SiteAddress("https://count.example.org"))
        try await place.visit { visitor in
            for (origin, status) in [
                ("https://count.example.org", 303), ("http://count.example.org", 403),
                ("http://127.0.0.1:8080", 403), ("https://evil.example", 403),
            ] {
                let reply = try await visitor.send(
                    .post, "/counters", [.origin: origin], "title=A", host: "127.0.0.1:8080")
                #expect(reply.status.code == status, "\(origin)")
            }
        }
    }

    @Test func `a header says nothing about the scheme or the host`() async throws {
        let forwarded: HTTPFields = [
            .fetchSite: "same-origin", HTTPField.Name("x-forwarded-proto")!: "https",
            HTTPField.Name("x-forwarded-host")!: "evil.example",
            HTTPField.Name("forwarded")!: "proto=https;host=evil.example",
        ]
        try await Place().visit { visitor in
            let made = try await visitor.post("/counters", ["title": "A"], forwarded)
            #expect(made.headers[.setCookie]?.hasPrefix("fivebar=") == true)
            _ = try await visitor.post("/settings/recovery", [:], forwarded)
            let page = try await visitor.get("/settings/devices", forwarded).body
            #expect(page.contains("http://count.example/recover/") && !page.contains("evil.example"))
        }
    }
}
