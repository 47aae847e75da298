// What an account would lose by deleting all its counters, for the confirmation page.

import GRDB

/// What deleting all of an account's counters removes.
public struct DeletionScope: Sendable, Hashable {
    /// Counters in the list.
    public let counters: Int
    /// Counters in the trash, until they are removed.
    public let inTrash: Int
    /// The sum of all counts, capped at 2⁶³−1.
    public let marks: Int64
    /// The id of the newest counter; 0 if there is none.
    public let newest: Counter.ID

    /// For an account without counters.
    public static let nothing = DeletionScope(counters: 0, inTrash: 0, marks: 0, newest: 0)

    /// Whether there is no counter, neither in the list nor in the trash.
    public var isNothing: Bool { counters == 0 && inTrash == 0 }
}

extension Ledger {
    /// What the account has.
    public func deletionScope(of account: AccountID) throws -> DeletionScope {
        try read { database in
            var counters = 0, inTrash = 0
            var marks: Int64 = 0, newest: Counter.ID = 0
            let rows = try database.rows(
                """
                SELECT number, count, deletedAt IS NOT NULL FROM counter
                WHERE book = ? AND deletedAt IS NOT ?
                """,
                [account, Counter.longAgo])
            while let row = try rows.next() {
                let id: Counter.ID = row[0], count: Int64 = row[1], isDeleted: Bool = row[2]
                newest = max(newest, id)
                // SQL's SUM fails on 64-bit overflow.
                marks += min(count, .max - marks)
                if isDeleted { inTrash += 1 } else { counters += 1 }
            }
            return DeletionScope(counters: counters, inTrash: inTrash, marks: marks, newest: newest)
        }
    }
}
