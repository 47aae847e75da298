// Reads what has changed in a book since a revision: the one query behind live
// pages, a device's local store, the watch and the API (log.md, Push and pull).

import Foundation
import GRDB

/// The current state of everything in a book that changed since a revision.
public struct BookChanges: Sendable, Hashable {
    /// A goal with its marked days and notes.
    public struct GoalState: Sendable, Hashable {
        public let goal: Goal
        public let origin: OperationID
        /// Days marked by hand, in order.
        public let done: [CivilDay]
        /// Days completed by the counter that the goal follows, in order.
        public let reached: [CivilDay]
        public let notes: [CivilDay: String]
    }

    /// An item that was permanently deleted.
    public struct Gone: Sendable, Hashable {
        public let number: Int64
        public let origin: OperationID
    }

    /// The revision to ask for next.
    public let revision: Int64
    /// Whether there is more after ``revision``.
    public let hasMore: Bool
    /// Whether the client must discard its copy: the revision it asked about is
    /// too old, or not one of this book.
    public let startsOver: Bool
    /// Including those in the trash.
    public let counters: [Counter]
    public let goals: [GoalState]
    public let goneCounters: [Gone]
    public let goneGoals: [Gone]
    public let calendar: CalendarChoice

    /// The approximate number of counters and goals in one answer.
    static let countersAtOnce = 500
    static let goalsAtOnce = 50
    /// The most bytes of goals' notes in one answer; a goal with more comes alone.
    static let noteBytesAtOnce = 2 << 20
}

extension Ledger {
    /// What changed in the account's book since a revision; 0 for everything.
    ///
    /// - Parameter isStartingOver: Whether the client has only what it read since it started over. Such a reading
    ///   may continue from a revision that is too old for a copy from before.
    public func changes(
        of account: AccountID, since asked: Int64, isStartingOver: Bool = false
    ) throws -> BookChanges {
        try readTogether { database in
            let book = try database.first(
                """
                SELECT revision, oldestRevision, dayStart, weekStart FROM book
                JOIN account ON account.id = book.id WHERE book.id = ?
                """, [account]
            ) {
                (
                    revision: $0[0] as Int64, oldest: $0[1] as Int64, dayStart: $0[2] as Int,
                    weekStart: $0[3] as Int?
                )
            }
            guard let book else { throw Refusal.unknownDevice }
            let isKnown = asked > 0 && (isStartingOver || asked >= book.oldest) && asked <= book.revision
            let since = isKnown ? asked : 0
            let last =
                try min(
                    database.revision(
                        of: "counter", in: account, since: since, after: BookChanges.countersAtOnce),
                    database.revisionOfGoals(in: account, since: since))
                ?? book.revision
            return BookChanges(
                revision: last, hasMore: last < book.revision, startsOver: !isKnown,
                counters: try database.counters(of: account, since: since, through: last),
                goals: try database.goals(of: account, since: since, through: last),
                goneCounters: isKnown
                    ? try database.goneCounters(of: account, since: since, through: last) : [],
                goneGoals: isKnown ? try database.goneGoals(of: account, since: since, through: last) : [],
                calendar: CalendarChoice(
                    dayStart: DayStart(hour: book.dayStart) ?? .midnight,
                    weekStart: book.weekStart.flatMap { Weekday(rawValue: $0) }))
        }
    }
}

private func min(_ one: Int64?, _ other: Int64?) -> Int64? {
    guard let one, let other else { return one ?? other }
    return Swift.min(one, other)
}

extension Database {
    /// The revision of the last row of a batch of changed rows; nil if there are
    /// fewer rows than that.
    fileprivate func revision(
        of table: String, in book: BookID, since revision: Int64, after rows: Int
    ) throws -> Int64? {
        try first(
            """
            SELECT revision FROM \(table) WHERE book = ? AND revision > ?
            ORDER BY revision LIMIT 1 OFFSET ?
            """, [book, revision, rows - 1]
        ) { $0[0] }
    }

    /// The revision of the last goal of a batch of changed goals; nil if all fit into one.
    fileprivate func revisionOfGoals(in book: BookID, since revision: Int64) throws -> Int64? {
        let rows = try Row.fetchCursor(
            cachedStatement(
                sql: """
                    SELECT revision, (
                        SELECT COALESCE(SUM(length(CAST(text AS BLOB))), 0) FROM dayNote WHERE goal = goal.id)
                    FROM goal WHERE book = ? AND revision > ? ORDER BY revision LIMIT ?
                    """),
            arguments: [book, revision, BookChanges.goalsAtOnce])
        var goals = 0, bytes = 0, last: Int64?
        while let row = try rows.next() {
            bytes += row[1] as Int
            if bytes > BookChanges.noteBytesAtOnce, let last { return last }
            last = row[0]
            goals += 1
        }
        return goals == BookChanges.goalsAtOnce ? last : nil
    }

    fileprivate func counters(of book: BookID, since: Int64, through last: Int64) throws -> [Counter] {
        let rows = try Row.fetchCursor(
            cachedStatement(
                sql: """
                    SELECT \(Counter.columns) FROM counter
                    WHERE book = ? AND revision > ? AND revision <= ? AND deletedAt IS NOT ?
                    ORDER BY revision
                    """),
            arguments: [book, since, last, Counter.longAgo])
        var counters: [Counter] = []
        while let row = try rows.next() { counters.append(Counter(row)) }
        return counters
    }

    fileprivate func goals(
        of book: BookID, since: Int64, through last: Int64
    ) throws -> [BookChanges.GoalState] {
        let rows = try Row.fetchAll(
            cachedStatement(
                sql: """
                    SELECT \(GoalRow.columns), origin FROM goal WHERE id IN (
                        SELECT id FROM goal WHERE book = ?1 AND revision > ?2 AND revision <= ?3
                        UNION SELECT goal.id FROM counter JOIN goal ON goal.counter = counter.id
                        WHERE counter.book = ?1 AND counter.revision > ?2 AND counter.revision <= ?3)
                    AND isRemoved = 0 ORDER BY revision
                    """),
            arguments: [book, since, last])
        var byCounter = CountedDaysByCounter(try dayStart(of: book), in: self)
        return try rows.map { row in
            let goal = GoalRow(row)
            var done: [CivilDay] = [], notes: [CivilDay: String] = [:]
            let days = try Row.fetchCursor(
                cachedStatement(
                    sql: """
                        SELECT goalDay.day, isDone, text FROM goalDay
                        LEFT JOIN dayNote ON dayNote.goal = goalDay.goal AND dayNote.day = goalDay.day
                        WHERE goalDay.goal = ? ORDER BY goalDay.day
                        """),
                arguments: [goal.row])
            while let day = try days.next() {
                let date = CivilDay(number: day[0])
                if day[1] { done.append(date) }
                if let note: String = day[2] { notes[date] = note }
            }
            var reached: [CivilDay] = []
            if let counter = goal.counterRow, let target = goal.goal.follows?.target {
                reached = try byCounter.days(of: counter)
                    .filter { $0.value >= target && goal.goal.contains($0.key) }.map(\.key).sorted()
            }
            return BookChanges.GoalState(
                goal: goal.goal, origin: OperationID(row[14] as Data), done: done, reached: reached,
                notes: notes)
        }
    }

    /// Deleted for good, whether or not they are removed by now.
    fileprivate func goneCounters(
        of book: BookID, since: Int64, through last: Int64
    ) throws -> [BookChanges.Gone] {
        try gone(
            """
            SELECT number, origin FROM gone
            WHERE book = ?1 AND revision > ?2 AND revision <= ?3 AND owner = 'counter'
            UNION SELECT number, origin FROM counter
            WHERE book = ?1 AND revision > ?2 AND revision <= ?3 AND deletedAt IS ?4
            """, [book, since, last, Counter.longAgo])
    }

    /// Those whose creation was undone.
    fileprivate func goneGoals(
        of book: BookID, since: Int64, through last: Int64
    ) throws -> [BookChanges.Gone] {
        try gone(
            "SELECT number, origin FROM goal WHERE book = ? AND revision > ? AND revision <= ? AND isRemoved = 1",
            [book, since, last])
    }

    private func gone(_ query: String, _ arguments: StatementArguments) throws -> [BookChanges.Gone] {
        try Row.fetchAll(cachedStatement(sql: query), arguments: arguments)
            .map { BookChanges.Gone(number: $0[0], origin: OperationID($0[1] as Data)) }
    }
}
