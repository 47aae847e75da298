// Limits the connections of all engines of a server together: with a limit per
// engine, one could be full while others are idle.

import Synchronization

/// Limits the open connections of one server.
final class ConnectionLimiter: Sendable {
    let limit: Int
    private let open = Atomic(0)

    init(limit: Int) {
        self.limit = limit
    }

    /// One connection, which counts towards the limit until this is deallocated.
    final class Slot: Sendable {
        private let limiter: ConnectionLimiter

        fileprivate init(in limiter: ConnectionLimiter) {
            self.limiter = limiter
        }

        deinit { limiter.open.subtract(1, ordering: .relaxed) }
    }

    /// - Returns: nil while the limit is reached.
    func take() -> Slot? {
        guard open.add(1, ordering: .relaxed).newValue <= limit else {
            open.subtract(1, ordering: .relaxed)
            return nil
        }
        return Slot(in: self)
    }
}
