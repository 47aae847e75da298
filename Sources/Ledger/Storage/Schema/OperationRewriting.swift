// Migration 11 rewrites every operation once, from a text format per kind to
// JSON. It is frozen with the migration, so it uses the rows and JSON of that
// time, and of today's types only ids.

import Foundation
import GRDB

/// An operation in the format of migrations 1 to 9.
struct OldOperation {
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

    init(_ row: RowValues) {
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
        let rows = try RowValues.fetchCursor(
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
    static func split(_ payload: String?) -> (first: String, rest: String) {
        let bytes = (payload ?? "").utf8
        let first = bytes.prefix { $0 != UInt8(ascii: " ") }
        return (
            String(decoding: first, as: UTF8.self),
            String(decoding: bytes.dropFirst(first.count + 1), as: UTF8.self)
        )
    }
}
