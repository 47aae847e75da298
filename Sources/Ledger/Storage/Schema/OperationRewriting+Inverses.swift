// What takes an operation of the old format back, as JSON.
// Frozen with the migration that rewrites operations; see OperationRewriting.swift.

extension OperationRewriting {
    /// - Parameter made: The number of the entry it made or changed.
    func inverse(
        of operation: OldOperation, origin: OldOperation, entry made: Int64?, undos: Int
    ) -> MigratedJSON? {
        let isUndo = undos % 2 == 1, before = operation.before, words = Self.split(origin.payload)
        let counter = MigratedJSON.number(origin.counter), goal = MigratedJSON.number(origin.goal ?? 0)
        let replacing = MigratedJSON.text(OperationID(operation.id).text)
        let number = before.flatMap { Int64($0) }.map { MigratedJSON.number($0) }
        func change(_ kind: String, _ fields: [String: MigratedJSON?]) -> MigratedJSON {
            .object(["kind": .text(kind), "change": .object(fields)])
        }
        func entry(_ number: Int64?, void: Bool) -> MigratedJSON? {
            number.map {
                change(
                    "void",
                    [
                        "counter": counter, "entry": .number($0), "void": .bool(void),
                        "replacing": replacing,
                    ])
            }
        }
        switch origin.kind {
        case "create", "restore":
            return change(isUndo ? "restoreCounter" : "deleteCounter", ["counter": counter])
        case "delete": return change(isUndo ? "deleteCounter" : "restoreCounter", ["counter": counter])
        case "increment", "decrement", "reset", "set":
            // Its own entry is found by the operation's number.
            return undos == 0 ? nil : entry(made, void: !isUndo)
        case "void": return entry(Int64(words.first), void: (words.rest == "yes") == isUndo)
        case "annotate":
            return change(
                "annotate",
                [
                    "counter": counter, "entry": .number(Int64(words.first) ?? 0),
                    "note": .text(before ?? ""),
                    "replacing": replacing,
                ])
        case "import":
            return change("takeBackImport", ["trace": trace(before ?? ""), "again": .bool(isUndo)])
        case "createGoal": return change("removeGoal", ["goal": goal, "removed": .bool(!isUndo)])
        default: break
        }
        // Without a previous value there is nothing to revert to.
        switch origin.kind {
        case "dayStart":
            return undos == 0 ? change("setDayStart", ["hour": number, "replacing": replacing]) : nil
        case "weekStart":
            return undos == 0 ? change("setWeekStart", ["weekday": number, "replacing": replacing]) : nil
        default: break
        }
        guard let before else { return nil }
        switch origin.kind {
        case "rename":
            return change("rename", ["counter": counter, "title": .text(before), "replacing": replacing])
        case "collapse":
            return change(
                "collapse", ["counter": counter, "collapsed": .bool(before == "1"), "replacing": replacing])
        case "collapseAll":
            let among = before.split(separator: ",").compactMap { Int64($0) }.map { MigratedJSON.number($0) }
            return change(
                "collapseAll",
                ["collapsed": .bool((origin.payload == "yes") == isUndo), "among": .array(among)])
        case "restyle":
            return change("restyle", ["counter": counter, "style": .text(before), "replacing": replacing])
        case "recolor":
            return change("recolor", ["counter": counter, "color": number, "replacing": replacing])
        case "step": return change("setStep", ["counter": counter, "step": number, "replacing": replacing])
        case "move":
            return change("moveCounter", ["counter": counter, "after": number, "replacing": replacing])
        case "share", "unshare":
            guard undos == 0 else { return nil }
            return change(
                "reviveLink",
                ["counter": counter, "token": .text(before), "revoked": .bool(origin.kind == "share")])
        case "editGoal":
            return draft(before).map { draft in
                change("editGoal", draft.edited.merging(["goal": goal, "replacing": replacing]) { $1 })
            }
        case "archiveGoal":
            return change(
                "archiveGoal", ["goal": goal, "archived": .bool(before == "yes"), "replacing": replacing])
        case "moveGoal": return change("moveGoal", ["goal": goal, "after": number, "replacing": replacing])
        case "markDay":
            return change(
                "markDay",
                [
                    "goal": goal, "day": day(words.first), "done": .bool(before == "yes"),
                    "replacing": replacing,
                ])
        case "noteDay":
            return change(
                "noteDay",
                ["goal": goal, "day": day(words.first), "note": .text(before), "replacing": replacing])
        default: return nil
        }
    }

    /// `7 8 5:3:9`: counters that were created, and counters with a range of entry numbers.
    private func trace(_ text: String) -> MigratedJSON {
        var arrived: [MigratedJSON] = [], grown: [MigratedJSON] = []
        for word in text.split(separator: " ") {
            let numbers = word.split(separator: ":").compactMap { Int64($0) }
            if numbers.count == 1 { arrived.append(.number(numbers[0])) }
            if numbers.count == 3 {
                grown.append(
                    .object([
                        "counter": .number(numbers[0]), "first": .number(numbers[1]),
                        "last": .number(numbers[2]),
                    ]))
            }
        }
        return .object(["arrived": .array(arrived), "grown": .array(grown)])
    }
}
