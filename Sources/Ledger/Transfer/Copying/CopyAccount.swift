// Puts the counters and goals of another account into this one, when a browser that has some joins it. One
// operation, undone as one. The other account stays as it is.

import Foundation
import GRDB

/// Copies the counters and goals that are not deleted to the end of the lists.
struct CopyAccount: ChangeKind {
    static let kind = "copyAccount"
    /// Only for a browser that has both accounts open, which the site knows.
    static let isPublic = false
    let account: AccountID
    /// What is written already, so that little is left to be written now; nil: nothing, and all is written now.
    var staged: StagedCopy?

    private enum CodingKeys: CodingKey { case account }

    /// The same is copied, however much of it is already written.
    static func == (one: CopyAccount, other: CopyAccount) -> Bool { one.account == other.account }
    func hash(into hasher: inout Hasher) { hasher.combine(account) }

    /// More would take too long.
    static let mostRows = 200_000
    /// How many rows may be left of a staged copy, for example of a counter that was tapped meanwhile.
    static let mostLeft = 2_000

    /// - Throws: ``Refusal/accountIsTooLarge``, ``Refusal/tooManyCounters``, ``Refusal/tooManyGoals``,
    ///   ``Refusal/tooManyOperationsToday``; all of them before anything is copied. ``StaleCopy``, if more than a little
    ///   is left of a staged copy.
    func perform(in context: WriteContext) throws -> Outcome {
        // The device has joined the account that it has already.
        guard account != context.book else { return Outcome(subject: .book) }
        let plan = try CopyPlan(of: account, in: context.database)
        try plan.requireRoom(in: context)
        var copies = try staged?.intact(in: context.database) ?? [:]
        let left = plan.items.reduce(0) { copies[$1] == nil ? $0 + $1.rows : $0 }
        guard staged == nil || left <= Self.mostLeft else { throw StaleCopy() }
        for counter in plan.counters { copies[counter] = try context.show(counter, copies[counter]) }
        let byRow = Dictionary(
            uniqueKeysWithValues: plan.counters.compactMap { counter in
                copies[counter].map { (counter.row, $0) }
            })
        for goal in plan.goals {
            let copy = try context.show(goal, copies[goal])
            try context.follow(byRow, as: goal, copy)
            copies[goal] = copy
        }
        return Outcome(
            subject: .book,
            inverse: TakeBackCopy(
                counters: plan.counters.compactMap { copies[$0] },
                goals: plan.goals.compactMap { copies[$0] },
                again: false), entriesWritten: plan.rows, wordsWritten: plan.words)
    }
}

/// Undoes a copy, or redoes it: counters go to the trash, goals out of sight, as long as nobody has marked or noted
/// a day of theirs since.
struct TakeBackCopy: ChangeKind {
    static let kind = "takeBackCopy"
    static let isPublic = false
    /// Rows.
    let counters: [Int64]
    let goals: [Int64]
    let again: Bool

    func perform(in context: WriteContext) throws -> Outcome {
        let done = try TakeBackImport(trace: ImportTrace(arrived: counters), again: again).perform(
            in: context)
        // Not those that somebody had deleted before.
        let moved = (done.inverse as? TakeBackImport)?.trace.arrived ?? []
        if again { try context.requireRoomInGoals(for: goals.count) }
        try context.setRemoved(goals, !again)
        return Outcome(
            subject: .book, inverse: TakeBackCopy(counters: moved, goals: goals, again: !again))
    }
}

extension Change {
    /// Copies what another account has to the end of this one's lists.
    ///
    /// It is for a visitor who has opened both accounts, which the site has to know. Refused with
    /// ``Refusal/accountIsTooLarge``, ``Refusal/tooManyCounters``, ``Refusal/tooManyGoals`` or
    /// ``Refusal/tooManyOperationsToday``, before anything is copied.
    ///
    /// - Parameter account: The other one, which stays as it is.
    public static func copyAccount(_ account: AccountID) -> Change { Change(CopyAccount(account: account)) }
}

extension Ledger {
    /// Whether joining another account would take anything along.
    public func hasCountersOrGoals(_ account: AccountID) throws -> Bool {
        try read { database in
            try database.first(
                """
                SELECT EXISTS (SELECT 1 FROM counter WHERE book = ?1 AND deletedAt IS NULL)
                    OR EXISTS (SELECT 1 FROM goal WHERE book = ?1 AND removedAt IS NULL)
                """, [account]
            ) { $0[0] } ?? false
        }
    }
}
