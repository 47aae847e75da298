// From who asks to an account: the session is looked up where the write
// happens, and a newcomer's account is made in the same transaction.

import Foundation
import GRDB

/// How many accounts one address may have made for it in a day.
public struct AccountLimit: Sendable, Hashable {
    /// nil: as many as it likes.
    public let accountsPerDay: Int?

    public init(accountsPerDay: Int?) {
        self.accountsPerDay = accountsPerDay
    }
}

extension Author {
    /// The session that acts, and its account; both are made for a newcomer.
    ///
    /// - Throws: ``Refusal/unknownSession``, ``Refusal/tooManyAccounts``.
    func identify(
        in database: Database, at now: Moment, limit: AccountLimit
    ) throws -> (session: Int64, account: AccountID, isNewcomer: Bool) {
        if let token,
            let row = try database.row("SELECT id, account FROM session WHERE token = ?", [token.data])
        {
            return (row[0], row[1], false)
        }
        guard let newcomer else { throw Refusal.unknownSession }
        try newcomer.count(in: database, at: now, limit: limit)
        try database.run(
            "INSERT INTO account (createdAt, seenAt, firstVersion) VALUES (?, ?, ?)",
            [now.milliseconds, now.milliseconds, newcomer.version])
        let account = database.lastInsertedRowID
        let session = try database.insertSession(newcomer.token, of: account, at: now)
        return (session, account, true)
    }
}

extension Newcomer {
    /// Counts this newcomer among those of their address today.
    fileprivate func count(in database: Database, at now: Moment, limit: AccountLimit) throws {
        guard let most = limit.accountsPerDay else { return }
        let made: Int? = try database.row(
            """
            INSERT INTO newcomer (address, day, accounts) VALUES (?, ?, 1)
            ON CONFLICT DO UPDATE SET accounts = accounts + 1 RETURNING accounts
            """,
            [address.keyedHash(in: database), now.dayNumber]
        )?[0]
        if let made, made > most { throw Refusal.tooManyAccounts }
    }
}

extension Database {
    /// - Returns: The session's id.
    func insertSession(_ token: TokenHash, of account: AccountID, at now: Moment) throws -> Int64 {
        try run(
            "INSERT INTO session (token, account, createdAt, seenAt) VALUES (?, ?, ?, ?)",
            [token.data, account, now.milliseconds, now.milliseconds]
        )
        return lastInsertedRowID
    }
}

extension TokenHash {
    var data: Data { Data(bytes) }
}
