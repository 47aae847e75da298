// A database in the format of an earlier migration, filled row by row as the code did then.

import Foundation
import GRDB

@testable import Ledger

final class OldDatabase {
    /// The migrations before there was the log.
    static let migrationsBeforeLog = [
        "1 counters", "2 styles", "3 history", "4 feedback", "5 transfer", "6 sharing", "7 calendar",
        "8 totals", "9 goals", "10 upload senders",
    ]

    let path: String
    let token = TokenHash([UInt8](repeating: 7, count: 32))
    private let queue: DatabaseQueue
    private var revisions: [Int64: Int64] = [:]
    private var generator = Seeded(11)
    private(set) var operations: [OperationID] = []

    init(_ path: String, upTo migration: String = "9 goals", accounts: [Int64] = [1]) throws {
        self.path = path
        queue = try DatabaseQueue(path: path, configuration: Schema.whileMigrating())
        try Schema.migrator.migrate(queue, upTo: migration)
        let hasLog = try texts("SELECT name FROM sqlite_master WHERE name = 'book'") != []
        for account in accounts {
            if hasLog {
                try sql("INSERT INTO book (id, revision) VALUES (?, 2)", [account])
                try sql("INSERT INTO account (id, createdAt, seenAt) VALUES (?, 0, 0)", [account])
            } else {
                try sql(
                    "INSERT INTO account (id, revision, createdAt, seenAt) VALUES (?, 2, 0, 0)", [account])
            }
        }
        try sql(
            "INSERT INTO \(hasLog ? "device" : "session") (token, account, createdAt, seenAt) VALUES (?, 1, 0, 0)",
            [token.data])
    }

    func sql(_ text: String, _ arguments: StatementArguments = StatementArguments()) throws {
        try queue.writeWithoutTransaction { try $0.execute(sql: text, arguments: arguments) }
    }

    /// Whether the schema of then had it.
    func has(table: String) throws -> Bool { try queue.read { try $0.tableExists(table) } }

    func has(column: String, in table: String) throws -> Bool {
        try queue.read { try $0.columns(in: table).contains { $0.name == column } }
    }

    /// Inserts a row, without the values for which the schema of then had no column.
    private func insert(
        into table: String, _ values: KeyValuePairs<String, (any DatabaseValueConvertible)?>
    ) throws {
        let kept = try values.filter { try has(column: $0.key, in: table) }
        let places = kept.map { _ in "?" }.joined(separator: ", ")
        try sql(
            "INSERT INTO \(table) (\(kept.map(\.key).joined(separator: ", "))) VALUES (\(places))",
            StatementArguments(kept.map(\.value)))
    }

    func texts(_ text: String) throws -> [String] {
        try queue.read { try String.fetchAll($0, sql: text) }
    }

    /// Closes the file, with each account at the revision of its last operation.
    func finished() throws -> String {
        for (account, revision) in revisions {
            try sql("UPDATE account SET revision = ? WHERE id = ?", [revision, account])
        }
        try queue.close()
        return path
    }

    /// - Parameter minutes: How long before its arrival it was made on the device.
    @discardableResult
    func operation(
        _ kind: String, counter: Int64 = 0, goal: Int64? = nil, payload: String? = nil, before: String? = nil,
        count: Int64 = 0, account: Int64 = 1, minutesEarlier minutes: Int64 = 0
    ) throws -> OperationID {
        let revision = revisions[account, default: 0] + 1
        revisions[account] = revision
        let received = Moment.start.milliseconds - 3_600_000 + Int64(operations.count) * 1000
        let made = received - minutes * 60_000
        let id = OperationID(at: Moment(milliseconds: made), using: &generator)
        try insert(
            into: "operation",
            [
                "account": account, "id": id.data, "session": 1, "kind": kind, "counter": counter,
                "payload": payload, "madeAt": made, "receivedAt": received, "zoneOffset": 60, "count": count,
                "revision": revision, "before": before, "goal": goal,
            ])
        operations.append(id)
        return id
    }

    /// A counter with entries, each `(kind, delta, count, voids)`; the last ones
    /// made by `operations`.
    func counter(
        _ id: Int64, _ title: String, position: Int64? = nil, style: String = "fractal", color: Int = 0,
        step: Int64 = 1, isCollapsed: Bool = false, deletedAt: Int64? = nil, account: Int64 = 1,
        entries: [(kind: String, delta: Int64, voids: Int64?)] = [], by operations: [OperationID] = []
    ) throws {
        let total: Int64 = entries.reduce(0) { $0 + $1.delta }
        try insert(
            into: "counter",
            [
                "id": id, "account": account, "title": title, "color": color, "position": position ?? id,
                "isCollapsed": isCollapsed, "count": total, "entries": entries.count, "revision": 1,
                "createdAt": 0, "deletedAt": deletedAt, "style": style, "step": step,
                "origin": OperationID(at: .start, using: &generator).data,
            ])
        let madeAt = Moment.start.milliseconds - 7_200_000
        var count: Int64 = 0, marks: [Int64] = []
        for (place, entry) in entries.enumerated() {
            count += entry.delta
            let own = place - (entries.count - operations.count)
            let operation = own < 0 ? OperationID(at: .start, using: &generator) : operations[own]
            try insert(
                into: "entry",
                [
                    "counter": id, "number": place + 1, "kind": entry.kind, "delta": entry.delta,
                    "count": count, "madeAt": madeAt, "zoneOffset": 60, "operation": operation.data,
                    "voids": entry.voids,
                ])
            marks.append(entry.kind == "increment" || entry.kind == "decrement" ? entry.delta : 0)
        }
        for (place, entry) in entries.enumerated() {
            guard let voided = entry.voids.map({ Int($0) - 1 }) else { continue }
            let isVoid = entries[..<place].filter { $0.voids == entry.voids }.count % 2 == 0
            marks[place] = isVoid ? -marks[voided] : marks[voided]
        }
        guard !entries.isEmpty, try has(table: "hour") else { return }
        try sql(
            "INSERT INTO hour VALUES (?1, (?2 + 3600000) / 3600000, ?3, ?2, ?2)",
            [id, madeAt, marks.reduce(0, +)])
    }

    func note(_ text: String, at entry: Int64, of counter: Int64) throws {
        try sql("INSERT INTO note VALUES (?, ?, ?)", [counter, entry, text])
    }

    func goal(
        _ id: Int64, _ name: String, position: Int64? = nil, color: Int = 0, isArchived: Bool = false,
        reminder: Int? = nil, isTakenBack: Bool = false
    ) throws {
        try sql(
            """
            INSERT INTO goal (id, account, name, color, firstDay, lastDay, reminder, isArchived, isTakenBack, position, revision, createdAt)
            VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, ?, 1, 0)
            """,
            [
                id, name, color, CivilDay.start.number - 10, CivilDay.start.number + 10, reminder, isArchived,
                isTakenBack, position ?? id,
            ])
    }
}

extension Ledger {
    /// Applies an operation that the device with this token may send again.
    @discardableResult
    func apply(
        _ change: Change, _ id: OperationID = .fresh(), by token: TokenHash
    ) async throws -> Receipt {
        let operation = Operation(
            id: id, mayBeRepeated: true, change: change, madeAt: .start, zoneOffset: 60)
        return try await apply(operation, by: .device(token), now: .start, limit: Limits())
    }
}
