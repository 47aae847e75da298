// How many event streams may be open: in all, and for one device. Whoever has
// none asks now and then instead, so nobody is shut out by those who have.

import Ledger
import Synchronization

/// The places of open event streams.
final class StreamPlaces: Sendable {
    /// A browser shows few windows at once, and one that is hidden closes its
    /// stream. The next one is refused, and none is ended for it: browsers
    /// reopen a stream that ends, so seven windows would for ever take each
    /// other's places, while the one that is refused asks now and then.
    static let mostOfDevice = 6

    private struct State {
        var total = 0
        var byDevice: [TokenHash: Int] = [:]
    }
    private let state = Mutex(State())

    /// The place of one stream. Given back when nobody holds it any more.
    final class Place: Sendable {
        private let places: StreamPlaces
        private let device: TokenHash

        fileprivate init(of device: TokenHash, in places: StreamPlaces) {
            self.device = device
            self.places = places
        }

        deinit { places.giveBack(of: device) }
    }

    /// - Parameter limit: How many there may be in all.
    /// - Returns: nil where there are as many as there may be.
    func take(for device: TokenHash, limit: Int) -> Place? {
        let isTaken = state.withLock { state in
            guard state.total < limit, state.byDevice[device, default: 0] < Self.mostOfDevice else {
                return false
            }
            state.total += 1
            state.byDevice[device, default: 0] += 1
            return true
        }
        return isTaken ? Place(of: device, in: self) : nil
    }

    private func giveBack(of device: TokenHash) {
        state.withLock { state in
            state.total -= 1
            let left = state.byDevice[device, default: 0] - 1
            state.byDevice[device] = left > 0 ? left : nil
        }
    }

    /// How many streams are open.
    var count: Int { state.withLock { $0.total } }
}
