// What can be asked about operations.

import GRDB

/// What an operation did, for whoever may want to take it back.
public struct Deed: Sendable, Hashable {
    public enum Kind: String, Sendable {
        case create, increment, decrement, reset, set, rename, collapse, restyle, recolor, step, move, void
        case annotate, delete, restore, undo
    }
    public let kind: Kind
    public let counter: Counter.ID
    /// The counter's, as it is now.
    public let title: String
}

extension Ledger {
    /// What the account's operation did; nil where there is none, or its counter is gone.
    public func deed(_ operation: OperationID, of account: AccountID) throws -> Deed? {
        try read { database in
            try database.first(
                """
                SELECT kind, counter, title FROM operation JOIN counter ON counter.id = operation.counter
                WHERE operation.account = ? AND operation.id = ?
                """,
                [account, operation.data]
            ) { row in
                Deed.Kind(rawValue: row[0]).map { Deed(kind: $0, counter: row[1], title: row[2]) }
            } ?? nil
        }
    }
}
