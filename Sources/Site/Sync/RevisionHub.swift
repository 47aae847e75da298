// Notifies open event streams of changes.

import Ledger
import Synchronization

/// Notifies event streams when their account may have changed. They then check
/// for themselves, with a read that takes microseconds.
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

    /// Yields a signal each time the account may have changed; several at once are coalesced.
    ///
    /// - Returns: The signals, and a function that ends them.
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

    /// While anybody listens, checks once a second whether another process has
    /// written, and periodically lets each listener send a heartbeat.
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
