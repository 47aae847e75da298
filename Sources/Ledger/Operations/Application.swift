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
            database: database, account: account, revision: revision[0], operation: id,
            madeAt: min(madeAt, now), zoneOffset: zoneOffset, now: now
        )
        let outcome = try stage.perform(change)

        try database.run(
            """
            INSERT INTO operation (account, id, session, kind, counter, payload, madeAt, receivedAt, zoneOffset, count, revision, before, goal)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                account, id.data, session, change.kind, outcome.counter, change.payload,
                stage.madeAt.milliseconds, now.milliseconds, zoneOffset, outcome.count, stage.revision,
                outcome.before, outcome.goal,
            ]
        )
        return Receipt(
            counter: outcome.counter, goal: outcome.goal, count: outcome.count, style: outcome.style,
            revision: stage.revision, account: account, isNewcomer: isNewcomer
        )
    }
}

extension Database {
    /// What the operation was answered when it came before.
    fileprivate func receipt(of operation: Operation, account: AccountID) throws -> Receipt? {
        guard
            let row = try row(
                """
                SELECT operation.counter, operation.count, operation.revision, kind, payload, style, goal
                FROM operation LEFT JOIN counter ON counter.id = operation.counter
                WHERE operation.account = ? AND operation.id = ?
                """,
                [account, operation.id.data]
            )
        else { return nil }
        let goal: Goal.ID? = row[6]
        guard row[3] == operation.change.kind, row[4] == operation.change.payload,
            operation.change.goal == nil || operation.change.goal == goal
        else { throw Refusal.operationIdIsTaken }
        return Receipt(
            counter: row[0], goal: goal, count: row[1], style: Counter.Style(row[5]), revision: row[2],
            account: account, isNewcomer: false
        )
    }
}

extension OperationID {
    var data: DatabaseValue { bytes.withUnsafeBytes { Data($0) }.databaseValue }
}
