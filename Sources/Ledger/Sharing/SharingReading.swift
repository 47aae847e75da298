// Reads share links, for the counter's owner and for visitors who open one.

import GRDB

extension Ledger {
    /// The active link of the account's counter; nil if there is none.
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

    /// The counter behind a share link; nil if the link never existed, was
    /// revoked, or its counter is deleted.
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
