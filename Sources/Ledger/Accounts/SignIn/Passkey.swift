// Passkeys (WebAuthn): public keys that open an account, whose private halves stay in a device or a password manager. What
// they sign is checked by the site; here is what each opens, and the challenges they sign.

import Foundation
import GRDB

/// A passkey of an account.
public struct Passkey: Sendable, Hashable, Identifiable {
    /// Numbered over all accounts, and never reused.
    public typealias ID = Int64

    /// Its number, by which its account removes it.
    public let id: ID
    /// The account that it opens.
    public let account: AccountID
    /// What its signatures are checked with.
    public let credential: PasskeyCredential
    /// Derived from the browser that added it; empty if unknown.
    public let name: String
    /// When it was added, by the server's clock.
    public let createdAt: Moment
    /// When it last opened the account; nil if it has not yet.
    public let usedAt: Moment?

    /// The maximum number of passkeys of an account.
    public static let mostOfAccount = 20
}

/// What an authenticator says of a passkey.
public struct PasskeyCredential: Sendable, Hashable {
    /// Chosen by the authenticator; 1 to ``longestID`` bytes.
    public let id: [UInt8]
    /// A COSE_Key (RFC 9052 §7), which names its algorithm.
    public let publicKey: [UInt8]
    /// How often it has signed; 0 if its authenticator does not count.
    public let signCount: UInt32

    /// In bytes (WebAuthn Level 3, §7.1).
    public static let longestID = 1023

    /// - Parameter id: 1 to ``longestID`` bytes, which whoever calls has checked.
    public init(id: [UInt8], publicKey: [UInt8], signCount: UInt32) {
        self.id = id
        self.publicKey = publicKey
        self.signCount = signCount
    }
}

extension Ledger {
    /// Keeps a challenge. It counts as an attempt to open an account, because it is good for one.
    ///
    /// - Parameter account: Whose passkey is to be added; nil if one is to open an account.
    /// - Throws: ``Refusal/tooManySignIns`` if there were too many from the address.
    public func addPasskeyChallenge(
        _ challenge: TokenHash, of account: AccountID?, until end: Moment, from address: NetworkAddress,
        at now: Moment
    ) async throws {
        try await queue.commit { database in
            try database.countSignIn(
                by: address.keyedHash(in: database), at: now, most: SignInLimit.perAddress)
            try database.run(
                "INSERT INTO passkeyChallenge VALUES (?, ?, ?)",
                [challenge.data, account, end.milliseconds])
        }
    }

    /// Uses a challenge up, for whatever it was made.
    ///
    /// - Parameter account: As when it was made.
    /// - Returns: Whether it was made for this, not used before and in time.
    public func usePasskeyChallenge(
        _ challenge: TokenHash, of account: AccountID?, at now: Moment
    ) async throws -> Bool {
        try await queue.commit { database in
            try database.first(
                "DELETE FROM passkeyChallenge WHERE challenge = ? RETURNING account IS ? AND expiresAt > ?",
                [challenge.data, account, now.milliseconds]
            ) { $0[0] } ?? false
        }
    }

    /// The account's passkeys, latest first.
    public func passkeys(of account: AccountID) throws -> [Passkey] {
        try read { database in
            let rows = try database.rows(
                "SELECT \(Passkey.columns) FROM passkey WHERE account = ? ORDER BY id DESC", [account])
            var passkeys: [Passkey] = []
            while let row = try rows.next() { passkeys.append(Passkey(row)) }
            return passkeys
        }
    }

    /// The passkey of that credential; nil if there is none.
    public func passkey(ofCredential id: [UInt8]) throws -> Passkey? {
        try read { database in
            try database.first(
                "SELECT \(Passkey.columns) FROM passkey WHERE credential = ?", [Data(id)]
            ) { Passkey($0) }
        }
    }

    /// By which a passkey names its account: 32 bytes that tell nobody else anything, and stay the same.
    public func passkeyUserHandle(of account: AccountID) throws -> [UInt8] {
        try read { Array(try $0.keyedHash(of: "passkeys of \(account)")) }
    }

    /// - Parameter device: The device that adds it. It may have been signed out while it was made.
    /// - Throws: ``Refusal/unknownDevice``, ``Refusal/tooManyPasskeys``, ``Refusal/passkeyIsTaken``.
    public func addPasskey(
        _ credential: PasskeyCredential, named name: String, of account: AccountID, by device: Device.ID,
        at now: Moment
    ) async throws {
        try await queue.commit { database in
            try database.require(device, of: account)
            let passkeys: Int? = try database.first(
                "SELECT COUNT(*) FROM passkey WHERE account = ?", [account]
            ) { $0[0] }
            guard let passkeys, passkeys < Passkey.mostOfAccount else { throw Refusal.tooManyPasskeys }
            try database.run(
                """
                INSERT INTO passkey (account, credential, publicKey, signCount, name, createdAt)
                VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (credential) DO NOTHING
                """,
                [
                    account, Data(credential.id), Data(credential.publicKey), Int64(credential.signCount),
                    Device.name(from: name), now.milliseconds,
                ])
            guard database.changesCount > 0 else { throw Refusal.passkeyIsTaken }
        }
    }

    /// Removes a passkey of the account: it opens nothing any more.
    ///
    /// - Throws: ``Refusal/unknownDevice`` if the device is signed out.
    public func removePasskey(
        _ passkey: Passkey.ID, of account: AccountID, by device: Device.ID
    ) async throws {
        try await queue.commit { database in
            try database.require(device, of: account)
            try database.run("DELETE FROM passkey WHERE id = ? AND account = ?", [passkey, account])
        }
    }
}

extension Passkey {
    fileprivate static let columns =
        "id, account, credential, publicKey, signCount, name, createdAt, usedAt"

    fileprivate init(_ row: RowValues) {
        id = row[0]
        account = row[1]
        credential = PasskeyCredential(
            id: Array(row[2] as Data), publicKey: Array(row[3] as Data), signCount: row[4])
        name = row[5]
        createdAt = Moment(milliseconds: row[6])
        usedAt = (row[7] as Int64?).map { Moment(milliseconds: $0) }
    }
}
