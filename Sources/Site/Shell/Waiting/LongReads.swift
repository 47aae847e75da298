// Reads that take long, as the statistics of a million hours do: on the threads that answer requests, a few of them would
// keep everybody else waiting.

import Ledger

/// Does long reads one at a time, on another thread, and short ones at once. Each account may have a few, and accounts have
/// their turns in rounds.
struct LongReads: Sendable {
    /// How many rows are read aside: days, and entries for the hours, which are fewer.
    static let manyRows = 20_000
    /// How many an account may have: as many of its windows may ask at once, as when a browser opens them again. Each may come
    /// to a page of ten megabytes, which stays in memory until it is taken.
    static let mostOfAnAccount = 12
    static let mostWaiting = 96

    private let turns: AsyncSemaphore
    private let places = Places<AccountID>(most: mostOfAnAccount)

    /// - Parameter mostWaiting: How many may wait for their turn.
    init(mostWaiting: Int = LongReads.mostWaiting) {
        turns = AsyncSemaphore(permits: 1, mostWaiting: mostWaiting)
    }

    /// How many wait.
    var waiting: Int { turns.waiting }

    /// Reads what is made of so many rows at most.
    ///
    /// - Parameter account: Whose they are; nil if nobody has any.
    /// - Throws: ``TooManyWaiting`` if there are many rows, and many reads wait, or too many of the account; what the work
    ///   throws.
    func read<Value: Sendable>(
        rows: Int, of account: AccountID?, _ work: @Sendable () throws -> Value
    ) async throws -> Value {
        guard let account, rows > Self.manyRows else { return try work() }
        return try await places.withPlace(for: account, otherwise: TooManyWaiting()) {
            try await turns.withPermit(for: account) {
                try await withTaskExecutorPreference(globalConcurrentExecutor) { try work() }
            }
        }
    }

    /// Reads what is only known to be much once some of it has been read.
    ///
    /// - Parameter work: Reads as many rows at most.
    /// - Throws: Like ``read(rows:of:_:)``.
    func read<Value: Sendable>(
        of account: AccountID, _ work: @Sendable (_ most: Int) throws -> Value
    ) async throws -> Value {
        do {
            return try work(Self.manyRows)
        } catch is TooMuchToRead {
            return try await read(rows: .max, of: account) { try work(.max) }
        }
    }
}
