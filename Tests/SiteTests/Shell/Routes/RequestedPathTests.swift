import HTTPTypes
import Hummingbird
import Testing

@testable import Site

@Suite struct RequestedPathTests {
    @Test(arguments: ["", "/count"])
    func `a process that answers one request answers it as one that answers many`(_ base: String) async throws
    {
        let place = try Place(base: base)
        try await place.visit { visitor in
            let reply = try await visitor.post(base + "/counters", ["title": "Robins"])
            let counter = try #require(reply.location?.split(separator: "-").last)
            let once = Visitor(
                responder: place.site.responderToOneRequest(), isSecure: false, address: "192.0.2.1",
                cookies: visitor.cookie)
            for path in [
                "/", "", "/?show=\(counter)", "/counters", "/counters/new", "/counters/\(counter)",
                "/counters/\(counter)/history?before=1", "/counters/1/2/3/4", "/goals", "/goals/1/2026-01-03",
                "/settings/devices", "/undo", "/undone", "/search?q=r", "/export.json", "/sw.js", "/health",
                "/assets/0/js/home.js", "/%63ounters", "/nowhere", "/{id}", "/**", "//", "/.",
            ] {
                for method in [HTTPRequest.Method.get, .head, .options, .put] {
                    let (one, other) = try await (
                        once.send(method, base + path, [:], nil), visitor.send(method, base + path, [:], nil)
                    )
                    #expect(one.status == other.status, "\(method) \(path)")
                    #expect(one.headers[.allow] == other.headers[.allow], "\(method) \(path)")
                    #expect(one.headers[.location] == other.headers[.location], "\(method) \(path)")
                }
            }
        }
    }
}
