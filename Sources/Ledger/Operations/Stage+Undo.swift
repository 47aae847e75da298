// Taking back what an operation did. What is simply replaced goes back only
// while nobody has changed it since: the last writer wins.

import GRDB

extension Stage {
    func undo(_ operation: OperationID) throws -> Outcome {
        guard let done = try database.pastOperation(operation, of: account) else {
            throw Refusal.cannotBeUndone
        }
        do {
            return try takeBack(done)
        } catch Refusal.noSuchCounter, Refusal.noSuchGoal {
            // It is gone for good, and with it whatever was done to it.
            throw Refusal.cannotBeUndone
        }
    }

    private func takeBack(_ done: PastOperation) throws -> Outcome {
        let id = done.counter, payload = done.payload ?? ""

        switch done.kind {
        case "create", "restore":
            return try done.isUndo ? restore(id) : delete(id)
        case "delete":
            return try done.isUndo ? delete(id) : restore(id)
        case "increment", "decrement", "reset", "set":
            // Operations of before there were undos do not tell their entry's number.
            let number = try done.made.flatMap { Entry.Number($0) } ?? entryNumber(of: done.origin, on: id)
            guard let number else { throw Refusal.cannotBeUndone }
            if done.times > 0 { try requireLastVoid(of: number, by: done) }
            return try void(number, of: id, isVoid: !done.isUndo)
        case "void":
            guard let number = done.entry else { throw Refusal.cannotBeUndone }
            try requireLastVoid(of: number, by: done)
            return try void(number, of: id, isVoid: (done.words?.hasSuffix(" yes") ?? false) == done.isUndo)
        case "annotate":
            guard let number = done.entry, try note(at: number, of: id) == noteMade(by: done) else {
                throw Refusal.cannotBeUndone
            }
            return try annotate(number, of: id, done.before ?? "")
        case "move":
            guard let before = done.before else { throw Refusal.cannotBeUndone }
            return try move(id, after: Counter.ID(before))
        case "rename":
            return try goBack(.title, to: done.before, from: try Counter.title(from: payload), of: id)
        case "collapse":
            let after = ["yes": "1", "no": "0"][payload] ?? payload
            return try goBack(.isCollapsed, to: done.before, from: after, of: id)
        case "collapseAll":
            return try collapseAll((done.words == "yes") == done.isUndo, among: done.before ?? "")
        case "restyle":
            return try goBack(.style, to: done.before, from: payload, of: id)
        case "recolor":
            return try goBack(.color, to: done.before, from: payload, of: id)
        case "import":
            return try undoImport(ImportTrace(done.before ?? ""), isRedo: done.isUndo)
        case "step":
            return try goBack(.step, to: done.before, from: payload, of: id)
        case "share", "unshare":
            return try goBack(id, toLink: done.before, isRevoked: done.kind == "share")
        case "dayStart":
            return try goBack(.dayStart, to: done.before, from: done.payload)
        case "weekStart":
            return try goBack(.weekStart, to: done.before, from: done.payload)
        default:
            guard let goal = done.goal else { throw Refusal.cannotBeUndone }
            return try takeBack(done, on: goal)
        }
    }

    /// - Throws: ``Refusal/cannotBeUndone`` where somebody has taken the entry
    ///   back, or let it stand again, after the operation.
    private func requireLastVoid(of number: Entry.Number, by done: PastOperation) throws {
        guard try lastVoid(of: number, of: done.counter)?.operation == done.id.data else {
            throw Refusal.cannotBeUndone
        }
    }

    /// The note as the operation left it; empty for none.
    private func noteMade(by done: PastOperation) throws -> String {
        guard done.times == 0 else { return done.payload ?? "" }
        let words = (done.words ?? "").split(separator: " ", maxSplits: 1)
        return try Entry.note(from: words.count > 1 ? String(words[1]) : "")
    }

    private func entryNumber(of operation: OperationID, on id: Counter.ID) throws -> Entry.Number? {
        try database.first(
            "SELECT number FROM entry WHERE counter = ? AND operation = ? ORDER BY number DESC LIMIT 1",
            [id, operation.data]
        ) { $0[0] }
    }

    private func goBack(
        _ column: Column, to before: String?, from after: String, of id: Counter.ID
    ) throws -> Outcome {
        guard let before, try value(of: column, id) == after else { throw Refusal.cannotBeUndone }
        switch column {
        case .title, .style: return try assign(column, before, of: id)
        case .color, .isCollapsed, .step: return try assign(column, Int64(before) ?? 0, of: id)
        }
    }
}
