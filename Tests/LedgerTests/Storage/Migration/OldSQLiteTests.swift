// What other versions of SQLite than this machine's ask for.

import GRDB
import Testing

@testable import Ledger

@Suite struct OldSQLiteTests {
    @Test func `SQLite 3.37 may ask what it asks when a column with a check is added`() throws {
        let bench = try Bench()
        let asked = #"SELECT quick_check FROM pragma_quick_check("counter","main")"#
        let migrating = try DatabaseQueue(path: bench.path, configuration: Schema.whileMigrating())
        #expect(try migrating.read { try String.fetchAll($0, sql: asked) } == ["ok"])
        // Anywhere else a misspelt name is no text.
        #expect(throws: DatabaseError.self) {
            try bench.ledger.pool.read { _ = try String.fetchAll($0, sql: asked) }
        }
    }
}
