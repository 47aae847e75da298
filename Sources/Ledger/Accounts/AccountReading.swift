// Reads accounts: the visitor behind a token, their settings, and recovery links
// for browsers that have lost their session.

import GRDB

/// An account that a recovery link opens.
public struct RecoverableAccount: Sendable, Hashable {
    /// The account.
    public let account: AccountID
    /// The number of counters that are not in the trash.
    public let counters: Int
    /// The number of goals, archived ones included.
    public let goals: Int
}

extension Ledger {
    /// The visitor with this token; nil if there is none.
    public func visitor(_ token: TokenHash) throws -> Visitor? {
        try read { database in
            try database.first(
                """
                SELECT device.account, revision, device.id, device.seenAt, zone, dayStart, weekStart, lastCounter
                FROM device JOIN book ON book.id = device.account JOIN account ON account.id = device.account
                WHERE token = ?
                """,
                [token.data]
            ) { row in
                Visitor(
                    account: row[0], revision: row[1], device: row[2],
                    seenAt: Moment(milliseconds: row[3]), zone: row[4],
                    calendar: CalendarChoice(hour: row[5], weekday: row[6]), lastCounter: row[7]
                )
            }
        }
    }

    /// When the account's days and weeks begin.
    public func calendar(of account: AccountID) throws -> CalendarChoice {
        try read { database in
            try database.first("SELECT dayStart, weekStart FROM account WHERE id = ?", [account]) { row in
                CalendarChoice(hour: row[0], weekday: row[1])
            } ?? .standard
        }
    }

    /// Records the visit, and the device's time zone if known.
    public func noteVisit(_ visitor: Visitor, in zone: String? = nil, at now: Moment) async throws {
        try await queue.commit { database in
            try database.noteSeen(visitor.device, of: visitor.account, in: zone, at: now)
        }
    }

    /// How the account was first opened; nil if it does not exist.
    public func firstOpening(of account: AccountID) throws -> FirstOpening? {
        try read { database in
            try database.first("SELECT createdAt, firstVersion FROM account WHERE id = ?", [account]) { row in
                FirstOpening(moment: Moment(milliseconds: row[0]), version: row[1])
            }
        }
    }

    /// Whether the account has a recovery link.
    public func hasRecovery(_ account: AccountID) throws -> Bool {
        try read { try $0.exists("SELECT 1 FROM recovery WHERE account = ?", [account]) }
    }

    /// Whether the account can be opened once the device is signed out: by another device, or by any way to sign in.
    public func hasWayIn(_ account: AccountID, without device: Device.ID) throws -> Bool {
        try read {
            try $0.exists(
                """
                SELECT 1 WHERE EXISTS (SELECT 1 FROM device WHERE account = ?1 AND id <> ?2)
                OR \(Self.canSignIn(to: "?1"))
                """, [account, device])
        }
    }

    /// A condition in SQL: whether an account without devices can be opened, and not by a join code, which ends in
    /// minutes.
    ///
    /// - Parameter account: The account, in SQL.
    static func canSignIn(to account: String) -> String {
        """
        (EXISTS (SELECT 1 FROM recovery WHERE recovery.account = \(account))
        OR EXISTS (SELECT 1 FROM passphrase WHERE passphrase.account = \(account))
        OR EXISTS (SELECT 1 FROM passkey WHERE passkey.account = \(account))
        OR EXISTS (SELECT 1 FROM webServerUser WHERE webServerUser.account = \(account))
        OR EXISTS (
            SELECT 1 FROM signInCode WHERE signInCode.account = \(account) AND signInCode.expiresAt IS NULL))
        """
    }

    /// Makes `token` the account's recovery link. An earlier link stops working.
    ///
    /// - Parameters:
    ///   - device: The device that makes it; nil for the operator.
    ///   - signsOutOthers: Whether all other devices of the account are signed out.
    /// - Throws: ``Refusal/unknownDevice`` if the device is signed out.
    public func setRecovery(
        _ token: TokenHash, of account: AccountID, by device: Device.ID?, signsOutOthers: Bool = false,
        at now: Moment
    ) async throws {
        try await queue.commit { database in
            if let device { try database.require(device, of: account) }
            try database.run(
                "INSERT OR REPLACE INTO recovery (account, token, createdAt) VALUES (?, ?, ?)",
                [account, token.data, now.milliseconds]
            )
            if signsOutOthers { try database.signOut(allBut: device, of: account) }
        }
    }

    /// What a recovery link opens; nil if the link is invalid.
    public func recoverable(_ token: TokenHash) throws -> RecoverableAccount? {
        try read { database in
            try database.first(
                """
                SELECT account,
                       (SELECT COUNT(*) FROM counter WHERE counter.book = recovery.account AND deletedAt IS NULL),
                       (SELECT COUNT(*) FROM goal WHERE goal.book = recovery.account AND removedAt IS NULL)
                FROM recovery WHERE token = ?
                """,
                [token.data]
            ) { RecoverableAccount(account: $0[0], counters: $0[1], goals: $0[2]) }
        }
    }
}
