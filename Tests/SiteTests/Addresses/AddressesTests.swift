// URLs stored in bookmarks and other programs.

import Foundation
import HTTPTypes
import Ledger
import Testing

@testable import Site

@Suite struct AddressesTests {
    let place: Place

    init() throws { place = try Place() }

    @Test func `a counter's card is always at the same address`() async throws {
        try await place.visit { visitor async throws in
            let robins = try await visitor.creates("Robins"), wrens = try await visitor.creates("Wrens")
            let reply = try await visitor.get("/counters/\(wrens)/card")
            #expect(reply.status == .seeOther)
            #expect(reply.location == "/?show=\(wrens)#tap-\(wrens)")
            let page = try await visitor.get("/?show=\(wrens)").body
            #expect(page.contains("data-counters data-showing"))
            #expect(page.contains("id=\"tap-\(wrens)\"") && page.contains("id=\"tap-\(robins)\""))
            #expect(try await !visitor.get("/").body.contains("data-showing"))
            // A device that made it names it by the operation that it made.
            let made = try place.ledger.counter(wrens, of: 1).origin.text
            #expect(try await visitor.get("/?show=\(made)").body.contains("data-counters data-showing"))
        }
    }

    @Test func `a collapsed card is drawn open where it was looked for, and stays collapsed`() async throws {
        try await place.visit { visitor async throws in
            let robins = try await visitor.creates("Robins"), wrens = try await visitor.creates("Wrens")
            for id in [robins, wrens] {
                _ = try await visitor.post("/counters/\(id)/collapse", ["collapsed": "yes"])
            }
            let revision = try place.ledger.counters(of: 1).map(\.revision)
            let reply = try await visitor.get("/?show=\(wrens)")
            #expect(reply.headers[.eTag] == nil)
            #expect(reply.body.components(separatedBy: "card--collapsed").count == 2)
            let card = try #require(reply.body.components(separatedBy: "data-counter=\"\(wrens)\"").last)
            #expect(card.contains("name=\"collapsed\" value=\"yes\" aria-expanded=\"true\""))
            #expect(try await visitor.get("/").body.components(separatedBy: "card--collapsed").count == 3)
            #expect(try place.ledger.counters(of: 1).map(\.revision) == revision)
        }
    }

    @Test func `what is not there to be shown leaves home as it is`() async throws {
        try await place.visit { owner async throws in
            let robins = try await owner.creates("Kestrels")
            _ = try await owner.post("/counters/\(robins)/collapse", ["collapsed": "yes"])
            try await place.visit { other async throws in
                let wrens = try await other.creates("Wrens")
                for show in ["\(robins)", "0", "-1", "abc", "", "9223372036854775808", "%3Cscript%3E"] {
                    let reply = try await other.get("/?show=\(show)")
                    #expect(reply.status == .ok, "\(show)")
                    #expect(
                        !reply.body.contains("data-showing") && !reply.body.contains("Kestrels"), "\(show)")
                }
                #expect(try await other.get("/counters/\(robins)/card").status == .notFound)
                _ = try await other.post("/counters/\(wrens)/deletion")
                let reply = try await other.get("/counters/\(wrens)/card")
                #expect(reply.status == .notFound)
                #expect(reply.body.contains("href=\"/trash\""))
            }
            try await place.visit { stranger async throws in
                #expect(try await stranger.get("/counters/\(robins)/card").status == .notFound)
                #expect(try await stranger.get("/?show=\(robins)").status == .ok)
            }
        }
    }

    @Test func `the list can be gone through by number`() async throws {
        try await place.visit { visitor async throws in
            let ids = try await [visitor.creates("A"), visitor.creates("B"), visitor.creates("C")]
            _ = try await visitor.post("/counters/\(ids[0])/deletion")
            #expect(try await visitor.get("/index/1").location == "/?show=\(ids[1])#tap-\(ids[1])")
            #expect(try await visitor.get("/index/2").location == "/?show=\(ids[2])#tap-\(ids[2])")
            #expect(try await visitor.get("/index/3").status == .notFound)
        }
    }

    @Test(arguments: [
        "0", "-1", "+1", "1.0", "9223372036854775807", "9223372036854775808", "abc", "%201", "١",
    ])
    func `what is no place in the list is not found`(_ number: String) async throws {
        let path = "/index/\(number.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? "")"
            .replacing("%25", with: "%")
        try await place.visit { visitor async throws in
            #expect(try await visitor.get(path).status == .notFound)
            _ = try await visitor.creates()
            #expect(try await visitor.get(path).status == .notFound)
        }
    }

    @Test func `a new counter has a short address`() async throws {
        try await Place(base: "/count").visit { visitor in
            let reply = try await visitor.get("/count/new")
            #expect(reply.status == .seeOther)
            #expect(reply.location == "/count/counters/new")
        }
    }

    @Test func `an installed app begins at home`() async throws {
        try await Place(base: "/count").visit { visitor in
            let reply = try await visitor.get("/count/open")
            #expect(reply.status == .seeOther)
            #expect(reply.location == "/count/")
        }
    }

    @Test(arguments: [
        ("web+fivebar:new", "/count/counters/new"), ("web+fivebar:index/3", "/count/index/3"),
        ("web+fivebar:counter/7", "/count/counters/7/card"),
    ])
    func `a link of the house's own scheme leads on`(_ link: String, _ target: String) async throws {
        try await Place(base: "/count").visit { visitor in
            let whole = link.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            for path in ["/count/open?link=\(whole)", "/count/open?link=\(link)"] {
                let reply = try await visitor.get(path)
                #expect(reply.status == .seeOther, "\(path)")
                #expect(reply.location == target, "\(path)")
            }
        }
    }

    @Test(arguments: [
        "", "javascript:alert(1)", "https://evil.example/", "//evil.example", "web+fivebar:", "web+fivebar:/",
        "web+fivebar://new", "web+fivebar:new/", "web+fivebar:new/1", "web+fivebar:index",
        "web+fivebar:index/",
        "web+fivebar:index/0", "web+fivebar:index/-1", "web+fivebar:index/3/4", "web+fivebar:counter/7#x",
        "web+fivebar:counter/9223372036854775808", "web+fivebar:counter/٣", "web+fivebar:delete/7",
        "web+fivebar:javascript:alert(1)", "WEB+FIVEBAR:new", " web+fivebar:new",
        "web+fivebar:new\r\nSet-Cookie: x=y", "web+other:new", "web+fivebar:../../evil",
    ])
    func `any other link leads nowhere`(_ link: String) async throws {
        try await place.visit { visitor async throws in
            let typed = link.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let reply = try await visitor.get("/open?link=\(typed)")
            #expect(reply.status == .notFound)
            #expect(reply.location == nil)
        }
    }
}
