// Changing a counter's settings, and undoing any change, without scripts.

import Foundation
import HTTPTypes
import Testing

@testable import Ledger
@testable import Site

@Suite struct AdjustmentsTests {
    let place: Place

    init() throws { place = try Place() }

    private func counter(_ id: Int64) throws -> Counter {
        try #require(try place.ledger.counters(of: 1).first { $0.id == id })
    }

    @Test func `each change offers to be taken back, and is`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates("Robins"), wrens = try await visitor.creates("Wrens")
            for _ in 0..<3 { _ = try await visitor.post("/counters/\(robins)/marks") }
            let before = try counter(robins)
            let changes: [(path: String, form: [String: String])] = [
                ("style", ["style": "zheng"]), ("color", ["color": "6"]), ("step", ["number": "5"]),
                ("count", ["number": "120"]), ("title", ["title": "Thrushes"]), ("reset", ["seen": "3"]),
            ]
            for (path, form) in changes {
                let reply = try await visitor.post("/counters/\(robins)/\(path)", form)
                #expect(reply.status == .seeOther, "\(path)")
                let address = try #require(reply.location?.split(separator: "#").first)
                #expect(try counter(robins).revision > before.revision)
                let page = try await visitor.get(String(address)).body
                let operation = try #require(
                    page.firstMatch(of: /name="undo" value="([-0-9a-f]{36})"/)?.1, "\(path)")
                let undone = try await visitor.post("/undo", ["undo": String(operation)])
                #expect(undone.location?.hasSuffix("#tap-\(robins)") == true, "\(path)")
                let after = try counter(robins)
                #expect(
                    (after.title, after.color, after.count, after.step) == (before.title, before.color, 3, 1),
                    "\(path)")
                #expect(after.style == before.style, "\(path)")
            }
            _ = try await visitor.post("/counters/\(wrens)/place", ["after": ""])
            #expect(try place.ledger.counters(of: 1).map(\.id) == [wrens, robins])
        }
    }

    @Test func `a tap counts its step, and says so`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            _ = try await visitor.post("/counters/\(robins)/step", ["number": " 1０ "])
            _ = try await visitor.post("/counters/\(robins)/marks")
            #expect(try counter(robins).count == 10)
            let home = try await visitor.get("/").body
            #expect(
                home.contains("data-step=\"10\"") && home.contains(">+10 a tap</span>")
                    && home.contains("aria-label=\"Add 10\""))
            // A page from before the step was changed counts what it shows.
            _ = try await visitor.post("/counters/\(robins)/marks", ["step": "1"])
            #expect(try counter(robins).count == 11)
        }
    }

    @Test(arguments: [
        "", " ", "0", "-5", "1.5", "9223372036854775808", "five", "1000000001", "1e3", "<b>", "二十", "3億",
    ])
    func `a step that cannot be is told at its field`(_ typed: String) async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            let reply = try await visitor.post("/counters/\(robins)/step", ["number": typed])
            #expect(reply.status == .unprocessableContent)
            #expect(
                reply.body.contains("id=\"step-problem\"") && reply.body.contains("aria-invalid=\"true\""))
            // The field is open, and still it is the step from before that is chosen.
            #expect(reply.body.contains("data-place=\"other-step\" open>"))
            #expect(reply.body.contains("value=\"1\" aria-pressed=\"true\""))
            #expect(!reply.body.contains("data-chosen"))
            #expect(reply.body.contains("value=\"\(typed.htmlEscaped)\""))
            #expect(try counter(robins).step == 1)
        }
    }

    @Test func `a count is set to anything that fits`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            for typed in ["0", "9223372036854775807", "12"] {
                #expect(
                    try await visitor.post("/counters/\(robins)/count", ["number": typed]).status == .seeOther
                )
                #expect(try counter(robins).count == Int64(typed))
            }
            for typed in ["9223372036854775808", "-1", "many"] {
                let reply = try await visitor.post("/counters/\(robins)/count", ["number": typed])
                #expect(reply.status == .unprocessableContent && reply.body.contains("id=\"count-problem\""))
            }
            #expect(try counter(robins).count == 12)
            #expect(try place.ledger.check().isEmpty)
        }
    }

    @Test func `one form sets a count once`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            let page = try await visitor.get("/counters/\(robins)").body
            let operation = try #require(page.firstMatch(of: /name="operation" value="([-0-9a-f]{36})"/)?.1)
            let form = ["number": "7", "operation": String(operation)]
            _ = try await visitor.post("/counters/\(robins)/count", form)
            _ = try await visitor.post("/counters/\(robins)/marks")
            _ = try await visitor.post("/counters/\(robins)/count", form)
            #expect(try counter(robins).count == 8)
        }
    }

    /// The form of a counter's page whose address ends so, and the field that its reader types into, as it came.
    private func form(
        to path: String, in page: String, at index: Int = 0
    ) throws -> (fields: [String: String], typed: String) {
        let forms = page.matches(of: /<form[^>]*action="[^"]*\/([a-z]+)"[\s\S]*?<\/form>/).filter {
            $0.1 == path
        }
        let html = try #require(forms.indices.contains(index) ? forms[index].0 : nil)
        let fields = html.matches(of: /<input[^>]* name="([a-z]+)"[^>]* value="([^"]*)"/).map {
            (String($0.1), String($0.2))
        }
        let all = Dictionary(uniqueKeysWithValues: fields)
        return (all, try #require(all["number"]))
    }

    @Test(arguments: [("count", 0), ("step", 1)])
    func `a number that is saved as it was shown undoes nothing that was done elsewhere`(
        _ path: String, _ index: Int
    ) async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            _ = try await visitor.post("/counters/\(robins)/count", ["number": "1200"])
            let shown = try await visitor.get("/counters/\(robins)").body
            var (fields, typed) = try form(to: path, in: shown, at: index)
            // Elsewhere.
            for _ in 0..<10 { _ = try await visitor.post("/counters/\(robins)/marks") }
            _ = try await visitor.post("/counters/\(robins)/step", ["number": "7"])
            let before = try counter(robins)
            for unchanged in [typed, path == "count" ? "1,200" : " \(typed) "] {
                fields["number"] = unchanged
                let reply = try await visitor.post("/counters/\(robins)/\(path)", fields)
                #expect(reply.status == .seeOther)
                #expect(reply.location == "/counters/\(robins)#\(path)", "there is nothing to take back")
                let answer = try await visitor.post(
                    "/counters/\(robins)/\(path)", fields,
                    [.fetchSite: "same-origin", .accept: "application/json"])
                #expect(answer.status == .ok && answer.body.contains(#""count":"1210""#))
            }
            #expect(try counter(robins) == before)
            // What was refused was shown the same.
            fields["number"] = "many"
            let refused = try await visitor.post("/counters/\(robins)/\(path)", fields)
            #expect(try form(to: path, in: refused.body, at: index).fields["seen"] == typed)
            fields["number"] = "30"
            _ = try await visitor.post("/counters/\(robins)/\(path)", fields)
            let after = try counter(robins)
            #expect((path == "count" ? after.count : after.step) == 30)
        }
    }

    @Test func `nobody changes another's counter, its order, or what they did`() async throws {
        try await place.visit { owner in
            let robins = try await owner.creates()
            let reset = try await owner.post("/counters/\(robins)/reset")
            let operation = try #require(reset.location?.firstMatch(of: /undo=([-0-9a-f]+)/)?.1)
            try await place.visit { stranger in
                let mine = try await stranger.creates("Mine")
                for (path, form) in [
                    ("color", ["color": "3"]), ("step", ["number": "3"]), ("count", ["number": "3"]),
                    ("place", ["after": ""]), ("place", ["after": "\(mine)"]),
                ] {
                    #expect(
                        try await stranger.post("/counters/\(robins)/\(path)", form).status == .notFound,
                        "\(path)")
                }
                for after in ["\(robins)", "999", "-1", "x", "9223372036854775808"] {
                    let reply = try await stranger.post("/counters/\(mine)/place", ["after": after])
                    #expect(reply.status == .notFound, "\(after)")
                }
                #expect(try await stranger.get("/?undo=\(operation)").body.contains("name=\"undo\"") == false)
                #expect(
                    try await stranger.post("/undo", ["undo": String(operation)]).status
                        == .unprocessableContent)
                #expect(try await stranger.get("/counters/\(robins)/full").status == .notFound)
            }
            #expect(try counter(robins).color == 0)
        }
    }

    @Test(arguments: ["", "x", "00000000-0000-7000-8000-000000000000"])
    func `what never was cannot be taken back`(_ operation: String) async throws {
        try await place.visit { visitor in
            _ = try await visitor.creates()
            #expect(try await visitor.post("/undo", ["undo": operation]).status == .unprocessableContent)
            #expect(try await visitor.get("/?undo=\(operation)").status == .ok)
        }
    }

    @Test func `who taps on a counter's own page stays there`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            let reply = try await visitor.post("/counters/\(robins)/marks", ["from": "counter"])
            #expect(reply.location == "/counters/\(robins)#tap-\(robins)")
            let full = try await visitor.post("/counters/\(robins)/marks", ["from": "full"])
            #expect(full.location == "/counters/\(robins)/full")
            #expect(try await visitor.get("/counters/\(robins)/full").body.contains("data-count=\"2\""))
        }
    }

    @Test func `rows say where they go`() async throws {
        try await place.visit { visitor in
            let one = try await visitor.creates("One"), two = try await visitor.creates("Two")
            let three = try await visitor.creates("Three")
            let page = try await visitor.get("/counters/arrange").body
            #expect(
                page.matches(of: /name="after" value="(\d*)"/).map { String($0.1) } == [
                    "", "\(two)", "", "\(three)", "\(one)", "",
                ])
            let reply = try await visitor.post("/counters/\(three)/place", ["after": "\(one)"])
            #expect(reply.location?.hasPrefix("/counters/arrange?undo=") == true)
            #expect(reply.location?.hasSuffix("#counter-\(three)") == true)
            #expect(try place.ledger.counters(of: 1).map(\.id) == [one, three, two])
        }
    }
}
