// Who may open an account here that they do not have yet: anybody, whoever has an invitation, or nobody but through the
// operator. The ledger knows hashes of invitations only.

import GRDB

/// How somebody without an account comes to one.
public enum SignUp: String, Sendable, CaseIterable {
    /// By their first write.
    case open
    /// By an invitation.
    case invitation
    /// By the operator alone.
    case closed
}

/// A link that opens an account for whoever has it, once.
public enum Invitation {
    /// How long it is good for.
    public static let days: Int64 = 7

    /// What tells one from another where the link itself is not known: eight digits of its hash.
    static let number = "lower(hex(substr(token, 1, 4)))"
}

extension Ledger {
    /// Keeps a new invitation.
    public func invite(by invitation: TokenHash, until end: Moment) async throws {
        try await queue.commit {
            try $0.run("INSERT INTO invitation VALUES (?, ?)", [invitation.data, end.milliseconds])
        }
    }

    /// The invitations that are good, the first to lapse first. Of each its number, which opens nothing, and its end.
    public func invitations(at now: Moment) throws -> [(number: String, end: Moment)] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT \(Invitation.number), expiresAt FROM invitation WHERE expiresAt > ? ORDER BY expiresAt, token
                    """, arguments: [now.milliseconds]
            ).map { ($0[0], Moment(milliseconds: $0[1])) }
        }
    }

    /// Makes an invitation worthless, or all of them if none is named.
    ///
    /// - Returns: How many there were.
    public func withdrawInvitations(_ number: String?) async throws -> Int {
        try await queue.commit { database in
            try database.run("DELETE FROM invitation WHERE \(Invitation.number) = ?1 OR ?1 IS NULL", [number])
            return database.changesCount
        }
    }

    /// Whether the invitation is good: not used yet, and in time.
    public func isGood(_ invitation: TokenHash, at now: Moment) throws -> Bool {
        try read { database in
            try database.exists(
                "SELECT 1 FROM invitation WHERE token = ? AND expiresAt > ?",
                [invitation.data, now.milliseconds])
        }
    }

    /// Makes an account for somebody who has an invitation, and uses it up.
    ///
    /// If the newcomer's device is there already, it was made by the same invitation, and its answer got lost: that
    /// account is answered again.
    ///
    /// - Returns: The account; nil if the invitation is not good.
    /// - Throws: ``Refusal/signUpIsClosed`` if no invitation is taken; it is not used up.
    public func accept(
        _ invitation: TokenHash, by newcomer: Newcomer, at now: Moment, limit: Limits
    ) async throws -> AccountID? {
        try await queue.commit { database in
            let made: AccountID? = try database.first(
                "SELECT account FROM device WHERE token = ?", [newcomer.token.data]
            ) { $0[0] }
            if let made { return made }
            guard limit.signUp != .closed else { throw Refusal.signUpIsClosed }
            let isGood = try database.first(
                "DELETE FROM invitation WHERE token = ? RETURNING expiresAt > ?",
                [invitation.data, now.milliseconds]
            ) { $0[0] as Bool }
            guard isGood == true else { return nil }
            return try database.insertAccount(of: newcomer, at: now)
        }
    }

    /// Makes an account that nobody has opened yet.
    ///
    /// - Parameters:
    ///   - token: The recovery link that opens it.
    ///   - version: The Fivebar version that makes it.
    public func makeAccount(
        openedBy token: TokenHash, version: String?, at now: Moment
    ) async throws -> AccountID {
        try await queue.commit { database in
            let account = try database.insertAccount(version: version, at: now)
            try database.run(
                "INSERT INTO recovery (account, token, createdAt) VALUES (?, ?, ?)",
                [account, token.data, now.milliseconds])
            return account
        }
    }
}

extension Database {
    /// Makes an account with a book and the newcomer's device.
    func insertAccount(of newcomer: Newcomer, at now: Moment) throws -> AccountID {
        let account = try insertAccount(version: newcomer.version, at: now)
        _ = try insertDevice(newcomer.token, named: newcomer.deviceName, of: account, at: now)
        return account
    }

    /// Makes an account with a book.
    func insertAccount(version: String?, at now: Moment) throws -> AccountID {
        try run("INSERT INTO book DEFAULT VALUES")
        let book = lastInsertedRowID
        try run(
            "INSERT INTO account (id, createdAt, seenAt, firstVersion) VALUES (?, ?, ?, ?)",
            [book, now.milliseconds, now.milliseconds, version])
        return book
    }
}
