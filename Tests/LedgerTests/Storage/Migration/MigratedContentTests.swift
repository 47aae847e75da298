// What people have from before the log: addresses, orders and files of it are as they were.

import Synchronization
import Testing

@testable import Ledger

@Suite struct MigratedContentTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private func old(upTo migration: String = "9 goals", accounts: [Int64] = [1]) throws -> OldDatabase {
        try OldDatabase(bench.folder + "/before.sqlite", upTo: migration, accounts: accounts)
    }

    @Test func `a long migration tells how far it is`() throws {
        let old = try old()
        try old.counter(1, "Robins")
        try old.sql(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50001)
            INSERT INTO operation (account, id, session, kind, counter, madeAt, receivedAt, zoneOffset, count, revision)
            SELECT 1, randomblob(16), 1, 'reset', 1, 0, 0, 0, 0, i FROM n
            """)
        let told = Mutex<[MigrationProgress]>([])
        _ = try Ledger(path: old.finished()) { progress in told.withLock { $0.append(progress) } }
        let all = told.withLock { $0 }
        #expect(all.first == .began(step: "10 upload senders"))
        #expect(
            all.contains(.rewrote(operations: 50_000, of: 50_001))
                && all.contains(.rewrote(operations: 50_001, of: 50_001)))
        #expect(all.last == .began(step: "20 entry kinds"))
    }

    @Test(arguments: OldDatabase.migrationsBeforeLog)
    func `addresses and orders are as before`(_ version: String) throws {
        let old = try old(upTo: version)
        _ = try old.filled()
        let titles = try old.texts(
            "SELECT id || ' ' || title FROM counter WHERE deletedAt IS NULL ORDER BY position, id")
        let names =
            try old.has(table: "goal")
            ? old.texts("SELECT id || ' ' || name FROM goal ORDER BY position, id") : []
        let ledger = try Ledger(path: try old.finished())
        #expect(
            try ledger.counters(of: 1).map { "\($0.id) \($0.title)" } == titles)
        #expect(try ledger.goals(of: 1).sorted { $0.rank < $1.rank }.map { "\($0.id) \($0.name)" } == names)
    }
    @Test func `what is exported is what the old tables held, to the byte`() throws {
        let old = try old()
        _ = try old.filled()
        let origins = try old.texts(
            "SELECT lower(hex(origin)) FROM counter WHERE deletedAt IS NULL ORDER BY position, id")
        let entries = try old.texts(
            """
            SELECT lower(hex(entry.operation)) || ' ' || kind || ' ' || delta || ' ' || entry.count || ' ' || madeAt
                || ' ' || zoneOffset || ' ' || COALESCE(text, '')
            FROM counter JOIN entry ON entry.counter = counter.id
            LEFT JOIN note ON note.counter = entry.counter AND note.number = entry.number
            WHERE deletedAt IS NULL ORDER BY position, entry.number
            """)
        let ledger = try Ledger(path: try old.finished())
        let export = try ledger.export(of: 1)
        #expect(export.pieces.map { $0.counter.origin.text.filter { $0 != "-" } } == origins)
        let exported = try export.pieces.flatMap { piece in
            try ledger.entries(of: piece, after: 0, limit: 100).map { entry in
                "\(entry.id.text.filter { $0 != "-" }) \(entry.kind.rawValue) \(entry.delta) \(entry.count) "
                    + "\(entry.madeAt.milliseconds) \(entry.zoneOffset) \(entry.note)"
            }
        }
        #expect(exported == entries)
        var writer = ArchiveFormat.json.writer
        let piece = try #require(export.pieces.first { $0.counter.title == "Fourteen" })
        var text = writer.begin() + writer.add(piece.counter, count: piece.count)
        for entry in try ledger.entries(of: piece, after: 0, limit: 9) { text += writer.add(entry) }
        text += writer.end()
        let entry = try #require(try ledger.entries(of: piece, after: 0, limit: 1).first)
        // As it was written before.
        #expect(
            text == """
                {"format":"fivebar","version":1,"counters":[
                {"id":"\(piece.counter.origin.text)","title":"Fourteen","color":0,"style":"fractal","step":1,\
                "collapsed":false,"created":"1970-01-01T00:00:00.000+00:00","count":1,"entries":[
                {"id":"\(entry.id.text)","time":"2026-11-21T07:00:00.000+01:00","kind":"increment","delta":1,\
                "note":"\u{301} by the \\"door\\""}
                ]}
                ]}

                """)
    }
}
