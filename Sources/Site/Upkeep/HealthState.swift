// What `/health` tells, and for how long.

import Ledger

/// Whether taps are kept, as one look at the database found.
struct HealthState: Sendable {
    /// What to tell a monitor; nil while taps are kept.
    let fault: StorageFault?
    private let at: Moment
    /// Since when somebody else has been writing; nil if nobody is.
    private let busySince: Moment?

    /// Anybody may ask, and each look is a write: this many milliseconds one serves all who do.
    private static let validity: Int64 = 5000
    /// For so long, in milliseconds, it may be a long migration: taps wait, and are not lost. Beyond that, something holds the
    /// database that does not let go.
    private static let longestBusy: Int64 = 60_000
    /// Looks further apart, in milliseconds, do not tell what was between them.
    private static let longestBetween: Int64 = 600_000

    init(at time: Moment, found: StorageFault?, after last: HealthState?) {
        at = time
        guard found == .busy else {
            fault = found
            busySince = nil
            return
        }
        let since = last.flatMap { $0.isWithin(Self.longestBetween, of: time) ? $0.busySince : nil } ?? time
        busySince = since
        fault = time.milliseconds - since.milliseconds >= Self.longestBusy ? .busy : nil
    }

    /// Whether it needs no other look yet.
    func isFresh(at time: Moment) -> Bool { isWithin(Self.validity, of: time) }

    private func isWithin(_ milliseconds: Int64, of time: Moment) -> Bool {
        (0..<milliseconds).contains(time.milliseconds - at.milliseconds)
    }
}
