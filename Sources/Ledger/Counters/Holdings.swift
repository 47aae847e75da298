// How much there is of an account's counters, for whoever is about to lose it all.

import GRDB

/// What deleting all of an account's counters takes away.
public struct Holdings: Sendable, Hashable {
    /// Those in the list.
    public let counters: Int
    public let inTrash: Int
    /// The sum of all their counts; 2⁶³−1 where it is more.
    public let marks: Int64
    /// The id of the counter made last; 0 where there is none.
    public let newest: Counter.ID

    /// Of somebody who has no counter.
    public static let nothing = Holdings(counters: 0, inTrash: 0, marks: 0, newest: 0)

    public var isNothing: Bool { counters == 0 && inTrash == 0 }
}

extension Ledger {
    /// All that the account has of counters.
    public func holdings(of account: AccountID) throws -> Holdings {
        try read { database in
            var counters = 0, inTrash = 0
            var marks: Int64 = 0, newest: Counter.ID = 0
            let rows = try Row.fetchCursor(
                database.cachedStatement(
                    sql: """
                        SELECT number, count, deletedAt IS NOT NULL FROM counter
                        WHERE book = ? AND deletedAt IS NOT ?
                        """),
                arguments: [account, Counter.longAgo])
            while let row = try rows.next() {
                let id: Counter.ID = row[0], count: Int64 = row[1], isDeleted: Bool = row[2]
                newest = max(newest, id)
                // A sum in SQL would end in an error beyond 64 bits.
                marks += min(count, .max - marks)
                if isDeleted { inTrash += 1 } else { counters += 1 }
            }
            return Holdings(counters: counters, inTrash: inTrash, marks: marks, newest: newest)
        }
    }
}
