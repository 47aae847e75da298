// Going back to a backup.

import Foundation
import GRDB
import Testing

@testable import Ledger

@Suite struct RestoreTests {
    let bench: Bench
    let person: Person
    let robins: Counter.ID
    var copy: String { bench.folder + "/copy.sqlite" }

    /// A copy with one mark, and a database with two.
    init() async throws {
        bench = try Bench()
        person = Person(bench.ledger)
        robins = try await person.creates()
        try await person.does(.increment(robins))
        try bench.ledger.backUp(to: bench.folder + "/copy.sqlite")
        try await person.does(.increment(robins))
    }

    private func restore(_ path: String? = nil) throws -> String? {
        try Ledger.restore(BackupFile(path: path ?? copy), to: bench.path, now: .start)
    }

    private func count(in path: String) throws -> Int64 {
        try Ledger(path: path, migrating: false).counter(robins, of: person.account).count
    }

    private var files: Set<String> {
        get throws { try Set(FileManager.default.contentsOfDirectory(atPath: bench.folder)) }
    }

    @Test func `a closed ledger is one file, and that file is whole`() throws {
        try bench.ledger.close()
        #expect(try files == ["fivebar.sqlite", "fivebar.sqlite.lock", "copy.sqlite"])
        try FileManager.default.copyItem(atPath: bench.path, toPath: bench.folder + "/alone.sqlite")
        let alone = try Ledger(path: bench.folder + "/alone.sqlite", migrating: false)
        #expect(try alone.check().isEmpty)
        #expect(try alone.number("SELECT count FROM counter") == 2)
    }

    @Test func `a restored database is the copy, and the one before is kept beside it`() throws {
        let account = try person.account
        try bench.ledger.close()
        let kept = try #require(try restore())
        #expect(kept == bench.path + ".before-2026-11-21T080000Z")
        #expect(try Ledger(path: bench.path, migrating: false).counter(robins, of: account).count == 1)
        #expect(try Ledger(path: kept, migrating: false).counter(robins, of: account).count == 2)
        #expect(try Ledger(path: bench.path).check().isEmpty)
    }

    @Test func `what was numbered since the copy was made is taken for nothing in it`() async throws {
        let account = try person.account
        let later = try await person.creates("Later")
        let revision = try #require(try bench.ledger.visitor(person.token)).revision
        try bench.ledger.close()
        _ = try restore()
        let ledger = try Ledger(path: bench.path)
        #expect(try #require(try ledger.visitor(person.token)).revision > revision)
        #expect(try ledger.counters(of: account, changedSince: revision).changed.map(\.id) == [robins])
        let returned = Person(ledger, token: person.token)
        #expect(try await returned.creates("New") != later)
        #expect(try ledger.check().isEmpty)
    }

    @Test func `a copy with a wrong sum is better than none`() async throws {
        try bench.sql("UPDATE counter SET count = count + 1")
        let wrong = bench.folder + "/wrong.sqlite"
        #expect(try !bench.ledger.backUp(to: wrong).isEmpty)
        try bench.ledger.close()
        _ = try restore(wrong)
        #expect(try await !Ledger(path: bench.path).repair().isEmpty)
        #expect(try Ledger(path: bench.path).check().isEmpty)
    }

    @Test func `what a killed process left in the WAL is kept with the database before, not with the copy`()
        throws
    {
        let account = try person.account
        // As a process that was killed leaves it: the file and its WAL.
        let killed = bench.folder + "/killed.sqlite"
        for end in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: bench.path + end, toPath: killed + end)
        }
        let kept = try #require(try Ledger.restore(BackupFile(path: copy), to: killed, now: .start))
        #expect(try Ledger(path: killed, migrating: false).counter(robins, of: account).count == 1)
        #expect(try Ledger(path: kept, migrating: false).counter(robins, of: account).count == 2)
    }

    @Test func `a database that somebody has open is left alone`() throws {
        #expect(throws: RestoreFault.self) { try restore() }
        #expect(try count(in: bench.path) == 2)
        #expect(try !files.contains { $0.contains("restoring") || $0.contains("before") })
    }

    @Test func `a damaged database is replaced, and kept with its WAL`() throws {
        let account = try person.account
        try bench.ledger.close()
        try Data(repeating: 65, count: 8192).write(to: URL(filePath: bench.path))
        try Data("a WAL of before".utf8).write(to: URL(filePath: bench.path + "-wal"))
        let kept = try #require(try restore())
        #expect(FileManager.default.contents(atPath: kept) == Data(repeating: 65, count: 8192))
        #expect(FileManager.default.contents(atPath: kept + "-wal") == Data("a WAL of before".utf8))
        #expect(try Ledger(path: bench.path, migrating: false).counter(robins, of: account).count == 1)
    }

    @Test func `a missing database is made from the copy`() throws {
        let account = try person.account
        try bench.ledger.close()
        try FileManager.default.removeItem(atPath: bench.path)
        #expect(try restore() == nil)
        #expect(try Ledger(path: bench.path, migrating: false).counter(robins, of: account).count == 1)
    }

    @Test func `what lies beside a database that is gone is not taken for the copy's`() throws {
        let account = try person.account, gone = bench.folder + "/gone.sqlite"
        // As a process that was killed leaves it, when somebody then removes the file alone.
        try FileManager.default.copyItem(atPath: bench.path + "-wal", toPath: gone + "-wal")
        try Data("a journal".utf8).write(to: URL(filePath: gone + "-journal"))
        let left = FileManager.default.contents(atPath: gone + "-wal")
        #expect(try Ledger.restore(BackupFile(path: copy), to: gone, now: .start) == nil)
        let restored = try Ledger(path: gone, migrating: false)
        #expect(try restored.counter(robins, of: account).count == 1)
        #expect(try restored.check().isEmpty)
        let kept = gone + ".before-2026-11-21T080000Z"
        #expect(FileManager.default.contents(atPath: kept + "-wal") == left)
        #expect(FileManager.default.contents(atPath: kept + "-journal") == Data("a journal".utf8))
        #expect(try !files.contains("gone.sqlite-journal"))
    }

    @Test(arguments: [
        "INSERT INTO grdb_migrations VALUES ('999 of the future')",
        "DROP TABLE grdb_migrations",
        "PRAGMA writable_schema = 1; DELETE FROM sqlite_master WHERE name = 'entry'",
    ])
    func `an unsound copy changes nothing`(_ damage: String) throws {
        try DatabaseQueue(path: copy).writeWithoutTransaction { try $0.execute(sql: damage) }
        let account = try person.account
        try bench.ledger.close()
        #expect(throws: (any Error).self) { try restore() }
        #expect(try files == ["fivebar.sqlite", "fivebar.sqlite.lock", "copy.sqlite"])
        #expect(try Ledger(path: bench.path, migrating: false).counter(robins, of: account).count == 2)
    }

    @Test func `a copy that was cut short changes nothing`() throws {
        let whole = try #require(FileManager.default.contents(atPath: copy))
        try whole.prefix(whole.count / 2).write(to: URL(filePath: copy))
        try bench.ledger.close()
        #expect(throws: RestoreFault.self) { try restore() }
        #expect(try files == ["fivebar.sqlite", "fivebar.sqlite.lock", "copy.sqlite"])
    }

    @Test func `a copy with a WAL beside it is not taken, since it may not be whole`() throws {
        try Data("a WAL".utf8).write(to: URL(filePath: copy + "-wal"))
        try bench.ledger.close()
        let fault = #expect(throws: RestoreFault.self) { try restore() }
        guard case .isNotAlone = fault else { return #expect(Bool(false), "\(String(describing: fault))") }
    }

    @Test(arguments: [false, true])
    func `the database itself is no copy, by another name neither`(isOpen: Bool) throws {
        if !isOpen { try bench.ledger.close() }
        let before = try files, other = bench.folder + "/other.sqlite"
        try FileManager.default.createSymbolicLink(atPath: other, withDestinationPath: bench.path)
        for name in [bench.path, other] {
            let fault = #expect(throws: RestoreFault.self) { try restore(name) }
            guard case .isItself = fault else { return #expect(Bool(false), "\(String(describing: fault))") }
        }
        #expect(try files == before.union(["other.sqlite"]))
    }

    @Test func `each database before is kept, though several are restored within a second`() throws {
        try bench.ledger.close()
        let kept = try (1...3).map { _ in try #require(try restore()) }
        let first = bench.path + ".before-2026-11-21T080000Z"
        #expect(kept == [first, first + "-2", first + "-3"])
        #expect(try kept.map { try count(in: $0) } == [2, 1, 1])
        #expect(try count(in: bench.path) == 1)
    }

    @Test(arguments: ["DELETE", "WAL"])
    func `another program's database is left as it is`(_ mode: String) throws {
        let other = bench.folder + "/other.sqlite"
        let queue = try DatabaseQueue(path: other)
        try queue.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA journal_mode = \(mode); CREATE TABLE precious (name TEXT)")
        }
        try queue.close()
        let before = FileManager.default.contents(atPath: other)
        #expect(throws: StorageFault.foreign) {
            try Ledger.restore(BackupFile(path: copy), to: other, now: .start)
        }
        #expect(FileManager.default.contents(atPath: other) == before)
        #expect(try !files.contains { $0.contains("before") || $0.contains("restoring") })
    }

    @Test func `what a killed restoration left goes with the next`() throws {
        try bench.ledger.close()
        for end in ["", "-wal", "-shm"] {
            try Data("a part".utf8).write(to: URL(filePath: bench.path + ".restoring-16441" + end))
        }
        _ = try restore()
        #expect(try !files.contains { $0.contains("restoring") })
    }

    @Test func `a restored database has the mode of the one before`() throws {
        try bench.ledger.close()
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: bench.path)
        _ = try restore()
        let attributes = try FileManager.default.attributesOfItem(atPath: bench.path)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
    }
}

extension Ledger {
    fileprivate func number(_ sql: String) throws -> Int64? { try read { try Int64.fetchOne($0, sql: sql) } }
}
