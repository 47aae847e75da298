// What a browser is told that was signed out elsewhere: nothing is lost, and where it leads on.

import Testing

@testable import Site

@Suite struct UnrecognizedBrowserTests {
    let place: Place

    init() throws { place = try Place() }

    private static let told = "We don’t recognise this browser"
    private static let way = #"href="/join">Open your counters on this device"#

    /// Somebody whose device another one has signed out.
    private func signedOut(_ body: (Visitor) async throws -> Void) async throws {
        try await place.visit { visitor async throws in
            _ = try await visitor.creates("Robins")
            _ = try await visitor.makesGoal("Walk")
            let device = try #require(try place.ledger.devices(of: 1).first)
            _ = try await place.ledger.signOut(device.id, of: 1, by: device.id)
            try await body(visitor)
        }
    }

    @Test(arguments: ["/", "/goals", "/watch"])
    func `who was signed out elsewhere is told so where everything was`(_ path: String) async throws {
        try await signedOut { visitor async throws in
            let page = try await visitor.get(path).shown
            #expect(page.contains(Self.told) && page.contains(Self.way), "\(path)")
            // Whoever begins anew here knows.
            _ = try await visitor.creates("Wrens")
            #expect(try await !visitor.get(path).shown.contains(Self.told), "\(path)")
        }
    }

    @Test(arguments: ["/", "/goals", "/watch"])
    func `who was never here, or has left by themselves, is told nothing`(_ path: String) async throws {
        try await place.visit { newcomer async throws in
            #expect(try await !newcomer.get(path).shown.contains(Self.told), "\(path)")
            _ = try await newcomer.creates("Robins")
            let device = try #require(try place.ledger.devices(of: 1).first)
            let removal = "/settings/devices/\(device.id)/removal"
            #expect(try await newcomer.post(removal, ["forGood": "yes"]).location == "/")
            #expect(try await !newcomer.get(path).shown.contains(Self.told), "\(path)")
        }
    }

    @Test func `the page of a goal leads on as the page of a counter does`() async throws {
        try await signedOut { visitor async throws in
            for path in ["/counters/101", "/goals/101"] {
                let page = try await visitor.get(path)
                #expect(page.status == .notFound && page.body.contains(Self.told), "\(path)")
                #expect(page.body.contains(Self.way), "\(path)")
            }
        }
    }
}
