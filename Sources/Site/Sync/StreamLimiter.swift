// Limits the number of open event streams, in total and per device. A page
// without a stream polls instead, so nobody is locked out.

import Ledger
import Synchronization

/// Limits the open event streams, in total and per device.
final class StreamLimiter: Sendable {
    /// A browser shows few windows at once, and a hidden one closes its stream. A
    /// further stream is refused rather than replacing an older one: browsers
    /// reopen a stream that ends, so seven windows would forever take each
    /// other's slots. A refused page polls.
    static let mostPerDevice = 6

    private struct State {
        var total = 0
        var byDevice: [TokenHash: Int] = [:]
    }
    private let state = Mutex(State())

    /// One open stream, which counts towards the limits until it is deallocated.
    final class Slot: Sendable {
        private let limiter: StreamLimiter
        private let device: TokenHash

        fileprivate init(of device: TokenHash, in limiter: StreamLimiter) {
            self.device = device
            self.limiter = limiter
        }

        deinit { limiter.release(device) }
    }

    /// - Parameter limit: The maximum number in total.
    /// - Returns: nil if a limit is reached.
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

    /// The number of open streams.
    var count: Int { state.withLock { $0.total } }
}
