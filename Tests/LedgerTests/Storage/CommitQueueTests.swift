// Long jobs are written in pieces, of which a transaction has one at most.

import Foundation
import Synchronization
import Testing

@testable import Ledger

@Suite struct CommitQueueTests {
    /// What was done, in that order.
    private final class Order: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func append(_ line: String) { lines.withLock { $0.append(line) } }
    }

    @Test func `nobody's write waits for more than one piece of long jobs, and these are all done`()
        async throws
    {
        let bench = try Bench()
        let queue = bench.ledger.queue, begun = DispatchSemaphore(value: 0), go = DispatchSemaphore(value: 0)
        let order = Order()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await queue.commit { _ in
                    begun.signal()
                    go.wait()
                }
            }
            await wait(for: begun)
            for _ in 0..<5 {
                group.addTask {
                    try await queue.commitPiece { _ in order.append("piece") }
                }
            }
            while queue.length < 5 { await Task.yield() }
            for _ in 0..<3 {
                group.addTask { try await queue.commit { _ in order.append("tap") } }
            }
            while queue.length < 8 { await Task.yield() }
            go.signal()
            try await group.waitForAll()
        }
        let done = order.all
        #expect(done.filter { $0 == "piece" }.count == 5)
        let last = try #require(done.lastIndex(of: "tap"))
        #expect(done[..<last].filter { $0 == "piece" }.count <= 1)
    }

    private func wait(for semaphore: DispatchSemaphore) async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                semaphore.wait()
                continuation.resume()
            }
        }
    }
}
