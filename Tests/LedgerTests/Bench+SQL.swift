// Reads and damages the database file, bypassing the ledger.

import Foundation
import GRDB
import Ledger

extension Bench {
    func sql(_ text: String, _ arguments: StatementArguments = StatementArguments()) throws {
        try DatabaseQueue(path: path).writeWithoutTransaction {
            try $0.execute(sql: text, arguments: arguments)
        }
    }

    func number(_ text: String) throws -> Int64? {
        try DatabaseQueue(path: path).read { try Int64.fetchOne($0, sql: text) }
    }

    /// SQLite's query plan for a statement. Steps with the same parent are nested loops, the outer one first.
    func planSteps(_ text: String) throws -> [(parent: Int, detail: String)] {
        try DatabaseQueue(path: path).read { database in
            try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + text).map { ($0["parent"], $0["detail"]) }
        }
    }

    func plan(_ text: String) throws -> String {
        try planSteps(text).map(\.detail).joined(separator: "\n")
    }

    /// Sets a counter to a count that nobody would reach by tapping.
    func preset(_ counter: Counter.ID, to count: Int64) throws {
        try sql(
            """
            INSERT INTO entry (counter, number, kind, delta, count, madeAt, zoneOffset, operation)
            SELECT id, entries + 1, 'set', ?2 - count, ?2, 0, 0, zeroblob(16) FROM counter WHERE id = ?1
            """, [counter, count])
        try sql("UPDATE counter SET count = ?2, entries = entries + 1 WHERE id = ?1", [counter, count])
    }

    func latestEntryTime(of counter: Counter.ID) throws -> Int64? {
        try number("SELECT madeAt FROM entry WHERE counter = \(counter) ORDER BY number DESC LIMIT 1")
    }
}
