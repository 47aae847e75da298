// What a database of anybody's may take to read.

import GRDB
import Testing

@testable import Ledger

@Suite struct ReadBudgetTests {
    private static func counting(to most: Int) -> String {
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT \(most)) SELECT COUNT(*) FROM n"
    }

    private func count(_ rows: Int, within budget: ReadBudget, times: Int = 1) throws -> Int? {
        try DatabaseQueue().read { database in
            try budget.spend(on: database.sqliteConnection) {
                var counted: Int?
                for _ in 0..<times {
                    counted = try Int.fetchOne(database, sql: Self.counting(to: rows))
                }
                return counted
            }
        }
    }

    @Test func `all statements together have so many steps`() throws {
        let budget = ReadBudget(steps: 400_000)
        #expect(try count(10_000, within: budget) == 10_000)
        #expect(throws: DatabaseError.self) { try count(10_000, within: budget, times: 10) }
    }

    @Test func `what takes long in few steps ends, too`() throws {
        #expect(throws: DatabaseError.self) {
            try count(.max, within: ReadBudget(steps: .max, seconds: 0))
        }
    }

    @Test func `afterwards there is no limit any more`() throws {
        let database = try DatabaseQueue()
        let error = #expect(throws: DatabaseError.self) {
            try database.read { database in
                try ReadBudget(steps: 100_000).spend(on: database.sqliteConnection) {
                    _ = try Int.fetchOne(database, sql: Self.counting(to: .max))
                }
            }
        }
        #expect(error?.resultCode == .SQLITE_INTERRUPT)
        let counted = try database.read { try Int.fetchOne($0, sql: Self.counting(to: 100_000)) }
        #expect(counted == 100_000)
    }
}
