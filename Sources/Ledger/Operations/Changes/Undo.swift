// Undo and redo: an undo performs the inverse stored with the operation, and
// stores the inverse of that.

import Foundation
import GRDB

/// Undoes an operation, unless somebody has changed the same thing since. What another device has undone
/// already stays undone.
struct Undo: LongChangeKind {
    static let kind = "undo"
    let operation: OperationID
    var isUnfinished = false

    init(operation: OperationID) { self.operation = operation }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        operation = try container.decode(OperationID.self, forKey: .operation)
        isUnfinished = try container.decodeIfPresent(Bool.self, forKey: .unfinished) ?? false
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(operation, forKey: .operation)
        if isUnfinished { try container.encode(true, forKey: .unfinished) }
    }

    private enum CodingKeys: CodingKey { case operation, unfinished }

    static func == (one: Undo, other: Undo) -> Bool { one.operation == other.operation }
    func hash(into hasher: inout Hasher) { hasher.combine(operation) }

    func perform(in context: WriteContext) throws -> Outcome {
        guard let inverse = try context.database.inverse(of: operation, in: context.book) else {
            throw Refusal.cannotBeUndone
        }
        let database = context.database
        try database.run("SAVEPOINT undo")
        let outcome: Outcome
        do {
            let done = try inverse.perform(in: context)
            try database.breakOff(operation, in: context.book)
            outcome = done
        } catch Refusal.noSuchCounter, Refusal.noSuchGoal, Refusal.noSuchEntry, Refusal.counterIsDeleted,
            Refusal.cannotBeUndone
        {
            try database.run("ROLLBACK TO undo")
            // If nobody has undone it, it may also be permanently deleted, including everything done to it.
            guard let undone = try context.nothing(ifUndone: operation) else { throw Refusal.cannotBeUndone }
            outcome = undone
        }
        try database.run("RELEASE undo")
        return outcome
    }
}

extension Database {
    /// The operation's inverse; nil if it cannot be undone, or does not exist.
    func inverse(of operation: OperationID, in book: BookID) throws -> (any ChangeKind)? {
        let found = try first(
            "SELECT kind, counter, entry, inverse FROM operation WHERE book = ? AND id = ? AND refusal IS NULL",
            [book, operation.data]
        ) { row in
            (
                kind: row[0] as String, counter: row[1] as Int64?, entry: row[2] as Int64?,
                inverse: row[3] as String?
            )
        }
        guard let found else { return nil }
        if let inverse = found.inverse {
            return try ChangeCoding.decoder.decode(EncodedChange.self, from: Data(inverse.utf8)).content
        }
        guard ChangeKinds.named(found.kind)?.makesEntry == true, let counter = found.counter,
            let entry = found.entry,
            let number: Counter.ID = try first(
                "SELECT number FROM counter WHERE id = ?", [counter], { $0[0] })
        else { return nil }
        return VoidEntry(counter: .number(number), entry: .number(entry), void: true)
    }

    /// Whether an undo of the operation stands, which no later one has redone, and nothing but counting was done since
    /// to what the operation was about.
    fileprivate func isUndone(_ operation: OperationID, on subject: SubjectRows, in book: BookID) throws
        -> Bool
    {
        var undone: Set<OperationID> = []
        let rows = try rows(
            """
            SELECT id, kind, change, counter, goal FROM (
                SELECT id, kind, change, counter, goal, revision, inverse, refusal FROM operation
                WHERE book = ? ORDER BY id DESC LIMIT \(RecentChange.mostLookedAt)
            ) WHERE refusal IS NULL AND inverse IS NOT NULL AND kind NOT IN \(RecentChange.otherKinds)
            ORDER BY revision DESC
            """,
            [book])
        while let row = try rows.next() {
            if row[1] == Undo.kind, let change = row[2] as String? {
                let target = try Undo.read(change).operation
                let stands = !undone.contains(OperationID(bytes: Array(row[0] as Data)))
                if stands, target == operation { return true }
                if stands { undone.insert(target) }
            }
            if row[3] == subject.counter, row[4] == subject.goal { return false }
        }
        return false
    }
}

extension WriteContext {
    /// Leaves alone what another device, or another page, has undone already; a device that shows it in another way
    /// is told of it again. Nil if the operation is not undone, or what it was about has changed since, or is gone.
    fileprivate func nothing(ifUndone operation: OperationID) throws -> Outcome? {
        let found = try database.first(
            "SELECT counter, goal, entry FROM operation WHERE book = ? AND id = ?", [book, operation.data]
        ) { SubjectRows(counter: $0[0], goal: $0[1], entry: $0[2]) }
        guard let subject = found, try database.isUndone(operation, on: subject, in: book) else { return nil }
        if let row = subject.counter {
            guard let counter = try database.counterRow(at: row) else { return nil }
            try touch(counter)
            return Outcome(subject: .counter(counter), entry: subject.entry)
        }
        if let row = subject.goal {
            guard let goal = try database.goalRow(at: row) else { return nil }
            try touch(goal)
            return try outcome(goal)
        }
        return Outcome(subject: .book)
    }

    /// The change that an operation carried out: its own, or for an undo the
    /// inverse it performed. Nil if the log no longer has it.
    func carriedOut(by operation: OperationID) throws -> (any ChangeKind)? {
        let found = try database.first(
            "SELECT kind, change FROM operation WHERE book = ? AND id = ? AND refusal IS NULL",
            [book, operation.data]
        ) { (kind: $0[0] as String, change: $0[1] as String?) }
        guard let found, let json = found.change, let change = try ChangeKinds.named(found.kind)?.read(json)
        else { return nil }
        guard let undo = change as? Undo else { return change }
        return try database.inverse(of: undo.operation, in: book)
    }

    /// Whether what an operation put is there, or there again: somebody has replaced it since, and taken that back.
    ///
    /// - Parameters:
    ///   - last: The last operation that changed the same.
    ///   - isThere: Whether what a change of the kind puts is there.
    func stands<Kind: ReplacingChangeKind>(
        _ operation: OperationID, after last: OperationID?, where isThere: (Kind) -> Bool
    ) throws -> Bool {
        guard let last, last != operation else { return last != nil }
        guard let putBack = try carriedOut(by: last) as? Kind, putBack.isInverse,
            let before = try carriedOut(by: operation) as? Kind
        else { return false }
        return isThere(before)
    }
}

extension Change {
    /// Undoes an operation of the same book. Refused if somebody has changed the same thing since, or if
    /// it is gone (``Refusal/cannotBeUndone``).
    public static func undo(_ operation: OperationID) -> Change { Change(Undo(operation: operation)) }
}
