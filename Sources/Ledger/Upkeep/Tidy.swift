// Letting go of what nobody needs: `fivebar tidy`.

import GRDB

/// How much was let go of.
public struct TidyReport: Sendable, Hashable {
    public let counters: Int
    public let accounts: Int
    public let sessions: Int
}

extension Ledger {
    /// Removes counters that were in the trash for ``Counter/daysInTrash``
    /// days or are gone for good, sessions whose cookie has run out, and accounts that nobody can
    /// open or that were tried once and left empty. Nothing that still counts
    /// for somebody is touched: a goal that follows a counter keeps the days that the counter has filled. Of daily totals, ``Totals/daysKept`` days stay.
    public func tidy(now: Moment) async throws -> TidyReport {
        try await queue.commit { database in
            let trashed = now.startOfTrash.milliseconds
            try database.forgetWords(ofCountersDeletedBefore: trashed)
            try database.releaseGoals(ofCountersDeletedBefore: trashed, at: now)
            try database.run("DELETE FROM counter WHERE deletedAt < ?", [trashed])
            let counters = database.changesCount

            // The cookie lives for 400 days after its last use.
            try database.run(
                "DELETE FROM session WHERE seenAt < ?", [now.advanced(byDays: -401).milliseconds])
            let sessions = database.changesCount

            try database.run(
                "DELETE FROM upload WHERE createdAt < ?", [now.advanced(byDays: -1).milliseconds])
            try database.run("DELETE FROM newcomer WHERE day < ?", [now.dayNumber])
            try database.run("DELETE FROM feedbackSender WHERE day < ?", [now.dayNumber])
            try database.run("DELETE FROM uploadSender WHERE day < ?", [now.dayNumber])
            try database.run(
                "DELETE FROM total WHERE day <= ?", [now.dayNumber - Int64(Totals.daysKept)])

            let month = now.advanced(byDays: -30).milliseconds
            try database.run(
                """
                DELETE FROM account WHERE
                    (NOT EXISTS (SELECT 1 FROM session WHERE session.account = account.id)
                     AND NOT EXISTS (SELECT 1 FROM recovery WHERE recovery.account = account.id))
                    OR (seenAt < ?1 AND seenAt - createdAt < 86400000
                        AND NOT EXISTS (SELECT 1 FROM recovery WHERE recovery.account = account.id)
                        AND NOT EXISTS (SELECT 1 FROM counter WHERE counter.account = account.id AND count > 0)
                        AND NOT EXISTS (SELECT 1 FROM goal WHERE goal.account = account.id AND isTakenBack = 0))
                """,
                [month]
            )
            return TidyReport(counters: counters, accounts: database.changesCount, sessions: sessions)
        }
    }
}

extension Database {
    /// Operations stay, so that none is applied twice; what somebody wrote in
    /// them goes with the counter.
    fileprivate func forgetWords(ofCountersDeletedBefore moment: Int64) throws {
        try run(
            """
            UPDATE operation SET before = NULL, payload = CASE WHEN kind = 'undo' THEN payload END
            WHERE kind IN ('create', 'rename', 'annotate', 'undo')
                AND account IN (SELECT account FROM counter WHERE deletedAt < ?1)
                AND counter IN (SELECT id FROM counter WHERE deletedAt < ?1)
            """,
            [moment]
        )
    }
}
