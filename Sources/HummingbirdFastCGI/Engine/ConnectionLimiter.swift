// How many connections there may be, counted over all engines of a server: if
// each had a share of its own, one could be full while the others are idle.

import Synchronization

/// Limits the open connections of one server.
final class ConnectionLimiter: Sendable {
    let limit: Int
    private let open = Atomic(0)

    init(limit: Int) {
        self.limit = limit
    }

    /// One connection that counts against the limit, until this is deallocated.
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
