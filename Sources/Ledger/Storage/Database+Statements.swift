// Runs statements, each prepared once and then kept by its connection.

import GRDB

extension Database {
    /// Runs a statement to its end.
    func run(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// The rows of a statement, read one after another.
    ///
    /// The statement belongs to them until they are released: it must not be run again before.
    func rows(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws
        -> FastDatabaseValueCursor<RowValues>
    {
        try RowValues.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
    }

    /// What `read` makes of the first row of a statement; nil if it has none.
    func first<Value>(
        _ sql: String, _ arguments: StatementArguments, _ read: (RowValues) throws -> Value
    ) throws -> Value? {
        let rows = try rows(sql, arguments)
        // The values are the statement's, and only there while the cursor is.
        return try withExtendedLifetime(rows) { try rows.next().map(read) }
    }

    /// Whether a statement has a row.
    func exists(_ sql: String, _ arguments: StatementArguments) throws -> Bool {
        try first(sql, arguments) { _ in true } ?? false
    }
}
