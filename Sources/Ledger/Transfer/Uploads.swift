// Files on their way in: kept between the preview and the answer to it, one an
// account, and not for long.

import Foundation
import GRDB

/// A file that somebody has sent, to be looked at before it is taken in.
public struct Upload: Sendable, Hashable {
    public let id: OperationID
    /// As the device calls it; to be shown, never to be opened.
    public let name: String
    public let content: [UInt8]

    public init(id: OperationID, name: String, content: [UInt8]) {
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

extension Ledger {
    /// Keeps a file in the place of the account's former one, for a day.
    ///
    /// - Throws: ``Refusal/tooManyAccounts``.
    public func keep(
        _ upload: Upload, by author: Author, now: Moment, limit: AccountLimit
    ) async throws -> UploadReceipt {
        try await queue.commit { database in
            let (_, account, isNewcomer) = try author.identify(in: database, at: now, limit: limit)
            try database.run("DELETE FROM upload WHERE account = ?", [account])
            try database.run(
                "INSERT INTO upload VALUES (?, ?, ?, ?, ?)",
                [account, upload.id.data, upload.name, Data(upload.content), now.milliseconds])
            return UploadReceipt(account: account, isNewcomer: isNewcomer)
        }
    }

    /// The account's upload with the id; nil where it is gone, or there is a later one.
    public func upload(_ id: OperationID, of account: AccountID) throws -> Upload? {
        try read { database in
            try database.first(
                "SELECT name, content FROM upload WHERE account = ? AND id = ?", [account, id.data]
            ) { Upload(id: id, name: $0[0], content: Array($0[1] as Data)) }
        }
    }

    /// Lets go of the upload.
    public func removeUpload(_ id: OperationID, of account: AccountID) async throws {
        try await queue.commit {
            try $0.run("DELETE FROM upload WHERE account = ? AND id = ?", [account, id.data])
        }
    }
}
