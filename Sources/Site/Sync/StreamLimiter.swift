// How many event streams may be open: in all, and for one device. Whoever has
// none asks now and then instead, so nobody is shut out by those who have.

import Ledger
import Synchronization

/// Limits the open event streams, in all and for one device.
final class StreamLimiter: Sendable {
    /// A browser shows few windows at once, and one that is hidden closes its
    /// stream. The next one is refused, and none is ended for it: browsers
    /// reopen a stream that ends, so seven windows would for ever take each
    /// other's slots, while the one that is refused asks now and then.
    static let mostPerDevice = 6

    private struct State {
        var total = 0
        var byDevice: [TokenHash: Int] = [:]
    }
    private let state = Mutex(State())

    /// One open stream, which counts against the limits until this is deallocated.
    final class Slot: Sendable {
        private let limiter: StreamLimiter
        private let device: TokenHash

        fileprivate init(of device: TokenHash, in limiter: StreamLimiter) {
            self.device = device
            self.limiter = limiter
        }

        deinit { limiter.release(device) }
    }

    /// - Parameter limit: How many there may be in all.
    /// - Returns: nil where there are as many as there may be.
    func open(for device: TokenHash, limit: Int) -> Slot? {
        let isTaken = state.withLock { state in
            guard state.total < limit, state.byDevice[device, default: 0] < Self.mostPerDevice else {
                return false
            }
            state.total += 1
            state.byDevice[device, default: 0] += 1
            return true
        }
        return isTaken ? Slot(of: device, in: self) : nil
    }

    private func release(_ device: TokenHash) {
        state.withLock { state in
            state.total -= 1
            let left = state.byDevice[device, default: 0] - 1
            state.byDevice[device] = left > 0 ? left : nil
        }
    }

    /// How many streams are open.
    var count: Int { state.withLock { $0.total } }
}
