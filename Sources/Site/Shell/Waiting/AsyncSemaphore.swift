// A semaphore for tasks, with a bounded queue.

import Synchronization

/// The queue of an ``AsyncSemaphore`` is full.
struct TooManyWaiting: Error {}

/// Limits how many tasks work at once. The others wait without blocking a thread,
/// and continue in order of arrival.
final class AsyncSemaphore: Sendable {
    private struct Waiter {
        let number: UInt64
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var permits: Int
        var queue: [Waiter] = []
        var next: UInt64 = 0
        /// Tasks that were cancelled before they entered the queue.
        var cancelled: Set<UInt64> = []
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
    /// - Throws: ``TooManyWaiting`` immediately if the queue is full; what the work throws.
    func withPermit<Value>(_ work: () async throws -> Value) async throws -> Value {
        try await acquire()
        defer { release() }
        return try await work()
    }

    private func acquire() async throws {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Void, any Error>) in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    if state.cancelled.remove(number) != nil { return .failure(CancellationError()) }
                    if state.permits > 0 {
                        state.permits -= 1
                        return .success(())
                    }
                    guard state.queue.count < mostWaiting else { return .failure(TooManyWaiting()) }
                    state.queue.append(Waiter(number: number, continuation: continuation))
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
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
        state.withLock { _ = $0.cancelled.remove(number) }
    }

    private func release() {
        let next = state.withLock { state -> Waiter? in
            guard !state.queue.isEmpty else {
                state.permits += 1
                return nil
            }
            return state.queue.removeFirst()
        }
        next?.continuation.resume()
    }
}
