// How often a device's new time zone is stored: a visitor could send another one with each request, and each would be a
// commit, for which everybody else waits.

import Ledger
import Synchronization

/// Lets a device's zone be stored at most every five minutes. A zone that is not stored is told again by the next request.
final class ZoneWrites: Sendable {
    /// In milliseconds.
    static let pause: Int64 = 5 * 60_000
    /// Of all visitors together. Beyond that a device waits until some others may have theirs stored again.
    private static let mostDevices = 10_000

    private let latest = Mutex<[Device.ID: Moment]>([:])

    /// Whether the device's zone may be stored now. It then may not be for five minutes.
    func begin(for device: Device.ID, at now: Moment) -> Bool {
        latest.withLock { latest in
            // A clock that was set back keeps nobody waiting.
            func isRecent(_ moment: Moment) -> Bool {
                (0..<Self.pause).contains(now.milliseconds - moment.milliseconds)
            }
            if let moment = latest[device], isRecent(moment) { return false }
            if latest.count >= Self.mostDevices {
                latest = latest.filter { isRecent($0.value) }
                guard latest.count < Self.mostDevices else { return false }
            }
            latest[device] = now
            return true
        }
    }
}
