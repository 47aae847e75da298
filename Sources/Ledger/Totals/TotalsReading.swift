// Reads totals.

import GRDB

extension Ledger {
    /// The totals of a range of days, in UTC.
    public func totals(from first: CivilDay, through last: CivilDay) throws -> Totals {
        try read { database in
            let rows = try database.rows(
                "SELECT day, event, number FROM total WHERE day BETWEEN ? AND ?", [first.number, last.number])
            var totals = Totals()
            while let row = try rows.next() {
                // An event of another version is unknown here.
                guard let event = CountedEvent(rawValue: row[1]) else { continue }
                totals.count(event, on: CivilDay(number: row[0]), times: row[2])
            }
            return totals
        }
    }
}
