// Long reads come one after another, however many ask for one.

import Foundation
import Ledger
import Synchronization
import Testing

@testable import Site

/// One after another: a read that is held has a thread, of which a small machine has two.
@Suite(.serialized) struct LongReadsTests {
    /// For whom was read, in that order.
    private final class Order: Sendable {
        private let accounts = Mutex<[AccountID]>([])
        var all: [AccountID] { accounts.withLock { $0 } }
        func append(_ account: AccountID) { accounts.withLock { $0.append(account) } }
    }

    /// Reads for accounts, the first of which is not done before the last one was refused.
    ///
    /// - Returns: What was read, in that order, by the accounts.
    private func reading(for accounts: [AccountID], mostWaiting: Int = 32) async throws -> [AccountID] {
        let reads = LongReads(mostWaiting: mostWaiting), go = DispatchSemaphore(value: 0)
        let order = Order()
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await reads.read(rows: 30_000, of: accounts[0]) {
                    begin.finish()
                    _ = go.wait(timeout: .now() + 60)
                    order.append(accounts[0])
                    return true
                }
            }
            for await _ in begun {}
            for account in accounts.dropFirst() {
                group.addTask {
                    do {
                        try await reads.read(rows: 30_000, of: account) { order.append(account) }
                        return true
                    } catch is TooManyWaiting {
                        go.signal()
                        return false
                    }
                }
            }
            var refused = 0
            for try await isRead in group where !isRead { refused += 1 }
            #expect(refused == 1)
        }
        return order.all
    }

    @Test func `one is made at a time, and who finds too many waiting is told to come back`() async throws {
        let read = try await reading(for: [1, 2, 3], mostWaiting: 1)
        #expect(read.count == 2 && read.first == 1)
    }

    @Test func `an account has a few at most, and others have theirs all the same`() async throws {
        let most = LongReads.mostOfAnAccount
        let read = try await reading(for: [AccountID](repeating: 1, count: most + 1) + [2])
        #expect(read.first == 1 && read.sorted() == [AccountID](repeating: 1, count: most) + [2])
    }

    @Test func `who is told to come back is told so, and no operator is`() {
        let problem = Problem(TooManyWaiting())
        #expect(problem.status == .serviceUnavailable && problem.retryAfter == 5)
        #expect(problem.heading == .busyHeading && problem.advice == .turnsAdvice && !problem.isFault)
    }

    @Test func `the statistics of much say the same`() async throws {
        let place = try Place()
        try await place.visit { visitor async throws in
            _ = try await visitor.creates("Robins")
            _ = try await visitor.post("/counters/101/marks")
            let page = try await visitor.get("/statistics?period=all").body
            // As if it had more entries, all of them of no count.
            _ = try place.rows("UPDATE counter SET entries = 30000 RETURNING 1")
            _ = try place.rows("UPDATE book SET revision = revision + 1 RETURNING 1")
            let again = try await visitor.get("/statistics?period=all").body
            func charts(_ page: String) -> Substring? { page.firstMatch(of: /<svg[\s\S]*<\/svg>/)?.0 }
            #expect(charts(page) == charts(again))
            #expect(again.contains("Best day"))
        }
    }

    @Test func `goals that follow much say the same`() async throws {
        let place = try Place()
        try await place.visit { visitor async throws in
            let robins = try await visitor.creates()
            let goal = try await visitor.makesGoal("Look", ["counter": "\(robins)", "target": "2"])
            _ = try await visitor.post("/counters/\(robins)/marks")
            _ = try await visitor.post("/counters/\(robins)/marks")
            // Without the revision, which is another one.
            func page(_ path: String) async throws -> String {
                try await visitor.get(path).body.replacing(/revision="[0-9]+"/, with: "")
            }
            func reached() async throws -> Substring? {
                try await visitor.get("/changes?since=0").body.firstMatch(of: /"reached":[^\]]*/)?.0
            }
            let list = try await page("/goals"), one = try await page("/goals/\(goal)")
            // As if it had more entries, all but two of them of no count.
            _ = try place.rows("UPDATE counter SET entries = 30000 RETURNING 1")
            _ = try place.rows("UPDATE book SET revision = revision + 1 RETURNING 1")
            #expect(try await page("/goals") == list)
            #expect(try await page("/goals/\(goal)") == one)
            #expect(try await reached() == #""reached":["2026-11-21""#)
        }
    }

    /// Does something while all turns are taken, by accounts that nobody has.
    private func whileBusy(_ reads: LongReads, _ work: () async throws -> Void) async throws {
        let go = DispatchSemaphore(value: 0)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup { group in
            group.addTask {
                try await reads.read(rows: .max, of: -1) {
                    begin.finish()
                    _ = go.wait(timeout: .now() + 60)
                }
            }
            for await _ in begun {}
            for account in 2...(1 + LongReads.mostWaiting) {
                group.addTask { try await reads.read(rows: .max, of: AccountID(-account)) {} }
            }
            while reads.waiting < LongReads.mostWaiting { await Task.yield() }
            defer { go.signal() }
            try await work()
        }
    }

    @Test
    func `where too many wait, a list of marked days is answered all the same, and sent no second time`()
        async throws
    {
        let place = try Place()
        try await place.visit { visitor async throws in
            let robins = try await visitor.creates()
            let goal = try await visitor.makesGoal("Look", ["counter": "\(robins)", "target": "2"])
            let mark =
                #"[{"id":"\#(UUID().uuidString.lowercased())","kind":"markDay","#
                + #""change":{"goal":\#(goal),"day":"2026-11-20","done":true}}]"#
            _ = try place.rows("UPDATE counter SET entries = 30000 RETURNING 1")
            try await whileBusy(place.site.longReads) { () async throws in
                let answer = try await visitor.send(
                    .post, "/operations", [.fetchSite: "same-origin", .accept: "application/json"], mark)
                #expect(answer.status == .ok && answer.body.contains(#""status":"applied""#))
                #expect(answer.body.contains(#""days":[]"#))
            }
        }
    }

    @Test func `pages with many counters say the same`() async throws {
        let place = try Place()
        try await place.visit { visitor async throws in
            let robins = try await visitor.creates("Robins"), gone = try await visitor.creates("Wrens")
            _ = try await visitor.post("/counters/\(gone)/deletion")
            // As many as are read aside.
            for state in ["NULL", "\(place.now.milliseconds)"] {
                _ = try place.rows(
                    """
                    WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < 600)
                    INSERT INTO counter (book, number, origin, title, color, style, step, isCollapsed, rank, count,
                        revision, createdAt, deletedAt)
                    SELECT 1, (SELECT MAX(number) FROM counter) + n, randomblob(16), 'Bird ' || n, 0, 'fractal', 1, 0,
                        (SELECT MAX(rank) FROM counter) + n, n, 1, 0, \(state) FROM more RETURNING 1
                    """)
            }
            _ = try place.rows("UPDATE book SET revision = revision + 1 RETURNING 1")
            for path in ["/", "/counters/arrange", "/goals/new", "/search?q=bird+600", "/watch"] {
                let page = try await visitor.get(path)
                #expect(page.status == .ok && page.body.contains("Bird"), "\(path)")
                #expect(!page.body.contains("Wrens"), "\(path)")
            }
            let home = try await visitor.get("/").body
            #expect(home.matches(of: /data-counter="/).count == 601 && home.contains("Bird 600"))
            #expect(try await visitor.get("/counters/arrange").body.contains("Trash (601)"))
            let trash = try await visitor.get("/trash").body
            #expect(trash.contains("Wrens") && trash.contains("Bird 600") && !trash.contains("Robins"))
            _ = try await visitor.post("/counters/\(robins)/title", ["title": "Kestrels"])
            #expect(try await visitor.get("/").body.contains("Kestrels"))
            #expect(try await visitor.get("/search?q=kes").body.contains("trels"))
        }
    }

    /// As many notes as are not read where others wait for it.
    private func fillsWithNotes(_ counter: Int64, of visitor: Visitor, in place: Place) async throws {
        _ = try await visitor.post("/counters/\(counter)/marks")
        _ = try place.rows(
            """
            WITH RECURSIVE more(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM more WHERE n < 3000)
            INSERT INTO entry (counter, number, kind, delta, count, madeAt, zoneOffset, operation)
            SELECT (SELECT id FROM counter), n, 'increment', 1, n, 0, 0, randomblob(16) FROM more RETURNING 1
            """)
        _ = try place.rows("INSERT INTO note SELECT counter, number, 'a' FROM entry RETURNING 1")
        _ = try place.rows("UPDATE counter SET entries = 3000, count = 3000 RETURNING 1")
    }

    @Test func `where many notes are, an export in parts waits for its turn, and a whole one does not`()
        async throws
    {
        let place = try Place()
        try await place.visit { visitor async throws in
            let robins = try await visitor.creates()
            let paths = ["/transfer", "/export.json?part=1", "/export.csv?part=1"]
            try await whileBusy(place.site.longReads) { () async throws in
                for path in paths { #expect(try await visitor.get(path).status == .ok, "\(path)") }
            }
            try await fillsWithNotes(robins, of: visitor, in: place)
            for path in paths { #expect(try await visitor.get(path).status == .ok, "\(path)") }
            try await whileBusy(place.site.longReads) { () async throws in
                for path in paths {
                    #expect(try await visitor.get(path).status == .serviceUnavailable, "\(path)")
                }
                for path in ["/export.json", "/export.csv", "/counters/\(robins)/export.json"] {
                    #expect(try await visitor.get(path).status == .ok, "\(path)")
                }
                // What is wrong with a file is said all the same.
                let refused = try await visitor.send(
                    .post, "/imports",
                    [.fetchSite: "same-origin", .contentType: "multipart/form-data; boundary=x"],
                    "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\nhello\r\n--x--\r\n"
                )
                #expect(refused.status == .unprocessableContent)
                #expect(refused.body.contains("can’t import this kind of file"))
                #expect(refused.body.contains("/export.csv"))
            }
        }
    }

    @Test func `a search of many long titles for many words waits for its turn`() async throws {
        let place = try Place()
        try await place.visit { visitor async throws in
            _ = try await visitor.creates("Robins")
            _ = try place.rows(
                """
                WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < 2000)
                INSERT INTO counter (book, number, origin, title, color, style, step, isCollapsed, rank, count,
                    revision, createdAt)
                SELECT 1, (SELECT MAX(number) FROM counter) + n, randomblob(16),
                    'b' || substr(replace(hex(zeroblob(100)), '0', 'a'), 1, 199), 0, 'fractal', 1, 0,
                    (SELECT MAX(rank) FROM counter) + n, n, 1, 0 FROM more RETURNING 1
                """)
            _ = try place.rows("UPDATE book SET revision = revision + 1 RETURNING 1")
            let words = (20...27).map { String(repeating: "a", count: $0) }.joined(separator: "+")
            let found = try await visitor.get("/search?q=\(words)")
            #expect(found.status == .ok && found.body.contains("2,000"))
            try await whileBusy(place.site.longReads) { () async throws in
                #expect(try await visitor.get("/search?q=\(words)").status == .serviceUnavailable)
                #expect(try await visitor.get("/search?q=robins").body.contains("Robins"))
            }
        }
    }
}
