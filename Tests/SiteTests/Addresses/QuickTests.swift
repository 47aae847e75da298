// Shortcuts of an installed app, and the manifest that lists them.

import Foundation
import HTTPTypes
import Testing

@testable import Site

@Suite struct QuickTests {
    private struct Manifest: Decodable {
        struct Shortcut: Decodable, Equatable {
            let name: String
            let url: String
        }
        struct Handler: Decodable {
            let `protocol`: String
            let url: String
        }
        struct Icon: Decodable { let src: String }
        let start_url: String
        let scope: String
        let shortcuts: [Shortcut]
        let protocol_handlers: [Handler]
        let icons: [Icon]
    }

    private func manifest(_ visitor: Visitor, _ base: String = "") async throws -> Manifest {
        let reply = try await visitor.get(base + "/manifest.webmanifest")
        #expect(reply.headers[.contentType] == "application/manifest+json")
        #expect(reply.headers[.cacheControl] == "private, no-cache")
        return try JSONDecoder().decode(Manifest.self, from: Data(reply.body.utf8))
    }

    @Test func `the counters counted on last can be had at once, by their names`() async throws {
        let place = try Place()
        try await place.visit { visitor in
            let one = try await visitor.creates("One")
            place.wait(days: 1)
            let two = try await visitor.creates("Two \"&<"), three = try await visitor.creates("Three")
            for id in [three, two, one] {
                place.wait(days: 1)
                _ = try await visitor.post("/counters/\(id)/marks")
            }
            let shortcuts = try await manifest(visitor).shortcuts
            #expect(shortcuts.map(\.name) == ["New counter", "Add to “One”", "Add to “Two \"&<”"])
            #expect(shortcuts.map(\.url) == ["/new", "/quick/last", "/quick/previous"])
            #expect(try await visitor.get("/quick/last").location == "/counters/\(one)/full?quick")
            #expect(try await visitor.get("/quick/previous").location == "/counters/\(two)/full?quick")
            // Looking counts nothing, and no other site's link makes a script count.
            #expect(try await visitor.get("/counters/\(one)/full?quick").body.contains("data-quick"))
            let foreign = try await visitor.get("/counters/\(one)/full?quick", [.fetchSite: "cross-site"])
            #expect(!foreign.body.contains("data-quick"))
            #expect(try place.ledger.counters(of: 1).map(\.count) == [1, 1, 1])

            _ = try await visitor.post("/counters/\(one)/deletion")
            #expect(try await visitor.get("/quick/last").location == "/counters/\(two)/full?quick")
        }
    }

    @Test func `who has one counter or none is led where it makes sense`() async throws {
        let place = try Place()
        try await place.visit { visitor in
            #expect(try await visitor.get("/quick/last").location == "/")
            #expect(try await manifest(visitor).shortcuts.map(\.name) == ["New counter"])
            let robins = try await visitor.creates()
            #expect(try await visitor.get("/quick/last").location == "/counters/\(robins)/full?quick")
            #expect(try await visitor.get("/quick/previous").location == "/")
            #expect(try await visitor.get("/quick/first").status == .notFound)
            // One that is deleted is as if it had never been.
            _ = try await visitor.post("/counters/\(robins)/deletion")
            #expect(try await visitor.get("/quick/last").location == "/")
            #expect(try await manifest(visitor).shortcuts.map(\.name) == ["New counter"])
        }
    }

    @Test func `the manifest holds wherever the site is mounted`() async throws {
        let place = try Place(base: "/count")
        try await place.visit { visitor in
            let manifest = try await manifest(visitor, "/count")
            #expect(manifest.start_url == "/count/open" && manifest.scope == "/count/")
            #expect(manifest.protocol_handlers.map(\.protocol) == ["web+fivebar"])
            #expect(manifest.protocol_handlers.map(\.url) == ["/count/open?link=%s"])
            #expect(manifest.shortcuts.map(\.url) == ["/count/new"])
            for icon in manifest.icons {
                #expect(try await visitor.get(icon.src).status == .ok, "\(icon.src)")
            }
        }
    }

    @Test func `all counters collapse and expand at once`() async throws {
        let place = try Place()
        try await place.visit { visitor in
            for title in ["One", "Two", "Three"] { _ = try await visitor.creates(title) }
            for (answer, isCollapsed) in [("yes", true), ("no", false)] {
                let reply = try await visitor.post("/counters/collapse", ["collapsed": answer])
                #expect(reply.location?.hasPrefix("/?undo=") == true)
                #expect(try place.ledger.counters(of: 1).allSatisfy { $0.isCollapsed == isCollapsed })
            }
            #expect(
                try await visitor.post("/counters/collapse", ["collapsed": "maybe"]).status
                    == .unprocessableContent)
            #expect(try await visitor.get("/").body.matches(of: /aria-expanded="true"/).count == 3)
        }
    }
}
