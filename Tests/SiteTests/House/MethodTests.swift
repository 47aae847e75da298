// Existing URLs requested with a method they do not allow.

import HTTPTypes
import Testing

@testable import Site

@Suite struct MethodTests {
    let place: Place

    init() throws { place = try Place() }

    /// The addresses of the whole table, with something in each gap.
    private var table: [(path: String, method: HTTPRequest.Method)] {
        place.site.router().routes.map { route in
            let path = route.path.description.replacing(/\{\w+\}/, with: "1").replacing("**", with: "a/b")
            return (path, route.method)
        }
    }

    @Test func `every route tells another method what it takes`() async throws {
        #expect(table.count > 70)
        try await place.visit { visitor in
            for (path, own) in table where path != "/events" {
                for method: HTTPRequest.Method in [.get, .head, .post, .put, .patch, .delete, .trace] {
                    let reply = try await visitor.send(method, path, [.fetchSite: "same-origin"], "")
                    let isOwn = method == own || method == .head && own == .get
                    if isOwn { #expect(reply.status != .methodNotAllowed, "\(method) \(path)") }
                    // No route takes these.
                    if [.put, .patch, .delete, .trace].contains(method) {
                        #expect(reply.status == .methodNotAllowed, "\(method) \(path)")
                    }
                    guard reply.status == .methodNotAllowed else { continue }
                    let allowed = try #require(reply.headers[.allow]).split(separator: ", ").map(String.init)
                    #expect(allowed.contains(own.rawValue), "\(method) \(path)")
                    #expect(!allowed.contains(method.rawValue), "\(method) \(path)")
                    #expect(method == .head ? reply.body.isEmpty : reply.body.contains("<h1"))
                }
                let options = try await visitor.send(.options, path, [:], nil)
                #expect(options.status == .noContent && options.body.isEmpty, "\(path)")
                #expect(options.headers[.allow]?.contains(own.rawValue) ?? false, "\(path)")
            }
        }
    }

    @Test(arguments: [
        ("/counters/collapse", "OPTIONS, POST"), ("/counters/new", "GET, HEAD, OPTIONS"),
        ("/counters/1/marks", "OPTIONS, POST"), ("/counters/1/title", "GET, HEAD, OPTIONS, POST"),
        ("/goals/1/archive", "OPTIONS, POST"), ("/assets/x/css/shell/base.css", "GET, HEAD, OPTIONS"),
    ])
    func `a word in an address comes before a gap`(_ path: String, _ allowed: String) async throws {
        try await place.visit { visitor in
            let reply = try await visitor.send(.put, path, [.fetchSite: "same-origin"], "")
            #expect(reply.status == .methodNotAllowed)
            #expect(reply.headers[.allow] == allowed)
        }
    }

    @Test func `an address that nobody made is not found by any method`() async throws {
        try await place.visit { visitor in
            for path in ["/nothing", "/counters/1/nothing", "/assets/x", "/goals/1/2026-01-03/x/y"] {
                for method: HTTPRequest.Method in [.get, .put, .options] {
                    let reply = try await visitor.send(method, path, [.fetchSite: "same-origin"], "")
                    #expect(reply.status == .notFound, "\(method) \(path)")
                    #expect(reply.headers[.allow] == nil)
                }
            }
            // Nor is what is missing at an address that is there.
            #expect(try await visitor.get("/counters/999").status == .notFound)
        }
    }

    @Test func `a script is told in one sentence`() async throws {
        try await place.visit { visitor in
            let reply = try await visitor.send(
                .delete, "/counters/1", [.fetchSite: "same-origin", .accept: "application/json"], "")
            #expect(reply.status == .methodNotAllowed && reply.headers[.fivebarAnswer] == "yes")
        }
    }
}
