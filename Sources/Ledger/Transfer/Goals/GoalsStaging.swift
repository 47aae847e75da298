// Writes a large file of goals piece by piece into goals that nobody sees, so that other users' taps are written in between.
// The import itself then only shows them.

import GRDB

/// The new goals of a file that are already written.
public struct StagedGoals: Sendable, Hashable {
    fileprivate struct Row: Sendable, Hashable {
        let id: Int64
        var days: Int
    }

    /// By the operation that created the goal.
    fileprivate var rows: [OperationID: Row] = [:]
    /// What the import was going to do; nil if nothing was read yet.
    fileprivate(set) var plan: GoalsImportPlan?

    /// Nothing is written yet.
    public init() {}

    /// Whether nothing is written yet.
    var isEmpty: Bool { rows.isEmpty }

    /// The rows that are still as they were written.
    func intact(in database: Database) throws -> [OperationID: Int64] {
        try rows.filter { try database.isHidden($0.value) }.mapValues(\.id)
    }
}

extension Ledger {
    /// What an import of the file would do with each of its goals.
    ///
    /// - Parameter account: 0 for a visitor without one.
    public func plan(
        for archive: GoalsArchive, of account: AccountID, now: Moment, limits: Limits
    ) throws -> [PlannedGoal] {
        let limits = limits.with(try self.limits(of: account) ?? AccountLimits())
        return try readTogether {
            try GoalsImportPlan(of: archive, in: account, limits, now: now, $0).goals
        }
    }

    /// Writes the new goals of a large file without showing them. `fivebar tidy` removes those that are never shown, because
    /// the process was killed or someone else was faster.
    ///
    /// - Parameter atOnce: The number of goals and days written per commit.
    /// - Throws: ``StorageFault``, ``Refusal/tooManyOperations`` or ``Refusal/tooManyOperationsToday`` with nothing written.
    public func stage(
        _ archive: GoalsArchive, of account: AccountID, now: Moment, limits: Limits, atOnce: Int = 1_000
    ) async throws -> StagedGoals {
        let limits = limits.with(try self.limits(of: account) ?? AccountLimits())
        // What is written before a refusal would stay until it is tidied away.
        try requireAllowance(of: account, now: now, limits: limits)
        let plan = try readTogether {
            try GoalsImportPlan(of: archive, in: account, limits, now: now, $0)
        }
        try requireAllowance(of: account, words: plan.words, now: now, limits: limits)
        var staged = StagedGoals()
        staged.plan = plan
        let new = plan.goals.filter { $0.fate == .isNew }
        guard new.reduce(0, { $0 + 1 + $1.days.count }) > atOnce else { return staged }
        var piece = GoalsPiece(book: account, now: now, limits: limits)
        for planned in new {
            var written = 0
            repeat {
                let end = min(written + max(atOnce - piece.size, 1), planned.days.count)
                piece.parts.append(.init(goal: planned.goal, days: planned.days[written..<end]))
                written = end
                guard piece.size >= atOnce else { continue }
                guard try await write(&piece, to: &staged) else { return staged }
            } while written < planned.days.count
        }
        _ = try await write(&piece, to: &staged)
        return staged
    }

    /// Removes what was written of an import that was refused. What is shown by now stays.
    public func discard(_ staged: StagedGoals, now: Moment) async throws {
        try await removeGoals(
            staged.rows.values.map(\.id).sorted(), removedBefore: Counter.longAgo + 1, at: now)
    }

    /// - Returns: False if the account, or what was written before, no longer exists.
    private func write(_ piece: inout GoalsPiece, to staged: inout StagedGoals) async throws -> Bool {
        let next = piece, rows = staged.rows
        guard let written = try await queue.commitPiece({ try next.write(to: $0, after: rows) }) else {
            return false
        }
        staged.rows.merge(written) { $1 }
        piece.parts = []
        return true
    }
}

/// A piece of a file, written in one commit.
private struct GoalsPiece: Sendable {
    /// A part of a goal. The first one may continue the last one of the previous piece.
    struct Part: Sendable {
        let goal: ArchivedGoal
        let days: ArraySlice<PlannedDay>
    }

    let book: BookID
    let now: Moment
    let limits: Limits
    var parts: [Part] = []

    var size: Int { parts.reduce(0) { $0 + 1 + $1.days.count } }

    /// - Parameter rows: Those of the goals that are begun.
    /// - Returns: The goals' rows; nil if one that is begun or the account no longer exists.
    func write(
        to database: Database, after rows: [OperationID: StagedGoals.Row]
    ) throws -> [OperationID: StagedGoals.Row]? {
        guard try database.exists("SELECT 1 FROM book WHERE id = ?", [book]) else { return nil }
        var written: [OperationID: StagedGoals.Row] = [:]
        for part in parts {
            let context = WriteContext(
                database: database, book: book, revision: 0, operation: part.goal.origin, device: 0,
                madeAt: now, zoneOffset: 0, now: now, limits: limits, wordsLeft: nil,
                preparations: Preparations(limits))
            let begun = rows[part.goal.origin]
            guard try begun.map({ try database.isHidden($0) }) ?? true else { return nil }
            var row = try begun ?? StagedGoals.Row(id: context.insertHidden(part.goal), days: 0)
            try context.write(part.days, ofGoal: row.id, markedBy: nil)
            row.days += part.days.count
            written[part.goal.origin] = row
        }
        return written
    }
}

extension Database {
    /// Whether nobody sees a goal, and nothing of it is tidied away.
    fileprivate func isHidden(_ row: StagedGoals.Row) throws -> Bool {
        try exists("SELECT 1 FROM goal WHERE id = ? AND removedAt = ?", [row.id, Counter.longAgo])
            && first("SELECT COUNT(*) FROM goalDay WHERE goal = ?", [row.id]) { $0[0] } == row.days
    }
}
