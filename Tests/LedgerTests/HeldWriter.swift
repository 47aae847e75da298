// Keeps the writer busy, so that a test decides what is written in between.

import Dispatch

@testable import Ledger

/// A write that ends when it is told to. What is asked for meanwhile is written in its order.
final class HeldWriter: Sendable {
    private let begun: AsyncStream<Void>
    private let go = DispatchSemaphore(value: 0)
    private let write: Task<Void, any Error>

    init(_ queue: CommitQueue) {
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        self.begun = begun
        write = Task { [go] in
            try await queue.commit { _ in
                begin.finish()
                // It runs again if what is committed with it is refused.
                go.wait()
                go.signal()
            }
        }
    }

    /// Returns when the writer is busy with it.
    func isHeld() async { for await _ in begun {} }

    func letGo() async throws {
        go.signal()
        try await write.value
    }
}
