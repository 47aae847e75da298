// Who waits to hear of changes: the open event streams, and how they are told.

import Ledger
import Synchronization

/// Tells event streams when their account may have changed. They then look for
/// themselves: a read that costs microseconds.
final class RevisionHub: Sendable {
    private struct State {
        var listeners: [AccountID: [UInt64: AsyncStream<Void>.Continuation]] = [:]
        var next: UInt64 = 0
    }

    let streams = StreamLimiter()
    private let state = Mutex(State())
    private let ledger: Ledger

    init(ledger: Ledger) {
        self.ledger = ledger
    }

    /// A signal each time the account may have changed. Several at once become one.
    ///
    /// - Returns: The signals, and what ends them.
    func changes(of account: AccountID) -> (stream: AsyncStream<Void>, end: @Sendable () -> Void) {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let key = state.withLock { state in
            state.next += 1
            state.listeners[account, default: [:]][state.next] = continuation
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { state in
                state.listeners[account]?[key] = nil
                if state.listeners[account]?.isEmpty == true { state.listeners[account] = nil }
            }
        }
        return (stream, { continuation.finish() })
    }

    func changed(_ account: AccountID) {
        let listeners = state.withLock { $0.listeners[account].map { Array($0.values) } ?? [] }
        for listener in listeners { listener.yield() }
    }

    private func somethingChanged() {
        let listeners = state.withLock { $0.listeners.values.flatMap(\.values) }
        for listener in listeners { listener.yield() }
    }

    /// Looks once a second, while somebody listens, whether another process has
    /// written; and lets each listener say every now and then that it is alive.
    func watchOtherProcesses() async {
        var version: Int64 = 0
        var seconds = 0
        while !Task.isCancelled {
            try? await Task.sleep(for: .seconds(1))
            guard state.withLock({ !$0.listeners.isEmpty }) else { continue }
            seconds += 1
            let current = (try? ledger.dataVersion()) ?? version
            if current != version || seconds % 20 == 0 { somethingChanged() }
            version = current
        }
    }
}
