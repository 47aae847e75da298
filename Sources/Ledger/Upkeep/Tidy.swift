// Removes what nobody needs any more: `fivebar tidy`.

import GRDB

/// How much was removed.
public struct TidyReport: Sendable, Hashable {
    public let counters: Int
    public let accounts: Int
    public let devices: Int
}

extension Ledger {
    /// Removes counters that were in the trash for ``Counter/daysInTrash`` days
    /// or are permanently deleted, devices whose cookie has expired, and accounts
    /// that nobody can open or that were tried once and left empty. Keeps
    /// everything still in use: a goal that follows a removed counter keeps the
    /// days that the counter completed. Of daily totals, ``Totals/daysKept`` days stay.
    public func tidy(now: Moment) async throws -> TidyReport {
        try await queue.commit { database in
            let trashed = now.startOfTrash.milliseconds
            try database.forgetWords(now: now)
            try database.forgetGone(before: now.advanced(byDays: -401))
            try database.releaseGoals(ofCountersDeletedBefore: trashed, at: now)
            let counters = try database.removeCounters(deletedBefore: trashed, at: now)

            // The cookie expires 400 days after its last use.
            try database.run(
                "DELETE FROM device WHERE seenAt < ?", [now.advanced(byDays: -401).milliseconds])
            let devices = database.changesCount

            try database.run(
                "DELETE FROM upload WHERE createdAt < ?", [now.advanced(byDays: -1).milliseconds])
            try database.run("DELETE FROM newcomer WHERE hour < ?", [now.hourNumber])
            try database.run("DELETE FROM feedbackSender WHERE day < ?", [now.dayNumber])
            try database.run("DELETE FROM uploadSender WHERE day < ?", [now.dayNumber])
            try database.run(
                "DELETE FROM total WHERE day <= ?", [now.dayNumber - Int64(Totals.daysKept)])

            let month = now.advanced(byDays: -30).milliseconds
            try database.run(
                """
                DELETE FROM book WHERE id IN (SELECT id FROM account WHERE
                    (NOT EXISTS (SELECT 1 FROM device WHERE device.account = account.id)
                     AND NOT EXISTS (SELECT 1 FROM recovery WHERE recovery.account = account.id))
                    OR (seenAt < ?1 AND seenAt - createdAt < 86400000
                        AND NOT EXISTS (SELECT 1 FROM recovery WHERE recovery.account = account.id)
                        AND NOT EXISTS (SELECT 1 FROM counter WHERE counter.book = account.id AND count > 0)
                        AND NOT EXISTS (SELECT 1 FROM goal WHERE goal.book = account.id AND isRemoved = 0)))
                """,
                [month]
            )
            return TidyReport(counters: counters, accounts: database.changesCount, devices: devices)
        }
    }
}

extension Database {
    /// Removes text that users have replaced or deleted from the log, together
    /// with the inverses that could restore it; that the operation was applied
    /// stays recorded.
    fileprivate func forgetWords(now: Moment) throws {
        try run(
            """
            UPDATE operation SET inverse = NULL, forgetAt = NULL,
                change = CASE WHEN kind = 'undo' THEN change END
            WHERE forgetAt < ?
            """, [now.milliseconds])
    }

    /// Removes counters, and records that for devices that still have them.
    ///
    /// - Returns: The number removed.
    fileprivate func removeCounters(deletedBefore moment: Int64, at now: Moment) throws -> Int {
        try run(
            """
            UPDATE book SET revision = revision + 1
            WHERE id IN (SELECT book FROM counter WHERE deletedAt < ?)
            """, [moment])
        try run(
            """
            INSERT INTO gone (book, revision, owner, number, origin, goneAt)
            SELECT book, book.revision, 'counter', number, origin, ?2
            FROM counter JOIN book ON book.id = counter.book WHERE deletedAt < ?1
            """, [moment, now.milliseconds])
        try run(
            """
            UPDATE operation SET inverse = NULL, forgetAt = NULL,
                change = CASE WHEN kind = 'undo' THEN change END
            WHERE forgetAt IS NOT NULL AND counter IN (SELECT id FROM counter WHERE deletedAt < ?)
            """, [moment])
        try run(
            """
            DELETE FROM fieldVersion WHERE owner IN ('counter', 'note', 'time')
                AND book IN (SELECT book FROM counter WHERE deletedAt < ?1)
                AND row IN (SELECT id FROM counter WHERE deletedAt < ?1)
            """, [moment])
        try run("DELETE FROM counter WHERE deletedAt < ?", [moment])
        return changesCount
    }

    /// Devices that were away for longer than a cookie lives start over.
    fileprivate func forgetGone(before moment: Moment) throws {
        try run(
            """
            UPDATE book SET oldestRevision = forgotten.revision
            FROM (SELECT book, MAX(revision) AS revision FROM gone WHERE goneAt < ? GROUP BY book) AS forgotten
            WHERE forgotten.book = book.id
            """, [moment.milliseconds])
        try run("DELETE FROM gone WHERE goneAt < ?", [moment.milliseconds])
    }
}
