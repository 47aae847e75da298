// Deleting all counters: confirmed with a typed word, and done once.

import Foundation
import HTTPTypes
import Testing

@testable import Ledger
@testable import Site

@Suite struct DeletionTests {
    let place: Place

    init() throws { place = try Place() }

    /// What the form on the page sends, with a word.
    private func form(_ page: String, word: String) throws -> [String: String] {
        let operation = try #require(page.firstMatch(of: /name="operation" value="([-0-9a-f]{36})"/)?.1)
        let newest = try #require(page.firstMatch(of: /name="newest" value="(\d+)"/)?.1)
        return ["word": word, "operation": String(operation), "newest": String(newest)]
    }

    private func figures(_ page: String) -> [String] {
        page.matches(of: /class="row-count">([^<]*)</).map { String($0.1) }
    }

    @Test func `the page tells what goes, and offers a copy first`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates("Robins"), wrens = try await visitor.creates("Wrens")
            _ = try await visitor.post("/counters/\(robins)/count", ["number": "1284"])
            _ = try await visitor.post("/counters/\(wrens)/marks")
            _ = try await visitor.post("/counters/\(wrens)/deletion")
            let page = try await visitor.get("/counters/deletion")
            #expect(page.status == .ok && page.headers[.cacheControl] == "no-store")
            #expect(figures(page.body) == ["1", "1", "1,285"])
            for link in ["/export.json", "/export.csv"] { #expect(page.body.contains("href=\"\(link)\"")) }
            #expect(try await visitor.get("/settings").body.contains("href=\"/counters/deletion\""))
        }
    }

    @Test func `a list that was kept from before the deletion loses what tidy has removed`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates("Robins")
            let german: HTTPFields = [.acceptLanguage: "de"]
            #expect(try await visitor.get("/", german).body.contains("data-counter=\"\(robins)\""))
            let form = try form(await visitor.get("/counters/deletion").body, word: "delete")
            _ = try await visitor.post("/counters/deletion", form)
            _ = try await place.ledger.tidy(now: place.now)
            let wrens = try await visitor.creates("Wrens")
            let home = try await visitor.get("/", german).body
            #expect(home.contains("data-counter=\"\(wrens)\""))
            #expect(!home.contains("data-counter=\"\(robins)\""))
        }
    }

    @Test func `the word deletes all for good, however it is written`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates("Robins"), wrens = try await visitor.creates("Wrens")
            _ = try await visitor.post("/counters/\(robins)/marks")
            _ = try await visitor.post("/counters/\(wrens)/deletion")
            let form = try form(await visitor.get("/counters/deletion").body, word: " DELETE ")
            let reply = try await visitor.post("/counters/deletion", form)
            let address = try #require(reply.location)
            #expect(address.hasPrefix("/?undo=") && address.hasSuffix("#notice"))
            let home = try await visitor.get(String(address.dropLast("#notice".count))).shown
            #expect(home.contains("id=\"notice\"") && !home.contains("action=\"/undo\""))
            #expect(home.contains("class=\"empty\"") && !home.contains("data-counter="))
            for id in [robins, wrens] {
                for path in ["/counters/\(id)", "/counters/\(id)/history", "/counters/\(id)/card"] {
                    let page = try await visitor.get(path)
                    #expect(page.status == .notFound && !page.body.contains("href=\"/trash\""), "\(path)")
                }
                #expect(try await visitor.post("/counters/\(id)/restoration").status == .notFound)
                #expect(try await !visitor.get("/?deleted=\(id)").body.contains("id=\"notice\""))
            }
            #expect(try await !visitor.get("/trash").body.contains("Wrens"))
            #expect(try await !visitor.get("/search?q=r").body.contains("/card\""))
            #expect(try await !visitor.get("/statistics").body.contains("<td>1</td>"))
            let undo = try #require(address.firstMatch(of: /undo=([-0-9a-f]{36})/)?.1)
            #expect(try await visitor.post("/undo", ["undo": String(undo)]).status == .unprocessableContent)
            // The form sent again deletes nothing that was made since.
            _ = try await visitor.creates("Coffees")
            #expect(try await visitor.post("/counters/deletion", form).location == address)
            #expect(try await visitor.get("/").body.contains("Coffees"))
            #expect(try place.ledger.check().isEmpty)
        }
    }

    @Test(arguments: ["", " ", "delet", "delete all", "eliminar", "<b>"])
    func `another word deletes nothing, and is told at its field`(_ word: String) async throws {
        try await place.visit { visitor in
            _ = try await visitor.creates()
            let form = try form(await visitor.get("/counters/deletion").body, word: word)
            let reply = try await visitor.post("/counters/deletion", form)
            #expect(reply.status == .unprocessableContent)
            #expect(
                reply.body.contains("id=\"word-problem\"") && reply.body.contains("aria-invalid=\"true\""))
            #expect(reply.body.contains("value=\"\(word.htmlEscaped)\""))
            #expect(try place.ledger.deletionScope(of: 1).counters == 1)
        }
    }

    @Test(arguments: ["es", "fr", "ja", "nl", "ru", "zh-Hans"])
    func `the word is the page's own, in each language`(_ language: String) async throws {
        try await place.visit { visitor in
            _ = try await visitor.creates()
            _ = try await visitor.post("/settings", ["language": language])
            let words = try Words(
                Catalog(path: Place.home + "/Views/Language/Localizable.xcstrings", language: language))
            let word = words[.deletionWord]
            let page = try await visitor.get("/counters/deletion").body
            #expect(page.contains(words(.deletionType, word)))
            let other = try await visitor.post("/counters/deletion", form(page, word: "delete"))
            #expect(other.status == .unprocessableContent)
            let reply = try await visitor.post("/counters/deletion", form(page, word: word.uppercased()))
            #expect(reply.status == .seeOther)
            #expect(try place.ledger.deletionScope(of: 1) == .nothing)
        }
    }

    @Test func `a counter added meanwhile is shown before it goes`() async throws {
        try await place.visit { visitor in
            _ = try await visitor.creates()
            let old = try form(await visitor.get("/counters/deletion").body, word: "delete")
            _ = try await visitor.creates("Wrens")
            let reply = try await visitor.post("/counters/deletion", old)
            #expect(reply.status == .unprocessableContent)
            #expect(reply.body.contains("id=\"figures-problem\"") && figures(reply.body).first == "2")
            #expect(reply.body.contains("value=\"delete\""))
            #expect(try place.ledger.deletionScope(of: 1).counters == 2)
            let again = try await visitor.post("/counters/deletion", form(reply.body, word: "delete"))
            #expect(again.status == .seeOther)
            #expect(try place.ledger.deletionScope(of: 1) == .nothing)
        }
    }

    @Test func `who has nothing is told so, and nobody deletes another's`() async throws {
        try await place.visit { owner in
            let robins = try await owner.creates("Secret robins")
            let form = try form(await owner.get("/counters/deletion").body, word: "delete")
            try await place.visit { stranger in
                let page = try await stranger.get("/counters/deletion")
                #expect(page.status == .ok && !page.body.contains("name=\"word\""))
                let reply = try await stranger.post("/counters/deletion", form)
                #expect(reply.status == .unprocessableContent && !reply.body.contains("name=\"word\""))
                _ = try await stranger.creates("Mine")
                _ = try await stranger.post(
                    "/counters/deletion", form.merging(["newest": "9999"]) { $1 })
            }
            #expect(try place.ledger.counter(robins, of: 1).title == "Secret robins")
        }
    }

    @Test(arguments: ["", "x", "-1", "99999999999999999999"])
    func `a form that says nothing of what was shown deletes nothing`(_ newest: String) async throws {
        try await place.visit { visitor in
            _ = try await visitor.creates()
            let reply = try await visitor.post("/counters/deletion", ["word": "delete", "newest": newest])
            #expect(reply.status == .unprocessableContent)
            #expect(try place.ledger.deletionScope(of: 1).counters == 1)
        }
    }
}
