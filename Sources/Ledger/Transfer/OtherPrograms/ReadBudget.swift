// How much may be done to read a database that may come from anybody: pages that refer to one another again and again make a
// small file endless, and a number can be written with 64,000 digits.

import Foundation
import GRDBSQLite

struct ReadBudget {
    /// Instructions of SQLite's virtual machine, in all statements together.
    var steps: Int
    /// A processor's time.
    var seconds = 10

    /// Four times what the largest backup needs.
    static let backup = ReadBudget(steps: 20_000_000)

    /// Enough for a few hundred tables. To open the database is to parse each of them, which may take long and is hardly a step.
    private static let schemaSteps: Int32 = 10_000
    private static let stepsAtOnce: Int32 = 10_000

    private struct Left {
        var steps: Int
        let end: UInt64
    }

    /// Bounds what is done before ``spend(on:_:)``, which is to read the schema.
    static func boundSchema(of connection: OpaquePointer?) {
        sqlite3_progress_handler(connection, schemaSteps, { _ in 1 }, nil)
    }

    /// Bounds what is done by a connection.
    ///
    /// - Parameter body: Uses the connection on this thread. Its statements fail with `SQLITE_INTERRUPT` once they have taken
    ///   too much.
    /// - Throws: What the body throws.
    func spend<Value>(on connection: OpaquePointer?, _ body: () throws -> Value) rethrows -> Value {
        var left = Left(steps: steps, end: Self.processorTime + UInt64(seconds) * 1_000_000_000)
        return try withUnsafeMutablePointer(to: &left) { left in
            sqlite3_progress_handler(
                connection, Self.stepsAtOnce,
                { left in
                    guard let left = left?.assumingMemoryBound(to: Left.self) else { return 1 }
                    left.pointee.steps -= Int(ReadBudget.stepsAtOnce)
                    return left.pointee.steps >= 0 && ReadBudget.processorTime < left.pointee.end ? 0 : 1
                }, left)
            defer { sqlite3_progress_handler(connection, 0, nil, nil) }
            return try body()
        }
    }

    /// Of this thread, in nanoseconds: what else the machine does is nobody's fault.
    private static var processorTime: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
