// Runs statements, each prepared once and then kept by its connection.

import GRDB
import GRDBSQLite

/// What a statement's parameters stand for, by their places.
///
/// GRDB's `StatementArguments` say the same, but are copied and looked through several times before they are bound, for each
/// of the many statements of an operation.
struct StatementValues: ExpressibleByArrayLiteral {
    private let values: [(any StatementBinding)?]

    init(arrayLiteral values: (any StatementBinding)?...) { self.values = values }

    fileprivate func bind(to statement: SQLiteStatement) throws {
        guard values.count == Int(sqlite3_bind_parameter_count(statement)) else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "another number of values")
        }
        for (place, value) in zip(CInt(1)..., values) {
            let code = value?.bind(to: statement, at: place) ?? sqlite3_bind_null(statement, place)
            guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
        }
    }
}

extension Database {
    /// Runs a statement to its end.
    func run(_ sql: String, _ values: StatementValues = []) throws {
        let statement = try statement(sql, with: values)
        // Texts and files are not kept until it is run again.
        defer { sqlite3_clear_bindings(statement.sqliteStatement) }
        try statement.execute()
    }

    /// The rows of a statement, read one after another.
    ///
    /// The statement belongs to them until they are released: it must not be run again before.
    func rows(_ sql: String, _ values: StatementValues = []) throws -> FastDatabaseValueCursor<RowValues> {
        try RowValues.fetchCursor(statement(sql, with: values))
    }

    private func statement(_ sql: String, with values: StatementValues) throws -> Statement {
        let statement = try cachedStatement(sql: sql)
        // Says once more how it failed, if it did.
        sqlite3_reset(statement.sqliteStatement)
        // From now on, what is bound is none of GRDB's business.
        statement.setUncheckedArguments(StatementArguments())
        try values.bind(to: statement.sqliteStatement)
        return statement
    }

    /// What `read` makes of the first row of a statement; nil if it has none.
    func first<Value>(
        _ sql: String, _ values: StatementValues, _ read: (RowValues) throws -> Value
    ) throws -> Value? {
        let rows = try rows(sql, values)
        // The values are the statement's, and only there while the cursor is.
        return try withExtendedLifetime(rows) { try rows.next().map(read) }
    }

    /// Whether a statement has a row.
    func exists(_ sql: String, _ values: StatementValues) throws -> Bool {
        try first(sql, values) { _ in true } ?? false
    }
}
