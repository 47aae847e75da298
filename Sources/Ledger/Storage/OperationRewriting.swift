// Migration 11 rewrites every operation once, from a text format per kind to
// JSON. It is frozen with the migration, so it uses the rows and JSON of that
// time, and of today's types only ids.

import Foundation
import GRDB

/// An operation in the format of migrations 1 to 9.
private struct OldOperation {
    let account: Int64
    let id: Data
    let kind: String
    /// 0 if there is none.
    let counter: Int64
    let goal: Int64?
    let payload: String?
    let before: String?
    let madeAt: Int64
    let revision: Int64

    init(_ row: Row) {
        account = row[0]
        id = row[1]
        kind = row[2]
        counter = row[3]
        goal = row[4]
        payload = row[5]
        before = row[6]
        madeAt = row[7]
        revision = row[8]
    }

    static let columns = "account, id, kind, counter, goal, payload, before, madeAt, revision"
}

/// Rewrites the operations of one database.
struct OperationRewriting {
    let database: Database
    /// Called now and then.
    let report: (MigrationProgress) -> Void

    private static let newKinds = [
        "create": "createCounter", "set": "setCount", "step": "setStep", "move": "moveCounter",
        "delete": "deleteCounter", "restore": "restoreCounter", "import": "importArchive",
        "dayStart": "setDayStart", "weekStart": "setWeekStart",
    ]
    private static let kindsWithTypedText: Set = [
        "create", "rename", "annotate", "createGoal", "editGoal", "noteDay", "undo",
    ]
    private static let longestChain = 100

    func run() throws {
        let total = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM operation") ?? 0
        var done = 0
        let insertion = try database.makeStatement(
            sql: """
                INSERT INTO newOperation (book, id, device, kind, counter, goal, entry, change, inverse, forgetAt, madeAt, receivedAt, zoneOffset, count, revision)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT \(OldOperation.columns), session, receivedAt, zoneOffset, count
                FROM operation ORDER BY account, id
                """)
        while let row = try rows.next() {
            let operation = OldOperation(row)
            let (origin, undos) = try origin(of: operation)
            let entry = try self.entry(of: origin, undos: undos)
            let receivedAt: Int64 = row[10]
            let forgetAt =
                Self.kindsWithTypedText.contains(operation.kind) ? receivedAt + 30 * 86_400_000 : nil
            try insertion.execute(arguments: [
                operation.account, operation.id, row[9] as Int64,
                Self.newKinds[operation.kind] ?? operation.kind,
                operation.counter == 0 ? nil : operation.counter, operation.goal, entry,
                change(of: operation)?.text,
                inverse(of: operation, origin: origin, entry: entry, undos: undos)?.text,
                forgetAt, operation.madeAt, receivedAt, row[11] as Int64, row[12] as Int64,
                operation.revision,
            ])
            for (owner, owning, field) in fields(of: origin) {
                try note(owner, owning, field, operation)
            }
            done += 1
            if done % 50_000 == 0 { report(.rewrote(operations: done, of: total)) }
        }
        if total > 0 { report(.rewrote(operations: total, of: total)) }
    }

    /// The operation at the start of a chain of undos; the operation itself if it is not an undo.
    private func origin(of operation: OldOperation) throws -> (OldOperation, undos: Int) {
        var origin = operation, undos = 0
        while origin.kind == "undo", undos < Self.longestChain, let id = OperationID(origin.payload ?? "") {
            let next = try database.first(
                "SELECT \(OldOperation.columns) FROM operation WHERE account = ? AND id = ?",
                [operation.account, id.data]
            ) { OldOperation($0) }
            guard let next else { break }
            origin = next
            undos += 1
        }
        return (origin, undos)
    }

    /// The fields it replaced, so that the later of two operations wins.
    private func fields(of origin: OldOperation) -> [(owner: String, row: Int64, field: String)] {
        let counter = origin.counter, goal = origin.goal ?? 0
        switch origin.kind {
        case "rename": return [("counter", counter, "title")]
        case "recolor": return [("counter", counter, "color")]
        case "restyle": return [("counter", counter, "style")]
        case "step": return [("counter", counter, "step")]
        case "collapse": return [("counter", counter, "isCollapsed")]
        case "move": return [("counter", counter, "rank")]
        case "annotate": return [("note", counter, Self.split(origin.payload).first)]
        case "dayStart", "weekStart": return [("book", origin.account, origin.kind)]
        case "editGoal":
            return ["name", "color", "range", "reminder", "follows"].map { ("goal", goal, $0) }
        case "archiveGoal": return [("goal", goal, "isArchived")]
        case "moveGoal": return [("goal", goal, "rank")]
        case "collapseAll":
            return (origin.before ?? "").split(separator: ",").compactMap { Int64($0) }
                .map { ("counter", $0, "isCollapsed") }
        default: return []
        }
    }

    /// In the old format, the operation that arrived last had set the field.
    private func note(_ owner: String, _ row: Int64, _ field: String, _ operation: OldOperation) throws {
        try database.run(
            """
            INSERT INTO fieldVersion VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT DO UPDATE SET changedAt = ?5, changedBy = ?6
                WHERE (SELECT revision FROM operation WHERE account = ?1 AND id = fieldVersion.changedBy) < ?7
            """,
            [operation.account, owner, row, field, operation.madeAt, operation.id, operation.revision])
    }

    /// The number of the entry it made or changed.
    ///
    /// - Parameter undos: How many undos follow it. If there are any, and it is
    ///   too old to contain the number itself, it is looked up among the entries.
    private func entry(of origin: OldOperation, undos: Int) throws -> Int64? {
        switch origin.kind {
        case "increment", "decrement", "reset", "set":
            if let number = origin.before.flatMap({ Int64($0) }) { return number }
            guard undos > 0 else { return nil }
            return try database.first(
                "SELECT number FROM entry WHERE counter = ? AND operation = ? ORDER BY number DESC LIMIT 1",
                [origin.counter, origin.id]
            ) { $0[0] }
        case "void", "annotate": return Int64(Self.split(origin.payload).first)
        default: return nil
        }
    }

    /// The first word, and everything after the following space. Works on bytes:
    /// a text may begin with a combining mark that forms one character with the space.
    private static func split(_ payload: String?) -> (first: String, rest: String) {
        let bytes = (payload ?? "").utf8
        let first = bytes.prefix { $0 != UInt8(ascii: " ") }
        return (
            String(decoding: first, as: UTF8.self),
            String(decoding: bytes.dropFirst(first.count + 1), as: UTF8.self)
        )
    }

    // MARK: - What was wanted

    private func change(of operation: OldOperation) -> JSON? {
        let payload = operation.payload, (first, rest) = Self.split(payload)
        let counter = JSON.number(operation.counter), goal = JSON.number(operation.goal ?? 0)
        let number = payload.flatMap { Int64($0) }.map { JSON.number($0) }
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

    private func day(_ number: String) -> JSON {
        .text(CivilDay(number: Int(number) ?? 0).description)
    }

    // MARK: - What takes it back

    /// - Parameter made: The number of the entry it made or changed.
    private func inverse(
        of operation: OldOperation, origin: OldOperation, entry made: Int64?, undos: Int
    ) -> JSON? {
        let isUndo = undos % 2 == 1, before = operation.before, words = Self.split(origin.payload)
        let counter = JSON.number(origin.counter), goal = JSON.number(origin.goal ?? 0)
        let replacing = JSON.text(OperationID(operation.id).text)
        let number = before.flatMap { Int64($0) }.map { JSON.number($0) }
        func change(_ kind: String, _ fields: [String: JSON?]) -> JSON {
            .object(["kind": .text(kind), "change": .object(fields)])
        }
        func entry(_ number: Int64?, void: Bool) -> JSON? {
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
            let among = before.split(separator: ",").compactMap { Int64($0) }.map { JSON.number($0) }
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
    private func trace(_ text: String) -> JSON {
        var arrived: [JSON] = [], grown: [JSON] = []
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

    /// `0 20778 20807 - 5:3 Push-ups`: colour, first and last day, reminder,
    /// counter and target, name.
    private func draft(_ text: String?) -> Draft? {
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

    private struct Draft {
        let color: JSON
        let start: JSON
        let end: JSON
        let reminder: JSON?
        let counter: JSON?
        let target: JSON?
        let name: JSON

        var created: [String: JSON?] {
            [
                "name": name, "color": color, "start": start, "end": end, "reminder": reminder,
                "counter": counter, "target": target,
            ]
        }

        var edited: [String: JSON?] {
            let follows = counter.map { JSON.object(["counter": $0, "target": target]) }
            return [
                "name": name, "color": color, "range": .object(["start": start, "end": end]),
                "reminder": reminder ?? .text("none"), "follows": follows ?? .text("none"),
            ]
        }
    }
}

/// JSON in the log's format: sorted keys, no spaces.
private indirect enum JSON {
    case number(Int64), text(String), bool(Bool), array([JSON]), object([String: JSON?])

    var text: String {
        switch self {
        case .number(let number): String(number)
        case .bool(let bool): bool ? "true" : "false"
        case .text(let text): Self.quoted(text)
        case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
        case .object(let fields):
            "{"
                + fields.compactMap { key, value in value.map { (key, $0) } }.sorted { $0.0 < $1.0 }
                .map { "\"\($0)\":\($1.text)" }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case _ where scalar.value < 0x20:
                let hex = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
