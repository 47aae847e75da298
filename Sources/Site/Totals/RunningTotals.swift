// What was counted and is not kept yet.

import Ledger
import Synchronization

/// Totals in memory, so that looking at a page writes nothing. At most two
/// days of them, where they are taken every minute.
final class RunningTotals: Sendable {
    private let totals = Mutex(Totals())

    func count(_ events: [CountedEvent], on day: CivilDay) {
        totals.withLock { totals in
            for event in events { totals.count(event, on: day) }
        }
    }

    /// What was counted since the last time.
    func take() -> Totals {
        totals.withLock { totals in
            defer { totals = Totals() }
            return totals
        }
    }
}

extension Site {
    /// Keeps what was counted since the last time. Call it once a minute while
    /// serving, and when all is answered at the end.
    ///
    /// A process that is killed takes the last minute's totals with it. So
    /// does a write that fails: whether it was kept is unknown then, and a
    /// total that is a little low is better than one that is invented.
    public func keepTotals() async throws {
        let counted = totals.take()
        if !counted.isEmpty { try await ledger.add(counted) }
    }

    /// Keeps what was counted for one answer, or drops it where the database
    /// cannot be written just now: for a CGI program whose answer is out.
    public func keepTotalsWithoutWaiting() {
        let counted = totals.take()
        if !counted.isEmpty { try? ledger.addWithoutWaiting(counted) }
    }
}
