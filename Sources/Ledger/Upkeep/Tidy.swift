// Removes what nobody needs any more: `fivebar tidy`.

import GRDB

/// How much was removed.
public struct TidyReport: Sendable, Hashable {
    /// Those that were deleted long enough ago.
    public let counters: Int
    /// Those that nobody could open, or that were tried once and left empty.
    public let accounts: Int
    /// Those whose cookie had expired.
    public let devices: Int
}

extension Ledger {
    /// Removes counters that were in the trash for ``Counter/daysInTrash`` days
    /// or are permanently deleted, goals whose creation was undone as long ago, devices whose cookie has expired, and
    /// accounts that nobody can open or that were tried once and left empty: without goals, and with no counter but some
    /// in the trash that never counted. Keeps everything still in use: a goal that follows a removed counter keeps the
    /// days that the counter completed. Of daily totals, ``Totals/daysKept`` days stay.
    ///
    /// Works in small commits, so that other writers wait for one of them at most, and looks for what to remove
    /// outside of the writer. If the process is killed in between, or the task cancelled, the rest is removed the next time.
    ///
    /// - Parameter trustingClock: Whether the clock is right, whatever it says.
    /// - Throws: ``ClockDoubt``, ``StorageFault``, `CancellationError`.
    public func tidy(now: Moment, trustingClock: Bool = false) async throws -> TidyReport {
        let lastUse = try read { try $0.lastUseBeforeFirstTidying(now) }
        let doubt = try await queue.commit {
            try $0.doubt(in: now, lastUse: lastUse, isTrusted: trustingClock)
        }
        if let doubt { throw doubt }
        if try read({ try $0.hasTimesBeforeFirstUse }) {
            try await queue.commit { try $0.mendTimesBeforeFirstUse(now: now) }
        }
        let trashed = now.startOfTrash.milliseconds
        try await settleUnfinished(now: now)
        while try await queue.commit({ try $0.removeTypedText(now: now, atOnce: Self.rowsAtOnce) }) {
            try Task.checkCancellation()
        }
        try await forgetGone(before: now.advanced(byDays: -401))
        let counters = try await removeCounters(deletedBefore: trashed, at: now)
        try await removeGoals(removedBefore: trashed, at: now)
        for expired in Expired.all(now) {
            while try await queue.commit({ try $0.remove(expired) }) { try Task.checkCancellation() }
        }
        let devices = try await removeDevices(now: now)
        let accounts = try await closeAccounts(now: now)
        try await removeAccounts(accounts)
        return TidyReport(counters: counters, accounts: accounts.count, devices: devices)
    }

    /// About how many rows are read or written at once.
    static let rowsAtOnce = 2_000
    /// About how many entries are removed at once with their counters: each may have an hour and a note, which are rows
    /// as well.
    static let entriesAtOnce = 500

    /// Devices that were away for longer than a cookie lives start over.
    private func forgetGone(before moment: Moment) async throws {
        var last: BookID = 0
        while true {
            try Task.checkCancellation()
            let books = try read { try $0.booksToForgetGone(after: last, before: moment) }
            guard let end = books.last else { return }
            last = end.book
            try await queue.commit { database in
                for (book, revision) in books {
                    try database.run(
                        "UPDATE book SET oldestRevision = MAX(oldestRevision, ?) WHERE id = ?",
                        [revision, book])
                    try database.run(
                        "DELETE FROM gone WHERE book = ? AND goneAt < ?", [book, moment.milliseconds])
                }
            }
        }
    }

    /// - Returns: The number removed.
    private func removeDevices(now: Moment) async throws -> Int {
        // The cookie expires 400 days after its last use.
        let expiry = now.advanced(byDays: -401)
        var removed = 0
        try await forEachSlice(of: "device") { ids in
            let expired = try read { try $0.devices(ids, seenBefore: expiry) }
            guard !expired.isEmpty else { return }
            removed += try await queue.commit { database in
                try database.run(
                    "DELETE FROM device WHERE id IN (SELECT value FROM json_each(?)) AND seenAt < ?",
                    [expired.jsonArray, expiry.milliseconds])
                return database.changesCount
            }
        }
        return removed
    }

    /// Ends access to accounts that nobody can open, or that were tried once and left empty.
    ///
    /// - Returns: The accounts, to be deleted.
    private func closeAccounts(now: Moment) async throws -> [PendingRemoval] {
        var closed: [PendingRemoval] = []
        try await forEachSlice(of: "account") { ids in
            let unused = try read { try $0.unusedAccounts(among: ids, now: now) }
            guard !unused.isEmpty else { return }
            closed += try await queue.commit { database in
                // Somebody may have come back meanwhile.
                let accounts = try database.unusedAccounts(among: unused.map(\.id), now: now)
                for account in accounts {
                    try database.run("DELETE FROM device WHERE account = ?", [account.id])
                }
                return accounts
            }
        }
        return closed
    }

    private func removeAccounts(_ pending: [PendingRemoval]) async throws {
        let isLarge = { (account: PendingRemoval) in account.rows > Self.rowsAtOnce }
        for account in pending.filter(isLarge) {
            try Task.checkCancellation()
            _ = try await deleteAccount(account.id, by: nil)
        }
        for ids in pending.filter({ !isLarge($0) }).batches(of: Self.rowsAtOnce) {
            try Task.checkCancellation()
            try await queue.commit {
                try $0.run("DELETE FROM book WHERE id IN (SELECT value FROM json_each(?))", [ids.jsonArray])
            }
        }
    }

    /// Goes through a table that grows with the site.
    ///
    /// - Parameter body: Gets some ids of rows at a time, lower ones first.
    private func forEachSlice(of table: String, _ body: ([Int64]) async throws -> Void) async throws {
        var last: Int64 = 0
        while true {
            try Task.checkCancellation()
            let ids = try read { database in
                try Int64.fetchAll(
                    database,
                    sql: "SELECT id FROM \(table) WHERE id > ? ORDER BY id LIMIT \(Self.rowsAtOnce)",
                    arguments: [last])
            }
            guard let end = ids.last else { return }
            last = end
            try await body(ids)
        }
    }
}

/// A counter or an account that nobody can see any more, and about how many rows it has.
struct PendingRemoval: Sendable {
    let id: Int64
    let rows: Int
}

extension [PendingRemoval] {
    /// Their ids in batches of about so many rows. What is larger by itself has lost its rows before.
    func batches(of most: Int) -> [[Int64]] {
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

extension [Int64] {
    func slices(of most: Int) -> [[Int64]] {
        stride(from: 0, to: count, by: most).map { Array(self[$0..<Swift.min($0 + most, count)]) }
    }
}

/// Rows that nobody needs after a time.
private struct Expired: Sendable {
    let table: String
    /// The columns of the primary key.
    let key: String
    let column: String
    /// Rows with a lower value in the column are removed.
    let end: Int64
    var atOnce = Ledger.rowsAtOnce

    static func all(_ now: Moment) -> [Expired] {
        [
            // Each may have ten megabytes.
            Expired(
                table: "upload", key: "account", column: "createdAt",
                end: now.advanced(byDays: -1).milliseconds, atOnce: 2),
            Expired(table: "newcomer", key: "address, hour", column: "hour", end: now.hourNumber),
            Expired(table: "signInAttempt", key: "subject, hour", column: "hour", end: now.hourNumber),
            Expired(table: "signInCode", key: "code", column: "expiresAt", end: now.milliseconds),
            Expired(table: "invitation", key: "token", column: "expiresAt", end: now.milliseconds),
            Expired(table: "passkeyChallenge", key: "challenge", column: "expiresAt", end: now.milliseconds),
            Expired(table: "feedbackSender", key: "address, day", column: "day", end: now.dayNumber),
            Expired(table: "uploadSender", key: "address, day", column: "day", end: now.dayNumber),
            Expired(
                table: "total", key: "day, event", column: "day",
                end: now.dayNumber - Int64(Totals.daysKept) + 1),
        ]
    }
}

extension Database {
    fileprivate var hasTimesBeforeFirstUse: Bool {
        get throws {
            try first("SELECT 1 FROM device WHERE seenAt < ? LIMIT 1", [Moment.firstUse.milliseconds]) { _ in
                true
            } ?? false
        }
    }

    /// Devices that were used while the clock stood in 1970 have not lapsed.
    fileprivate func mendTimesBeforeFirstUse(now: Moment) throws {
        for table in ["device", "account"] {
            try run(
                "UPDATE \(table) SET seenAt = ? WHERE seenAt < ?",
                [now.milliseconds, Moment.firstUse.milliseconds])
        }
    }

    /// Removes text that users have replaced or deleted from the log, together
    /// with the inverses that could restore it; that the operation was applied
    /// stays recorded.
    ///
    /// - Returns: Whether there may be more.
    fileprivate func removeTypedText(now: Moment, atOnce: Int) throws -> Bool {
        // With a list of pairs instead of the join, SQLite would read all operations of each book.
        try run(
            """
            UPDATE operation SET inverse = NULL, forgetAt = NULL,
                change = CASE WHEN kind = 'undo' THEN change END
            FROM (SELECT book, id FROM operation WHERE forgetAt < ? LIMIT ?) AS old
            WHERE operation.book = old.book AND operation.id = old.id
            """, [now.milliseconds, atOnce])
        return changesCount == atOnce
    }

    /// - Returns: Whether there may be more.
    fileprivate func remove(_ expired: Expired) throws -> Bool {
        try run(
            """
            DELETE FROM \(expired.table) WHERE (\(expired.key)) IN (
                SELECT \(expired.key) FROM \(expired.table) WHERE \(expired.column) < ? LIMIT ?)
            """, [expired.end, expired.atOnce])
        return changesCount == expired.atOnce
    }

    /// Some books with rows to forget, and the last revision of these.
    fileprivate func booksToForgetGone(
        after book: BookID, before moment: Moment
    ) throws -> [(book: BookID, revision: Int64)] {
        try Row.fetchAll(
            self,
            sql: """
                SELECT book, MAX(revision) FROM gone WHERE book > ? AND goneAt < ?
                GROUP BY book ORDER BY book LIMIT \(Ledger.rowsAtOnce)
                """, arguments: [book, moment.milliseconds]
        ).map { (book: $0[0], revision: $0[1]) }
    }

    fileprivate func devices(_ ids: [Int64], seenBefore moment: Moment) throws -> [Int64] {
        try Int64.fetchAll(
            self,
            sql: "SELECT id FROM device WHERE id IN (SELECT value FROM json_each(?)) AND seenAt < ?",
            arguments: [ids.jsonArray, moment.milliseconds])
    }

    /// Those of the accounts that nobody can open, or that were tried once and left empty. A counter that nobody tapped is
    /// not nothing: somebody typed its title. What was refused has no revision, so all operations are counted besides: a number
    /// that is too large only takes more turns.
    fileprivate func unusedAccounts(among ids: [AccountID], now: Moment) throws -> [PendingRemoval] {
        let rows = try RowValues.fetchCursor(
            self,
            sql: """
                SELECT account.id, revision
                    + (SELECT COUNT(*) FROM (SELECT 1 FROM operation WHERE book = account.id LIMIT \(Ledger.rowsAtOnce + 1)))
                    + COALESCE((SELECT SUM(entries) FROM counter WHERE counter.book = account.id), 0)
                    + (SELECT COUNT(*) FROM goal JOIN goalDay ON goalDay.goal = goal.id WHERE goal.book = account.id)
                FROM account JOIN book ON book.id = account.id WHERE
                    account.id IN (SELECT value FROM json_each(?2))
                    AND NOT \(Ledger.canSignIn(to: "account.id"))
                    -- Somebody may be typing a join code at this moment.
                    AND NOT EXISTS (SELECT 1 FROM signInCode WHERE signInCode.account = account.id)
                    AND (NOT EXISTS (SELECT 1 FROM device WHERE device.account = account.id)
                    OR (seenAt < ?1 AND seenAt - createdAt < 86400000
                        AND NOT EXISTS (
                            SELECT 1 FROM counter WHERE counter.book = account.id
                            AND (entries > 0 OR deletedAt IS NULL))
                        AND NOT EXISTS (SELECT 1 FROM goal WHERE goal.book = account.id AND removedAt IS NULL)))
                """,
            arguments: [now.advanced(byDays: -30).milliseconds, ids.jsonArray])
        var accounts: [PendingRemoval] = []
        while let row = try rows.next() { accounts.append(PendingRemoval(id: row[0], rows: row[1])) }
        return accounts
    }
}
