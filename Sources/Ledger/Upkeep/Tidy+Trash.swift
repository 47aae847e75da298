// Removes what was in the trash for its days, or is permanently deleted, with all that was said of it.

import GRDB

extension Ledger {
    /// - Returns: The number of counters removed.
    func removeCounters(deletedBefore moment: Int64, at now: Moment) async throws -> Int {
        while try await queue.commitPiece({ try $0.releaseGoal(ofCountersDeletedBefore: moment, at: now) }) {}
        let deleted = try read { database in
            try Int64.fetchAll(
                database, sql: "SELECT id FROM counter WHERE deletedAt < ?", arguments: [moment])
        }
        var removed = 0
        for ids in deleted.slices(of: 1_000) {
            try Task.checkCancellation()
            removed += try await removeCounters(ids, deletedBefore: moment, at: now)
        }
        return removed
    }

    /// Removes those counters of these that are deleted, in slices, so that others write in between.
    ///
    /// - Returns: The number of counters removed.
    func removeCounters(
        _ deleted: [Int64], deletedBefore moment: Int64, at now: Moment
    ) async throws -> Int {
        var pending: [PendingRemoval] = []
        for ids in deleted.slices(of: 100) {
            pending += try await queue.commitPiece { try $0.claimForRemoval(ids, deletedBefore: moment) }
        }
        for table in ["entry", "hour"] {
            let long = pending.filter { $0.rows > Self.entriesAtOnce }.map(\.id)
            try await deleteRows(of: table, ofCounters: long)
        }
        try await removeWords(of: .counter, pending.map(\.id))
        var removed = 0
        for ids in pending.batches(of: Self.entriesAtOnce) {
            removed += try await queue.commitPiece { try $0.removeCounters(ids, at: now) }
        }
        return removed
    }

    /// Deletes a table's rows of counters that nobody sees any more, a slice per commit.
    ///
    /// - Parameter table: `entry` or `hour`.
    func deleteRows(of table: String, ofCounters counters: [Int64]) async throws {
        let column = table == "entry" ? "number" : "hour"
        for counter in counters {
            while try await queue.commitPiece({ database in
                try database.run(
                    """
                    DELETE FROM \(table) WHERE counter = ?1 AND \(column) IN (
                        SELECT \(column) FROM \(table) WHERE counter = ?1 LIMIT \(Self.rowsAtOnce))
                    """, [counter])
                return database.changesCount == Self.rowsAtOnce
            }) {}
        }
    }

    /// Removes goals that were hidden before, because their creation was undone.
    func removeGoals(removedBefore moment: Int64, at now: Moment) async throws {
        while true {
            try Task.checkCancellation()
            let goals = try read { database in
                try Int64.fetchAll(
                    database, sql: "SELECT id FROM goal WHERE removedAt < ? LIMIT 100", arguments: [moment])
            }
            guard !goals.isEmpty else { return }
            try await removeGoals(goals, removedBefore: moment, at: now)
        }
    }

    /// Removes those goals of these that are hidden, in slices, so that others write in between.
    func removeGoals(_ hidden: [Int64], removedBefore moment: Int64, at now: Moment) async throws {
        for ids in hidden.slices(of: 100) {
            while try await queue.commitPiece({
                try $0.removeDays(ofGoals: ids.jsonArray, removedBefore: moment)
            }) {}
            try await removeWords(of: .goal, read { try $0.goals(ids, removedBefore: moment) })
            try await queue.commitPiece {
                try $0.removeGoals(ids, removedBefore: moment, at: now)
            }
        }
    }
}

/// What is removed with all that was said of it.
private enum RemovedSubject: String {
    case counter, goal

    /// The owners of its field versions.
    var owners: String { self == .counter ? "'counter', 'note', 'time'" : "'goal'" }
}

extension Ledger {
    /// Removes typed text and field versions, of which there may be hundreds of thousands, before what they are about: all but
    /// as many as go with it at once.
    private func removeWords(of subject: RemovedSubject, _ ids: [Int64]) async throws {
        let list = ids.jsonArray, most = Self.rowsAtOnce
        while try read({ try $0.hasMore(subject.texts, of: list, than: most) }) {
            try await queue.commitPiece { try $0.removeTypedText(of: subject, list, atOnce: most) }
        }
        while try read({ try $0.hasMore(subject.versions, of: list, than: most) }) {
            try await queue.commitPiece { try $0.removeVersions(of: subject, list, atOnce: most) }
        }
    }
}

extension RemovedSubject {
    /// The operations with text that can be forgotten, of a list of ids.
    fileprivate var texts: String {
        """
        SELECT book, id FROM operation
        WHERE forgetAt IS NOT NULL AND \(rawValue) IS NOT NULL AND \(rawValue) IN (SELECT value FROM json_each(?1)) LIMIT ?2
        """
    }

    fileprivate var versions: String {
        """
        SELECT book, owner, row, field FROM fieldVersion WHERE owner IN (\(owners))
            AND book IN (SELECT book FROM \(rawValue) WHERE id IN (SELECT value FROM json_each(?1)))
            AND row IN (SELECT value FROM json_each(?1)) LIMIT ?2
        """
    }
}

extension Database {
    /// - Parameter rows: SQL for rows of a list of ids.
    fileprivate func hasMore(_ rows: String, of list: String, than most: Int) throws -> Bool {
        try first("SELECT COUNT(*) > ?3 FROM (\(rows))", [list, most + 1, most]) { $0[0] } ?? false
    }

    fileprivate func removeTypedText(
        of subject: RemovedSubject, _ list: String, atOnce: Int = .max
    ) throws {
        try run(
            """
            UPDATE operation SET inverse = NULL, forgetAt = NULL,
                change = CASE WHEN kind = 'undo' THEN change END
            FROM (\(subject.texts)) AS said WHERE operation.book = said.book AND operation.id = said.id
            """, [list, atOnce])
    }

    fileprivate func removeVersions(of subject: RemovedSubject, _ list: String, atOnce: Int = .max) throws {
        try run(
            // With a list of rows, SQLite would read all versions of each book. A few more may go.
            """
            WITH said AS MATERIALIZED (\(subject.versions))
            DELETE FROM fieldVersion WHERE book IN (SELECT book FROM said) AND owner IN (SELECT owner FROM said)
                AND row IN (SELECT row FROM said) AND field IN (SELECT field FROM said)
            """, [list, atOnce])
    }

    fileprivate func goals(_ ids: [Int64], removedBefore moment: Int64) throws -> [Int64] {
        try Int64.fetchAll(
            self, sql: "SELECT id FROM goal WHERE id IN (SELECT value FROM json_each(?)) AND removedAt < ?",
            arguments: [ids.jsonArray, moment])
    }

    /// Makes counters unusable, so that their entries can be deleted afterwards in parts.
    ///
    /// - Returns: Those of them that are still deleted.
    fileprivate func claimForRemoval(
        _ ids: [Int64], deletedBefore moment: Int64
    ) throws -> [PendingRemoval] {
        // An import that is writing into one notices, and starts anew.
        try run(
            """
            UPDATE counter SET deletedAt = ?, count = 0, entries = 0
            WHERE id IN (SELECT value FROM json_each(?)) AND deletedAt < ?
            """, [Counter.longAgo, ids.jsonArray, moment])
        // Not as many as the counter says, of which an earlier attempt may have deleted a part.
        let rows = try RowValues.fetchCursor(
            self,
            sql: """
                SELECT id, (
                    SELECT COUNT(*) FROM (
                        SELECT 1 FROM entry WHERE counter = counter.id LIMIT \(Ledger.entriesAtOnce + 1)))
                FROM counter WHERE id IN (SELECT value FROM json_each(?)) AND deletedAt = ?
                """,
            arguments: [ids.jsonArray, Counter.longAgo])
        var pending: [PendingRemoval] = []
        while let row = try rows.next() { pending.append(PendingRemoval(id: row[0], rows: row[1])) }
        return pending
    }

    /// Removes claimed counters, and records that for devices that still have them. Those of an import or a copy that was
    /// never shown have the revision 0, and no device knows of them.
    ///
    /// - Returns: The number removed: an import may have shown one meanwhile.
    fileprivate func removeCounters(_ ids: [Int64], at now: Moment) throws -> Int {
        let claimed = try Int64.fetchAll(
            self,
            sql: "SELECT id FROM counter WHERE id IN (SELECT value FROM json_each(?)) AND deletedAt = ?",
            arguments: [ids.jsonArray, Counter.longAgo])
        let list = claimed.jsonArray
        try run(
            """
            UPDATE book SET revision = revision + 1 WHERE id IN (
                SELECT book FROM counter WHERE id IN (SELECT value FROM json_each(?)) AND revision > 0)
            """, [list])
        try run(
            """
            INSERT INTO gone (book, revision, owner, number, origin, goneAt)
            SELECT book, book.revision, 'counter', number, origin, ?2
            FROM counter JOIN book ON book.id = counter.book
            WHERE counter.id IN (SELECT value FROM json_each(?1)) AND counter.revision > 0
            """, [list, now.milliseconds])
        try removeTypedText(of: .counter, list)
        try removeVersions(of: .counter, list)
        try run("DELETE FROM counter WHERE id IN (SELECT value FROM json_each(?))", [list])
        return claimed.count
    }

    /// - Returns: Whether there may be more.
    fileprivate func removeDays(ofGoals list: String, removedBefore moment: Int64) throws -> Bool {
        try run(
            """
            DELETE FROM goalDay WHERE (goal, day) IN (
                SELECT goal, day FROM goalDay WHERE goal IN (
                    SELECT id FROM goal WHERE id IN (SELECT value FROM json_each(?1)) AND removedAt < ?3) LIMIT ?2)
            """, [list, Ledger.rowsAtOnce, moment])
        return changesCount == Ledger.rowsAtOnce
    }

    /// Removes hidden goals, and records that for devices that still have them: they have been gone since the revision
    /// that hid them. Those of a copy that was never shown have the revision 0, and no device knows of them.
    fileprivate func removeGoals(_ ids: [Int64], removedBefore moment: Int64, at now: Moment) throws {
        // A copy of an account may have shown one meanwhile.
        let list = try goals(ids, removedBefore: moment).jsonArray
        try run(
            """
            INSERT INTO gone (book, revision, owner, number, origin, goneAt)
            SELECT book, revision, 'goal', number, origin, ?2
            FROM goal WHERE id IN (SELECT value FROM json_each(?1)) AND revision > 0
            """, [list, now.milliseconds])
        try removeTypedText(of: .goal, list)
        try removeVersions(of: .goal, list)
        try run("DELETE FROM goal WHERE id IN (SELECT value FROM json_each(?))", [list])
    }
}
