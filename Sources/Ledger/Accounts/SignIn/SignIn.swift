// Opens an account in a browser: by its recovery link, by a code, by user name and passphrase, or by a passkey. The
// ledger knows hashes and public keys only, and counts attempts without keeping addresses.

import Crypto
import Foundation
import GRDB

/// What opens an account.
public enum AccountKey: Sendable, Hashable {
    case recoveryLink(TokenHash)
    /// A join code or a recovery code. It opens the account once.
    case code(TokenHash)
    /// A passphrase that was found right, and is still the account's.
    case passphrase(StoredPassphrase)
    /// A passkey that has signed a challenge, and is still the account's.
    ///
    /// It opens nothing if it has signed as often before: then somebody has copied it (WebAuthn §6.1.1).
    case passkey(Passkey.ID, signCount: UInt32)
}

/// The maximum number of attempts to open an account within an hour.
enum SignInLimit {
    static let perAddress = 20
    /// Of a user name, from anywhere (OWASP ASVS 5, 6.3.1). Codes and the recovery link still open the account.
    static let perUserName = 50
}

extension Ledger {
    /// Counts an attempt to open an account.
    ///
    /// - Throws: ``Refusal/tooManySignIns`` if there were too many from the address, or with the user name.
    public func countSignIn(
        from address: NetworkAddress, as name: UserName? = nil, at now: Moment
    ) async throws {
        try await queue.commit { database in
            // First the address, so that one who may not try any more does not close the name to others.
            try database.countSignIn(
                by: address.keyedHash(in: database), at: now, most: SignInLimit.perAddress)
            guard let name else { return }
            let subject = try database.keyedHash(of: "name " + name.key)
            try database.countSignIn(by: subject, at: now, most: SignInLimit.perUserName)
        }
    }

    /// Takes back what ``countSignIn(from:as:at:)`` has counted, because it was no guess: many may sign in from behind one
    /// address.
    public func uncountSignIn(
        from address: NetworkAddress, as name: UserName? = nil, at now: Moment
    ) async throws {
        try await queue.commit { database in
            let subjects = try [
                address.keyedHash(in: database), name.map { try database.keyedHash(of: "name " + $0.key) },
            ]
            for case let subject? in subjects {
                try database.run(
                    "UPDATE signInAttempt SET attempts = attempts - 1 WHERE subject = ? AND hour = ? AND attempts > 0",
                    [subject, now.hourNumber])
            }
        }
    }

    /// Opens an account in a browser, as a new device of the account.
    ///
    /// An account has at most ``Device/mostOfAccount`` devices; those unused for longest are signed out.
    ///
    /// - Parameters:
    ///   - previous: The device that the browser was until now, which is signed out in the same commit.
    ///   - copy: An operation to apply as the new device. If it is refused, the key was not used, and the previous device
    ///     stays. If that is gone, nothing is applied: the same was asked for twice, and is done. A large account is copied
    ///     in pieces, between which others write.
    /// - Returns: The account; nil if the key opens none.
    /// - Throws: What the operation is refused for; ``Refusal/tooManyOperations`` if an account that is to be copied keeps
    ///   changing.
    public func open(
        _ key: AccountKey, as device: TokenHash, named name: String = "", leaving previous: Device.ID? = nil,
        applying copy: (operation: Operation, limits: Limits)? = nil, at now: Moment
    ) async throws -> AccountID? {
        if let (operation, limits) = copy, let content = operation.change.content as? CopyAccount {
            return try await open(
                key, as: device, named: name, leaving: previous, takingAlong: content.account, by: operation,
                limits, at: now)
        }
        return try await openAtOnce(
            key, as: device, named: name, leaving: previous, applying: copy, at: now)
    }

    /// Opens an account, and applies an operation, in one commit.
    func openAtOnce(
        _ key: AccountKey, as device: TokenHash, named name: String, leaving previous: Device.ID?,
        applying copy: (operation: Operation, limits: Limits)?, at now: Moment
    ) async throws -> AccountID? {
        try await queue.commit { database in
            guard let account = try database.account(openedBy: key, at: now) else { return nil }
            let isFirst = try previous.map { try database.signOut($0) } ?? true
            _ = try database.insertDevice(device, named: Device.name(from: name), of: account, at: now)
            try database.keepLatestDevices(of: account)
            if isFirst, let (operation, limits) = copy {
                var acting = try Author.device(device).identify(in: database, at: now, limits: limits)
                _ = try operation.apply(
                    to: database, by: &acting, now: now, limits: limits,
                    preparations: Preparations(limits))
                try acting.saveBook(in: database)
            }
            return account
        }
    }

    /// The account that a key would open, without using it; nil if it opens none.
    public func account(openableBy key: AccountKey, at now: Moment) throws -> AccountID? {
        try read { try $0.account(openableBy: key, at: now) }
    }

    /// Makes `code` the account's join code. An earlier one stops working.
    ///
    /// - Throws: ``Refusal/unknownDevice`` if the device is signed out.
    public func setJoinCode(
        _ code: TokenHash, of account: AccountID, by device: Device.ID, until end: Moment
    ) async throws {
        try await queue.commit { database in
            try database.require(device, of: account)
            try database.run(
                "DELETE FROM signInCode WHERE account = ? AND expiresAt IS NOT NULL", [account])
            try database.run(
                "INSERT INTO signInCode VALUES (?, ?, ?)", [code.data, account, end.milliseconds])
        }
    }

    /// When the account's join code ends; nil if it was used or replaced.
    public func end(ofJoinCode code: TokenHash, of account: AccountID) throws -> Moment? {
        try read { database in
            try database.first(
                "SELECT expiresAt FROM signInCode WHERE code = ? AND account = ? AND expiresAt IS NOT NULL",
                [code.data, account]
            ) { Moment(milliseconds: $0[0]) }
        }
    }

    /// Makes `codes` the account's recovery codes. Earlier ones stop working.
    ///
    /// - Throws: ``Refusal/unknownDevice`` if the device is signed out.
    public func setRecoveryCodes(
        _ codes: [TokenHash], of account: AccountID, by device: Device.ID
    ) async throws {
        try await queue.commit { database in
            try database.require(device, of: account)
            try database.run("DELETE FROM signInCode WHERE account = ? AND expiresAt IS NULL", [account])
            for code in codes {
                try database.run("INSERT INTO signInCode VALUES (?, ?, NULL)", [code.data, account])
            }
        }
    }

    /// Whether it is one of the account's recovery codes, and was not used yet.
    public func isRecoveryCode(_ code: TokenHash, of account: AccountID) throws -> Bool {
        try read { database in
            try database.exists(
                "SELECT 1 FROM signInCode WHERE code = ? AND account = ? AND expiresAt IS NULL",
                [code.data, account])
        }
    }

    /// The number of the account's recovery codes that were not used yet.
    public func recoveryCodesLeft(of account: AccountID) throws -> Int {
        try read { database in
            try database.first(
                "SELECT COUNT(*) FROM signInCode WHERE account = ? AND expiresAt IS NULL", [account]
            ) { $0[0] } ?? 0
        }
    }
}

extension Database {
    /// - Returns: Whether it was still signed in.
    fileprivate func signOut(_ device: Device.ID) throws -> Bool {
        try run("DELETE FROM device WHERE id = ?", [device])
        return changesCount > 0
    }

    /// Signs out the devices of an account that were not used for longest, if there are more than it may have.
    func keepLatestDevices(of account: AccountID) throws {
        try run(
            """
            DELETE FROM device WHERE id IN (
                SELECT id FROM device WHERE account = ? ORDER BY seenAt DESC, id DESC LIMIT -1 OFFSET ?)
            """, [account, Device.mostOfAccount])
    }

    /// - Throws: ``Refusal/tooManySignIns``.
    func countSignIn(by subject: Data, at now: Moment, most: Int) throws {
        let attempts: Int? = try first(
            """
            INSERT INTO signInAttempt (subject, hour, attempts) VALUES (?, ?, 1)
            ON CONFLICT DO UPDATE SET attempts = attempts + 1 RETURNING attempts
            """, [subject, now.hourNumber]
        ) { $0[0] }
        if let attempts, attempts > most { throw Refusal.tooManySignIns }
    }

    /// The account that a key would open.
    func account(openableBy key: AccountKey, at now: Moment) throws -> AccountID? {
        switch key {
        case .recoveryLink, .passphrase: try account(openedBy: key, at: now)
        case .code(let code):
            try first(
                "SELECT account FROM signInCode WHERE code = ? AND (expiresAt IS NULL OR expiresAt > ?)",
                [code.data, now.milliseconds]
            ) { $0[0] }
        case .passkey(let passkey, _):
            try first("SELECT account FROM passkey WHERE id = ?", [passkey]) { $0[0] }
        }
    }

    fileprivate func account(openedBy key: AccountKey, at now: Moment) throws -> AccountID? {
        switch key {
        case .recoveryLink(let token):
            try first("SELECT account FROM recovery WHERE token = ?", [token.data]) { $0[0] }
        case .code(let code):
            try first(
                """
                DELETE FROM signInCode WHERE code = ? AND (expiresAt IS NULL OR expiresAt > ?) RETURNING account
                """, [code.data, now.milliseconds]
            ) { $0[0] }
        case .passphrase(let stored):
            try first(
                "SELECT account FROM passphrase WHERE account = ? AND hash = ?",
                [stored.account, Data(stored.hash)]
            ) { $0[0] }
        case .passkey(let passkey, let signCount):
            try first(
                """
                UPDATE passkey SET signCount = ?1, usedAt = ?2
                WHERE id = ?3 AND (signCount < ?1 OR signCount = 0 AND ?1 = 0) RETURNING account
                """, [Int64(signCount), now.milliseconds, passkey]
            ) { $0[0] }
        }
    }

    /// Without the key in the database, nobody can tell what was hashed.
    func keyedHash(of text: String) throws -> Data {
        let key = try secret(.address)
        return Data(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: SymmetricKey(data: key)))
    }
}
