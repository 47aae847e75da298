// Export and import through the site: what a browser downloads and uploads.

import Foundation
import HTTPTypes
import Hummingbird
import Testing

@testable import Ledger
@testable import Site

@Suite struct TransferTests {
    let place: Place

    init() throws { place = try Place() }

    @Test(arguments: ["json", "csv"])
    func `what one account saves another one takes in, sees before, and can take back`(
        _ format: String
    ) async throws {
        try await place.visit { ada in
            let id = try await ada.creates("Robins, \"two\" 🐦")
            for _ in 0..<3 { _ = try await ada.post("/counters/\(id)/marks") }
            _ = try await ada.post("/counters/\(id)/entries/2/note", ["note": "=1+1"])
            let saved = try await ada.get("/export.\(format)")
            #expect(saved.status == .ok)
            #expect(saved.headers[.cacheControl] == "no-store")
            #expect(
                saved.headers[.contentDisposition]?.hasPrefix(
                    "attachment; filename=\"fivebar 2026-11-21.\(format)\"")
                    == true)

            try await place.visit(address: "192.0.2.7") { bob in
                let sent = try await bob.upload(saved.body, name: "my \"file\".\(format)")
                let preview = try #require(sent.location)
                #expect(sent.status == .seeOther && preview.hasPrefix("/imports/"))
                // The import begins the account, and the account remembers with which Fivebar.
                #expect(
                    try await bob.get("/settings/devices").body.contains(
                        "Fivebar \(SiteConfiguration.version)"))
                let page = try await bob.get(preview)
                #expect(page.body.contains("Robins, &quot;two&quot; 🐦"))
                #expect(page.body.contains("New, with 3 new entries"))
                #expect(try await bob.get("/export.\(format)").body.contains("Robins") == false)

                let done = try await bob.post(preview)
                let home = try #require(done.location)
                #expect(done.status == .seeOther)
                #expect(try await bob.post(preview).location == home)
                #expect(try await bob.get(preview).location == home)
                #expect(try await bob.get("/export.\(format)").body == saved.body)
                let notice = try await bob.get(home.split(separator: "#").first.map(String.init) ?? "")
                #expect(notice.body.contains("Import complete."))
                let undo = try #require(notice.body.firstMatch(of: /name="undo" value="([0-9a-f-]+)"/)?.1)
                #expect(try await bob.post("/undo", ["undo": String(undo)]).status == .seeOther)
                #expect(try await bob.get("/export.\(format)").body.contains("Robins") == false)
            }

            let again = try #require(try await ada.upload(saved.body).location)
            let page = try await ada.get(again)
            #expect(page.body.contains("Everything in this file is already here."))
            #expect(!page.body.contains("<button class=\"button button--primary\""))
        }
    }

    @Test func `a counter alone is named after itself, in every script`() async throws {
        try await place.visit { visitor in
            let id = try await visitor.creates("東京/\"2026\"\u{202E}")
            _ = try await visitor.creates("Wrens")
            let saved = try await visitor.get("/counters/\(id)/export.csv")
            #expect(!saved.body.contains("Wrens"))
            let name = try #require(saved.headers[.contentDisposition])
            #expect(name.contains("filename=\"---") && name.contains("UTF-8''%E6%9D%B1%E4%BA%AC-"))
            #expect(name.unicodeScalars.allSatisfy { $0.isASCII })
            #expect(try await visitor.get("/counters/\(id + 99)/export.csv").status == .notFound)
            #expect(try await visitor.get("/export.json?part=2").status == .notFound)
            #expect(try await visitor.get("/export.json?part=x").status == .notFound)
            try await place.visit { other in
                _ = try await other.creates("Mine")
                #expect(try await other.get("/counters/\(id)/export.json").status == .notFound)
            }
        }
    }

    @Test func `a bad file is told at its field, and nothing is kept`() async throws {
        try await place.visit { visitor in
            for (content, words) in [
                ("hello", "can’t import this kind of file"),
                ("{\"format\":\"fivebar\",\"version\":1,\"counters\":[{", "incomplete"),
                ("{\"format\":\"fivebar\",\"version\":99}", "newer"),
                ("{\"format\":\"fivebar\",\"version\":1,\"counters\":[{}]}", "“counter” is missing"),
                ("", "nothing in this file"), (" \r\n", "nothing in this file"),
            ] {
                let reply = try await visitor.upload(content)
                #expect(reply.status == .unprocessableContent, "\(content)")
                #expect(
                    reply.body.contains("aria-invalid=\"true\"") && reply.body.contains(words), "\(content)")
                #expect(reply.headers[values: .setCookie].isEmpty)
            }
            let large = try await visitor.upload(String(repeating: "a", count: 10 * 1024 * 1024 + 5000))
            #expect(large.status == .unprocessableContent && large.body.contains("larger than 10\u{A0}MB"))
        }
    }

    @Test func `where files have to be smaller, the page says how large, and what is larger is not read`()
        async throws
    {
        try await place.moved(largestFile: 3 << 20).visit { visitor in
            #expect(try await visitor.get("/transfer").body.contains("(up to 3\u{A0}MB)"))
            let large = try await visitor.upload(String(repeating: "a", count: 3 * 1024 * 1024 + 5000))
            #expect(large.status == .unprocessableContent && large.body.contains("larger than 3\u{A0}MB"))
            #expect(try await visitor.upload(Self.file()).status == .seeOther)
        }
    }

    private static func file(title: String = "Robins") -> String {
        "counter,title,time,kind,delta,count,note,entry,voids,color,style,step,collapsed\r\n"
            + "00000000-0000-7000-8000-000000000001,\(title),2026-01-01T00:00Z,create,,0,,,,0,fractal,1,no\r\n"
    }

    @Test func `a preview is made once, when the file comes, and read by no one who looks at it`()
        async throws
    {
        try await place.visit { visitor in
            let preview = try #require(try await visitor.upload(Self.file()).location)
            // Whoever read the file now would find it damaged.
            try await place.ledger.queue.commit { try $0.run("UPDATE upload SET content = x'00'") }
            for _ in 0..<3 {
                let page = try await visitor.get(preview)
                #expect(page.status == .ok && page.body.contains("Robins"))
            }
            #expect(try await visitor.post(preview).status == .unprocessableContent)
        }
    }

    @Test func `another process reads the file from where it lies`() async throws {
        try await place.visit { visitor in
            let preview = try #require(try await visitor.upload(Self.file()).location)
            // Each visit has a responder of its own, as another process has.
            let cookie = visitor.cookie
            try await place.visit { elsewhere in
                for (name, value) in cookie { elsewhere.keeps(name, value) }
                let page = try await elsewhere.get(preview)
                #expect(page.status == .ok && page.body.contains("Robins"))
                #expect(try await elsewhere.post(preview).status == .seeOther)
            }
            #expect(try await visitor.get("/").body.contains("Robins"))
        }
    }

    @Test func `an import is made when and where its device says`() async throws {
        try await place.visit { visitor in
            let preview = try #require(try await visitor.upload(Self.file()).location)
            let at = place.now.milliseconds - 90_000
            let form = ["at": "\(at)", "offset": "540"]
            #expect(try await visitor.post(preview, form).status == .seeOther)
            let made: (Int64, Int)? = try await place.ledger.queue.commit {
                try $0.first("SELECT madeAt, zoneOffset FROM operation WHERE kind = 'importArchive'", []) {
                    ($0[0], $0[1])
                }
            }
            #expect(try #require(made) == (at, 540))
        }
    }

    @Test func `from an address that sent much today nothing more is read until tomorrow`() async throws {
        let place = try Place(uploadBytesPerDay: 2000)
        try await place.visit { visitor in
            for _ in 0..<2 { #expect(try await visitor.upload(Self.file()).status == .seeOther) }
            // What cannot be read counts as well: it was looked through.
            #expect(try await visitor.upload("hello").status == .unprocessableContent)
            let long = Self.file() + String(repeating: "\r\n", count: 600)
            let refused = try await visitor.upload(long)
            #expect(refused.status == .tooManyRequests)
            #expect(try #require(refused.headers[.retryAfter].flatMap { Int($0) }) > 0)
            #expect(refused.body.contains("Too many files"))
            // What is refused is not counted.
            #expect(try await visitor.upload(Self.file()).status == .seeOther)
            try await place.visit(address: "192.0.2.77") { other async throws in
                #expect(try await other.upload(Self.file()).status == .seeOther)
            }
            place.wait(days: 1)
            #expect(try await visitor.upload(Self.file()).status == .seeOther)
            _ = try await place.ledger.tidy(now: place.now)
            let left: Int? = try await place.ledger.queue.commit {
                try $0.first("SELECT COUNT(*) FROM uploadSender", []) { $0[0] }
            }
            #expect(left == 1)
        }
    }

    @Test func `who has no place for another file has sent nothing of it`() async throws {
        let place = try Place(uploadBytesPerDay: 10_000)
        try await place.visit { visitor in
            _ = try await visitor.creates()
            func sent() throws -> Int { try place.rows("SELECT COALESCE(SUM(bytes), 0) FROM uploadSender") }
            try await withThrowingTaskGroup(of: Void.self) { group in
                var ends: [AsyncStream<Void>.Continuation] = []
                for _ in 0..<2 {
                    let (beginning, begin) = AsyncStream.makeStream(of: Void.self)
                    let (ending, end) = AsyncStream.makeStream(of: Void.self)
                    ends.append(end)
                    let body = AsyncStream<ByteBuffer>(unfolding: {
                        begin.finish()
                        for await _ in ending {}
                        return nil
                    })
                    group.addTask {
                        _ = try await visitor.send(
                            .post, "/imports",
                            [
                                .fetchSite: "same-origin", .contentLength: "1000",
                                .contentType: "multipart/form-data; boundary=x",
                            ], RequestBody(asyncSequence: body))
                    }
                    for await _ in beginning {}
                }
                #expect(try sent() == 2000)
                #expect(try await visitor.upload(Self.file()).status == .tooManyRequests)
                #expect(try sent() == 2000)
                for end in ends { end.finish() }
                try await group.waitForAll()
            }
        }
    }

    @Test func `what is no form with a file is refused`() async throws {
        try await place.visit { visitor in
            let types = [
                "multipart/form-data", "multipart/form-data; boundary=", "application/json",
                "text/plain; boundary=x",
                "multipart/form-data; boundary=other",
            ]
            for type in types {
                let reply = try await visitor.send(
                    .post, "/imports", [.fetchSite: "same-origin", .contentType: type],
                    "--x\r\n\r\nhello\r\n--x--\r\n")
                #expect(reply.status == .unprocessableContent, "\(type)")
            }
            for body in [
                "", "--x", "--x--", "--x\r\n", "--x\r\n\r\n", "--x\r\n\r\na\r\n--x",
                "--x\r\nContent-Disposition",
            ] {
                let reply = try await visitor.send(
                    .post, "/imports",
                    [.fetchSite: "same-origin", .contentType: "multipart/form-data; boundary=x"], body)
                #expect(reply.status == .unprocessableContent, "\(body)")
            }
        }
    }

    @Test func `another account's upload is nobody's`() async throws {
        try await place.visit { ada in
            _ = try await ada.creates()
            let file = try await ada.get("/export.csv").body
            let preview = try #require(try await ada.upload(file).location)
            try await place.visit { bob in
                _ = try await bob.creates("Wrens")
                #expect(try await bob.get(preview).status == .notFound)
                #expect(try await bob.post(preview).status == .notFound)
            }
            #expect(try await ada.get("/imports/nonsense").status == .notFound)
            try await place.visit { stranger async throws in
                #expect(try await stranger.get(preview).status == .notFound)
                #expect(try await stranger.post(preview).status == .notFound)
            }
        }
    }

    @Test func `whoever has nothing yet is told so, and may import`() async throws {
        try await place.visit { visitor in
            let page = try await visitor.get("/transfer").body
            #expect(page.contains("No counters yet.") && !page.contains("/export.json"))
            #expect(page.contains("multipart/form-data"))
            #expect(try await visitor.get("/export.json").status == .notFound)
            #expect(try await visitor.get("/settings").body.contains("href=\"/transfer\""))
        }
    }
}
