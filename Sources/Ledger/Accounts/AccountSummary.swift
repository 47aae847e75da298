// What an operator is told about accounts: numbers and days, and nothing that anybody has written.

import GRDB

/// An account by its number, and how much is in it.
public struct AccountSummary: Sendable, Hashable, Identifiable {
    /// The number by which an operator names it.
    public let id: AccountID
    /// When it was made, by the server's clock.
    public let createdAt: Moment
    /// To the day.
    public let seenAt: Moment
    /// Those that are not signed out.
    public let devices: Int
    /// Without those in the trash.
    public let counters: Int
    /// Archived ones as well.
    public let goals: Int
    /// All changes since it was made.
    public let operations: Int

    fileprivate static let columns = """
        account.id, account.createdAt, account.seenAt,
        (SELECT COUNT(*) FROM device WHERE account = account.id),
        (SELECT COUNT(*) FROM counter WHERE book = account.id AND deletedAt IS NULL),
        (SELECT COUNT(*) FROM goal WHERE book = account.id),
        (SELECT COUNT(*) FROM operation WHERE book = account.id)
        """

    fileprivate init(_ row: RowValues) {
        id = row[0]
        createdAt = Moment(milliseconds: row[1])
        seenAt = Moment(milliseconds: row[2])
        devices = row[3]
        counters = row[4]
        goals = row[5]
        operations = row[6]
    }
}

/// An account, in more numbers.
public struct AccountDetails: Sendable, Hashable {
    /// What the list of accounts says of it.
    public let summary: AccountSummary
    /// The Fivebar that it was made with; nil for accounts older than this field.
    public let version: String?
    /// Including those that are permanently deleted, until they are removed.
    public let countersInTrash: Int
    /// Of all its counters, including those in the trash.
    public let entries: Int
    /// Counters that whoever has their link can see.
    public let sharedCounters: Int
    /// When its recovery link was made; nil without one.
    public let recoveryLinkFrom: Moment?
    /// Those that were not used yet.
    public let recoveryCodes: Int
    /// Whether a user name and a passphrase open it.
    public let hasPassphrase: Bool
    /// At most ``Passkey/mostOfAccount``.
    public let passkeys: Int
    /// Its own limits, in place of the site's.
    public let limits: AccountLimits
}

extension Ledger {
    /// Accounts in the order of their numbers.
    ///
    /// - Parameters:
    ///   - number: All have higher numbers.
    ///   - most: How many, at most.
    public func accounts(after number: AccountID = 0, most: Int) throws -> [AccountSummary] {
        try read { database in
            let rows = try database.rows(
                "SELECT \(AccountSummary.columns) FROM account WHERE id > ? ORDER BY id LIMIT ?",
                [number, most])
            var accounts: [AccountSummary] = []
            while let row = try rows.next() { accounts.append(AccountSummary(row)) }
            return accounts
        }
    }

    /// Nil if there is no account of that number.
    public func details(of account: AccountID) throws -> AccountDetails? {
        try read { database in
            try database.first(
                """
                SELECT \(AccountSummary.columns), firstVersion,
                    (SELECT COUNT(*) FROM counter WHERE book = account.id AND deletedAt IS NOT NULL),
                    (SELECT COALESCE(SUM(entries), 0) FROM counter WHERE book = account.id),
                    (SELECT COUNT(*) FROM share JOIN counter ON counter.id = share.counter
                        WHERE book = account.id AND revokedAt IS NULL AND deletedAt IS NULL),
                    (SELECT createdAt FROM recovery WHERE account = account.id),
                    (SELECT COUNT(*) FROM signInCode WHERE account = account.id AND expiresAt IS NULL),
                    (SELECT COUNT(*) FROM passphrase WHERE account = account.id),
                    (SELECT COUNT(*) FROM passkey WHERE account = account.id), \(AccountLimits.columns)
                FROM account JOIN book USING (id) WHERE id = ?
                """, [account]
            ) { row in
                AccountDetails(
                    summary: AccountSummary(row), version: row[7], countersInTrash: row[8], entries: row[9],
                    sharedCounters: row[10],
                    recoveryLinkFrom: (row[11] as Int64?).map { Moment(milliseconds: $0) },
                    recoveryCodes: row[12], hasPassphrase: row[13] > 0, passkeys: row[14],
                    limits: AccountLimits(row, from: 15))
            }
        }
    }
}
