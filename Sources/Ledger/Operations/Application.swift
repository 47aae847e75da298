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
        let (counter, count) = try stage.perform()

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
            counter: counter, count: count, revision: stage.revision, account: account, isNewcomer: isNewcomer
        )
    }
}

extension Database {
    /// What the operation was answered when it came before.
    fileprivate func receipt(of operation: Operation, account: AccountID) throws -> Receipt? {
        guard
            let row = try row(
                "SELECT counter, count, revision, kind, payload FROM operation WHERE account = ? AND id = ?",
                [account, operation.id.data]
            )
        else { return nil }
        guard row[3] == operation.change.kind, row[4] == operation.change.payload else {
            throw Refusal.operationIdIsTaken
        }
        return Receipt(counter: row[0], count: row[1], revision: row[2], account: account, isNewcomer: false)
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

    /// - Returns: The counter, and its count afterwards.
    func perform() throws -> (Counter.ID, Int64) {
        switch operation.change {
        case .createCounter(let title):
            return (try create(title: Counter.title(from: title)), 0)
        case .increment(let id):
            let counter = try standing(id)
            return (id, try enter(counter.count < .max ? 1 : 0, "increment", counter))
        case .decrement(let id):
            let counter = try standing(id)
            return (id, try enter(counter.count > 0 ? -1 : 0, "decrement", counter))
        case .reset(let id, let seen):
            let counter = try standing(id)
            let known = max(0, min(seen ?? counter.count, counter.count))
            return (id, try enter(-known, "reset", counter))
        case .rename(let id, let title):
            let title = try Counter.title(from: title)
            return (id, try change(id, "title = ?", [title]))
        case .collapse(let id, let isCollapsed):
            return (id, try change(id, "isCollapsed = ?", [isCollapsed]))
        case .delete(let id):
            return (id, try change(id, "deletedAt = ?", [now.milliseconds]))
        case .restore(let id):
            return (id, try restore(id))
        }
    }

    private func create(title: String) throws -> Counter.ID {
        try database.run(
            """
            INSERT INTO counter (account, title, color, position, revision, createdAt)
            SELECT ?1, ?2, COALESCE(MAX(color) + 1, 0), COALESCE(MAX(position) + 1, 0), ?3, ?4
            FROM (SELECT color, position FROM counter WHERE account = ?1 ORDER BY position DESC LIMIT 1)
            """,
            [account, title, revision, now.milliseconds]
        )
        return database.lastInsertedRowID
    }

    private struct Standing {
        let id: Counter.ID
        let count: Int64
        let entries: Int64
    }

    /// The counter, if it is this account's and not deleted.
    private func standing(_ id: Counter.ID) throws -> Standing {
        guard
            let row = try database.row(
                "SELECT count, entries, deletedAt IS NULL FROM counter WHERE id = ? AND account = ?",
                [id, account]
            )
        else { throw Refusal.noSuchCounter }
        guard row[2] else { throw Refusal.counterIsDeleted }
        return Standing(id: id, count: row[0], entries: row[1])
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
        throws -> Int64
    {
        let counter = try standing(id)
        try database.run(
            "UPDATE counter SET \(assignment), revision = ? WHERE id = ?",
            StatementArguments(values + [revision, id])
        )
        return counter.count
    }

    private func restore(_ id: Counter.ID) throws -> Int64 {
        guard
            let row = try database.row(
                "UPDATE counter SET deletedAt = NULL, revision = ? WHERE id = ? AND account = ? RETURNING count",
                [revision, id, account]
            )
        else { throw Refusal.noSuchCounter }
        return row[0]
    }
}

extension OperationID {
    var data: DatabaseValue { bytes.withUnsafeBytes { Data($0) }.databaseValue }
}
