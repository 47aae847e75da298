// A semaphore for tasks, with a bounded queue.

import Ledger
import Synchronization

/// The queue of an ``AsyncSemaphore`` is full.
struct TooManyWaiting: ProblemError {
    var problem: Problem { Problem(.serviceUnavailable, .busyHeading, .turnsAdvice, retryAfter: 5) }
}

/// Limits how many tasks work at once. The others wait without blocking a thread, and continue in order of arrival; but
/// whoever has several waiting has one turn in each round, so that nobody waits behind all of theirs.
final class AsyncSemaphore: Sendable {
    private typealias Continuation = CheckedContinuation<Void, any Error>

    private struct Waiter {
        let number: UInt64
        let account: AccountID?
        let round: UInt64
        let continuation: Continuation
    }

    private struct State {
        var permits: Int
        /// By round, and in each in order of arrival.
        var queue: [Waiter] = []
        /// The round of the last one that continued.
        var round: UInt64 = 0
        var next: UInt64 = 0
        /// Tasks that were cancelled before they entered the queue.
        var cancelled: Set<UInt64> = []

        /// The round in which the account's next task continues.
        func round(of account: AccountID?) -> UInt64 {
            guard let account, let last = queue.last(where: { $0.account == account }) else { return round }
            return last.round + 1
        }

        /// Adds a task to the queue.
        ///
        /// - Returns: Who is refused for it, if there is no room: the last of those who have several waiting, or the new one.
        mutating func enqueue(_ waiter: Waiter, most: Int) -> Waiter? {
            let place = queue.firstIndex { $0.round > waiter.round } ?? queue.endIndex
            guard place < most else { return waiter }
            queue.insert(waiter, at: place)
            return queue.count > most ? queue.removeLast() : nil
        }
    }

    private let state: Mutex<State>
    private let mostWaiting: Int

    /// - Parameters:
    ///   - permits: How many tasks may work at once.
    ///   - mostWaiting: How many more may wait.
    init(permits: Int, mostWaiting: Int) {
        state = Mutex(State(permits: permits))
        self.mostWaiting = mostWaiting
    }

    /// The number of waiting tasks.
    var waiting: Int { state.withLock { $0.queue.count } }

    /// Does the work once a permit is available.
    ///
    /// - Parameter account: Whose work it is; nil if nobody has several.
    /// - Throws: ``TooManyWaiting`` if the queue is full: at once, or when somebody comes who has fewer waiting; what the
    ///   work throws.
    func withPermit<Value>(for account: AccountID? = nil, _ work: () async throws -> Value) async throws
        -> Value
    {
        try await acquire(for: account)
        defer { release() }
        return try await work()
    }

    private func acquire(for account: AccountID?) async throws {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        // Also one that was refused may have been cancelled at the same moment.
        defer { state.withLock { _ = $0.cancelled.remove(number) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: Continuation) in
                let outcome: (Continuation, Result<Void, any Error>)? = state.withLock { state in
                    if state.cancelled.remove(number) != nil {
                        return (continuation, .failure(CancellationError()))
                    }
                    if state.permits > 0 {
                        state.permits -= 1
                        return (continuation, .success(()))
                    }
                    let waiter = Waiter(
                        number: number, account: account, round: state.round(of: account),
                        continuation: continuation)
                    return state.enqueue(waiter, most: mostWaiting).map {
                        ($0.continuation, .failure(TooManyWaiting()))
                    }
                }
                if let (continuation, result) = outcome { continuation.resume(with: result) }
            }
        } onCancel: {
            let waiter = state.withLock { state -> Waiter? in
                guard let index = state.queue.firstIndex(where: { $0.number == number }) else {
                    state.cancelled.insert(number)
                    return nil
                }
                return state.queue.remove(at: index)
            }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    private func release() {
        let next = state.withLock { state -> Waiter? in
            guard !state.queue.isEmpty else {
                state.permits += 1
                return nil
            }
            let next = state.queue.removeFirst()
            state.round = next.round
            return next
        }
        next?.continuation.resume()
    }
}
