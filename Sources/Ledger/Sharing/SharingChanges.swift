// Creates and revokes share links. A counter has at most one link; a revoked one
// is remembered until another replaces it, so that revoking can be undone.

import Crypto
import Foundation
import GRDB

/// Creates a link to the counter. A counter that is already shared keeps its link.
struct Share: ChangeKind {
    static let kind = "share"
    let counter: Name
    /// The link's secret, if the server chose one; it is not part of the log.
    var token: ShareToken?

    private enum CodingKeys: CodingKey { case counter }

    init(counter: Name, token: ShareToken? = nil) {
        self.counter = counter
        self.token = token
    }

    /// The random token may differ between retries of the same operation; the request is the same.
    static func == (one: Share, other: Share) -> Bool { one.counter == other.counter }
    func hash(into hasher: inout Hasher) { hasher.combine(counter) }

    func perform(in context: WriteContext) throws -> Outcome {
        let counter = try context.counter(counter)
        let token = try token ?? context.shareToken()
        let made: String? = try context.database.first(
            """
            INSERT INTO share (counter, token, createdAt) VALUES (?, ?, ?)
            ON CONFLICT (counter) DO UPDATE
                SET token = excluded.token, createdAt = excluded.createdAt, revokedAt = NULL
                WHERE share.revokedAt IS NOT NULL
            RETURNING token
            """,
            [counter.row, token.text, context.now.milliseconds]
        ) { $0[0] }
        return Outcome(
            subject: .counter(counter),
            inverse: made.map { ReviveLink(counter: counter.name, token: $0, revoked: true) })
    }
}

/// Revokes the counter's link, if any. Revoking an already revoked link from an
/// outdated page can be undone as well.
struct Unshare: ChangeKind {
    static let kind = "unshare"
    let counter: Name

    func perform(in context: WriteContext) throws -> Outcome {
        let counter = try context.counter(counter)
        let revoked: String? = try context.database.first(
            "UPDATE share SET revokedAt = COALESCE(revokedAt, ?) WHERE counter = ? RETURNING token",
            [context.now.milliseconds, counter.row]
        ) { $0[0] }
        return Outcome(
            subject: .counter(counter),
            inverse: revoked.map { ReviveLink(counter: counter.name, token: $0, revoked: false) })
    }
}

/// Restores a revoked link, or revokes a created one.
struct ReviveLink: ChangeKind {
    static let kind = "reviveLink"
    static let isPublic = false
    let counter: Name
    let token: String
    let revoked: Bool

    func perform(in context: WriteContext) throws -> Outcome {
        let counter = try context.counter(counter)
        try context.database.run(
            "UPDATE share SET revokedAt = ? WHERE counter = ? AND token = ?",
            [revoked ? context.now.milliseconds : nil, counter.row, token])
        // The counter has got another link since.
        guard context.database.changesCount > 0 else { throw Refusal.cannotBeUndone }
        return Outcome(
            subject: .counter(counter),
            inverse: ReviveLink(counter: counter.name, token: token, revoked: !revoked))
    }
}

extension WriteContext {
    /// The secret of a link requested by a device: derived from the operation's
    /// id and its book with a secret key, so it cannot be guessed from the id, a retry
    /// gets the same link, and the same id in another book another one.
    fileprivate func shareToken() throws -> ShareToken {
        let key = try database.secret(.share)
        let code = HMAC<SHA256>.authenticationCode(
            for: Data("\(book) \(operation.text)".utf8), using: SymmetricKey(data: key))
        return ShareToken(bytes: Array(code.prefix(16)))
    }
}

extension Change {
    /// Creates a link to the counter; one that is already shared keeps its link.
    ///
    /// - Parameter token: The link's secret; nil: one that only the ledger can make from the operation's
    ///   id.
    public static func share(_ counter: some Naming, as token: ShareToken? = nil) -> Change {
        Change(Share(counter: counter.name, token: token))
    }
    /// Revokes the counter's link; without one, nothing changes.
    public static func unshare(_ counter: some Naming) -> Change { Change(Unshare(counter: counter.name)) }
}
