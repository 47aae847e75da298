// What an operation of the old format asked for, as JSON.
// Frozen with the migration that rewrites operations; see OperationRewriting.swift.

extension OperationRewriting {
    func change(of operation: OldOperation) -> MigratedJSON? {
        let payload = operation.payload, (first, rest) = Self.split(payload)
        let counter = MigratedJSON.number(operation.counter), goal = MigratedJSON.number(operation.goal ?? 0)
        let number = payload.flatMap { Int64($0) }.map { MigratedJSON.number($0) }
        switch operation.kind {
        case "create": return .object(["style": .text(first), "title": .text(rest)])
        case "increment", "decrement": return .object(["counter": counter, "by": number])
        case "reset": return .object(["counter": counter, "seen": number])
        case "set": return .object(["counter": counter, "count": number])
        case "rename": return .object(["counter": counter, "title": .text(payload ?? "")])
        case "collapse": return .object(["counter": counter, "collapsed": .bool(payload == "yes")])
        case "collapseAll": return .object(["collapsed": .bool(payload == "yes")])
        case "restyle": return .object(["counter": counter, "style": .text(payload ?? "")])
        case "recolor": return .object(["counter": counter, "color": number])
        case "step": return .object(["counter": counter, "step": number])
        case "move": return .object(["counter": counter, "after": number])
        case "void":
            return .object([
                "counter": counter, "entry": .number(Int64(first) ?? 0), "void": .bool(rest == "yes"),
            ])
        case "annotate":
            return .object([
                "counter": counter, "entry": .number(Int64(first) ?? 0), "note": .text(rest),
            ])
        case "delete", "restore", "share", "unshare": return .object(["counter": counter])
        case "import": return .object([:])
        case "dayStart": return .object(["hour": number])
        case "weekStart": return .object(["weekday": number])
        case "deleteAll": return .object(["newest": number])
        case "createGoal": return draft(payload).map { .object($0.created) }
        case "editGoal":
            return draft(payload).map { draft in .object(draft.edited.merging(["goal": goal]) { $1 }) }
        case "archiveGoal": return .object(["goal": goal, "archived": .bool(payload == "yes")])
        case "moveGoal": return .object(["goal": goal, "after": number])
        case "markDay": return .object(["goal": goal, "day": day(first), "done": .bool(rest == "yes")])
        case "noteDay": return .object(["goal": goal, "day": day(first), "note": .text(rest)])
        case "undo": return .object(["operation": .text(payload ?? "")])
        default: return nil
        }
    }

    func day(_ number: String) -> MigratedJSON {
        .text(CivilDay(number: Int(number) ?? 0).description)
    }

    /// `0 20778 20807 - 5:3 Push-ups`: colour, first and last day, reminder,
    /// counter and target, name.
    func draft(_ text: String?) -> Draft? {
        let parts = (text ?? "").utf8.split(separator: UInt8(ascii: " "), maxSplits: 5)
            .map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 6, let color = Int64(parts[0]) else { return nil }
        let follows = parts[4].split(separator: ":").compactMap { Int64($0) }
        return Draft(
            color: .number(color), start: day(parts[1]), end: day(parts[2]),
            reminder: Int64(parts[3]).map { .number($0) },
            counter: follows.count == 2 ? .number(follows[0]) : nil,
            target: follows.count == 2 ? .number(follows[1]) : nil, name: .text(parts[5]))
    }

    struct Draft {
        let color: MigratedJSON
        let start: MigratedJSON
        let end: MigratedJSON
        let reminder: MigratedJSON?
        let counter: MigratedJSON?
        let target: MigratedJSON?
        let name: MigratedJSON

        var created: [String: MigratedJSON?] {
            [
                "name": name, "color": color, "start": start, "end": end, "reminder": reminder,
                "counter": counter, "target": target,
            ]
        }

        var edited: [String: MigratedJSON?] {
            let follows = counter.map { MigratedJSON.object(["counter": $0, "target": target]) }
            return [
                "name": name, "color": color, "range": .object(["start": start, "end": end]),
                "reminder": reminder ?? .text("none"), "follows": follows ?? .text("none"),
            ]
        }
    }
}
