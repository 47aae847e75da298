// Long reads come one after another, however many ask for one.

import Foundation
import Ledger
import Synchronization
import Testing

@testable import Site

@Suite struct LongReadsTests {
    /// What was done, in that order.
    private final class Order: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func append(_ line: String) { lines.withLock { $0.append(line) } }
    }

    @Test func `one is made at a time, and who finds too many waiting is told to come back`() async throws {
        let reads = LongReads(mostWaiting: 1), go = DispatchSemaphore(value: 0)
        let order = Order()
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await reads.read {
                    order.append("first begins")
                    begin.finish()
                    go.wait()
                    order.append("first ends")
                    return true
                }
            }
            for await _ in begun {}
            // One of these waits, and the other one does not.
            for _ in 0..<2 {
                group.addTask {
                    do {
                        try await reads.read { order.append("second") }
                        return true
                    } catch StorageFault.busy {
                        go.signal()
                        return false
                    }
                }
            }
            var results: [Bool] = []
            for try await isRead in group { results.append(isRead) }
            #expect(results.filter { $0 }.count == 2)
        }
        #expect(order.all == ["first begins", "first ends", "second"])
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
            let charts = /<svg[\s\S]*<\/svg>/
            #expect(try page.firstMatch(of: charts)?.0 == again.firstMatch(of: charts)?.0)
            #expect(again.contains("Best day"))
        }
    }
}
