// Reads operations.

import Foundation
import GRDB

/// What an operation did, for offering to undo it.
public struct OperationSummary: Sendable, Hashable {
    /// What can be told of an operation: the kinds in the log, of which `collapseAll` is two, without
    /// those that only an inverse has.
    public enum Kind: String, Sendable {
        case createCounter, increment, decrement, reset, setCount, rename, collapse, collapseAll, expandAll,
            restyle, recolor, setStep, moveCounter, void, annotate, retime, deleteCounter, restoreCounter,
            share, unshare, setDayStart, setWeekStart, importArchive, copyAccount, importGoals, deleteAll,
            createGoal, editGoal,
            archiveGoal, unarchiveGoal, moveGoal, markDay, noteDay, undo
    }
    /// For an undone undo, the kind of the operation that it redid.
    public let kind: Kind
    /// Nil if it did not affect a single counter.
    public let counter: Counter.ID?
    /// The current title of the counter or name of the goal; empty if there is none.
    public let title: String
    /// The affected entry, for a void, a note or a new time.
    public let entry: Entry.Number?
    /// Nil if it did not affect a goal.
    public let goal: Goal.ID?
    /// The day of the goal that it marked or noted; nil for other kinds, and once the log no longer says.
    public let day: CivilDay?
    /// Whether it can be undone, provided nobody has changed the same thing since.
    public let canBeUndone: Bool
    /// Whether it wrote a note to one that its writer had not seen, so that both were kept.
    public var keptBothNotes = false
}

extension Ledger {
    /// What the account's operation did; nil if there is none, it was refused, or
    /// its counter or goal is gone.
    public func summary(of operation: OperationID, of account: AccountID) throws -> OperationSummary? {
        try read { try $0.summary(of: operation, in: account) }
    }

    /// The account's most recently counted counters, latest first.
    ///
    /// Operation ids are ordered by time (RFC 9562, version 7), so only the
    /// latest few thousand are searched. Among them the server's order counts: a
    /// device's clock may have been ahead for a while.
    public func lastCounted(of account: AccountID, limit: Int) throws -> [Counter] {
        try read { database in
            try Counter.all(
                database,
                """
                SELECT \(Counter.columns) FROM counter JOIN (
                    SELECT counter AS row, MAX(revision) AS latest FROM (
                        SELECT counter, revision, kind, refusal FROM operation WHERE book = ?1 ORDER BY id DESC LIMIT 5000
                    ) WHERE refusal IS NULL AND kind IN ('createCounter', 'increment', 'decrement') GROUP BY counter
                ) ON counter.id = row
                WHERE deletedAt IS NULL ORDER BY latest DESC LIMIT ?2
                """,
                [account, limit])
        }
    }
}

/// A logged operation with the current state of its subject.
private struct LoggedOperation {
    let kind: String
    let change: String?
    let counter: Counter.ID?
    let goal: Goal.ID?
    let title: String
    let entry: Entry.Number?
    let canBeUndone: Bool
    /// Whether its counter or goal is permanently deleted.
    let isGone: Bool

    var day: CivilDay? {
        get throws {
            switch (kind, change) {
            case (MarkDay.kind, let change?): try MarkDay.read(change).day
            case (NoteDay.kind, let change?): try NoteDay.read(change).day
            default: nil
            }
        }
    }
}

extension Database {
    /// See ``Ledger/summary(of:of:)``.
    func summary(of operation: OperationID, in book: BookID) throws -> OperationSummary? {
        guard let asked = try loggedOperation(operation, in: book), !asked.isGone else { return nil }
        let origin = try origin(of: asked, in: book)
        guard let kind = try kind(after: origin) else { return nil }
        let isAboutEntry: Set<OperationSummary.Kind> = [.void, .annotate, .retime]
        return OperationSummary(
            kind: kind, counter: asked.counter, title: asked.title,
            entry: isAboutEntry.contains(kind) || kind == .undo ? asked.entry : nil, goal: asked.goal,
            day: try origin?.operation.day, canBeUndone: asked.canBeUndone,
            keptBothNotes: try keepsAnotherNote(asked, operation, in: book))
    }

    /// Whether the operation's note stands beside the one of before in what is stored.
    private func keepsAnotherNote(
        _ operation: LoggedOperation, _ id: OperationID, in book: BookID
    ) throws -> Bool {
        guard let change = operation.change else { return false }
        switch operation.kind {
        case Annotate.kind:
            let stored: String? = try first(
                """
                SELECT text FROM note JOIN counter ON counter.id = note.counter
                WHERE counter.book = ? AND counter.number = ? AND note.number = ?
                """,
                [book, operation.counter, operation.entry]
            ) { $0[0] }
            let written = try Annotate.read(change).note.normalizedLine
            guard let stored, stored.joins(written, by: Annotate.separator) else { return false }
            // The note of before is in it only where it was unseen.
            let before = try (inverse(of: id, in: book) as? Annotate)?.note
            return stored.joins(before ?? "", by: Annotate.separator)
        case NoteDay.kind:
            let noted = try NoteDay.read(change)
            let stored: String? = try first(
                """
                SELECT text FROM dayNote JOIN goal ON goal.id = dayNote.goal
                WHERE goal.book = ? AND goal.number = ? AND dayNote.day = ?
                """,
                [book, operation.goal, noted.day.number]
            ) { $0[0] }
            let written = noted.note.normalizedLines.emptyIfUnseen
            guard let stored, stored.joins(written, by: NoteDay.separator) else { return false }
            let before = try (inverse(of: id, in: book) as? NoteDay)?.note
            return stored.joins(before ?? "", by: NoteDay.separator)
        default: return false
        }
    }

    /// An undo is described by the operation it undid; this bounds chains of undos.
    private static let longestChain = 100

    /// What was undone and redone until this operation, and how often; nil if the log no longer says.
    fileprivate func origin(
        of asked: LoggedOperation, in book: BookID
    ) throws -> (operation: LoggedOperation, undos: Int)? {
        var operation = asked, undos = 0
        while operation.kind == Undo.kind {
            guard undos < Self.longestChain, let change = operation.change,
                let target = try loggedOperation(Undo.read(change).operation, in: book)
            else { return nil }
            operation = target
            undos += 1
        }
        return (operation, undos)
    }

    fileprivate func kind(
        after origin: (operation: LoggedOperation, undos: Int)?
    ) throws -> OperationSummary.Kind? {
        guard let (operation, undos) = origin, undos % 2 == 0 else { return .undo }
        if operation.kind == CollapseAll.kind, let change = operation.change {
            return try CollapseAll.read(change).collapsed ? .collapseAll : .expandAll
        }
        if operation.kind == ArchiveGoal.kind, let change = operation.change {
            return try ArchiveGoal.read(change).archived ? .archiveGoal : .unarchiveGoal
        }
        return OperationSummary.Kind(rawValue: operation.kind)
    }

    fileprivate func loggedOperation(_ id: OperationID, in book: BookID) throws -> LoggedOperation? {
        try first(
            """
            SELECT kind, change, counter.number, goal.number, COALESCE(counter.title, goal.name, ''), entry,
                inverse IS NOT NULL, counter.deletedAt IS ?3 OR operation.counter IS NOT counter.id
                    OR operation.goal IS NOT goal.id
            FROM operation LEFT JOIN counter ON counter.id = operation.counter
                LEFT JOIN goal ON goal.id = operation.goal
            WHERE operation.book = ?1 AND operation.id = ?2 AND refusal IS NULL
            """,
            [book, id.data, Counter.longAgo]
        ) { row in
            let kind: String = row[0], entry: Entry.Number? = row[5], hasInverse: Bool = row[6]
            let makesEntry = ChangeKinds.named(kind)?.makesEntry ?? false
            return LoggedOperation(
                kind: kind, change: row[1], counter: row[2], goal: row[3], title: row[4], entry: entry,
                canBeUndone: hasInverse || makesEntry && entry != nil, isGone: row[7])
        }
    }
}
