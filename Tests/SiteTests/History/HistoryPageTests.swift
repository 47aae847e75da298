// A counter's history, viewed and corrected without scripts.

import HTTPTypes
import Testing

@testable import Ledger
@testable import Site

@Suite struct HistoryPageTests {
    let place: Place

    init() throws { place = try Place() }

    private func count(of id: Int64) throws -> Int64? {
        try place.ledger.counters(of: 1).first { $0.id == id }?.count
    }

    @Test func `who writes over a note that was changed elsewhere is told that both are kept`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates("Robins")
            _ = try await visitor.post("/counters/\(robins)/marks")
            let kept = "The note for “Robins” was changed elsewhere, too: both were kept."
            func notice(after note: String, seen: String) async throws -> String {
                let reply = try await visitor.post(
                    "/counters/\(robins)/entries/1/note", ["note": note, "seen": seen])
                let address = try #require(reply.location?.split(separator: "#").first)
                return try await visitor.get(String(address)).body
            }
            #expect(try await notice(after: "in the hedge", seen: "").contains("Note saved for “Robins”."))
            #expect(try await notice(after: "by the gate", seen: "").contains(kept))
            // Only of the second one: the first was an ordinary one.
            let changes = try await visitor.get("/undo").shown
            #expect(changes.matches(of: /class="row-name">[^<]*both were kept/).count == 1)
            let both = "in the hedge / by the gate"
            #expect(try await notice(after: both, seen: both).contains("Note saved for “Robins”."))
        }
    }

    @Test func `what happened stands by day and minute, the newest first`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates("Robins & <b>")
            for _ in 0..<3 { _ = try await visitor.post("/counters/\(robins)/marks") }
            place.wait(days: 1)
            _ = try await visitor.post("/counters/\(robins)/reset", ["seen": "3"])
            let page = try await visitor.get("/counters/\(robins)/history").body
            #expect(page.matches(of: /<h2[^>]*>(.+?)<\/h2>/).map { String($0.1) } == ["Today", "Yesterday"])
            #expect(page.contains("Robins &amp; &lt;b&gt;"))
            #expect(page.matches(of: /id="entry-(\d+)"/).map { String($0.1) } == ["4", "3", "2", "1"])
            #expect(page.contains("\u{2212}3") && page.contains("+3") && page.contains("Reset"))
        }
    }

    @Test func `what arrives late stands where it belongs, and a day says what was counted on it`()
        async throws
    {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            let now = place.now.milliseconds, day: Int64 = 86_400_000
            for ago in [0, 2 * day, day, 60_000, 2 * day + 60_000] {
                _ = try await visitor.post(
                    "/counters/\(robins)/marks", ["at": "\(now - ago)", "offset": "0"])
            }
            let page = try await visitor.get("/counters/\(robins)/history").body
            #expect(page.matches(of: /id="entry-(\d+)"/).map { String($0.1) } == ["1", "4", "3", "2", "5"])
            #expect(page.matches(of: /<\/h2><p>(\d+)</).map { String($0.1) } == ["2", "1", "2"])
            // Each has the five it was made in: the third mark stands in one of three.
            #expect(
                page.matches(of: /viewBox="-14[^>]*><use href="#a(\d)"/).map { String($0.1) } == [
                    "1", "4", "3", "2", "5",
                ])
        }
    }

    @Test func `an entry is taken back and stands again`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            for _ in 0..<3 { _ = try await visitor.post("/counters/\(robins)/marks") }
            let path = "/counters/\(robins)/entries/2/void"
            let reply = try await visitor.post(path, ["void": "yes", "before": ""])
            #expect(reply.location == "/counters/\(robins)/history#entry-2")
            #expect(try count(of: robins) == 2)
            #expect(try await visitor.get("/counters/\(robins)/history").body.contains("<s>+1</s>"))
            #expect(
                try await visitor.post(path, ["void": "no", "before": "90"]).location
                    == "/counters/\(robins)/history?before=90#entry-2")
            #expect(try count(of: robins) == 3)
            #expect(try await visitor.post(path, ["void": "maybe"]).status == .unprocessableContent)
        }
    }

    @Test func `a note is kept, shown, and refused when it is a book`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            _ = try await visitor.post("/counters/\(robins)/marks")
            let path = "/counters/\(robins)/entries/1/note"
            #expect(
                try await visitor.post(path, ["note": "by the <gate> \u{1F426} שלום"]).status == .seeOther)
            #expect(
                try await visitor.get("/counters/\(robins)/history").body.contains(
                    "by the &lt;gate&gt; \u{1F426} שלום"))
            #expect(try await visitor.get(path).body.contains("value=\"by the &lt;gate&gt; \u{1F426} שלום\""))
            let book = String(repeating: "x", count: 501)
            let reply = try await visitor.post(path, ["note": book])
            #expect(reply.status == .unprocessableContent)
            #expect(reply.body.contains(book) && reply.body.contains("id=\"note-problem\""))
            #expect(try await visitor.post(path, ["note": " "]).status == .seeOther)
            #expect(try await !visitor.get("/counters/\(robins)/history").body.contains("by the"))
        }
    }

    @Test func `a long history comes in pages that leave nothing out`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            for _ in 0..<230 { _ = try await visitor.post("/counters/\(robins)/marks") }
            var address: String? = "/counters/\(robins)/history"
            var numbers: [Int] = []
            while let next = address {
                let page = try await visitor.get(next).body
                numbers += page.matches(of: /id="entry-(\d+)"/).compactMap { Int($0.1) }
                address = (page.firstMatch(of: /href="([^"]*before=\d+)" rel="next"/)?.1).map { String($0) }
            }
            #expect(numbers == Array((1...230).reversed()))
        }
    }

    @Test func `a tap without a script falls into the hour of the browser's zone`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            visitor.keeps("fivebar-zone", "Asia/Tokyo")
            _ = try await visitor.post("/counters/\(robins)/marks")
            let account = try #require(try place.ledger.counters(of: 1).first)
            let entry = try #require(try place.ledger.entries(of: account.id, of: 1, limit: 1).first)
            #expect(entry.zoneOffset == 540)
        }
    }

    @Test(arguments: ["0", "-1", "99", "x", "9223372036854775807", "9223372036854775808"])
    func `an entry there is not is not found`(_ number: String) async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            _ = try await visitor.post("/counters/\(robins)/marks")
            let path = "/counters/\(robins)/entries/\(number)"
            #expect(try await visitor.post(path + "/void", ["void": "yes"]).status == .notFound)
            #expect(try await visitor.post(path + "/note", ["note": "x"]).status == .notFound)
            #expect(try await visitor.get(path + "/note").status == .notFound)
            #expect(try await visitor.get("/counters/\(robins)/history?before=\(number)").status == .ok)
        }
    }

    @Test func `an entry is found by the operation that made it, too`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            let tap = "018f2d60-0000-7000-8000-00000000a001"
            _ = try await visitor.post("/counters/\(robins)/marks", ["operation": tap])
            let path = "/counters/\(robins)/entries/\(tap)"
            let noted = try await visitor.post(path + "/note", ["note": "By the gate"])
            #expect(noted.location?.hasSuffix("#entry-1") == true)
            #expect(try await visitor.get(path + "/note").body.contains("By the gate"))
            #expect(try await visitor.post(path + "/time", ["time": "2026-11-20T23:30"]).status == .seeOther)
            #expect(try await visitor.post(path + "/void", ["void": "yes"]).status == .seeOther)
            #expect(try count(of: robins) == 0)
        }
    }

    @Test func `nobody reads or mends another's history`() async throws {
        try await place.visit { owner in
            let robins = try await owner.creates()
            _ = try await owner.post("/counters/\(robins)/marks")
            try await place.visit { stranger in
                _ = try await stranger.creates()
                #expect(try await stranger.get("/counters/\(robins)/history").status == .notFound)
                let path = "/counters/\(robins)/entries/1"
                #expect(try await stranger.post(path + "/void", ["void": "yes"]).status == .notFound)
                #expect(try await stranger.post(path + "/note", ["note": "x"]).status == .notFound)
                #expect(try await stranger.get(path + "/note").status == .notFound)
            }
            #expect(try count(of: robins) == 1)
        }
    }

    @Test func `an entry gets another time on the clock of its device, and it is taken back`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            let tap = ["at": "1795248000000", "offset": "540"]
            _ = try await visitor.post("/counters/\(robins)/marks", tap)
            let path = "/counters/\(robins)/entries/1"
            #expect(try await visitor.get(path + "/note").body.contains("value=\"2026-11-21T17:00:00\""))
            let reply = try await visitor.post(path + "/time", ["time": "2026-11-20T23:30"])
            let location = try #require(reply.location)
            #expect(try await visitor.get(path + "/note").body.contains("value=\"2026-11-20T23:30:00\""))
            let page = try await visitor.get(String(location.prefix { $0 != "#" })).body
            let undo = try #require(page.firstMatch(of: /name="undo" value="([0-9a-f-]+)"/)?.1)
            _ = try await visitor.post("/undo", ["undo": String(undo), "from": "history"])
            #expect(try await visitor.get(path + "/note").body.contains("value=\"2026-11-21T17:00:00\""))
            for wrong in [
                "", "soon", "2027-01-01T00:00", "2026-02-30T10:00", "1969-12-31T23:59", "2019-12-31T12:00",
            ] {
                let refused = try await visitor.post(path + "/time", ["time": wrong])
                #expect(refused.status == .unprocessableContent, "\(wrong)")
                #expect(refused.body.contains("value=\"\(wrong)\"") && refused.body.contains("time-problem"))
            }
            #expect(try place.ledger.check().isEmpty)
        }
    }

    @Test func `a time that is saved as it was shown undoes nothing that was done elsewhere`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            _ = try await visitor.post(
                "/counters/\(robins)/marks", ["at": "1795247999123", "offset": "60"])
            let path = "/counters/\(robins)/entries/1"
            func seen() async throws -> String {
                let page = try await visitor.get(path + "/note").body
                return String(try #require(page.firstMatch(of: /name="seenTime" value="([^"]+)"/)?.1))
            }
            let shown = try await seen()
            func madeAt() throws -> Int64? {
                try place.ledger.entries(of: robins, of: 1, limit: 1).first?.madeAt.milliseconds
            }
            let operations = try place.rows("SELECT count(*) FROM operation")
            let reply = try await visitor.post(path + "/time", ["time": shown, "seen": shown])
            #expect(reply.location == "/counters/\(robins)/history?before=51#entry-1")
            #expect(try madeAt() == 1_795_247_999_123, "the milliseconds are not cut")
            #expect(try place.rows("SELECT count(*) FROM operation") == operations)
            // Elsewhere.
            _ = try await visitor.post(path + "/time", ["time": "2026-11-20T23:30:00"])
            let elsewhere = try madeAt()
            _ = try await visitor.post(path + "/time", ["time": shown, "seen": shown])
            #expect(try madeAt() == elsewhere)
            // Some browsers leave out the seconds where there are none.
            let now = try await seen()
            let plain = try await visitor.post(
                path + "/time", ["time": String(now.prefix(16)), "seen": now])
            #expect(plain.location?.contains("undo=") == false)
            let refused = try await visitor.post(path + "/time", ["time": "soon", "seen": shown])
            #expect(refused.body.contains("name=\"seenTime\" value=\"\(shown)\""))
        }
    }

    @Test func `a note and a time are saved together, and refused together`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            _ = try await visitor.post(
                "/counters/\(robins)/marks", ["at": "1795247999123", "offset": "60"])
            let path = "/counters/\(robins)/entries/1/note", shown = "2026-11-21T08:59:59"
            func entry() throws -> Entry? { try place.ledger.entries(of: robins, of: 1, limit: 1).first }
            func saves(_ note: String, _ time: String) async throws -> Reply {
                try await visitor.post(
                    path, ["note": note, "seen": "", "time": time, "seenTime": shown])
            }

            let book = String(repeating: "x", count: 501)
            for (note, time) in [(book, "2026-11-20T10:00:00"), ("By the gate", "soon")] {
                let refused = try await saves(note, time)
                #expect(refused.status == .unprocessableContent)
                #expect(
                    refused.body.contains("value=\"\(note)\"") && refused.body.contains("value=\"\(time)\""))
                #expect(try entry()?.note == "" && entry()?.madeAt.milliseconds == 1_795_247_999_123)
            }
            // That it is still to come is known only once the note is saved.
            let early = try await saves("By the gate", "2026-12-24T10:00:00")
            #expect(early.status == .unprocessableContent && early.body.contains("time-problem"))
            #expect(early.body.contains("name=\"seen\" value=\"By the gate\""))
            #expect(try entry()?.note == "By the gate")
            #expect(
                try await visitor.post(path, ["note": "x", "time": shown, "seenTime": shown]).status
                    == .seeOther)
            #expect(try entry()?.note == "x" && entry()?.madeAt.milliseconds == 1_795_247_999_123)
            let both = ["note": "y", "seen": "x", "time": "2026-11-20T10:00:00", "seenTime": shown]
            #expect(try await visitor.post(path, both).status == .seeOther)
            #expect(try entry()?.note == "y" && entry()?.madeAt.milliseconds == 1_795_165_200_000)
            #expect(try await visitor.get(path).body.contains("<title>Robins · Note · Fivebar</title>"))
        }
    }
}
