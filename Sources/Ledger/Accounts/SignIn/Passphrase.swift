// A user name with the hash of a passphrase, one for an account. The passphrase itself never comes here.

import Foundation
import GRDB

/// The hash of an account's passphrase, and how it was made.
public struct StoredPassphrase: Sendable, Hashable {
    /// The account that it opens.
    public let account: AccountID
    /// 16 bytes.
    public let salt: [UInt8]
    /// 32 bytes.
    public let hash: [UInt8]
    /// Of scrypt.
    public let rounds: Int

    /// - Parameters:
    ///   - salt: 16 bytes.
    ///   - hash: 32 bytes.
    ///   - rounds: Of scrypt.
    public init(account: AccountID, salt: [UInt8], hash: [UInt8], rounds: Int) {
        self.account = account
        self.salt = salt
        self.hash = hash
        self.rounds = rounds
    }

    fileprivate static let columns = "account, salt, hash, rounds"

    fileprivate init(_ row: RowValues) {
        account = row[0]
        salt = Array(row[1] as Data)
        hash = Array(row[2] as Data)
        rounds = row[3]
    }
}

extension Ledger {
    /// Nil if nobody has the name.
    public func passphrase(of name: UserName) throws -> StoredPassphrase? {
        try read { database in
            try database.first(
                "SELECT \(StoredPassphrase.columns) FROM passphrase WHERE nameKey = ?", [name.key]
            ) { StoredPassphrase($0) }
        }
    }

    /// The account's user name and passphrase; nil if it has none.
    public func passphrase(of account: AccountID) throws -> (userName: String, stored: StoredPassphrase)? {
        try read { database in
            try database.first(
                "SELECT \(StoredPassphrase.columns), userName FROM passphrase WHERE account = ?", [account]
            ) { (userName: $0[4], stored: StoredPassphrase($0)) }
        }
    }

    /// Sets the account's user name and passphrase.
    ///
    /// - Parameters:
    ///   - device: The device that sets it. It may have been signed out while the hash was made.
    ///   - signsOutOthers: Whether all other devices of the account are signed out.
    /// - Throws: ``Refusal/userNameIsTaken``, ``Refusal/unknownDevice``.
    public func setPassphrase(
        _ passphrase: StoredPassphrase, as name: UserName, by device: Device.ID, signsOutOthers: Bool = false
    ) async throws {
        try await queue.commit { database in
            try database.require(device, of: passphrase.account)
            let isTaken = try database.exists(
                "SELECT 1 FROM passphrase WHERE nameKey = ? AND account <> ?",
                [name.key, passphrase.account])
            guard !isTaken else { throw Refusal.userNameIsTaken }
            try database.run(
                "INSERT OR REPLACE INTO passphrase VALUES (?, ?, ?, ?, ?, ?)",
                [
                    passphrase.account, name.text, name.key, Data(passphrase.salt), Data(passphrase.hash),
                    passphrase.rounds,
                ])
            if signsOutOthers { try database.signOut(allBut: device, of: passphrase.account) }
        }
    }

    /// Removes the account's user name and passphrase.
    ///
    /// - Throws: ``Refusal/unknownDevice`` if the device is signed out.
    public func removePassphrase(of account: AccountID, by device: Device.ID) async throws {
        try await queue.commit { database in
            try database.require(device, of: account)
            try database.run("DELETE FROM passphrase WHERE account = ?", [account])
        }
    }
}
