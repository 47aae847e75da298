// Creates, moves and deletes counters: into the trash, back out of it, or permanently.

import GRDB

/// Creates a counter at the bottom of the list, identified by the operation that creates it.
struct CreateCounter: ChangeKind {
    static let kind = "createCounter"
    static let hasTypedText = true
    /// A title that begins with `_` asks for 正, see ``Counter/naming(from:preferred:)``.
    let title: String
    let style: Counter.Style

    func perform(in context: WriteContext) throws -> Outcome {
        let (title, style) = try Counter.naming(from: title, preferred: style)
        try context.requireRoomForCounter()
        let rank = try context.lastRank(in: .counter)
        let color: Int =
            try context.database.first(
                "SELECT (color + 1) % ? FROM counter WHERE book = ? ORDER BY rank DESC LIMIT 1",
                [Int64(Recolor.last) + 1, context.book], { $0[0] })
            ?? 0
        let counter = try context.insertCounter(
            title: title, color: color, style: style, step: 1, isCollapsed: false, rank: rank,
            createdAt: context.madeAt, origin: context.operation)
        return Outcome(subject: .counter(counter), inverse: DeleteCounter(counter: counter.name))
    }
}

/// Moves the counter right after another one, or to the top.
struct MoveCounter: ReplacingChangeKind {
    static let kind = "moveCounter"
    let counter: Name
    var after: Name?
    var replacing: OperationID?

    func perform(in context: WriteContext) throws -> Outcome {
        let counter = try context.counter(counter)
        let neighbour = try after.map { try context.anyCounter($0) }
        let moved = try context.move(
            counter, after: neighbour, in: .counter, replacing: replacing,
            where: { change in
                try (change as? MoveCounter).map { try $0.after.map { try context.anyCounter($0).row } }
            })
        guard let moved else { return Outcome(subject: .counter(counter)) }
        return Outcome(
            subject: .counter(counter),
            inverse: MoveCounter(
                counter: counter.name, after: moved.neighbour, replacing: context.operation))
    }
}

/// Moves the counter into the trash for ``Counter/daysInTrash`` days.
struct DeleteCounter: ChangeKind {
    static let kind = "deleteCounter"
    let counter: Name

    func perform(in context: WriteContext) throws -> Outcome {
        let counter = try context.counter(counter)
        try context.database.run(
            "UPDATE counter SET deletedAt = ?, revision = ? WHERE id = ?",
            [context.now.milliseconds, context.revision, counter.row])
        try context.trimTrash()
        return Outcome(
            subject: .counter(try context.anyCounter(counter.name)),
            inverse: RestoreCounter(counter: counter.name))
    }
}

/// Moves the counter out of the trash.
struct RestoreCounter: ChangeKind {
    static let kind = "restoreCounter"
    let counter: Name

    func perform(in context: WriteContext) throws -> Outcome {
        let counter = try context.anyCounter(counter)
        // Two devices may request the same; undoing the second must not delete it.
        guard counter.deletedAt != nil else { return Outcome(subject: .counter(counter)) }
        try context.requireRoomInList()
        try context.database.run(
            "UPDATE counter SET deletedAt = NULL, revision = ? WHERE id = ?", [context.revision, counter.row])
        return Outcome(
            subject: .counter(try context.anyCounter(counter.name)),
            inverse: DeleteCounter(counter: counter.name))
    }
}

/// Deletes all counters permanently, including those in the trash.
struct DeleteAll: ChangeKind {
    static let kind = "deleteAll"
    /// The number of the newest counter the user has seen. If there is a newer
    /// one, nothing is deleted.
    let newest: Int64

    /// Only marks the counters as deleted, however many entries they have:
    /// deleting the entries here would delay everybody's taps.
    func perform(in context: WriteContext) throws -> Outcome {
        let isNewerThere =
            try context.database.exists(
                "SELECT 1 FROM counter WHERE book = ? AND number > ? AND deletedAt IS NOT ? LIMIT 1",
                [context.book, newest, Counter.longAgo])
        guard !isNewerThere else { throw Refusal.countersWereAdded }
        try context.database.run(
            "UPDATE counter SET deletedAt = ?1, revision = ?2 WHERE book = ?3 AND deletedAt IS NOT ?1",
            [Counter.longAgo, context.revision, context.book])
        // A file staged for import contains counters, too.
        try context.database.run("DELETE FROM upload WHERE account = ?", [context.book])
        return Outcome(subject: .book)
    }
}

extension WriteContext {
    /// For counters that leave the trash.
    ///
    /// - Throws: ``Refusal/tooManyCounters``.
    func requireRoomInList(for more: Int = 1) throws {
        guard let most = limits.counters else { return }
        let listed: Int? = try database.first(
            "SELECT COUNT(*) FROM counter WHERE book = ? AND deletedAt IS NULL", [book]
        ) { $0[0] }
        guard (listed ?? 0) + more <= most else { throw Refusal.tooManyCounters }
    }

    /// Deletes for good what exceeds the trash's limit, which is that of the list, oldest first. A full trash
    /// must block nobody, and nobody can empty it by hand. (The plus keeps SQLite from reading everybody's trash.)
    ///
    /// - Parameter rows: Go before all others.
    func trimTrash(first rows: [Int64] = []) throws {
        guard let most = limits.counters else { return }
        try database.run(
            """
            UPDATE counter SET deletedAt = ?1, revision = ?2 WHERE id IN (
                SELECT id FROM counter WHERE book = ?3 AND +deletedAt > ?1
                ORDER BY id IN (SELECT value FROM json_each(?5)), deletedAt DESC, id DESC LIMIT -1 OFFSET ?4)
            """, [Counter.longAgo, revision, book, most, rows.jsonArray])
    }

    /// - Throws: ``Refusal/tooManyCounters``.
    func requireRoomForCounter() throws {
        guard try roomForCounters() > 0 else { throw Refusal.tooManyCounters }
    }

    /// How many more counters the book can hold.
    func roomForCounters() throws -> Int { try database.roomForCounters(in: book, limits) }

    /// A new row of the book with the book's next number; numbers are never reused.
    func insertCounter(
        title: String, color: Int, style: Counter.Style, step: Int64, isCollapsed: Bool, rank: Int64,
        createdAt: Moment, origin: OperationID, isHidden: Bool = false
    ) throws -> CounterRow {
        let number = try nextNumber(in: .counter)
        try database.run(
            """
            INSERT INTO counter (book, number, origin, title, color, style, step, isCollapsed, rank, revision, createdAt, deletedAt)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                book, number, origin.data, title, color, style.rawValue, step, isCollapsed, rank, revision,
                createdAt.milliseconds, isHidden ? Counter.longAgo : nil,
            ])
        guard let counter = try database.counterRow(.number(number), in: book) else {
            throw StorageFault.damaged
        }
        return counter
    }
}

extension Database {
    /// How many more counters the book can hold. The trash may hold as many again, and
    /// what nobody can see any more, until it is removed, several times as many: an
    /// import that failed must not take the room of the next one.
    func roomForCounters(in book: BookID, _ limits: Limits) throws -> Int {
        guard let most = limits.counters else { return .max }
        let (listed, all) =
            try first(
                "SELECT COUNT(*) FILTER (WHERE deletedAt IS NULL), COUNT(*) FROM counter WHERE book = ?",
                [book], { ($0[0] as Int, $0[1] as Int) })
            ?? (0, 0)
        return max(0, min(most - listed, 10 * most - all))
    }
}

extension Change {
    /// Creates a counter at the bottom of the list. Refused if ``Counter/title(from:)`` refuses the title,
    /// or if the list is full (``Refusal/tooManyCounters``).
    ///
    /// - Parameters:
    ///   - title: As it was typed; one that begins with `_` asks for 正, see
    ///     ``Counter/naming(from:preferred:)``.
    ///   - style: The style if the title asks for none.
    public static func createCounter(title: String, style: Counter.Style) -> Change {
        Change(CreateCounter(title: title, style: style))
    }
    /// - Parameter neighbour: Nil: move to the top.
    public static func move(_ counter: some Naming, after neighbour: (any Naming)?) -> Change {
        Change(MoveCounter(counter: counter.name, after: neighbour?.name))
    }
    /// Moves the counter into the trash for ``Counter/daysInTrash`` days.
    public static func delete(_ counter: some Naming) -> Change {
        Change(DeleteCounter(counter: counter.name))
    }
    /// Moves the counter out of the trash. Refused if the list is full (``Refusal/tooManyCounters``).
    public static func restore(_ counter: some Naming) -> Change {
        Change(RestoreCounter(counter: counter.name))
    }
    /// Deletes all counters permanently, including those in the trash. Cannot be undone.
    ///
    /// - Parameter newest: The newest counter the user has seen; if there is a newer one, it is refused
    ///   (``Refusal/countersWereAdded``).
    public static func deleteAll(newest: Counter.ID) -> Change { Change(DeleteAll(newest: newest)) }
}
