// Notifies open event streams of changes.

import Ledger
import Synchronization

/// Notifies event streams when their account may have changed. They then check
/// for themselves, with a read that takes microseconds.
final class RevisionHub: Sendable {
    private struct State {
        var listeners: [AccountID: [UInt64: AsyncStream<Void>.Continuation]] = [:]
        var next: UInt64 = 0
        /// The accounts whose streams were notified a moment ago, and whether they have changed since.
        var hasChangedSince: [AccountID: Bool] = [:]
    }

    private let state = Mutex(State())
    private let ledger: Ledger
    private let pause: @Sendable () async -> Void

    /// - Parameter pause: Waits between two notifications of an account, so that a burst of its operations costs
    ///   one for all of them. Otherwise a hundred operations a second would wake each of its streams a hundred times.
    init(
        ledger: Ledger,
        pause: @escaping @Sendable () async -> Void = { try? await Task.sleep(for: .milliseconds(100)) }
    ) {
        self.ledger = ledger
        self.pause = pause
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

    /// Notifies the account's streams: at once, or together with what else changes during the ``pause``.
    func changed(_ account: AccountID) {
        let isFirst = state.withLock { state in
            guard state.listeners[account] != nil else { return false }
            return state.hasChangedSince.updateValue(true, forKey: account) == nil
        }
        guard isFirst else { return }
        notify(account)
        Task {
            repeat { await pause() } while notify(account)
        }
    }

    /// - Returns: Whether there was anything to notify of. If not, the next change is notified at once.
    @discardableResult
    private func notify(_ account: AccountID) -> Bool {
        let listeners = state.withLock { state -> [AsyncStream<Void>.Continuation]? in
            guard state.hasChangedSince[account] == true else {
                state.hasChangedSince[account] = nil
                return nil
            }
            state.hasChangedSince[account] = false
            return state.listeners[account].map { Array($0.values) } ?? []
        }
        for listener in listeners ?? [] { listener.yield() }
        return listeners != nil
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
