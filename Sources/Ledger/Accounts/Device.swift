// The devices of an account: list, rename, sign out.

import Foundation
import GRDB

/// A browser, watch or script that may act for an account.
public struct Device: Sendable, Hashable, Identifiable {
    /// Numbered over all accounts, and never reused.
    public typealias ID = Int64

    /// Its number, by which its account renames it or signs it out.
    public let id: ID
    /// Derived from the browser or chosen by the user; empty if neither.
    public let name: String
    /// When it was added to the account, by the server's clock.
    public let createdAt: Moment
    /// To the day.
    public let seenAt: Moment
    /// The IANA name of its last known time zone; nil if it never sent one.
    public let zone: String?

    /// In grapheme clusters.
    public static let longestName = 60
    /// The maximum number of devices of an account. A further one takes the place of the one that was not used
    /// for longest: otherwise a shared recovery link could fill the disk.
    public static let mostOfAccount = 1_000

    /// The name as it is stored.
    static func name(from typed: String) -> String {
        let name = typed.normalizedLine
        guard !name.showsNothing else { return "" }
        // A single character can have thousands of marks.
        let short = String(name.prefix(longestName))
        return short.isLonger(than: longestName) ? "" : short
    }
}

extension Ledger {
    /// The account's devices, most recently used first.
    public func devices(of account: AccountID) throws -> [Device] {
        try read { database in
            let rows = try database.rows(
                """
                SELECT id, name, createdAt, seenAt, zone FROM device WHERE account = ?
                ORDER BY seenAt DESC, id DESC
                """,
                [account])
            var devices: [Device] = []
            while let row = try rows.next() {
                devices.append(
                    Device(
                        id: row[0], name: row[1], createdAt: Moment(milliseconds: row[2]),
                        seenAt: Moment(milliseconds: row[3]), zone: row[4]))
            }
            return devices
        }
    }

    /// Renames a device of the account.
    ///
    /// - Parameter acting: The device that asks for it.
    /// - Returns: Whether the device exists.
    /// - Throws: ``Refusal/unknownDevice`` if the acting one is signed out.
    public func rename(
        _ device: Device.ID, of account: AccountID, by acting: Device.ID, to typed: String
    ) async throws -> Bool {
        let name = Device.name(from: typed)
        return try await queue.commit { database in
            try database.require(acting, of: account)
            try database.run(
                "UPDATE device SET name = ? WHERE id = ? AND account = ?", [name, device, account])
            return database.changesCount > 0
        }
    }

    /// Makes `new` the token of the device that has `old`. Both may come at once from several requests, and the later
    /// ones change nothing.
    public func replaceToken(_ old: TokenHash, with new: TokenHash) async throws {
        try await queue.commit { database in
            try database.run("UPDATE device SET token = ? WHERE token = ?", [new.data, old.data])
        }
    }

    /// 32 bytes for the token that follows one, which only this database can tell.
    ///
    /// - Parameter seed: Made from the earlier token, and stored nowhere.
    public func successor(of seed: TokenHash) throws -> [UInt8] {
        try read { database in
            let seed = seed.data.base64EncodedString()
            return Array(try database.keyedHash(of: "successor " + seed))
        }
    }

    /// Signs a device out: its token becomes invalid.
    ///
    /// - Parameter acting: The device that asks for it.
    /// - Returns: Whether the device existed.
    /// - Throws: ``Refusal/unknownDevice`` if the acting one is another, and signed out itself.
    public func signOut(_ device: Device.ID, of account: AccountID, by acting: Device.ID) async throws -> Bool
    {
        try await queue.commit { database in
            if acting != device { try database.require(acting, of: account) }
            try database.run("DELETE FROM device WHERE id = ? AND account = ?", [device, account])
            return database.changesCount > 0
        }
    }

    /// Signs out all devices of the account except the one that asks for it.
    ///
    /// - Parameter device: Nil for the operator, who signs all of them out.
    /// - Returns: The number of devices signed out.
    /// - Throws: ``Refusal/unknownDevice`` if the device is signed out.
    public func signOut(allBut device: Device.ID?, of account: AccountID) async throws -> Int {
        try await queue.commit { database in
            if let device { try database.require(device, of: account) }
            return try database.signOut(allBut: device, of: account)
        }
    }
}

extension Database {
    /// - Returns: The number of devices signed out.
    @discardableResult
    func signOut(allBut device: Device.ID?, of account: AccountID) throws -> Int {
        try run("DELETE FROM device WHERE id IS NOT ? AND account = ?", [device, account])
        let devices = changesCount
        // One of them may have made a code to come back.
        try run("DELETE FROM signInCode WHERE account = ? AND expiresAt IS NOT NULL", [account])
        return devices
    }

    /// A device may have been signed out while its request was on its way: then it makes no key to come back, and changes
    /// nothing of those that others have.
    ///
    /// - Throws: ``Refusal/unknownDevice``.
    func require(_ device: Device.ID, of account: AccountID) throws {
        let isThere = try exists("SELECT 1 FROM device WHERE id = ? AND account = ?", [device, account])
        guard isThere else { throw Refusal.unknownDevice }
    }
}
