// Taking back what an operation did. What is simply replaced goes back only
// while nobody has changed it since: the last writer wins.

import GRDB

extension Stage {
    func undo(_ operation: OperationID) throws -> Outcome {
        let done = try database.first(
            "SELECT kind, counter, payload, before FROM operation WHERE account = ? AND id = ?",
            [account, operation.data]
        ) {
            (
                kind: $0[0] as String, counter: $0[1] as Counter.ID, payload: $0[2] as String?,
                before: $0[3] as String?
            )
        }
        guard let done else { throw Refusal.cannotBeUndone }
        let id = done.counter, payload = done.payload ?? ""

        switch done.kind {
        case "create", "restore":
            return try delete(id)
        case "delete":
            return try restore(id)
        case "increment", "decrement", "reset", "set":
            // Operations of before there were undos do not tell their entry's number.
            let number = try done.before.flatMap { Entry.Number($0) } ?? entryNumber(of: operation, on: id)
            guard let number else { throw Refusal.cannotBeUndone }
            return try void(number, of: id, isVoid: true)
        case "void", "annotate":
            let words = payload.split(separator: " ", maxSplits: 1)
            guard let number = words.first.flatMap({ Entry.Number($0) }) else { throw Refusal.cannotBeUndone }
            if done.kind == "annotate" {
                let note = try Entry.note(from: words.count > 1 ? String(words[1]) : "")
                guard try self.note(at: number, of: id) == note else { throw Refusal.cannotBeUndone }
                return try annotate(number, of: id, done.before ?? "")
            }
            guard try lastVoid(of: number, of: id)?.operation == operation.data else {
                throw Refusal.cannotBeUndone
            }
            return try void(number, of: id, isVoid: words.last == "no")
        case "move":
            guard let before = done.before else { throw Refusal.cannotBeUndone }
            return try move(id, after: Counter.ID(before))
        case "rename":
            return try goBack(.title, to: done.before, from: try Counter.title(from: payload), of: id)
        case "collapse":
            return try goBack(.isCollapsed, to: done.before, from: payload == "yes" ? "1" : "0", of: id)
        case "collapseAll":
            return try collapseAll(payload != "yes", among: done.before ?? "")
        case "restyle":
            return try goBack(.style, to: done.before, from: payload, of: id)
        case "recolor":
            return try goBack(.color, to: done.before, from: payload, of: id)
        case "import":
            return try undoImport(ImportTrace(done.before ?? ""))
        case "step":
            return try goBack(.step, to: done.before, from: payload, of: id)
        case "share", "unshare":
            return try goBack(id, toLink: done.before, isRevoked: done.kind == "share")
        case "dayStart":
            return try goBack(.dayStart, to: done.before, from: done.payload)
        case "weekStart":
            return try goBack(.weekStart, to: done.before, from: done.payload)
        default:
            throw Refusal.cannotBeUndone
        }
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
