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
    ///
    /// Works in small commits, so that other writers wait for one of them at most. If the process is killed
    /// in between, the rest is removed the next time.
    public func tidy(now: Moment) async throws -> TidyReport {
        let trashed = now.startOfTrash.milliseconds
        while try await queue.commit({ try $0.forgetWords(now: now, atOnce: Self.entriesAtOnce) }) {}
        while try await queue.commit({ try $0.releaseGoal(ofCountersDeletedBefore: trashed, at: now) }) {}
        let pending = try await queue.commit { database in
            try database.forgetGone(before: now.advanced(byDays: -401))
            return try database.withdrawCounters(deletedBefore: trashed)
        }
        let counters = try await removeCounters(pending, at: now)
        let (devices, accounts) = try await queue.commit { database in
            let devices = try database.forgetVisitors(now: now)
            return (devices, try database.closeAccounts(now: now))
        }
        try await removeAccounts(accounts)
        return TidyReport(counters: counters, accounts: accounts.count, devices: devices)
    }

    private static let entriesAtOnce = 2_000

    /// - Returns: The number removed.
    private func removeCounters(_ pending: [PendingRemoval], at now: Moment) async throws -> Int {
        let isLarge = { (counter: PendingRemoval) in counter.rows > Self.entriesAtOnce }
        for table in ["entry", "hour"] {
            try await deleteRows(of: table, ofCounters: pending.filter(isLarge).map(\.id))
        }
        var removed = 0
        for ids in pending.batches(of: Self.entriesAtOnce) {
            removed += try await queue.commit { try $0.removeCounters(ids, at: now) }
        }
        return removed
    }

    private func removeAccounts(_ pending: [PendingRemoval]) async throws {
        let isLarge = { (account: PendingRemoval) in account.rows > Self.entriesAtOnce }
        for account in pending.filter(isLarge) { _ = try await deleteAccount(account.id) }
        for ids in pending.filter({ !isLarge($0) }).batches(of: Self.entriesAtOnce) {
            try await queue.commit {
                try $0.run("DELETE FROM book WHERE id IN (SELECT value FROM json_each(?))", [ids.jsonArray])
            }
        }
    }

    /// Deletes a table's rows of counters that nobody sees any more, a slice per commit.
    ///
    /// - Parameter table: `entry` or `hour`.
    func deleteRows(of table: String, ofCounters counters: [Int64]) async throws {
        let column = table == "entry" ? "number" : "hour"
        for counter in counters {
            while try await queue.commit({ database in
                try database.run(
                    """
                    DELETE FROM \(table) WHERE counter = ?1 AND \(column) IN (
                        SELECT \(column) FROM \(table) WHERE counter = ?1 LIMIT \(Self.entriesAtOnce))
                    """, [counter])
                return database.changesCount == Self.entriesAtOnce
            }) {}
        }
    }
}

/// A counter or an account that nobody can see any more, and about how many rows it has.
private struct PendingRemoval: Sendable {
    let id: Int64
    let rows: Int
}

extension [PendingRemoval] {
    /// Their ids in batches of about so many rows. What is larger by itself has lost its rows before.
    fileprivate func batches(of most: Int) -> [[Int64]] {
        var batches: [[Int64]] = [], size = most
        for one in self {
            if size >= most {
                batches.append([])
                size = 0
            }
            batches[batches.count - 1].append(one.id)
            size += 10 + (one.rows > most ? 0 : one.rows)
        }
        return batches
    }
}

extension Database {
    /// Removes text that users have replaced or deleted from the log, together
    /// with the inverses that could restore it; that the operation was applied
    /// stays recorded.
    ///
    /// - Returns: Whether there may be more.
    fileprivate func forgetWords(now: Moment, atOnce: Int) throws -> Bool {
        try run(
            """
            UPDATE operation SET inverse = NULL, forgetAt = NULL,
                change = CASE WHEN kind = 'undo' THEN change END
            WHERE (book, id) IN (SELECT book, id FROM operation WHERE forgetAt < ? LIMIT ?)
            """, [now.milliseconds, atOnce])
        return changesCount == atOnce
    }

    /// Makes counters unusable, so that their entries can be deleted afterwards in parts.
    fileprivate func withdrawCounters(deletedBefore moment: Int64) throws -> [PendingRemoval] {
        let rows = try Row.fetchCursor(
            self,
            sql:
                "SELECT id, (SELECT COUNT(*) FROM entry WHERE counter = counter.id) FROM counter WHERE deletedAt < ?",
            arguments: [moment])
        var pending: [PendingRemoval] = []
        while let row = try rows.next() { pending.append(PendingRemoval(id: row[0], rows: row[1])) }
        // An import that is writing into one notices, and starts anew.
        try run(
            "UPDATE counter SET deletedAt = ?, count = 0, entries = 0 WHERE deletedAt < ?",
            [Counter.longAgo, moment])
        return pending
    }

    /// Removes withdrawn counters, and records that for devices that still have them.
    ///
    /// - Returns: The number removed: an import may have shown one meanwhile.
    fileprivate func removeCounters(_ ids: [Int64], at now: Moment) throws -> Int {
        let withdrawn = try Int64.fetchAll(
            self,
            sql: "SELECT id FROM counter WHERE id IN (SELECT value FROM json_each(?)) AND deletedAt = ?",
            arguments: [ids.jsonArray, Counter.longAgo])
        let list = withdrawn.jsonArray
        try run(
            """
            UPDATE book SET revision = revision + 1 WHERE id IN (
                SELECT book FROM counter WHERE id IN (SELECT value FROM json_each(?)))
            """, [list])
        try run(
            """
            INSERT INTO gone (book, revision, owner, number, origin, goneAt)
            SELECT book, book.revision, 'counter', number, origin, ?2
            FROM counter JOIN book ON book.id = counter.book
            WHERE counter.id IN (SELECT value FROM json_each(?1))
            """, [list, now.milliseconds])
        try run(
            """
            UPDATE operation SET inverse = NULL, forgetAt = NULL,
                change = CASE WHEN kind = 'undo' THEN change END
            WHERE forgetAt IS NOT NULL AND counter IN (SELECT value FROM json_each(?))
            """, [list])
        try run(
            """
            DELETE FROM fieldVersion WHERE owner IN ('counter', 'note', 'time')
                AND book IN (SELECT book FROM counter WHERE id IN (SELECT value FROM json_each(?1)))
                AND row IN (SELECT value FROM json_each(?1))
            """, [list])
        try run("DELETE FROM counter WHERE id IN (SELECT value FROM json_each(?))", [list])
        return withdrawn.count
    }

    /// Removes expired devices, uploads and limits of visitors, and old totals.
    ///
    /// - Returns: The number of devices.
    fileprivate func forgetVisitors(now: Moment) throws -> Int {
        // The cookie expires 400 days after its last use.
        try run("DELETE FROM device WHERE seenAt < ?", [now.advanced(byDays: -401).milliseconds])
        let devices = changesCount
        try run("DELETE FROM upload WHERE createdAt < ?", [now.advanced(byDays: -1).milliseconds])
        try run("DELETE FROM newcomer WHERE hour < ?", [now.hourNumber])
        try run("DELETE FROM signInAttempt WHERE hour < ?", [now.hourNumber])
        try run("DELETE FROM signInCode WHERE expiresAt < ?", [now.milliseconds])
        try run("DELETE FROM invitation WHERE expiresAt < ?", [now.milliseconds])
        try run("DELETE FROM passkeyChallenge WHERE expiresAt < ?", [now.milliseconds])
        try run("DELETE FROM feedbackSender WHERE day < ?", [now.dayNumber])
        try run("DELETE FROM uploadSender WHERE day < ?", [now.dayNumber])
        try run("DELETE FROM total WHERE day <= ?", [now.dayNumber - Int64(Totals.daysKept)])
        return devices
    }

    /// Ends access to accounts that nobody can open, or that were tried once and left empty.
    ///
    /// - Returns: The accounts, to be deleted.
    fileprivate func closeAccounts(now: Moment) throws -> [PendingRemoval] {
        let rows = try Row.fetchCursor(
            self,
            sql: """
                SELECT account.id, revision + COALESCE(
                    (SELECT SUM(entries) FROM counter WHERE counter.book = account.id), 0)
                FROM account JOIN book ON book.id = account.id WHERE
                    NOT EXISTS (SELECT 1 FROM recovery WHERE recovery.account = account.id)
                    AND NOT EXISTS (SELECT 1 FROM passphrase WHERE passphrase.account = account.id)
                    AND NOT EXISTS (SELECT 1 FROM passkey WHERE passkey.account = account.id)
                    AND NOT EXISTS (
                        SELECT 1 FROM webServerUser WHERE webServerUser.account = account.id)
                    AND NOT EXISTS (
                        SELECT 1 FROM signInCode WHERE signInCode.account = account.id)
                    AND (NOT EXISTS (SELECT 1 FROM device WHERE device.account = account.id)
                    OR (seenAt < ?1 AND seenAt - createdAt < 86400000
                        AND NOT EXISTS (SELECT 1 FROM counter WHERE counter.book = account.id AND count > 0)
                        AND NOT EXISTS (SELECT 1 FROM goal WHERE goal.book = account.id AND isRemoved = 0)))
                """,
            arguments: [now.advanced(byDays: -30).milliseconds])
        var accounts: [PendingRemoval] = []
        while let row = try rows.next() { accounts.append(PendingRemoval(id: row[0], rows: row[1])) }
        for account in accounts { try run("DELETE FROM device WHERE account = ?", [account.id]) }
        return accounts
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
