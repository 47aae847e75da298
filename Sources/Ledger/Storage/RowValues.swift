// A row of a statement's result, read where it is.

import GRDB

/// The values of a statement's current row, by their places. They are gone with the next row.
///
/// GRDB's `Row` does the same, but makes a dictionary of the columns' names first, for each statement that is run, which
/// takes several times as long as reading a row.
struct RowValues: StatementColumnConvertible, DatabaseValueConvertible {
    private let statement: SQLiteStatement

    init(sqliteStatement: SQLiteStatement, index: CInt) {
        statement = sqliteStatement
    }

    /// The row itself, also if the column is NULL.
    static func fromStatement(_ sqliteStatement: SQLiteStatement, atUncheckedIndex index: CInt) -> Self? {
        Self(sqliteStatement: sqliteStatement, index: index)
    }

    // A row is no value that could be stored, or found in a column.
    var databaseValue: DatabaseValue { .null }
    static func fromDatabaseValue(_ value: DatabaseValue) -> Self? { nil }

    /// A value of the type that the schema says is there; an optional one may be NULL.
    subscript<Value: StatementColumnConvertible>(_ place: Int) -> Value {
        guard let value = Value.fromStatement(statement, atUncheckedIndex: CInt(place)) else {
            preconditionFailure("column \(place) has no \(Value.self)")
        }
        return value
    }
}
