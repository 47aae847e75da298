// Reads that take seconds, as the statistics of a million hours do: on the threads that answer requests, a few of them
// would keep everybody else waiting.

import Ledger

/// Does long reads one at a time, on another thread. Each account may have two, so that nobody has all that may wait.
struct LongReads: Sendable {
    private let turns: AsyncSemaphore
    private let places = Places<AccountID>(most: 2)

    /// - Parameter mostWaiting: How many may wait for their turn.
    init(mostWaiting: Int = 32) { turns = AsyncSemaphore(permits: 1, mostWaiting: mostWaiting) }

    /// - Throws: ``TooManyWaiting`` immediately if many wait, or if two of the account do; what the work throws.
    func read<Value: Sendable>(
        for account: AccountID, _ work: @Sendable () throws -> Value
    ) async throws -> Value {
        try await places.withPlace(for: account, otherwise: TooManyWaiting()) {
            try await turns.withPermit {
                try await withTaskExecutorPreference(globalConcurrentExecutor) { try work() }
            }
        }
    }
}
