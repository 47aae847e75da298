// Migration 20: the kinds of entries are compared one by one.

import GRDB

extension Schema {
    private static let kindInList = "kind IN ('increment', 'decrement', 'reset', 'set', 'void')"
    private static let kindByKind = """
        kind = 'increment' OR kind = 'decrement' OR kind = 'reset' OR kind = 'set' OR kind = 'void'
        """

    /// For a list of more than two values SQLite makes a table in memory whenever it writes an entry, which is a part of
    /// each tap. What is stored stays as it is, so only the text of the schema is changed, however many entries there are
    /// (https://sqlite.org/lang_altertable.html, "Making Other Kinds Of Table Schema Changes").
    static func compareEntryKinds(_ database: Database) throws {
        let version = try Int.fetchOne(database, sql: "PRAGMA schema_version") ?? 0
        try database.execute(sql: "PRAGMA writable_schema = ON")
        // Forbids it again also after an error, and has the schema read anew.
        defer { try? database.execute(sql: "PRAGMA writable_schema = RESET") }
        try database.execute(
            sql: "UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE type = 'table' AND name = 'entry'",
            arguments: [kindInList, kindByKind])
        try database.execute(sql: "PRAGMA schema_version = \(version + 1)")
    }
}
