// Taking back what an operation did, and doing it again: an undo performs the
// inverse that the operation left, and leaves the inverse of that.

import Foundation
import GRDB

/// Takes back what an operation did, as far as nobody has changed the same since.
struct Undo: ChangeKind {
    static let kind = "undo"
    let operation: OperationID

    func perform(in context: WriteContext) throws -> Outcome {
        guard let inverse = try context.database.inverse(of: operation, in: context.book) else {
            throw Refusal.cannotBeUndone
        }
        do {
            return try inverse.perform(in: context)
        } catch Refusal.noSuchCounter, Refusal.noSuchGoal, Refusal.noSuchEntry, Refusal.counterIsDeleted {
            // It is gone, and with it whatever was done to it.
            throw Refusal.cannotBeUndone
        }
    }
}

extension Database {
    /// What takes the operation back; nil where nothing does, or there is no such operation.
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
            return try ChangeCoding.decoder.decode(KeptChange.self, from: Data(inverse.utf8)).content
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
    /// The change that an operation carried out: its own, or of an undo what
    /// that took back. Nil where the log has forgotten it.
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
}

extension Change {
    public static func undo(_ operation: OperationID) -> Change { Change(Undo(operation: operation)) }
}
