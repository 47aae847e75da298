// Operations from before the log existed: migrated once, they are answered, undone
// and redone as before.

import Foundation
import GRDB
import Testing

@testable import Ledger

@Suite struct LogMigrationTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private func old(upTo migration: String = "9 goals", accounts: [Int64] = [1]) throws -> OldDatabase {
        try OldDatabase(bench.folder + "/before.sqlite", upTo: migration, accounts: accounts)
    }

    /// All that a person could see of the book.
    private func state(_ ledger: Ledger) throws -> String {
        let changes = try ledger.changes(of: 1, since: 0)
        let counters = changes.counters.sorted { $0.rank < $1.rank }.map {
            "\($0.id) \($0.title) \($0.color) \($0.style) \($0.step) \($0.isCollapsed) \($0.count) \($0.isDeleted)"
        }
        let goals = changes.goals.sorted { $0.goal.rank < $1.goal.rank }.map {
            "\(GoalDraft($0.goal)) \($0.goal.isArchived) \($0.done ?? []) \($0.notes ?? [:])"
        }
        let rest = try ledger.read { database in
            try String.fetchAll(
                database,
                sql: """
                    SELECT counter || ' ' || number || ' ' || text FROM note
                    UNION ALL SELECT token || ' ' || (revokedAt IS NULL) FROM share
                    """)
        }
        return (counters + goals + rest + ["\(changes.calendar)"]).joined(separator: "\n")
    }

    @Test(arguments: OldDatabase.migrationsBeforeLog)
    func `each operation of every version is answered as before, and its id is nobody else's`(
        _ version: String
    ) async throws {
        let old = try old(upTo: version), done = try old.filled(), token = old.token
        let answers = try old.texts(
            "SELECT hex(id) || ' ' || count || ' ' || revision FROM operation ORDER BY id")
        let ledger = try Ledger(path: try old.finished())
        let rows = try ledger.pool.read { database in
            try Row.fetchAll(
                database, sql: "SELECT id, kind, change, count, revision FROM operation ORDER BY id")
        }
        #expect(
            rows.map { row in
                let id: Data = row[0]
                return
                    "\(id.map { String(format: "%02X", $0) }.joined()) \(row[3] as Int64) \(row[4] as Int64)"
            } == answers)
        for row in rows {
            let kind: String = row[1], change: String = row[2]
            #expect(try ChangeKinds.named(kind)?.read(change).json == change, "\(kind)")
        }
        let before = try state(ledger)
        for operation in done {
            let row = try #require(rows.first { OperationID($0[0] as Data) == operation.id })
            let receipt = try await ledger.apply(operation.change, operation.id, by: token)
            #expect(
                receipt.count == row[3] as Int64 && receipt.revision == row[4] as Int64, "\(operation.change)"
            )
            await #expect(throws: Refusal.operationIdIsTaken, "\(operation.other)") {
                try await ledger.apply(operation.other, operation.id, by: token)
            }
        }
        #expect(try state(ledger) == before)
        #expect(try ledger.check().isEmpty)
    }

    @Test(arguments: OldDatabase.migrationsBeforeLog)
    func `each operation of every version is taken back, done again, and taken back again`(
        _ version: String
    ) async throws {
        let old = try old(upTo: version), done = try old.filled(), token = old.token
        let hasGoals = try old.has(table: "goal")
        let ledger = try Ledger(path: try old.finished())
        for operation in done where operation.isUndone {
            let after = try state(ledger)
            var last = operation.id, states: [String] = []
            for _ in 0..<3 {
                let undo = OperationID.fresh()
                try await ledger.apply(.undo(last), undo, by: token)
                states.append(try state(ledger))
                last = undo
            }
            #expect(states[0] != after && states[1] == after && states[2] == states[0], "\(operation.change)")
            #expect(try ledger.check().isEmpty, "\(operation.change)")
        }
        // What each was before is what the rows of then said; those of the last versions said it of all.
        guard hasGoals else { return }
        let counters = Dictionary(
            uniqueKeysWithValues: try ledger.allCounters(of: 1).map { ($0.id, $0) })
        #expect(counters.values.filter(\.isDeleted).map(\.id).sorted() == [1, 17, 20])
        #expect((2...6).map { counters[$0]?.count } == [0, 5, 5, 4, 4])
        #expect(counters[7]?.title == "\\ \"7\"\u{301}\t")
        #expect([8, 9, 10].map { counters[$0]?.isCollapsed } == [false, false, false])
        #expect(counters[11]?.style == .zheng && counters[12]?.color == 2 && counters[13]?.step == 3)
        #expect(counters[21]?.count == 1)
        #expect(try ledger.calendar(of: 1).dayStart.hour == 2 && ledger.calendar(of: 1).weekStart == nil)
        let goals = Dictionary(uniqueKeysWithValues: try ledger.goals(of: 1).map { ($0.id, $0) })
        #expect(goals[1] == nil && goals[3]?.isArchived == false)
        #expect(goals[2]?.name == "\u{301}Walk" && goals[2]?.reminder == nil && goals[2]?.color == 0)
        #expect(goals[2]?.start == .start.adding(-11) && goals[2]?.end == .start.adding(11))
        #expect(try ledger.note(on: .start.adding(-1), of: 5, of: 1) == "one\nline")
    }

    @Test(arguments: OldDatabase.migrationsBeforeLog)
    func `a tap of every version is answered and taken back`(_ version: String) async throws {
        let path = bench.folder + "/before.sqlite"
        let token = TokenHash([UInt8](repeating: 7, count: 32))
        let tap = OperationID.fresh(), rename = OperationID.fresh(), moment = Moment.start.milliseconds
        let before = try DatabaseQueue(path: path, configuration: Schema.whileMigrating())
        try Schema.migrator.migrate(before, upTo: version)
        try await before.write { database in
            try database.execute(
                sql: "INSERT INTO account (id, revision, createdAt, seenAt) VALUES (1, 3, 0, 0)")
            try database.execute(
                sql: "INSERT INTO session (token, account, createdAt, seenAt) VALUES (?, 1, 0, 0)",
                arguments: [token.data])
            try database.execute(
                sql: """
                    INSERT INTO counter (id, account, title, color, position, count, entries, revision, createdAt)
                    VALUES (5, 1, 'Robins', 3, 0, 1, 1, 2, 0)
                    """)
            if try database.columns(in: "counter").contains(where: { $0.name == "origin" }) {
                try database.execute(sql: "UPDATE counter SET origin = randomblob(16)")
            }
            try database.execute(
                sql: """
                    INSERT INTO entry (counter, number, kind, delta, count, madeAt, zoneOffset, operation)
                    VALUES (5, 1, 'increment', 1, 1, ?1, 60, ?2)
                    """, arguments: [moment, tap.data])
            if try database.tableExists("hour") {
                try database.execute(
                    sql: "INSERT INTO hour VALUES (5, (?1 + 3600000) / 3600000, 1, ?1, ?1)",
                    arguments: [moment])
            }
            // As the first version wrote them: without a step, and without what was before.
            for (id, kind, payload) in [(tap, "increment", nil), (rename, "rename", "Robins")]
                as [(OperationID, String, String?)]
            {
                try database.execute(
                    sql: """
                        INSERT INTO operation (account, id, session, kind, counter, payload, madeAt, receivedAt, zoneOffset, count, revision)
                        VALUES (1, ?, 1, ?, 5, ?, ?, ?, 60, 1, 3)
                        """, arguments: [id.data, kind, payload, moment, moment])
            }
        }
        try before.close()
        let ledger = try Ledger(path: path)
        #expect(try await ledger.apply(.increment(5), tap, by: token).count == 1)
        #expect(try await ledger.apply(.rename(5, title: "Robins"), rename, by: token).revision == 3)
        await #expect(throws: Refusal.cannotBeUndone) {
            try await ledger.apply(.undo(rename), by: token)
        }
        #expect(try await ledger.apply(.undo(tap), by: token).count == 0)
        #expect(try ledger.check().isEmpty)
    }
}
