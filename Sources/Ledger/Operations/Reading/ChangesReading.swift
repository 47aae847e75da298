// Reads what has changed in a book since a revision: the one query behind live
// pages, a device's local store, the watch and the API.

import Foundation
import GRDB

/// The current state of everything in a book that changed since a revision.
public struct BookChanges: Sendable, Hashable {
    /// A goal with its days.
    public struct GoalState: Sendable, Hashable {
        /// Archived or not.
        public let goal: Goal
        /// The operation that created it; devices refer to the goal by it.
        public let origin: OperationID
        /// Days marked by hand, in order; nil if only the counter that the goal follows has changed.
        public let done: [CivilDay]?
        /// Days completed by the counter that the goal follows, in order.
        public let reached: [CivilDay]
        /// Nil if only the counter that the goal follows has changed.
        public let notes: [CivilDay: String]?
    }

    /// An item that was permanently deleted.
    public struct Gone: Sendable, Hashable {
        /// Its number within the book, which is not reused.
        public let number: Int64
        /// The operation that created it; devices refer to it by that.
        public let origin: OperationID
    }

    /// The revision to ask for next.
    public let revision: Int64
    /// The goal to continue after, if not all goals of the revision after ``revision`` fit into one answer.
    public let after: Goal.ID?
    /// Whether there is more after ``revision``.
    public let hasMore: Bool
    /// Whether the client must discard its copy: the revision it asked about is
    /// too old, or not one of this book.
    public let startsOver: Bool
    /// Including those in the trash.
    public let counters: [Counter]
    /// Including archived ones.
    public let goals: [GoalState]
    /// Empty if the client starts over.
    public let goneCounters: [Gone]
    /// Goals whose creation was undone; empty if the client starts over.
    public let goneGoals: [Gone]
    /// As it is now, whether or not it has changed.
    public let calendar: CalendarChoice

    /// The approximate number of counters, and the most goals, in one answer.
    static let countersAtOnce = 500
    static let goalsAtOnce = 50
    /// The most bytes of goals' notes in one answer; a goal with more comes alone.
    static let noteBytesAtOnce = 2 << 20
    /// The most days and entries from which the goals of one answer are made; a goal with more comes alone.
    static let rowsAtOnce = 20_000

    /// Parameters: the book, the revision and the goal after which to begin, and the most rows. Each half stops at as
    /// many, however many goals there are.
    static let goalQuery = """
        SELECT * FROM (
            SELECT revision AS changed, number, id, 1 FROM goal
            WHERE book = ?1 AND revision > ?2 AND (revision > ?2 + 1 OR number > ?3)
            ORDER BY revision, number LIMIT ?4)
        UNION ALL SELECT * FROM (
            SELECT counter.revision, goal.number, goal.id, 0
            FROM counter CROSS JOIN goal ON goal.counter = counter.id
            WHERE counter.book = ?1 AND counter.revision > ?2
                AND (counter.revision > ?2 + 1 OR goal.number > ?3)
                AND (goal.revision <= ?2 OR goal.revision = ?2 + 1 AND goal.number <= ?3)
                AND removedAt IS NULL
            ORDER BY counter.revision, goal.number LIMIT ?4)
        ORDER BY 1, 2
        """
}

extension Ledger {
    /// What changed in the account's book since a revision; 0 for everything.
    ///
    /// - Parameters:
    ///   - after: The last answer's ``BookChanges/after``; 0 if it had none.
    ///   - isStartingOver: Whether the client has only what it read since it started over. Such a reading
    ///     may continue from a revision that is too old for a copy from before.
    ///   - most: The most to read, in rows: of goals' days and of entries, with ``rowsForCounter`` for each counter and
    ///     each goal.
    /// - Throws: ``TooMuchToRead`` if it is more than that.
    public func changes(
        of account: AccountID, since asked: Int64, after: Goal.ID = 0, isStartingOver: Bool = false,
        most: Int = .max
    ) throws -> BookChanges {
        try readTogether { database in
            let book = try database.first(
                """
                SELECT revision, oldestRevision, dayStart, weekStart, lastGoal FROM book
                JOIN account ON account.id = book.id WHERE book.id = ?
                """, [account]
            ) {
                (
                    revision: $0[0] as Int64, oldest: $0[1] as Int64, dayStart: $0[2] as Int,
                    weekStart: $0[3] as Int?, hasHadGoals: $0[4] as Int64 > 0
                )
            }
            guard let book else { throw Refusal.unknownDevice }
            let start = ChangePosition(revision: asked, goal: max(0, after))
            let isKnown =
                start > .beginning && (isStartingOver || asked == 0 || asked >= book.oldest)
                && asked <= book.revision
            let since = isKnown ? start : .beginning
            let end = try database.endOfCounters(in: account, since: since.revision) ?? book.revision
            // To find out by the query that there are none takes a fifth of the time of an answer with one counter.
            let page =
                book.hasHadGoals
                ? try database.changedGoals(in: account, since: since, through: end)
                : (goals: [], rows: 0, end: ChangePosition(revision: end, goal: 0))
            let last = page.end.revision
            let counters = try database.counters(of: account, since: since.revision, through: last)
            let gone =
                isKnown
                ? try database.gone(
                    of: account, since: since.revision, through: last, most: most / Self.rowsForCounter) : []
            // What is short to read has been read by now; goals with their days follow.
            let things = counters.count + gone.count + page.goals.count
            guard page.rows + Self.rowsForCounter * things <= most else { throw TooMuchToRead() }
            return BookChanges(
                revision: last, after: page.end.goal > 0 ? page.end.goal : nil,
                hasMore: last < book.revision, startsOver: !isKnown, counters: counters,
                goals: try database.states(of: page.goals, in: account),
                goneCounters: gone.filter { !$0.isGoal }.map(\.item),
                goneGoals: gone.filter(\.isGoal).map(\.item),
                calendar: CalendarChoice(
                    dayStart: DayStart(hour: book.dayStart) ?? .midnight,
                    weekStart: book.weekStart.flatMap { Weekday(rawValue: $0) }))
        }
    }
}

/// How far a client has read: all of a revision, and of the next one the goals up to a number.
private struct ChangePosition: Comparable {
    static let beginning = ChangePosition(revision: 0, goal: 0)

    let revision: Int64
    let goal: Goal.ID

    static func < (one: Self, other: Self) -> Bool {
        (one.revision, one.goal) < (other.revision, other.goal)
    }
}

/// A goal that an answer tells of.
struct ChangedGoal {
    /// The revision of the goal, or of the counter through which it changed.
    let changed: Int64
    let number: Goal.ID
    let row: Int64
    /// Whether it changed by itself.
    let isWhole: Bool
}

extension Database {
    /// The revision of the last counter of an answer; nil if all fit into one.
    fileprivate func endOfCounters(in book: BookID, since revision: Int64) throws -> Int64? {
        try first(
            """
            SELECT revision FROM counter WHERE book = ? AND revision > ?
            ORDER BY revision LIMIT 1 OFFSET ?
            """, [book, revision, BookChanges.countersAtOnce - 1]
        ) { $0[0] }
    }

    /// The goals of an answer, in the order in which they changed, and how far that leads. A goal whose counter has
    /// changed is among them only once the client has it. Removed ones count, too.
    fileprivate func changedGoals(
        in book: BookID, since: ChangePosition, through end: Int64
    ) throws -> (goals: [ChangedGoal], rows: Int, end: ChangePosition) {
        let rows = try rows(
            BookChanges.goalQuery, [book, since.revision, since.goal, BookChanges.goalsAtOnce + 1])
        var goals: [ChangedGoal] = [], bytes = 0, count = 0, counters: Set<Int64> = []
        while let row = try rows.next() {
            let goal = ChangedGoal(changed: row[0], number: row[1], row: row[2], isWhole: row[3])
            guard goal.changed <= end else { break }
            let before = count
            if goal.isWhole {
                let days = try handmadeSize(ofGoal: goal.row)
                bytes += days.noteBytes
                count += days.count
            }
            if let counter = try counter(ofGoal: goal.row) {
                count += counter.days + (counters.insert(counter.row).inserted ? counter.entries : 0)
            }
            if let last = goals.last,
                goals.count == BookChanges.goalsAtOnce || bytes > BookChanges.noteBytesAtOnce
                    || count > BookChanges.rowsAtOnce
            {
                let isBetween = goal.changed == last.changed
                return (
                    goals, before,
                    ChangePosition(
                        revision: isBetween ? last.changed - 1 : last.changed,
                        goal: isBetween ? last.number : 0)
                )
            }
            goals.append(goal)
        }
        return (goals, count, ChangePosition(revision: end, goal: 0))
    }

    private func handmadeSize(ofGoal row: Int64) throws -> (noteBytes: Int, count: Int) {
        try first(
            """
            SELECT (SELECT COALESCE(SUM(length(CAST(text AS BLOB))), 0) FROM dayNote WHERE goal = ?1),
                (SELECT COUNT(*) FROM goalDay WHERE goal = ?1)
            """, [row]
        ) { ($0[0], $0[1]) } ?? (0, 0)
    }

    /// The counter that a goal follows, as many entries as there are hours at most, and as many days of the goal as these
    /// reach at most.
    private func counter(ofGoal row: Int64) throws -> (row: Int64, entries: Int, days: Int)? {
        try first(
            """
            SELECT counter.id, entries, min(entries, lastDay - firstDay + 1)
            FROM goal JOIN counter ON counter.id = goal.counter WHERE goal.id = ?
            """, [row]
        ) { ($0[0], $0[1], $0[2]) }
    }

    fileprivate func counters(of book: BookID, since: Int64, through last: Int64) throws -> [Counter] {
        let rows = try rows(
            """
            SELECT \(Counter.columns) FROM counter
            WHERE book = ? AND revision > ? AND revision <= ? AND deletedAt IS NOT ?
            ORDER BY revision
            """,
            [book, since, last, Counter.longAgo])
        var counters: [Counter] = []
        while let row = try rows.next() { counters.append(Counter(row)) }
        return counters
    }

    func states(of goals: [ChangedGoal], in book: BookID) throws -> [BookChanges.GoalState] {
        guard !goals.isEmpty else { return [] }
        var byCounter = CountedDaysByCounter(try dayStart(of: book), in: self)
        return try goals.compactMap { changed in
            let found = try first("SELECT \(GoalRow.columns), origin FROM goal WHERE id = ?", [changed.row]) {
                (goal: GoalRow($0), origin: OperationID($0[14] as Data))
            }
            guard let (goal, origin) = found, !goal.isRemoved else { return nil }
            var reached: [CivilDay] = []
            if let counter = goal.counterRow, let target = goal.goal.follows?.target {
                reached = try byCounter.days(of: counter)
                    .filter { $0.value >= target && goal.goal.contains($0.key) }.map(\.key).sorted()
            }
            let days = changed.isWhole ? try handmadeDays(ofGoal: goal.row) : nil
            return BookChanges.GoalState(
                goal: goal.goal, origin: origin, done: days?.done, reached: reached, notes: days?.notes)
        }
    }

    private func handmadeDays(ofGoal row: Int64) throws -> (done: [CivilDay], notes: [CivilDay: String]) {
        var done: [CivilDay] = [], notes: [CivilDay: String] = [:]
        let days = try rows(
            """
            SELECT goalDay.day, isDone, text FROM goalDay
            LEFT JOIN dayNote ON dayNote.goal = goalDay.goal AND dayNote.day = goalDay.day
            WHERE goalDay.goal = ? ORDER BY goalDay.day
            """,
            [row])
        while let day = try days.next() {
            let date = CivilDay(number: day[0])
            if day[1] { done.append(date) }
            if let note: String = day[2] { notes[date] = note }
        }
        return (done, notes)
    }

    /// The counters that were deleted for good and the goals whose creation was undone, whether or not they are removed by
    /// now; one more than `most` at most. Not what came back from a file since: it has the same origin, and is there.
    fileprivate func gone(
        of book: BookID, since: Int64, through last: Int64, most: Int
    ) throws -> [(isGoal: Bool, item: BookChanges.Gone)] {
        let rows = try rows(
            """
            SELECT isGoal, number, origin FROM (
                SELECT owner = 'goal' AS isGoal, number, origin FROM gone
                WHERE book = ?1 AND revision > ?2 AND revision <= ?3
                UNION ALL SELECT 0, number, origin FROM counter
                WHERE book = ?1 AND revision > ?2 AND revision <= ?3 AND deletedAt IS ?4
                UNION ALL SELECT 1, number, origin FROM goal
                WHERE book = ?1 AND revision > ?2 AND revision <= ?3 AND removedAt IS NOT NULL
            ) AS lost WHERE NOT IIF(isGoal,
                EXISTS (SELECT 1 FROM goal WHERE book = ?1 AND origin = lost.origin AND removedAt IS NULL),
                EXISTS (SELECT 1 FROM counter WHERE book = ?1 AND origin = lost.origin AND deletedAt IS NOT ?4))
            LIMIT ?5
            """, [book, since, last, Counter.longAgo, most + 1])
        var gone: [(isGoal: Bool, item: BookChanges.Gone)] = []
        while let row = try rows.next() {
            gone.append((row[0], BookChanges.Gone(number: row[1], origin: OperationID(row[2] as Data))))
        }
        return gone
    }
}
