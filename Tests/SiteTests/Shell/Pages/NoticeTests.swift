// The offer to undo something: on the page that follows, and in the response to a script.

import Foundation
import HTTPTypes
import Testing

@testable import Ledger
@testable import Site

@Suite struct NoticeTests {
    let place: Place

    init() throws { place = try Place() }

    private static let json: HTTPFields = [.fetchSite: "same-origin", .accept: "application/json"]

    private struct Note: Decodable {
        let notice: String?
    }

    private func counter(_ id: Int64) throws -> Counter {
        try #require(try place.ledger.counters(of: 1).first { $0.id == id })
    }

    /// The page that an answer leads to.
    private func page(after reply: Reply, _ visitor: Visitor) async throws -> String {
        #expect(reply.status == .seeOther)
        let address = try #require(reply.location?.split(separator: "#").first)
        return try await visitor.get(String(address)).shown
    }

    /// What the form in a notice sends.
    private func form(in page: String) throws -> [String: String] {
        let notice = try #require(page.firstMatch(of: /<section class="notice"[\s\S]*?<\/section>/)?.0)
        let fields = notice.matches(of: /name="(\w+)" value="([^"]*)"/).map { (String($0.1), String($0.2)) }
        return Dictionary(uniqueKeysWithValues: fields)
    }

    @Test func `a counter just made is taken back, and made again`() async throws {
        try await place.visit { visitor in
            let made = try await visitor.post("/counters", ["title": "Robins & <b>"])
            var page = try await page(after: made, visitor)
            #expect(page.contains("Robins &amp; &lt;b&gt;”") && page.contains(" data-undo>"))
            let undone = try await visitor.post("/undo", form(in: page))
            #expect(undone.location?.hasSuffix("#notice") == true)
            page = try await self.page(after: undone, visitor)
            // Its button makes it again; no key takes back what was taken back.
            #expect(page.contains("id=\"notice\"") && !page.contains(" data-undo>"))
            #expect(!page.contains("data-counter="))
            page = try await self.page(after: visitor.post("/undo", form(in: page)), visitor)
            #expect(page.contains("data-counter=") && page.contains(" data-undo>"))
        }
    }

    @Test(arguments: ["en", "es", "fr", "ja", "nl", "ru", "zh-Hans"])
    func `a reset is told without a number, since others may have counted`(_ language: String) throws {
        let words = try Words(
            Catalog(path: Place.home + "/Views/Language/Localizable.xcstrings", language: language))
        let sentence = words(.noticeReset, "Robins")
        #expect(sentence.contains("Robins") && !sentence.contains("0"))
    }

    @Test func `each change is told by what it changed`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates("Robins"), wrens = try await visitor.creates("Wrens")
            _ = try await visitor.post("/counters/\(robins)/marks")
            let goal = try await visitor.makesGoal("Walk")
            let changes: [(String, [String: String], String)] = [
                ("/counters/\(robins)/color", ["color": "3"], "New colour for “Robins”."),
                ("/counters/\(robins)/style", ["style": "western"], "New mark style for “Robins”."),
                (
                    "/counters/\(robins)/step", ["number": "7"],
                    "Each tap on “Robins” now adds a different amount."
                ),
                ("/counters/\(wrens)/place", ["after": ""], "“Wrens” moved."),
                ("/counters/\(robins)/entries/1/void", ["void": "yes"], "Entry changed in “Robins”."),
                (
                    "/counters/\(robins)/entries/1/note", ["note": "x", "seen": ""],
                    "Note saved for “Robins”."
                ),
                ("/goals/\(goal)/2026-11-12/mark", ["done": "yes"], "12 November changed in “Walk”."),
                ("/counters/\(robins)/share", ["shared": "yes"], "Link created for “Robins”."),
                ("/counters/\(robins)/share", ["shared": "no"], "Link revoked for “Robins”."),
            ]
            for (path, form, sentence) in changes {
                #expect(try await !visitor.get("/undo").shown.contains(sentence))
                #expect(try await visitor.post(path, form).status == .seeOther, "\(path)")
                #expect(try await visitor.get("/undo").shown.contains(sentence), "\(sentence)")
            }
        }
    }

    @Test func `collapsing all is taken back at home`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates("Robins")
            _ = try await visitor.creates("Wrens")
            let page = try await page(
                after: visitor.post("/counters/collapse", ["collapsed": "yes"]), visitor)
            #expect(try counter(robins).isCollapsed)
            let undone = try await visitor.post("/undo", form(in: page))
            #expect(undone.location?.hasSuffix("#notice") == true)
            #expect(try !place.ledger.counters(of: 1).contains { $0.isCollapsed })
        }
    }

    @Test func `a note gives the former one back, on the page of its entry`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            _ = try await visitor.post("/counters/\(robins)/marks")
            let path = "/counters/\(robins)/entries/1/note"
            _ = try await visitor.post(path, ["note": "by the gate"])
            let saved = try await visitor.post(path, ["note": "by the pond"])
            #expect(saved.location?.hasPrefix("/counters/\(robins)/history?before=51&undo=") == true)
            #expect(saved.location?.hasSuffix("#entry-1") == true)
            let page = try await page(after: saved, visitor)
            #expect(page.contains("by the pond"))
            let undone = try await visitor.post("/undo", form(in: page))
            #expect(undone.location?.hasPrefix("/counters/\(robins)/history?before=51&undo=") == true)
            #expect(try await self.page(after: undone, visitor).contains("by the gate"))
        }
    }

    @Test func `a move is taken back where it was made`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates("Robins"), wrens = try await visitor.creates("Wrens")
            let page = try await page(
                after: visitor.post("/counters/\(wrens)/place", ["after": ""]), visitor)
            #expect(page.contains("data-places"))
            let undone = try await visitor.post("/undo", form(in: page))
            #expect(undone.location?.hasPrefix("/counters/arrange?undo=") == true)
            #expect(try place.ledger.counters(of: 1).map(\.id) == [robins, wrens])
        }
    }

    @Test func `what was restored is deleted again`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            _ = try await visitor.post("/counters/\(robins)/deletion")
            let page = try await page(after: visitor.post("/counters/\(robins)/restoration"), visitor)
            _ = try await visitor.post("/undo", form(in: page))
            #expect(try place.ledger.trash(of: 1, now: place.now).map(\.id) == [robins])
        }
    }

    @Test func `a script gets the offer with its answer, and takes it`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates("Robins")
            let wrens = try await visitor.creates("Wrens")
            let changes: [(path: String, form: [String: String])] = [
                ("style", ["style": "zheng"]), ("color", ["color": "6"]), ("title", ["title": "Thrushes"]),
                ("step", ["number": "5"]), ("count", ["number": "120"]), ("place", ["after": String(wrens)]),
            ]
            for (path, fields) in changes {
                let before = try counter(robins), order = try place.ledger.counters(of: 1).map(\.id)
                let reply = try await visitor.post("/counters/\(robins)/\(path)", fields, Self.json)
                #expect(reply.status == .ok, "\(path)")
                let note = try JSONDecoder().decode(Note.self, from: Data(reply.body.utf8))
                let notice = try #require(note.notice, "\(path)")
                #expect(notice.contains("role=\"status\"") && notice.contains(" data-undo>"), "\(path)")
                let undone = try await visitor.post("/undo", form(in: notice), Self.json)
                let redo = try JSONDecoder().decode(Note.self, from: Data(undone.body.utf8))
                #expect(redo.notice?.contains(" data-undo>") == false, "\(path)")
                let after = try counter(robins)
                #expect(
                    (after.title, after.color, after.count, after.step)
                        == (before.title, before.color, before.count, before.step), "\(path)")
                #expect(after.style == before.style, "\(path)")
                #expect(try place.ledger.counters(of: 1).map(\.id) == order, "\(path)")
            }
        }
    }

    @Test func `a gesture that is told twice happens once`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            let form = ["color": "6", "operation": "0190aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee"]
            _ = try await visitor.post("/counters/\(robins)/color", form, Self.json)
            _ = try await visitor.post("/counters/\(robins)/color", ["color": "2"], Self.json)
            _ = try await visitor.post("/counters/\(robins)/color", form, Self.json)
            #expect(try counter(robins).color == 2)
        }
    }

    @Test func `a count is answered without an offer`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            let tap = "0190aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee"
            let tapped = try await visitor.post("/counters/\(robins)/marks", ["operation": tap], Self.json)
            let undone = try await visitor.post("/undo", ["undo": tap], Self.json)
            for reply in [tapped, undone] {
                #expect(reply.status == .ok && !reply.body.contains("notice"))
            }
            #expect(try await !visitor.get("/?undo=\(tap)").body.contains("id=\"notice\""))
        }
    }

    @Test func `an undo that is no more possible says so, to a page and to a script`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            let renamed = try await visitor.post("/counters/\(robins)/title", ["title": "Thrushes"])
            let fields = try await form(in: page(after: renamed, visitor))
            _ = try await visitor.post("/counters/\(robins)/title", ["title": "Wrens"])
            let refused = try await visitor.post("/undo", fields)
            #expect(refused.status == .unprocessableContent && refused.body.contains("can’t be undone"))
            let told = try await visitor.post("/undo", fields, Self.json)
            #expect(told.status == .unprocessableContent && told.body.contains("\"problem\":\"That can’t"))
            #expect(try counter(robins).title == "Wrens")
            let nowhere = fields.merging(["from": "nowhere"]) { $1 }
            #expect(try await visitor.post("/undo", nowhere).status == .unprocessableContent)
        }
    }

    @Test func `an undo that is refused leads to the changes, and one of something in the trash there`()
        async throws
    {
        try await place.visit { visitor in
            let robins = try await visitor.creates("Robins")
            let refused = try await visitor.post(
                "/undo", ["undo": "01a205e6-0000-7000-8000-000000000000", "from": "changes"])
            #expect(refused.status == .unprocessableContent)
            #expect(refused.body.contains("class=\"button button--primary\" href=\"/undo\">Changes</a>"))
            _ = try await visitor.post("/counters/\(robins)/deletion")
            let deleted = try await visitor.get("/counters/\(robins)")
            #expect(deleted.body.contains("href=\"/trash\">Open the trash</a>"))
        }
    }
}
