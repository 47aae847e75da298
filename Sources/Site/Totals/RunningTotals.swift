// Daily totals that are not stored yet.

import Ledger
import Synchronization

/// Totals in memory, so that viewing a page writes nothing. At most two days' worth,
/// if they are taken every minute.
final class RunningTotals: Sendable {
    private let totals = Mutex(Totals())

    func count(_ events: [CountedEvent], on day: CivilDay) {
        totals.withLock { totals in
            for event in events { totals.count(event, on: day) }
        }
    }

    /// Takes what was counted since the last call.
    func take() -> Totals {
        totals.withLock { totals in
            defer { totals = Totals() }
            return totals
        }
    }
}

extension Site {
    /// Stores what was counted since the last call. Call it once a minute while
    /// serving, and after the last response.
    ///
    /// If the process is killed, the last minute's totals are lost. So are those of
    /// a failed write: whether it was stored is unknown then, and a total that is a
    /// little low is better than one that is too high.
    public func keepTotals() async throws {
        let counted = totals.take()
        if !counted.isEmpty { try await ledger.add(counted) }
    }

    /// Stores what was counted for one response, or drops it if the database cannot
    /// be written immediately: for a CGI program that has sent its response.
    public func keepTotalsWithoutWaiting() {
        let counted = totals.take()
        if !counted.isEmpty { try? ledger.addWithoutWaiting(counted) }
    }
}
