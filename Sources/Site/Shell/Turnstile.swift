// Lets few work at once, and the others wait in line.

import Synchronization

/// So many wait that nobody else is let into the line.
struct LineIsFull: Error {}

/// Lets so many in at once; the next ones wait, and are let in in the order they came.
final class Turnstile: Sendable {
    private struct Waiter {
        let number: UInt64
        let entry: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var free: Int
        var waiting: [Waiter] = []
        var next: UInt64 = 0
        /// Those who have left the line before they stood in it.
        var gone: Set<UInt64> = []
    }

    private let state: Mutex<State>
    private let mostWaiting: Int

    /// - Parameter mostWaiting: How many may stand in the line.
    init(places: Int, mostWaiting: Int) {
        state = Mutex(State(free: places))
        self.mostWaiting = mostWaiting
    }

    /// How many stand in the line.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// Does the work as soon as there is a place for it.
    ///
    /// - Throws: ``LineIsFull`` at once, where too many wait; what the work throws.
    func pass<Value>(_ work: () async throws -> Value) async throws -> Value {
        try await enter()
        defer { leave() }
        return try await work()
    }

    private func enter() async throws {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (entry: CheckedContinuation<Void, any Error>) in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    if state.gone.remove(number) != nil { return .failure(CancellationError()) }
                    if state.free > 0 {
                        state.free -= 1
                        return .success(())
                    }
                    guard state.waiting.count < mostWaiting else { return .failure(LineIsFull()) }
                    state.waiting.append(Waiter(number: number, entry: entry))
                    return nil
                }
                if let outcome { entry.resume(with: outcome) }
            }
        } onCancel: {
            let left = state.withLock { state -> Waiter? in
                guard let place = state.waiting.firstIndex(where: { $0.number == number }) else {
                    state.gone.insert(number)
                    return nil
                }
                return state.waiting.remove(at: place)
            }
            left?.entry.resume(throwing: CancellationError())
        }
        state.withLock { _ = $0.gone.remove(number) }
    }

    private func leave() {
        let next = state.withLock { state -> Waiter? in
            guard !state.waiting.isEmpty else {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.entry.resume()
    }
}
