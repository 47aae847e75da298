// Absolute URLs passed on to others: built only in Links, and only with a valid host.

import Foundation
import HTTPTypes
import Ledger
import Testing

@testable import Site

@Suite struct OriginTests {
    @Test(arguments: [
        "count.example", "count.example:8080", "192.168.1.7", "localhost:8080", "[::1]", "[2001:db8::1]:443",
        "my_server", "COUNT.example",
    ])
    func `a host is taken as it is`(_ host: String) {
        #expect(Links.origin(authority: host, isSecure: true) == "https://" + host)
        #expect(Links.origin(authority: host, isSecure: false) == "http://" + host)
    }

    @Test(arguments: [
        "", "evil.example/", "evil.example/path?", "evil.example#", "a@evil.example", "a b", "a\"b", "<b>",
        "a:b",
        "a:80:90", "[::1", "[::1]x", "[]", "::1", ":80", "é.example", "a\\b", "a%20b",
        "[evil.example]",
        String(repeating: "a", count: 300),
    ])
    func `what can be no host is refused, and stands in no link`(_ host: String) async throws {
        #expect(Links.origin(authority: host, isSecure: true) == nil)
        try await Place().visit { visitor in
            _ = try await visitor.creates()
            _ = try await visitor.post("/settings/recovery")
            for path in ["/", "/settings/devices", "/opensearch.xml"] {
                let reply = try await visitor.send(.get, path, [:], nil, host: host)
                #expect(reply.status == .badRequest, "\(path)")
            }
        }
    }

    @Test func `the recovery link leads to where it was asked for`() async throws {
        for isSecure in [true, false] {
            try await Place(base: "/count").visit(isSecure: isSecure) { visitor in
                _ = try await visitor.post("/count/counters", ["title": "Robins"])
                _ = try await visitor.post("/count/settings/recovery")
                let page = try await visitor.send(
                    .get, "/count/settings/devices", [:], nil, host: "tally.example:8443")
                let scheme = isSecure ? "https" : "http"
                #expect(page.body.contains("\(scheme)://tally.example:8443/count/recover/"))
            }
        }
    }
}
