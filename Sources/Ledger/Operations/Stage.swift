// A change on its way into the tables: what it does to counters. It runs in
// the writer's transaction. What it does to entries, to goals and to the account is beside it.

import GRDB

/// What a change has led to.
struct Outcome {
    /// 0 where it is about no counter by itself.
    let counter: Counter.ID
    /// The counter's, afterwards.
    let count: Int64
    let style: Counter.Style
    /// What an undo needs besides the change: what was there before, or the number of the entry that was made.
    var before: String?
    /// Nil where it is about no goal.
    var goal: Goal.ID?
}

/// One operation's circumstances, and the tables.
struct Stage {
    let database: Database
    let account: AccountID
    /// The account's, with this operation.
    let revision: Int64
    let operation: OperationID
    let madeAt: Moment
    let zoneOffset: Int
    let now: Moment

    /// - Throws: ``Refusal``.
    func perform(_ change: Change) throws -> Outcome {
        switch change {
        case .createCounter(let title, let style): try create(title, style)
        case .increment(let id, let step): try count(id, by: step, direction: 1)
        case .decrement(let id, let step): try count(id, by: step, direction: -1)
        case .reset(let id, let seen): try reset(id, seen: seen)
        case .set(let id, let count): try set(id, to: count)
        case .rename(let id, let title): try assign(.title, Counter.title(from: title), of: id)
        case .collapse(let id, let isCollapsed): try assign(.isCollapsed, isCollapsed ? 1 : 0, of: id)
        case .collapseAll(let isCollapsed): try collapseAll(isCollapsed)
        case .restyle(let id, let style): try assign(.style, style.rawValue, of: id)
        case .recolor(let id, let color): try assign(.color, max(0, color), of: id)
        case .setStep(let id, let step):
            try assign(.step, step, of: id, isAllowed: (1...Counter.largestStep).contains(step))
        case .move(let id, let neighbour): try move(id, after: neighbour)
        case .void(let id, let entry, let isVoid): try void(entry, of: id, isVoid: isVoid)
        case .annotate(let id, let entry, let note): try annotate(entry, of: id, note)
        case .delete(let id): try delete(id)
        case .restore(let id): try restore(id)
        case .importArchive(let archive): try importArchive(archive)
        case .share(let id, let token): try share(id, as: token)
        case .unshare(let id): try unshare(id)
        case .setDayStart(let hour):
            try adjust(.dayStart, to: hour, isAllowed: DayStart(hour: hour) != nil)
        case .setWeekStart(let weekday): try adjust(.weekStart, to: weekday?.rawValue)
        case .deleteAll(let newest): try deleteAll(newest: newest)
        case .createGoal(let draft): try createGoal(draft)
        case .editGoal(let id, let draft): try editGoal(id, draft)
        case .archiveGoal(let id, let isArchived): try archiveGoal(id, isArchived)
        case .moveGoal(let id, let neighbour): try moveGoal(id, after: neighbour)
        case .markDay(let id, let day, let isDone): try markDay(day, of: id, isDone: isDone)
        case .noteDay(let id, let day, let note): try noteDay(day, of: id, note)
        case .undo(let operation): try undo(operation)
        }
    }

    private func create(_ typed: String, _ preferred: Counter.Style) throws -> Outcome {
        let (title, style) = try Counter.naming(from: typed, preferred: preferred)
        try database.run(
            """
            INSERT INTO counter (account, title, color, position, revision, createdAt, style, origin)
            SELECT ?1, ?2, COALESCE(MAX(color) + 1, 0), COALESCE(MAX(position) + 1, 0), ?3, ?4, ?5, ?6
            FROM (SELECT color, position FROM counter WHERE account = ?1 ORDER BY position DESC LIMIT 1)
            """,
            [account, title, revision, now.milliseconds, style.rawValue, operation.data]
        )
        return Outcome(counter: database.lastInsertedRowID, count: 0, style: style)
    }

    /// A counter that is there to be changed.
    struct Standing {
        let id: Counter.ID
        let count: Int64
        let entries: Int64
        let style: Counter.Style
        let step: Int64
        let position: Int64
    }

    /// The counter, if it is this account's and not deleted.
    func standing(_ id: Counter.ID) throws -> Standing {
        let found = try database.first(
            """
            SELECT count, entries, style, step, position, deletedAt FROM counter
            WHERE id = ? AND account = ?
            """,
            [id, account]
        ) { row in
            (
                Standing(
                    id: id, count: row[0], entries: row[1], style: Counter.Style(row[2]), step: row[3],
                    position: row[4]),
                row[5] as Int64?
            )
        }
        guard let (counter, deletion) = found else { throw Refusal.noSuchCounter }
        guard let deletedAt = deletion else { return counter }
        throw deletedAt < now.startOfTrash.milliseconds ? Refusal.noSuchCounter : Refusal.counterIsDeleted
    }

    /// What of a counter is simply replaced: the last writer wins (product.md, Sync).
    enum Column: String { case title, color, isCollapsed, style, step }

    /// - Parameter isAllowed: Whether the value is one that the column takes.
    func assign(
        _ column: Column, _ value: some DatabaseValueConvertible, of id: Counter.ID, isAllowed: Bool = true
    ) throws -> Outcome {
        guard isAllowed else { throw Refusal.numberIsOutOfRange }
        let counter = try standing(id)
        let before = try self.value(of: column, id)
        try database.run(
            "UPDATE counter SET \(column.rawValue) = ?, revision = ? WHERE id = ?", [value, revision, id])
        let style = column == .style ? Counter.Style(try self.value(of: .style, id)) : counter.style
        return Outcome(counter: id, count: counter.count, style: style, before: before)
    }

    /// As the database writes it.
    func value(of column: Column, _ id: Counter.ID) throws -> String? {
        try database.first("SELECT CAST(\(column.rawValue) AS TEXT) FROM counter WHERE id = ?", [id]) {
            $0[0]
        }
    }

    /// - Parameter ids: Of these alone, as ``Outcome/before`` lists them; nil: of all.
    func collapseAll(_ isCollapsed: Bool, among ids: String? = nil) throws -> Outcome {
        var changed: [Counter.ID] = []
        let rows = try Row.fetchCursor(
            database.cachedStatement(
                sql: """
                    UPDATE counter SET isCollapsed = ?1, revision = ?2
                    WHERE account = ?3 AND deletedAt IS NULL AND isCollapsed <> ?1
                        AND (?4 IS NULL OR id IN (SELECT value FROM json_each('[' || ?4 || ']')))
                    RETURNING id
                    """),
            arguments: [isCollapsed, revision, account, ids])
        while let row = try rows.next() { changed.append(row[0]) }
        // It is about no counter by itself.
        return Outcome(
            counter: 0, count: 0, style: .fractal, before: changed.map { String($0) }.joined(separator: ","))
    }

    /// Moves those in between by one place; deleted counters keep theirs among the others.
    func move(_ id: Counter.ID, after neighbour: Counter.ID?) throws -> Outcome {
        let counter = try standing(id)
        let before: Counter.ID? = try database.first(
            """
            SELECT id FROM counter WHERE account = ? AND position < ? AND deletedAt IS NULL
            ORDER BY position DESC LIMIT 1
            """,
            [account, counter.position]
        ) { $0[0] }
        let outcome = Outcome(
            counter: id, count: counter.count, style: counter.style, before: before.map { String($0) } ?? "")
        guard neighbour != id, neighbour != before else { return outcome }

        let place: Int64
        if let neighbour {
            let position = try standing(neighbour).position
            place = position < counter.position ? position + 1 : position
        } else {
            place =
                try database.first(
                    "SELECT MIN(position) FROM counter WHERE account = ?", [account]
                ) { $0[0] } ?? 0
        }
        let isUp = place < counter.position
        try database.run(
            """
            UPDATE counter SET position = position + ?, revision = ?
            WHERE account = ? AND position BETWEEN ? AND ?
            """,
            [
                isUp ? 1 : -1, revision, account,
                isUp ? place : counter.position + 1, isUp ? counter.position - 1 : place,
            ]
        )
        try database.run(
            "UPDATE counter SET position = ?, revision = ? WHERE id = ?", [place, revision, id])
        return outcome
    }

    func delete(_ id: Counter.ID) throws -> Outcome {
        let counter = try standing(id)
        try database.run(
            "UPDATE counter SET deletedAt = ?, revision = ? WHERE id = ?", [now.milliseconds, revision, id])
        return Outcome(counter: id, count: counter.count, style: counter.style)
    }

    func restore(_ id: Counter.ID) throws -> Outcome {
        let restored = try database.first(
            """
            UPDATE counter SET deletedAt = NULL, revision = ?
            WHERE id = ? AND account = ? AND (deletedAt IS NULL OR deletedAt >= ?)
            RETURNING count, style
            """,
            [revision, id, account, now.startOfTrash.milliseconds]
        ) { Outcome(counter: id, count: $0[0], style: Counter.Style($0[1])) }
        guard let restored else { throw Refusal.noSuchCounter }
        return restored
    }

    /// Only marks the counters, however many entries they have: freeing those
    /// would keep everybody's taps waiting.
    private func deleteAll(newest: Counter.ID) throws -> Outcome {
        let isNewerThere =
            try database.first(
                "SELECT 1 FROM counter WHERE account = ? AND id > ? AND deletedAt IS NOT ? LIMIT 1",
                [account, newest, Counter.longAgo], { _ in true })
            ?? false
        guard !isNewerThere else { throw Refusal.countersWereAdded }
        try database.run(
            "UPDATE counter SET deletedAt = ?1, revision = ?2 WHERE account = ?3 AND deletedAt IS NOT ?1",
            [Counter.longAgo, revision, account])
        // A file that was to be imported holds counters, too.
        try database.run("DELETE FROM upload WHERE account = ?", [account])
        // It is about no counter by itself.
        return Outcome(counter: 0, count: 0, style: .fractal)
    }
}
