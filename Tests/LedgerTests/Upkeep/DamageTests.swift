// Values that no Fivebar writes: a damaged file refuses whoever meets it, and ends nothing else.

import Foundation
import GRDB
import Testing

@testable import Ledger

@Suite struct DamageTests {
    let bench: Bench
    let person: Person
    let robins: Counter.ID

    init() async throws {
        bench = try Bench()
        person = Person(bench.ledger)
        robins = try await person.creates()
        for _ in 0..<3 { try await person.does(.increment(robins)) }
    }

    /// Takes a value away that the schema asks for.
    private func lose(_ column: String, of table: String, where condition: String = "TRUE") throws {
        let schema = try DatabaseQueue(path: bench.path).read {
            try String.fetchOne($0, sql: "SELECT sql FROM sqlite_master WHERE name = ?", arguments: [table])
        }
        func set(_ text: String?) throws {
            try DatabaseQueue(path: bench.path).writeWithoutTransaction {
                try $0.execute(sql: "PRAGMA writable_schema = 1")
                try $0.execute(
                    sql: "UPDATE sqlite_master SET sql = ? WHERE name = ?", arguments: [text, table])
            }
        }
        try set(schema?.replacingOccurrences(of: "NOT NULL", with: ""))
        try bench.sql("UPDATE \(table) SET \(column) = NULL WHERE \(condition)")
        try set(schema)
    }

    @Test(arguments: ["title", "count", "step", "revision"])
    func `a missing value refuses whoever meets it, and nobody else`(_ column: String) async throws {
        let other = Person(bench.ledger), theirs = try await other.creates()
        try lose(column, of: "counter", where: "id = \(try robinsRow)")
        let account = try person.account
        #expect(throws: StorageFault.damaged) { try bench.ledger.counters(of: account) }
        #expect(try await other.does(.increment(theirs)).count == 1)
        #expect(try other.counter(theirs).count == 1)
        let findings = try bench.ledger.check()
        #expect(findings.contains { $0.description.contains("NULL value in counter.\(column)") })
        #expect(findings.allSatisfy { !$0.isMendable })
    }

    @Test func `a tap on what has lost its count is refused, and the next one of somebody else is not`()
        async throws
    {
        let other = Person(bench.ledger), theirs = try await other.creates()
        try lose("count", of: "counter", where: "id = \(try robinsRow)")
        await #expect(throws: StorageFault.damaged) { try await person.does(.increment(robins)) }
        #expect(try await other.does(.increment(theirs)).count == 1)
        await #expect(throws: StorageFault.damaged) { try await bench.ledger.proveWriting() }
    }

    @Test func `a missing value and a wrong sum together are told, and no copy is left of them`() async throws
    {
        try bench.sql("UPDATE entry SET delta = 2 WHERE number = 2")
        try lose("count", of: "counter")
        #expect(try bench.ledger.check().contains { $0.description.contains("NULL value in counter.count") })
        #expect(throws: BackupFault.self) { try bench.ledger.backUp(to: bench.folder + "/copy.sqlite") }
        #expect(StagedFile.leavings(in: bench.folder).isEmpty)
        #expect(!FileManager.default.fileExists(atPath: bench.folder + "/copy.sqlite"))
    }

    @Test func `a goal that has lost a day ends nothing`() async throws {
        try await person.does(.createGoal(.of()))
        try lose("lastDay", of: "goal")
        let account = try person.account
        #expect(throws: StorageFault.damaged) { try bench.ledger.goals(of: account) }
    }

    @Test func `a delta beyond every number is a wrong sum, and copies go on`() async throws {
        try bench.sql("UPDATE entry SET delta = 9223372036854775807 WHERE number IN (2, 3)")
        let findings = try bench.ledger.check()
        #expect(!findings.isEmpty && findings.allSatisfy(\.isMendable))
        #expect(try !bench.ledger.backUp(to: bench.folder + "/copy.sqlite").isEmpty)
        #expect(try await !bench.ledger.repair().isEmpty)
        #expect(try bench.ledger.check().isEmpty)
        #expect(try person.counter(robins).count == 3)
    }

    @Test(arguments: ["200000", "9223372036854775807"])
    func `an impossible number makes up no entries, and is told`(_ number: String) async throws {
        try bench.sql("UPDATE entry SET number = \(number) WHERE number = 3")
        let told = try await bench.ledger.repair()
        #expect(told.contains { $0.contains("is left as it is") && $0.contains("backup") }, "\(told)")
        #expect(try bench.number("SELECT COUNT(*) FROM entry") == 3)
        #expect(try !bench.ledger.check().isEmpty)
    }

    private var robinsRow: Int64 {
        get throws {
            try #require(try bench.number("SELECT MIN(id) FROM counter"))
        }
    }
}
