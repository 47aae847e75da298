// Files on their way in: kept between the preview and the answer to it, one an
// account, and not for long.

import Foundation
import GRDB

/// A file that somebody has sent, to be looked at before it is taken in.
public struct Upload: Sendable, Hashable {
    public let id: OperationID
    /// As the device calls it; to be shown, never to be opened.
    public let name: String
    /// A slice, since it mostly is a part of a form; ten megabytes are not copied to be an array of their own.
    public let content: ArraySlice<UInt8>

    public init(id: OperationID, name: String, content: ArraySlice<UInt8>) {
        self.id = id
        self.name = name
        self.content = content
    }
}

/// That an upload is kept, and for whom.
public struct UploadReceipt: Sendable, Hashable {
    public let account: AccountID
    /// Whether the sender had no account, and has one now.
    public let isNewcomer: Bool
}

extension Schema {
    static let uploadSenders = """
        -- How many bytes came from an address on a day; kept as newcomers are, and gone the day after.
        CREATE TABLE uploadSender (
            address     BLOB    NOT NULL,
            day         INTEGER NOT NULL,                   -- days since 1970-01-01 UTC
            bytes       INTEGER NOT NULL,
            PRIMARY KEY (address, day)
        ) STRICT, WITHOUT ROWID;
        """
}

extension Ledger {
    /// Keeps a file in the place of the account's former one, for a day.
    ///
    /// - Throws: ``Refusal/tooManyAccounts``.
    public func keep(
        _ upload: Upload, by author: Author, now: Moment, limit: Limits
    ) async throws -> UploadReceipt {
        try await queue.commit { database in
            let device = try author.identify(in: database, at: now, limits: limit)
            let account = device.account
            try database.run("DELETE FROM upload WHERE account = ?", [account])
            // Not by a statement that is kept: it would keep the file with it.
            try database.execute(
                sql: "INSERT INTO upload VALUES (?, ?, ?, ?, ?)",
                arguments: [account, upload.id.data, upload.name, Data(upload.content), now.milliseconds])
            return UploadReceipt(account: account, isNewcomer: device.isNewcomer)
        }
    }

    /// The account's upload with the id; nil where it is gone, or there is a later one.
    public func upload(_ id: OperationID, of account: AccountID) throws -> Upload? {
        try read { database in
            let rows = try Row.fetchCursor(
                database, sql: "SELECT name, content FROM upload WHERE account = ? AND id = ?",
                arguments: [account, id.data])
            return try rows.next().map { row in
                // One copy, and none in between.
                let content = try row.withUnsafeData(atIndex: 1) { [UInt8]($0 ?? Data()) }
                return Upload(id: id, name: row[0], content: content[...])
            }
        }
    }

    /// What the device calls the account's upload with the id, of which nothing else is
    /// read; nil where it is gone, or there is a later one.
    public func uploadName(_ id: OperationID, of account: AccountID) throws -> String? {
        try read { database in
            try database.first(
                "SELECT name FROM upload WHERE account = ? AND id = ?", [account, id.data]
            ) { $0[0] }
        }
    }

    /// Counts what is about to come from an address today.
    ///
    /// - Parameters:
    ///   - bytes: As many as are announced.
    ///   - mostPerDay: As many as are taken; nil: as many as come.
    /// - Throws: ``Refusal/tooManyUploads``; what is refused is not counted.
    public func countUpload(
        of bytes: Int, from address: NetworkAddress, now: Moment, mostPerDay: Int?
    ) async throws {
        guard let mostPerDay else { return }
        try await queue.commit { database in
            let sent: Int64? = try database.first(
                """
                INSERT INTO uploadSender (address, day, bytes) VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET bytes = MIN(bytes, \(Int64.max / 2)) + excluded.bytes RETURNING bytes
                """,
                [address.keyedHash(in: database), now.dayNumber, min(Int64(bytes), .max / 2)]
            ) { $0[0] }
            guard let sent, sent <= mostPerDay else { throw Refusal.tooManyUploads }
        }
    }

    /// Lets go of the upload.
    public func removeUpload(_ id: OperationID, of account: AccountID) async throws {
        try await queue.commit {
            try $0.run("DELETE FROM upload WHERE account = ? AND id = ?", [account, id.data])
        }
    }
}
