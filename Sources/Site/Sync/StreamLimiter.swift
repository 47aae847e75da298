// Limits the number of open event streams, in total, per account and per device. A
// page without a stream polls instead, so nobody is locked out.

import Ledger
import Synchronization

/// Limits the open event streams, in total, per account and per device.
final class StreamLimiter: Sendable {
    /// A browser shows few windows at once, and a hidden one closes its stream. A
    /// further stream is refused rather than replacing an older one: browsers
    /// reopen a stream that ends, so seven windows would forever take each
    /// other's slots. A refused page polls.
    static let mostPerDevice = 6

    /// A twentieth of all, so that one account with many devices leaves the others theirs; with the standard limit
    /// that is a hundred open windows.
    static func mostPerAccount(of limit: Int) -> Int { max(mostPerDevice, limit / 20) }

    private struct State {
        var total = 0
        var byAccount: [AccountID: Int] = [:]
        var byDevice: [TokenHash: Int] = [:]
    }
    private let state = Mutex(State())

    /// One open stream, which counts towards the limits until it is deallocated.
    final class Slot: Sendable {
        private let limiter: StreamLimiter
        private let device: TokenHash
        private let account: AccountID

        fileprivate init(of device: TokenHash, _ account: AccountID, in limiter: StreamLimiter) {
            self.device = device
            self.account = account
            self.limiter = limiter
        }

        deinit { limiter.release(device, account) }
    }

    /// - Parameter limit: The maximum number in total.
    /// - Returns: nil if a limit is reached.
    func open(for device: TokenHash, of account: AccountID, limit: Int) -> Slot? {
        let isTaken = state.withLock { state in
            guard state.total < limit,
                state.byAccount[account, default: 0] < Self.mostPerAccount(of: limit),
                state.byDevice[device, default: 0] < Self.mostPerDevice
            else { return false }
            state.total += 1
            state.byAccount[account, default: 0] += 1
            state.byDevice[device, default: 0] += 1
            return true
        }
        return isTaken ? Slot(of: device, account, in: self) : nil
    }

    private func release(_ device: TokenHash, _ account: AccountID) {
        state.withLock { state in
            state.total -= 1
            state.byAccount.removeOne(of: account)
            state.byDevice.removeOne(of: device)
        }
    }

    /// The number of open streams.
    var count: Int { state.withLock { $0.total } }
}

extension Dictionary where Value == Int {
    fileprivate mutating func removeOne(of key: Key) {
        self[key] = self[key].flatMap { $0 > 1 ? $0 - 1 : nil }
    }
}
