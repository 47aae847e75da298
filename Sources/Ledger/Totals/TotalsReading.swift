// What can be asked about totals.

import GRDB

extension Ledger {
    /// What was counted from one day through another, by UTC's days.
    public func totals(from first: CivilDay, through last: CivilDay) throws -> Totals {
        try read { database in
            let rows = try Row.fetchCursor(
                database.cachedStatement(
                    sql: "SELECT day, event, number FROM total WHERE day BETWEEN ? AND ?"),
                arguments: [first.number, last.number])
            var totals = Totals()
            while let row = try rows.next() {
                // An event of another version has no name here.
                guard let event = CountedEvent(rawValue: row[1]) else { continue }
                totals.count(event, on: CivilDay(number: row[0]), times: row[2])
            }
            return totals
        }
    }
}
