// Resolves an author to a device and its book. The lookup runs inside the write
// transaction; a newcomer's account is created in the same transaction.

import Foundation
import GRDB

/// A device that acts in a book, and the state of the book.
struct ActingDevice {
    let id: Device.ID
    let account: AccountID
    let isNewcomer: Bool
    /// When it was last used before, to the day.
    let seenAt: Moment
    /// The book's revision, including what the device has done in this transaction.
    var revision: Int64
    /// The book's usage, likewise.
    var usage: BookUsage
    /// The account's own limits.
    let limits: AccountLimits

    var book: BookID { account }

    /// Saves the book's revision and usage.
    func saveBook(in database: Database) throws {
        try database.run(
            """
            UPDATE book SET revision = ?, usageDay = ?, usageOperations = ?, usageWords = ?, allowance = ?, refilledAt = ?
            WHERE id = ?
            """,
            [
                revision, usage.day, usage.operations, usage.words, usage.allowance, usage.refilledAt, book,
            ])
    }
}

extension Author {
    /// The acting device; for a newcomer it is created together with an account and a book.
    ///
    /// - Throws: ``Refusal/unknownDevice``, ``Refusal/signUpIsClosed``, ``Refusal/tooManyAccounts``.
    func identify(in database: Database, at now: Moment, limits: Limits) throws -> ActingDevice {
        if let device = try known(in: database) {
            // There are devices that open no page.
            if !device.seenAt.isWithinDay(of: now) {
                try database.noteSeen(device.id, of: device.account, at: now)
            }
            return device
        }
        guard let newcomer else { throw Refusal.unknownDevice }
        if let device = try database.actingDevice(newcomer.token, isNewcomer: true) {
            guard try database.isNewcomers(newcomer.token, at: now) else { throw Refusal.unknownDevice }
            return device
        }
        guard limits.signUp == .open else { throw Refusal.signUpIsClosed }
        try newcomer.count(in: database, at: now, limits)
        _ = try database.insertAccount(of: newcomer, at: now)
        guard let device = try database.actingDevice(newcomer.token, isNewcomer: true) else {
            throw StorageFault.damaged
        }
        return device
    }

    /// The existing device with the author's token, if any.
    func known(in database: Database) throws -> ActingDevice? {
        try token.flatMap { try database.actingDevice($0, isNewcomer: false) }
    }
}

extension Newcomer {
    /// Counts this newcomer towards their address's limit for this hour.
    fileprivate func count(in database: Database, at now: Moment, _ limits: Limits) throws {
        guard let most = limits.accountsPerHour else { return }
        let made: Int? = try database.first(
            """
            INSERT INTO newcomer (address, hour, accounts) VALUES (?, ?, 1)
            ON CONFLICT DO UPDATE SET accounts = accounts + 1 RETURNING accounts
            """,
            [address.keyedHash(in: database), now.hourNumber]
        ) { $0[0] }
        if let made, made > most { throw Refusal.tooManyAccounts }
    }
}

extension Ledger {
    /// Whether the token is that of a newcomer whose first write may still be repeated.
    public func isNewcomers(_ token: TokenHash, at now: Moment) throws -> Bool {
        try read { try $0.isNewcomers(token, at: now) }
    }
}

extension Database {
    fileprivate func isNewcomers(_ token: TokenHash, at now: Moment) throws -> Bool {
        try exists(
            "SELECT 1 FROM device WHERE token = ? AND createdAt > ?",
            [token.data, now.advanced(byDays: -Newcomer.daysOfRepetition).milliseconds])
    }

    fileprivate func actingDevice(_ token: TokenHash, isNewcomer: Bool) throws -> ActingDevice? {
        try first(
            """
            SELECT device.id, account, revision, usageDay, usageOperations, usageWords, allowance, refilledAt,
                device.seenAt, \(AccountLimits.columns)
            FROM device JOIN book ON book.id = device.account WHERE token = ?
            """,
            [token.data]
        ) { row in
            ActingDevice(
                id: row[0], account: row[1], isNewcomer: isNewcomer, seenAt: Moment(milliseconds: row[8]),
                revision: row[2],
                usage: BookUsage(
                    day: row[3], operations: row[4], words: row[5], allowance: row[6], refilledAt: row[7]),
                limits: AccountLimits(row, from: 9))
        }
    }

    /// A device that acts for a book without anybody using it, be it signed out or not; nil if the book is gone.
    func actingDevice(_ id: Device.ID, of book: BookID, at now: Moment) throws -> ActingDevice? {
        try first(
            """
            SELECT revision, usageDay, usageOperations, usageWords, allowance, refilledAt, \(AccountLimits.columns)
            FROM book WHERE id = ?
            """, [book]
        ) { row in
            ActingDevice(
                id: id, account: book, isNewcomer: false, seenAt: now, revision: row[0],
                usage: BookUsage(
                    day: row[1], operations: row[2], words: row[3], allowance: row[4], refilledAt: row[5]),
                limits: AccountLimits(row, from: 6))
        }
    }

    /// - Parameter zone: The device's; nil if it is not known.
    func noteSeen(_ device: Device.ID, of account: AccountID, in zone: String? = nil, at now: Moment) throws {
        try run(
            "UPDATE device SET seenAt = ?, zone = COALESCE(?, zone) WHERE id = ?",
            [now.milliseconds, zone, device])
        try run("UPDATE account SET seenAt = ? WHERE id = ?", [now.milliseconds, account])
    }

    /// - Parameter name: It gets a number if another device of the account has it: “Firefox, Linux (2)”.
    /// - Returns: The device's id.
    func insertDevice(_ token: TokenHash, named name: String, of account: AccountID, at now: Moment) throws
        -> Device.ID
    {
        let name = try freeName(like: name, in: account)
        try run(
            "INSERT INTO device (token, account, name, createdAt, seenAt) VALUES (?, ?, ?, ?, ?)",
            [token.data, account, name, now.milliseconds, now.milliseconds]
        )
        return lastInsertedRowID
    }

    private func freeName(like name: String, in account: AccountID) throws -> String {
        guard !name.isEmpty else { return name }
        let rows = try rows("SELECT name FROM device WHERE account = ?", [account])
        var taken: Set<String> = []
        while let row = try rows.next() { taken.insert(row[0]) }
        guard taken.contains(name) else { return name }
        // One of so many numbers is free.
        for number in 2...(taken.count + 1) {
            let ending = " (\(number))"
            let numbered = String(name.prefix(Device.longestName - ending.count)) + ending
            if !taken.contains(numbered) { return numbered }
        }
        return name
    }
}

extension TokenHash {
    var data: Data { Data(bytes) }
}
