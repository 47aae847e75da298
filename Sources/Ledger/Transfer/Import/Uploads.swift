// Uploaded files: stored between the preview and its confirmation, one per account,
// and not for long.

import Foundation
import GRDB

/// An uploaded file, previewed before it is imported.
public struct Upload: Sendable, Hashable {
    /// By which the confirmation names it.
    public let id: OperationID
    /// The file name on the device; for display only, never to be opened.
    public let name: String
    /// A slice, since it is usually part of a form: this avoids copying ten megabytes into an array.
    public let content: ArraySlice<UInt8>

    /// In grapheme clusters.
    private static let longestName = 100

    /// - Parameter name: Is cut where it is long.
    public init(id: OperationID, name: String, content: ArraySlice<UInt8>) {
        self.id = id
        let short = String(name.normalizedLine.prefix(Self.longestName))
        // A single character can have thousands of marks.
        self.name = short.isLonger(than: Self.longestName) ? "" : short
        self.content = content
    }
}

/// Confirms that an upload is stored, and for whom.
public struct UploadReceipt: Sendable, Hashable {
    /// The sender's account.
    public let account: AccountID
    /// Whether an account was created for the sender.
    public let isNewcomer: Bool
}

extension Ledger {
    /// Stores a file for a day, replacing the account's previous one.
    ///
    /// - Throws: ``Refusal/tooManyAccounts``.
    public func keep(
        _ upload: Upload, by author: Author, now: Moment, limit: Limits
    ) async throws -> UploadReceipt {
        try await queue.commit { database in
            let device = try author.identify(in: database, at: now, limits: limit)
            let account = device.account
            try database.run("DELETE FROM upload WHERE account = ?", [account])
            // Not with a cached statement: it would keep the file in memory.
            try database.execute(
                sql: "INSERT INTO upload VALUES (?, ?, ?, ?, ?)",
                arguments: [account, upload.id.data, upload.name, Data(upload.content), now.milliseconds])
            return UploadReceipt(account: account, isNewcomer: device.isNewcomer)
        }
    }

    /// The account's upload with the id; nil if it is gone or was replaced.
    public func upload(_ id: OperationID, of account: AccountID) throws -> Upload? {
        try read { database in
            let rows = try RowValues.fetchCursor(
                database, sql: "SELECT name, content FROM upload WHERE account = ? AND id = ?",
                arguments: [account, id.data])
            return try rows.next().map { row in
                // A single copy, without an intermediate one.
                let content = [UInt8](row[1] as Data? ?? Data())
                return Upload(id: id, name: row[0], content: content[...])
            }
        }
    }

    /// The file name of the account's upload with the id, without reading its contents;
    /// nil if it is gone or was replaced.
    public func uploadName(_ id: OperationID, of account: AccountID) throws -> String? {
        try read { database in
            try database.first(
                "SELECT name FROM upload WHERE account = ? AND id = ?", [account, id.data]
            ) { $0[0] }
        }
    }

    /// Counts an address's upload, announced but not yet received, towards its daily limit.
    ///
    /// - Parameters:
    ///   - bytes: The announced size.
    ///   - mostPerDay: The daily limit in bytes; nil: no limit.
    /// - Throws: ``Refusal/tooManyUploads``; refused uploads are not counted.
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

    /// Deletes the upload.
    public func removeUpload(_ id: OperationID, of account: AccountID) async throws {
        try await queue.commit {
            try $0.run("DELETE FROM upload WHERE account = ? AND id = ?", [account, id.data])
        }
    }
}
