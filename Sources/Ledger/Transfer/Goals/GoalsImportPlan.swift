// What an import of goals would do: compares the file with the tables.

import Foundation
import GRDB

/// What an import would do with a goal of a file.
public struct PlannedGoal: Sendable, Hashable {
    /// The name that it has; for one that is new, the file's.
    public let name: String
    /// What becomes of the goal.
    public let fate: ImportFate
    /// How many days the file has as done, whoever completed them.
    public let doneInFile: Int
    /// The days that are marked or noted.
    let days: ArraySlice<PlannedDay>
    let goal: ArchivedGoal
    /// Its row; nil if it does not exist yet.
    let row: Int64?
    /// The row of the counter that a new goal follows.
    let counter: Int64?

    /// How many days are marked as done.
    public var marks: Int { days.count { $0.isDone } }
    /// How many days get their note from the file.
    public var notes: Int { days.count { $0.note != nil } }

    /// The first days, and what is left once they are written, of a goal that is there by then.
    func split(at most: Int) -> (first: PlannedGoal, rest: PlannedGoal) {
        func part(_ fate: ImportFate, _ days: ArraySlice<PlannedDay>) -> PlannedGoal {
            PlannedGoal(
                name: name, fate: fate, doneInFile: doneInFile, days: days, goal: goal, row: row,
                counter: counter)
        }
        let (first, rest) = (days.prefix(most), days.dropFirst(most))
        return (part(fate, first), part(rest.isEmpty ? .staysAsItIs : .grows, rest))
    }

    /// How many bytes of text are written.
    var words: Int {
        let notes = days.reduce(0) { $0 + ($1.note?.utf8.count ?? 0) }
        return switch fate {
        case .isNew: name.utf8.count + notes
        case .grows, .isRestored: notes
        case .staysAsItIs, .isLeftOut: 0
        }
    }
}

/// A day that is marked, noted or both.
struct PlannedDay: Sendable, Hashable {
    let day: CivilDay
    let isDone: Bool
    /// Nil: none, or the day has had one already.
    let note: String?
}

/// What becomes of the goals of a file. It holds as long as ``known`` does.
struct GoalsImportPlan: Sendable, Hashable {
    /// A goal of the book.
    struct Known: Sendable, Hashable {
        let row: Int64
        let name: String
        /// The counter's row and the target.
        let counter: Int64?
        let target: Int64?
        /// Whether its creation or an import was undone.
        let isRemoved: Bool
        let revision: Int64
    }

    /// The book's goals, by the operations that created them.
    private(set) var known: [OperationID: Known]
    /// In the order of the file.
    private(set) var goals: [PlannedGoal]

    struct Request: Sendable {
        let archive: GoalsArchive
        let book: BookID
        let limits: Limits
        let now: Moment
    }

    init(_ request: Request, in database: Database) throws {
        try self.init(
            of: request.archive, in: request.book, request.limits, now: request.now, database)
    }

    var words: Int { goals.reduce(0) { $0 + $1.words } }

    init(
        of archive: GoalsArchive, in book: BookID, _ limits: Limits, now: Moment, _ database: Database
    ) throws {
        let known = try database.knownGoals(of: book, now: now)
        let counters = try database.listedCounters(of: book)
        var counted = try CountedDaysByCounter(database.dayStart(of: book), in: database)
        var room = try database.roomForGoals(in: book, limits)
        goals = try archive.goals.map { goal in
            let found = known[goal.origin]
            let counter = found.map(\.counter) ?? goal.follows.flatMap { counters[$0.counter] }
            // What the counter completes now needs no mark; what it has completed on another server, or when it had another
            // history, would be lost without one.
            let target = found.map(\.target) ?? goal.follows?.target
            let reached = try counter.map { try counted.days(of: $0) } ?? [:]
            let lost = goal.reached.filter { day in target.map { (reached[day] ?? 0) < $0 } ?? true }
            let had = try found.map { try database.changedDays(ofGoal: $0.row) } ?? (marked: [], noted: [])
            let days = goal.days(
                done: Set(goal.done + lost).subtracting(had.marked), without: had.noted, isNew: found == nil)
            var fate = ImportFate.isNew
            if let found { fate = found.isRemoved ? .isRestored : days.isEmpty ? .staysAsItIs : .grows }
            if fate == .isNew || fate == .isRestored {
                room -= 1
                if room < 0 { fate = .isLeftOut }
            }
            return PlannedGoal(
                name: found?.name ?? goal.draft.name, fate: fate,
                doneInFile: Set(goal.done + goal.reached).count, days: fate == .isLeftOut ? [] : days[...],
                goal: goal, row: found?.row, counter: counter)
        }
        self.known = known
    }

    /// What is left of it once a part is written.
    ///
    /// - Parameters:
    ///   - rest: What is left of the goals that were changed by that, by their places in the file.
    ///   - known: The book's goals after it.
    func continued(leaving rest: [Int: PlannedGoal], knowing known: [OperationID: Known]) -> GoalsImportPlan {
        var plan = self
        plan.known = known
        for (place, goal) in rest { plan.goals[place] = goal }
        return plan
    }
}

extension ArchivedGoal {
    fileprivate func days(
        done: Set<CivilDay>, without noted: Set<CivilDay>, isNew: Bool
    ) -> [PlannedDay] {
        var notes = Dictionary(uniqueKeysWithValues: notes.map { ($0.day, $0.text) })
            .filter { !noted.contains($0.key) }
        if isNew, !about.isEmpty {
            notes[draft.start] = notes[draft.start].map { "\(about)\n\($0)" } ?? about
        }
        return done.union(notes.keys).sorted().map {
            PlannedDay(day: $0, isDone: done.contains($0), note: notes[$0])
        }
    }
}

extension Database {
    /// Those that can be seen, or whose removal can be undone.
    func knownGoals(of book: BookID, now: Moment) throws -> [OperationID: GoalsImportPlan.Known] {
        var known: [OperationID: GoalsImportPlan.Known] = [:]
        let rows = try rows(
            """
            SELECT origin, id, name, counter, target, removedAt IS NOT NULL, revision FROM goal
            WHERE book = ? AND (removedAt IS NULL OR removedAt >= ?)
            """, [book, now.startOfTrash.milliseconds])
        while let row = try rows.next() {
            known[OperationID(row[0] as Data)] = GoalsImportPlan.Known(
                row: row[1], name: row[2], counter: row[3], target: row[4], isRemoved: row[5],
                revision: row[6])
        }
        return known
    }

    /// The rows of the counters that are not in the trash, by the operations that created them.
    fileprivate func listedCounters(of book: BookID) throws -> [OperationID: Int64] {
        var counters: [OperationID: Int64] = [:]
        let rows = try rows("SELECT origin, id FROM counter WHERE book = ? AND deletedAt IS NULL", [book])
        while let row = try rows.next() { counters[OperationID(row[0] as Data)] = row[1] }
        return counters
    }

    /// The days on which somebody has marked a goal, or taken a mark away, and those that were noted. What was done since the
    /// file was saved is not put back.
    fileprivate func changedDays(
        ofGoal goal: Int64
    ) throws -> (marked: Set<CivilDay>, noted: Set<CivilDay>) {
        var days = (marked: Set<CivilDay>(), noted: Set<CivilDay>())
        let rows = try rows(
            "SELECT day, markedAt IS NOT NULL, notedAt IS NOT NULL FROM goalDay WHERE goal = ?", [goal])
        while let row = try rows.next() {
            let day = CivilDay(number: row[0])
            if row[1] { days.marked.insert(day) }
            if row[2] { days.noted.insert(day) }
        }
        return days
    }
}
