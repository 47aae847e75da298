// How often a device's new time zone is kept: a visitor could send another one with each request, and each would be a
// commit, for which everybody else waits.

import Ledger
import Synchronization

/// Lets each device have its zone kept once in some minutes. A zone that is not kept is told again by the next request.
final class ZoneWrites: Sendable {
    /// In milliseconds.
    static let pause: Int64 = 5 * 60_000
    /// Whoever has more devices than that waits until some may have theirs kept again.
    private static let mostDevices = 10_000

    private let latest = Mutex<[Device.ID: Moment]>([:])

    /// Whether the device's zone may be kept now. It then may not for some minutes.
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
