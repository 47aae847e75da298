// What changes do to a counter's share link. A counter has one at most; a
// revoked one is remembered until another takes its place, so that it can be
// let work again.

import GRDB

extension Stage {
    /// Lets whoever has the link see the counter. One that is shared already keeps the link it has.
    func share(_ id: Counter.ID, as token: ShareToken) throws -> Outcome {
        let counter = try standing(id)
        let made: String? = try database.first(
            """
            INSERT INTO share (counter, token, createdAt) VALUES (?, ?, ?)
            ON CONFLICT (counter) DO UPDATE
                SET token = excluded.token, createdAt = excluded.createdAt, revokedAt = NULL
                WHERE share.revokedAt IS NOT NULL
            RETURNING token
            """,
            [id, token.text, now.milliseconds]
        ) { $0[0] }
        return Outcome(counter: id, count: counter.count, style: counter.style, before: made)
    }

    /// Revokes the counter's link, if it has one. Whoever revokes one that is
    /// revoked already, from a page of before, can take that back as well.
    func unshare(_ id: Counter.ID) throws -> Outcome {
        let counter = try standing(id)
        let revoked: String? = try database.first(
            "UPDATE share SET revokedAt = COALESCE(revokedAt, ?) WHERE counter = ? RETURNING token",
            [now.milliseconds, id]
        ) { $0[0] }
        return Outcome(counter: id, count: counter.count, style: counter.style, before: revoked)
    }

    /// Takes back that a link was made or revoked.
    ///
    /// - Parameter token: The link's; nil where there was none to be made or revoked.
    /// - Throws: ``Refusal/cannotBeUndone`` where the counter has had another link since.
    func goBack(_ id: Counter.ID, toLink token: String?, isRevoked: Bool) throws -> Outcome {
        let counter = try standing(id)
        let revokedAt: Int64? = isRevoked ? now.milliseconds : nil
        guard let token else { throw Refusal.cannotBeUndone }
        try database.run(
            "UPDATE share SET revokedAt = ? WHERE counter = ? AND token = ?", [revokedAt, id, token])
        guard database.changesCount > 0 else { throw Refusal.cannotBeUndone }
        return Outcome(counter: id, count: counter.count, style: counter.style)
    }
}
