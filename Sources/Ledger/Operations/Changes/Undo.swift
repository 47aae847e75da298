// Undo and redo: an undo performs the inverse stored with the operation, and
// stores the inverse of that.

import Foundation
import GRDB

/// Undoes an operation, unless somebody has changed the same thing since.
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
        do {
            let outcome = try inverse.perform(in: context)
            try context.database.breakOff(operation, in: context.book)
            return outcome
        } catch Refusal.noSuchCounter, Refusal.noSuchGoal, Refusal.noSuchEntry, Refusal.counterIsDeleted {
            // It is permanently deleted, including everything done to it.
            throw Refusal.cannotBeUndone
        }
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
}

extension WriteContext {
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
