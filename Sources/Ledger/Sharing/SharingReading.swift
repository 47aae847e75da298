// What can be asked about share links: by a counter's owner, and by whoever
// holds one.

import GRDB

extension Ledger {
    /// The link that shows the account's counter; nil where none does.
    public func share(of counter: Counter.ID, of account: AccountID) throws -> ShareToken? {
        try read { database in
            let text: String? = try database.first(
                """
                SELECT token FROM share JOIN counter ON counter.id = share.counter
                WHERE counter.book = ? AND counter.number = ? AND revokedAt IS NULL
                """,
                [account, counter]
            ) { $0[0] }
            return text.flatMap { ShareToken($0) }
        }
    }

    /// The counter that a link shows; nil where it shows none: no such link was
    /// made, it was revoked, or its counter is deleted.
    public func counter(sharedBy token: ShareToken) throws -> Counter? {
        try read { database in
            try database.first(
                """
                SELECT \(Counter.columns) FROM counter
                WHERE id = (SELECT counter FROM share WHERE token = ? AND revokedAt IS NULL)
                    AND deletedAt IS NULL
                """,
                [token.text]
            ) { Counter($0) }
        }
    }
}
