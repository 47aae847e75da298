// An operation as whoever wants to take it back looks at it. An undo is an
// operation, too: taking it back does again what it took back, and so on.

import GRDB

/// What was done, by an operation itself or by the one that a row of undos began with.
struct PastOperation {
    let id: OperationID
    /// The first of the row; the operation itself where it is no undo.
    let origin: OperationID
    /// The first one's, as are counter, goal and words.
    let kind: String
    let counter: Counter.ID
    let goal: Goal.ID?
    /// The payload it came with.
    let words: String?
    /// The number of the entry that the first one made, where it made one.
    let made: String?
    /// What the operation itself has put in place of ``before``.
    let payload: String?
    let before: String?
    /// How many undos the row has.
    let times: Int

    /// Whether it took the first one back, and did not do it again.
    var isUndo: Bool { times % 2 == 1 }

    /// The entry that it names.
    var entry: Entry.Number? {
        guard ["void", "annotate"].contains(kind) else { return nil }
        return words?.split(separator: " ").first.flatMap { Entry.Number($0) }
    }

    /// The day of a goal that it marked or noted at.
    var day: CivilDay? {
        guard ["markDay", "noteDay"].contains(kind), let words else { return nil }
        // Byte by byte: a note may begin with a mark that takes the space before it for its own.
        let number = words.utf8.prefix(while: { $0 != UInt8(ascii: " ") })
        return Int(Substring(number)).map { CivilDay(number: $0) }
    }

    /// What can be done again once it was taken back.
    static let repeatable: Set = [
        "create", "increment", "decrement", "reset", "set", "rename", "collapse", "collapseAll", "restyle",
        "recolor", "step", "move", "void", "annotate", "delete", "restore", "import", "createGoal",
        "editGoal", "archiveGoal", "moveGoal", "markDay", "noteDay",
    ]
    /// A row has an end, so that nobody waits for somebody else's.
    static let mostTimes = 100
}

extension Database {
    /// The account's operation; nil where there is none, or it is an undo that is not taken back.
    func pastOperation(_ id: OperationID, of account: AccountID) throws -> PastOperation? {
        guard let asked = try stored(id, of: account) else { return nil }
        var origin = asked
        var replaced: String?
        var times = 0
        while origin.kind == "undo" {
            guard times < PastOperation.mostTimes,
                let target = origin.payload.flatMap({ OperationID($0) }),
                let next = try stored(target, of: account)
            else { return nil }
            if times == 0 { replaced = next.before }
            origin = next
            times += 1
        }
        guard times == 0 || PastOperation.repeatable.contains(origin.kind) else { return nil }
        return PastOperation(
            id: id, origin: origin.id, kind: origin.kind, counter: origin.counter, goal: origin.goal,
            words: origin.payload, made: origin.before, payload: times == 0 ? asked.payload : replaced,
            before: asked.before,
            times: times
        )
    }

    private func stored(_ id: OperationID, of account: AccountID) throws -> StoredOperation? {
        try first(
            "SELECT kind, counter, payload, before, goal FROM operation WHERE account = ? AND id = ?",
            [account, id.data]
        ) { row in
            StoredOperation(
                id: id, kind: row[0], counter: row[1], goal: row[4], payload: row[2], before: row[3])
        }
    }
}

/// A row of the table, as far as an undo needs it.
private struct StoredOperation {
    let id: OperationID
    let kind: String
    let counter: Counter.ID
    let goal: Goal.ID?
    let payload: String?
    let before: String?
}
