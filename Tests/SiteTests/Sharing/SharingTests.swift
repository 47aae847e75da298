// A counter's share link: created and revoked by its owner, opened by anyone who has it.

import Foundation
import HTTPTypes
import Ledger
import Testing

@testable import Site

@Suite struct SharingTests {
    let place: Place

    init() throws { place = try Place() }

    /// Shares the counter; the answer is the path of the link.
    private func shares(_ counter: Int64, _ owner: Visitor) async throws -> String {
        let reply = try await owner.post("/counters/\(counter)/share", ["shared": "yes"])
        #expect(reply.status == .seeOther)
        #expect(reply.location == "/counters/\(counter)/share#share-link")
        let page = try await owner.get("/counters/\(counter)/share").body
        return try link(on: page)
    }

    private func link(on page: String) throws -> String {
        let link = page.firstMatch(of: /value="http:\/\/count\.example(\/shared\/[0-9a-f]{32})"/)
        return String(try #require(link?.1))
    }

    private func operation(on page: String) throws -> String {
        let operation = page.firstMatch(of: /name="operation" value="([-0-9a-f]{36})"/)
        return String(try #require(operation?.1))
    }

    @Test func `a counter's page leads to its link, which can be opened from there`() async throws {
        try await place.visit { owner in
            let robins = try await owner.creates()
            #expect(
                try await owner.get("/counters/\(robins)").body.contains("href=\"/counters/\(robins)/share\"")
            )
            let before = try await owner.get("/counters/\(robins)/share")
            #expect(before.headers[.cacheControl] == "no-store")
            #expect(before.body.contains("Robins"))
            #expect(!before.body.contains("share-link") && !before.body.contains("js/sharing/share.js"))
            let path = try await shares(robins, owner)
            let after = try await owner.get("/counters/\(robins)/share").body
            #expect(after.contains("href=\"\(path)\"") && after.contains("js/sharing/share.js"))
        }
    }

    @Test func `whoever has the link sees the counter, and gets no account and no cookie`() async throws {
        try await place.visit { owner in
            let robins = try await owner.creates("Robins")
            _ = try await owner.creates("Secret wrens")
            for _ in 0..<7 { _ = try await owner.post("/counters/\(robins)/marks") }
            let path = try await shares(robins, owner)
            try await place.visit(isNewcomer: true) { stranger in
                let reply = try await stranger.get(path)
                #expect(reply.status == .ok)
                #expect(reply.headers[.setCookie] == nil)
                #expect(reply.headers[.cacheControl] == "private, no-cache")
                #expect(reply.body.contains("<h1 dir=\"auto\">Robins</h1>"))
                #expect(reply.body.contains("aria-label=\"7: ") && reply.body.contains("class=\"tally"))
                for secret in ["Secret", "data-counter", "data-revision", "\"/counters/", "<form", "<button"]
                {
                    #expect(!reply.body.contains(secret), "\(secret)")
                }
                #expect(try await stranger.get("/settings").body.contains("Create a counter to choose this."))
            }
        }
    }

    @Test func `no search engine takes it up, and no log the address`() async throws {
        try await place.visit { owner in
            let path = try await shares(owner.creates(), owner)
            let reply = try await owner.get(path)
            #expect(reply.body.contains("<meta name=\"robots\" content=\"noindex\">"))
            #expect(reply.headers[.robots] == "noindex")
            #expect(reply.headers[.referrerPolicy] == "strict-origin")
            #expect(try await owner.get("/").headers[.robots] == nil)
        }
    }

    @Test func `a form sent twice makes one link, and so do two forms`() async throws {
        try await place.visit { owner in
            let robins = try await owner.creates()
            let id = try await operation(on: owner.get("/counters/\(robins)/share").body)
            var links: Set<String> = []
            for form in [["operation": id], ["operation": id], [:], ["operation": ""]] {
                let sent = form.merging(["shared": "yes"]) { $1 }
                let reply = try await owner.post("/counters/\(robins)/share", sent)
                #expect(reply.status == .seeOther)
                let page = try await owner.get("/counters/\(robins)/share").body
                try links.insert(link(on: page))
            }
            #expect(links.count == 1)
        }
    }

    @Test func `a revoked link works no more, unless that is undone`() async throws {
        try await place.visit { owner in
            let robins = try await owner.creates(), page = "/counters/\(robins)/share"
            let path = try await shares(robins, owner)
            let reply = try await owner.post(page, ["shared": "no"])
            let address = try #require(reply.location)
            #expect(reply.status == .seeOther && address.hasPrefix(page + "?undo="))
            #expect(address.hasSuffix("#notice"))
            #expect(try await owner.get(path).status == .notFound)

            let offer = try await owner.get(String(address.dropLast("#notice".count))).body
            let undo = try #require(offer.firstMatch(of: /name="undo" value="([-0-9a-f]{36})"/)?.1)
            #expect(!offer.contains("share-link"))
            for _ in 0..<2 {
                let undone = try await owner.post(page, ["shared": "yes", "undo": String(undo)])
                #expect(undone.location == page + "#share-link")
                #expect(try await owner.get(path).status == .ok)
            }
            // A link that works again is nothing to be undone.
            let settled = try await owner.get(String(address.dropLast("#notice".count))).body
            #expect(!settled.contains("name=\"undo\"") && settled.contains(path))

            _ = try await owner.post(page, ["shared": "no"])
            let other = try await shares(robins, owner)
            #expect(other != path)
            #expect(try await owner.get(path).status == .notFound)
            #expect(try await owner.get(other).status == .ok)
            let late = try await owner.post(page, ["shared": "yes", "undo": String(undo)])
            #expect(late.status == .unprocessableContent)
        }
    }

    @Test(arguments: [
        "", "x", "00000000000000000000000000000000", "0000000000000000000000000000000000",
        "0000000000000000000000000000000G", "%00", "..%2f", "1%20OR%201=1",
    ])
    func `a link that was never made is not found`(_ token: String) async throws {
        try await place.visit(isNewcomer: true) { stranger in
            let reply = try await stranger.get("/shared/\(token)")
            #expect(reply.status == .notFound)
            #expect(reply.headers[.setCookie] == nil && reply.headers[.eTag] == nil)
        }
    }

    @Test func `a deleted counter's link is not found, a restored one's is`() async throws {
        try await place.visit { owner in
            let robins = try await owner.creates()
            let path = try await shares(robins, owner)
            _ = try await owner.post("/counters/\(robins)/deletion")
            let gone = try await owner.get(path)
            // Nobody is told that there is a counter in somebody's trash.
            #expect(gone.status == .notFound && !gone.body.contains("/trash"))
            #expect(try await owner.get("/counters/\(robins)/share").status == .notFound)
            _ = try await owner.post("/counters/\(robins)/restoration")
            #expect(try await owner.get(path).status == .ok)
        }
    }

    @Test func `nobody shares another's counter, nor without an account`() async throws {
        try await place.visit { owner in
            let robins = try await owner.creates("Kestrels"), page = "/counters/\(robins)/share"
            let path = try await shares(robins, owner)
            try await place.visit { other in
                for hasAccount in [false, true] {
                    if hasAccount { _ = try await other.creates("Mine") }
                    let looked = try await other.get(page)
                    #expect(looked.status == .notFound && !looked.body.contains("Kestrels"))
                    for shared in ["yes", "no"] {
                        let reply = try await other.post(page, ["shared": shared])
                        #expect(reply.status == .notFound)
                        #expect(reply.headers[.setCookie] == nil)
                    }
                }
            }
            #expect(try await owner.get(path).status == .ok)
        }
    }

    @Test(
        arguments: [
            [:], ["shared": ""], ["shared": "maybe"], ["shared": "yes", "undo": "x"],
            ["shared": "yes", "undo": "00000000-0000-7000-8000-000000000000"],
            ["shared": "yes", "operation": "x"], ["undo": "x"],
        ] as [[String: String]])
    func `what says neither yes nor no changes nothing`(_ form: [String: String]) async throws {
        try await place.visit { owner in
            let robins = try await owner.creates(), page = "/counters/\(robins)/share"
            #expect(try await owner.post(page, form).status == .unprocessableContent)
            #expect(try await !owner.get(page).body.contains("share-link"))
        }
    }

    @Test func `a title is shown as text`() async throws {
        try await place.visit { owner in
            let evil = "\"><script>alert(1)</script>' onload=\"{{title}}"
            let robins = try await owner.creates(evil)
            let path = try await shares(robins, owner)
            for address in [path, "/counters/\(robins)/share"] {
                let page = try await owner.get(address).body
                #expect(page.contains(evil.htmlEscaped), "\(address)")
                #expect(!page.contains("<script>") && !page.contains("onload=\"{"), "\(address)")
            }
        }
    }

    @Test func `where the link is posted, a preview says what is counted`() async throws {
        try await place.visit { owner in
            let robins = try await owner.creates("Robins & wrens")
            let page = try await owner.get(shares(robins, owner)).body
            #expect(page.contains("property=\"og:title\" content=\"Robins &amp; wrens: 0\""))
        }
    }

    @Test func `a page that is the same is not sent again`() async throws {
        try await place.visit { owner in
            let robins = try await owner.creates(), wrens = try await owner.creates("Wrens")
            let path = try await shares(robins, owner)
            try await place.visit { stranger in
                let tag = try #require(try await stranger.get(path).headers[.eTag])
                // What else is done in the account shows nowhere.
                _ = try await owner.post("/counters/\(wrens)/marks")
                _ = try await owner.post("/counters/\(robins)/collapse", ["collapsed": "yes"])
                let same = try await stranger.get(path, [.ifNoneMatch: tag])
                #expect(same.status == .notModified && same.body.isEmpty)
                #expect(same.headers[.eTag] == tag && same.headers[.robots] == "noindex")
                let changes: [(path: String, form: [String: String])] = [
                    ("marks", [:]), ("title", ["title": "Thrushes"]), ("color", ["color": "5"]),
                    ("style", ["style": "zheng"]),
                ]
                var latest = tag
                for change in changes {
                    _ = try await owner.post("/counters/\(robins)/\(change.path)", change.form)
                    let reply = try await stranger.get(path, [.ifNoneMatch: latest])
                    #expect(reply.status == .ok, "\(change.path)")
                    latest = try #require(reply.headers[.eTag])
                }
                stranger.keeps("fivebar-look", "dark.harbour.fractal")
                let dark = try await stranger.get(path, [.ifNoneMatch: latest])
                #expect(dark.status == .ok && dark.body.contains("data-theme=\"dark\""))
                let japanese = try await stranger.get(path, [.acceptLanguage: "ja", .ifNoneMatch: latest])
                #expect(japanese.status == .ok && japanese.body.contains("<html lang=\"ja\""))
            }
        }
    }

    @Test func `a link names the way it was asked for`() async throws {
        try await Place(base: "/count").visit(isSecure: true) { owner in
            let made = try await owner.post("/count/counters", ["title": "Robins"])
            let robins = try #require(made.location?.split(separator: "-").last)
            let page = "/count/counters/\(robins)/share"
            #expect(try await owner.post(page, ["shared": "yes"]).location == page + "#share-link")
            let whole = try await owner.get(page).body.firstMatch(
                of: /value="https:\/\/count\.example(\/count\/shared\/[0-9a-f]{32})"/)
            let path = try #require(whole?.1)
            #expect(try await owner.get(String(path)).status == .ok)
        }
    }
}
