// Migration 20 changes the text of the schema and nothing that is stored.

import GRDB
import Testing

@testable import Ledger

@Suite struct EntryKindsTests {
    private static let write = """
        INSERT INTO entry (counter, number, kind, delta, count, madeAt, zoneOffset, operation)
        VALUES (5, ?, ?, 1, ?, 0, 0, randomblob(16))
        """
    private let bench: Bench
    private let path: String

    init() throws {
        bench = try Bench()
        let old = try OldDatabase(bench.folder + "/before.sqlite", upTo: "19 tidying days")
        try old.sql(
            """
            INSERT INTO counter
                (id, book, number, origin, title, color, style, step, isCollapsed, rank, revision, createdAt, count, entries)
            VALUES (5, 1, 1, randomblob(16), 'Robins', 0, 'fractal', 1, 0, 0, 1, 0, 1, 1);
            UPDATE book SET lastCounter = 1, usageWords = 6;
            """)
        // What was set, not counted, is in no hour.
        try old.sql(Self.write, [1, "set", 1])
        path = try old.finished()
    }

    @Test func `entries of before stay, and are counted on`() async throws {
        let ledger = try Ledger(path: path)
        #expect(try ledger.counter(1, of: 1).count == 1)
        let token = TokenHash([UInt8](repeating: 7, count: 32))
        #expect(try await Person(ledger, token: token).sends([.of(.increment(1, by: 2))]) == ["3"])
        #expect(try ledger.check().isEmpty)
    }

    @Test func `a wrong kind is refused as before, without a table in memory for each entry`() throws {
        _ = try Ledger(path: path)
        try DatabaseQueue(path: path).write { database in
            let steps = try Row.fetchAll(database, sql: "EXPLAIN " + Self.write, arguments: [2, "reset", 2])
            #expect(!steps.contains { $0["opcode"] == "OpenEphemeral" })
            for kind in ["", "Increment", "restore"] {
                #expect(throws: DatabaseError.self) {
                    try database.execute(sql: Self.write, arguments: [2, kind, 2])
                }
            }
            for (place, kind) in ["increment", "decrement", "reset", "set", "void"].enumerated() {
                try database.execute(sql: Self.write, arguments: [place + 2, kind, place + 2])
            }
            #expect(try String.fetchAll(database, sql: "PRAGMA integrity_check") == ["ok"])
        }
    }

    @Test func `the schema's text cannot be changed afterwards`() throws {
        let queue = try DatabaseQueue(
            path: bench.folder + "/new.sqlite", configuration: Schema.whileMigrating())
        try Schema.migrator.migrate(queue)
        #expect(throws: DatabaseError.self) {
            try queue.write { try $0.execute(sql: "UPDATE sqlite_schema SET sql = '' WHERE name = 'entry'") }
        }
    }
}
