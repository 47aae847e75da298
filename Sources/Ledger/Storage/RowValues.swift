// A row of a statement's result, read where it is.

import Foundation
import GRDB
import Glibc
import Synchronization

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

    /// A value of the type that the schema says is there; an optional one may be NULL. In a damaged file another one may be,
    /// too: ``MissingValues`` then lets nobody have what was read.
    subscript<Value: ColumnValue>(_ place: Int) -> Value {
        if let value = Value.fromStatement(statement, atUncheckedIndex: CInt(place)) { return value }
        MissingValues.note()
        return .inPlaceOfNull
    }
}

/// What a column may hold.
protocol ColumnValue: StatementColumnConvertible {
    /// What stands for a missing value until the reading is given up.
    static var inPlaceOfNull: Self { get }
}

extension String: ColumnValue { static var inPlaceOfNull: String { "" } }
extension Int: ColumnValue { static var inPlaceOfNull: Int { 0 } }
extension Int64: ColumnValue { static var inPlaceOfNull: Int64 { 0 } }
extension UInt32: ColumnValue { static var inPlaceOfNull: UInt32 { 0 } }
extension Bool: ColumnValue { static var inPlaceOfNull: Bool { false } }
// As long as ids are.
extension Data: ColumnValue { static var inPlaceOfNull: Data { Data(count: 16) } }
extension Optional: ColumnValue where Wrapped: ColumnValue { static var inPlaceOfNull: Wrapped? { nil } }

/// Values that the schema says are there, and are not. One damaged row must not end the process, with everybody's requests;
/// a subscript that throws would need a `try` at each of its hundreds of places.
enum MissingValues {
    private static let areAny = Atomic(false)
    /// Those that came upon one.
    private static let threads = Mutex<Set<pthread_t>>([])

    static func note() {
        _ = threads.withLock { $0.insert(pthread_self()) }
        areAny.store(true, ordering: .relaxed)
    }

    /// Runs `body`, which reads rows on this thread.
    ///
    /// - Throws: ``StorageFault/damaged`` if a value was missing, whatever `body` made of that.
    static func refusing<Value>(_ body: () throws -> Value) throws -> Value {
        let result = Result { try body() }
        guard areAny.load(ordering: .relaxed), threads.withLock({ $0.remove(pthread_self()) }) != nil else {
            return try result.get()
        }
        throw StorageFault.damaged
    }
}
