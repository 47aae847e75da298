// Reads that take seconds, as the statistics of a million hours do: on the threads that answer requests, a few of them
// would keep everybody else waiting.

import Ledger

/// Does long reads one at a time, on another thread.
struct LongReads: Sendable {
    private let turns: AsyncSemaphore

    /// - Parameter mostWaiting: How many may wait for their turn.
    init(mostWaiting: Int = 32) { turns = AsyncSemaphore(permits: 1, mostWaiting: mostWaiting) }

    /// - Throws: ``StorageFault/busy`` if many wait; what the work throws.
    func read<Value: Sendable>(_ work: @Sendable () throws -> Value) async throws -> Value {
        do {
            return try await turns.withPermit {
                try await withTaskExecutorPreference(globalConcurrentExecutor) { try work() }
            }
        } catch is TooManyWaiting {
            throw StorageFault.busy
        }
    }
}
