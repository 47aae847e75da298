// What changes do to a counter's share link. A counter has one at most; a
// revoked one is remembered until another takes its place, so that it can be
// let work again.

import Crypto
import Foundation
import GRDB

/// Lets whoever has the link see the counter. One that is shared already keeps the link it has.
struct Share: ChangeKind {
    static let kind = "share"
    let counter: Name
    /// The link's secret, where the server chose one; it is no part of the log.
    var token: ShareToken?

    private enum CodingKeys: CodingKey { case counter }

    init(counter: Name, token: ShareToken? = nil) {
        self.counter = counter
        self.token = token
    }

    /// Chance may differ each time the same operation comes; what is asked for does not.
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

/// Revokes the counter's link, if it has one. Whoever revokes one that is
/// revoked already, from a page of before, can take that back as well.
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

/// Lets a link that was revoked work again, or one that was made work no more.
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
        // The counter has had another link since.
        guard context.database.changesCount > 0 else { throw Refusal.cannotBeUndone }
        return Outcome(
            subject: .counter(counter),
            inverse: ReviveLink(counter: counter.name, token: token, revoked: !revoked))
    }
}

extension WriteContext {
    /// The secret of a link that a device asks for: nobody can tell it from the
    /// operation's id, and the same operation has the same.
    fileprivate func shareToken() throws -> ShareToken {
        guard let key: Data = try database.row("SELECT value FROM secret WHERE name = 'share'", [])?[0]
        else { throw StorageFault.damaged }
        let code = HMAC<SHA256>.authenticationCode(
            for: Data(operation.bytes), using: SymmetricKey(data: key))
        return ShareToken(bytes: Array(code.prefix(16)))
    }
}

extension Change {
    public static func share(_ counter: some Naming, as token: ShareToken? = nil) -> Change {
        Change(Share(counter: counter.name, token: token))
    }
    public static func unshare(_ counter: some Naming) -> Change { Change(Unshare(counter: counter.name)) }
}
