// Applying an operation: one function from (database, operation) to receipt,
// the same for every way an operation comes in. It runs in the writer's
// transaction and decides by the server's order.

import Foundation
import GRDB

extension Operation {
    /// Applies the operation, or finds that it was applied before.
    ///
    /// - Parameters:
    ///   - now: When the server got it. A device whose clock is ahead made it now.
    ///   - limit: How many accounts an address may have made for it in a day.
    /// - Throws: ``Refusal``; then nothing has changed.
    func apply(to database: Database, by author: Author, now: Moment, limit: AccountLimit) throws -> Receipt {
        let (session, account, isNewcomer) = try author.identify(in: database, at: now, limit: limit)
        if mayBeRepeated, let before = try database.receipt(of: self, account: account) { return before }

        guard
            let revision = try database.row(
                "UPDATE account SET revision = revision + 1 WHERE id = ? RETURNING revision", [account]
            )
        else { throw Refusal.unknownSession }
        let stage = Stage(
            database: database, account: account, revision: revision[0], operation: self,
            madeAt: min(madeAt, now), now: now
        )
        let (counter, count, style) = try stage.perform()

        try database.run(
            """
            INSERT INTO operation (account, id, session, kind, counter, payload, madeAt, receivedAt, zoneOffset, count, revision)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                account, id.data, session, change.kind, counter, change.payload,
                stage.madeAt.milliseconds, now.milliseconds, zoneOffset, count, stage.revision,
            ]
        )
        return Receipt(
            counter: counter, count: count, style: style, revision: stage.revision, account: account,
            isNewcomer: isNewcomer
        )
    }
}

extension Database {
    /// What the operation was answered when it came before.
    fileprivate func receipt(of operation: Operation, account: AccountID) throws -> Receipt? {
        guard
            let row = try row(
                """
                SELECT operation.counter, operation.count, operation.revision, kind, payload, style
                FROM operation LEFT JOIN counter ON counter.id = operation.counter
                WHERE operation.account = ? AND operation.id = ?
                """,
                [account, operation.id.data]
            )
        else { return nil }
        guard row[3] == operation.change.kind, row[4] == operation.change.payload else {
            throw Refusal.operationIdIsTaken
        }
        return Receipt(
            counter: row[0], count: row[1], style: Counter.Style(row[5]), revision: row[2], account: account,
            isNewcomer: false
        )
    }
}

/// One operation on its way into the tables.
private struct Stage {
    let database: Database
    let account: AccountID
    let revision: Int64
    let operation: Operation
    let madeAt: Moment
    let now: Moment

    /// - Returns: The counter, and its count and style afterwards.
    func perform() throws -> (Counter.ID, Int64, Counter.Style) {
        switch operation.change {
        case .createCounter(let title, let style):
            let named = try Counter.naming(from: title, preferred: style)
            return (try create(title: named.title, style: named.style), 0, named.style)
        case .increment(let id):
            let counter = try standing(id)
            return (id, try enter(counter.count < .max ? 1 : 0, "increment", counter), counter.style)
        case .decrement(let id):
            let counter = try standing(id)
            return (id, try enter(counter.count > 0 ? -1 : 0, "decrement", counter), counter.style)
        case .reset(let id, let seen):
            let counter = try standing(id)
            let known = max(0, min(seen ?? counter.count, counter.count))
            return (id, try enter(-known, "reset", counter), counter.style)
        case .rename(let id, let title):
            return try change(id, "title = ?", [try Counter.title(from: title)])
        case .collapse(let id, let isCollapsed):
            return try change(id, "isCollapsed = ?", [isCollapsed])
        case .restyle(let id, let style):
            let changed = try change(id, "style = ?", [style.rawValue])
            return (id, changed.1, style)
        case .delete(let id):
            return try change(id, "deletedAt = ?", [now.milliseconds])
        case .restore(let id):
            return try restore(id)
        }
    }

    private func create(title: String, style: Counter.Style) throws -> Counter.ID {
        try database.run(
            """
            INSERT INTO counter (account, title, color, position, revision, createdAt, style)
            SELECT ?1, ?2, COALESCE(MAX(color) + 1, 0), COALESCE(MAX(position) + 1, 0), ?3, ?4, ?5
            FROM (SELECT color, position FROM counter WHERE account = ?1 ORDER BY position DESC LIMIT 1)
            """,
            [account, title, revision, now.milliseconds, style.rawValue]
        )
        return database.lastInsertedRowID
    }

    private struct Standing {
        let id: Counter.ID
        let count: Int64
        let entries: Int64
        let style: Counter.Style
    }

    /// The counter, if it is this account's and not deleted.
    private func standing(_ id: Counter.ID) throws -> Standing {
        guard
            let row = try database.row(
                "SELECT count, entries, deletedAt IS NULL, style FROM counter WHERE id = ? AND account = ?",
                [id, account]
            )
        else { throw Refusal.noSuchCounter }
        guard row[2] else { throw Refusal.counterIsDeleted }
        return Standing(id: id, count: row[0], entries: row[1], style: Counter.Style(row[3]))
    }

    /// Appends an entry and moves the count with it.
    private func enter(_ delta: Int64, _ kind: String, _ counter: Standing) throws -> Int64 {
        let count = counter.count + delta
        try database.run(
            "UPDATE counter SET count = ?, entries = ?, revision = ? WHERE id = ?",
            [count, counter.entries + 1, revision, counter.id]
        )
        try database.run(
            """
            INSERT INTO entry (counter, number, kind, delta, count, madeAt, zoneOffset, operation)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                counter.id, counter.entries + 1, kind, delta, count,
                madeAt.milliseconds, operation.zoneOffset, operation.id.data,
            ]
        )
        return count
    }

    /// Changes what a counter looks like; `assignment` is one of the texts above.
    private func change(_ id: Counter.ID, _ assignment: String, _ values: [any DatabaseValueConvertible])
        throws -> (Counter.ID, Int64, Counter.Style)
    {
        let counter = try standing(id)
        try database.run(
            "UPDATE counter SET \(assignment), revision = ? WHERE id = ?",
            StatementArguments(values + [revision, id])
        )
        return (id, counter.count, counter.style)
    }

    private func restore(_ id: Counter.ID) throws -> (Counter.ID, Int64, Counter.Style) {
        guard
            let row = try database.row(
                "UPDATE counter SET deletedAt = NULL, revision = ? WHERE id = ? AND account = ? RETURNING count, style",
                [revision, id, account]
            )
        else { throw Refusal.noSuchCounter }
        return (id, row[0], Counter.Style(row[1]))
    }
}

extension OperationID {
    var data: DatabaseValue { bytes.withUnsafeBytes { Data($0) }.databaseValue }
}
