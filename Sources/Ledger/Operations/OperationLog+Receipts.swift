// What came of an operation, kept so that the same id gets the same answer: its receipt.

import Foundation
import GRDB

extension Database {
    /// The earlier answer to the same operation.
    ///
    /// - Throws: The earlier ``Refusal``; ``Refusal/operationIdIsTaken`` if the
    ///   id was used for something else.
    func receipt(of operation: Operation, by device: ActingDevice) throws -> Receipt? {
        let found = try first(
            """
            SELECT operation.kind, change, operation.count, operation.revision, refusal,
                counter.number, style, counter.deletedAt IS NOT NULL, goal.number,
                operation.counter, operation.goal, entry
            FROM operation LEFT JOIN counter ON counter.id = operation.counter
                LEFT JOIN goal ON goal.id = operation.goal
            WHERE operation.book = ? AND operation.id = ?
            """,
            [device.book, operation.id.data]
        ) { row in
            (
                kind: row[0] as String, change: row[1] as String?, refusal: row[4] as String?,
                receipt: Receipt(
                    operation: operation.id, counter: row[5], goal: row[8], count: row[2],
                    style: Counter.Style(row[6]), isDeleted: row[7] ?? false, revision: row[3],
                    account: device.account, isNewcomer: false),
                rows: SubjectRows(counter: row[9], goal: row[10], entry: row[11])
            )
        }
        guard let found else { return nil }
        guard found.kind == operation.change.kind else { throw Refusal.operationIdIsTaken }
        let wasUnreadable = found.refusal == Refusal.changeIsUnreadable.rawValue
        guard wasUnreadable || operation.isReadable else { throw Refusal.operationIdIsTaken }
        // An operation whose text was removed, or refused, can only be compared by its kind and its subject. A digest would tell
        // more, but whoever reads the file could find a short text from it by trying, and what was removed has to leave the log.
        if let change = found.change {
            let before = try ChangeKinds.named(found.kind)?.read(change)
            guard let before, AnyHashable(before) == AnyHashable(operation.change.content) else {
                throw Refusal.operationIdIsTaken
            }
        } else if let subject = operation.change.content.subject {
            let isGone = found.receipt.counter == nil && found.receipt.goal == nil
            let rows = try self.rows(of: subject, in: device.book)
            guard rows.areOf(found.rows, isGone: isGone) else { throw Refusal.operationIdIsTaken }
        }
        if let refusal = found.refusal { throw Refusal(rawValue: refusal) ?? .operationIdIsTaken }
        return found.receipt
    }
}

extension Database {
    /// What an operation asked for, if it takes several commits and has more to write.
    func unfinishedChange(of operation: OperationID, in book: BookID) throws -> (any LongChangeKind)? {
        let found = try first(
            "SELECT kind, change FROM operation WHERE book = ? AND id = ? AND forgetAt IS NOT NULL AND refusal IS NULL",
            [book, operation.data]
        ) { (kind: $0[0] as String, change: $0[1] as String?) }
        guard let found, let json = found.change,
            let change = try ChangeKinds.named(found.kind)?.read(json) as? any LongChangeKind,
            change.isUnfinished
        else { return nil }
        return change
    }

    func isUnfinished(_ operation: OperationID, in book: BookID) throws -> Bool {
        try unfinishedChange(of: operation, in: book) != nil
    }
}

extension SubjectRows {
    /// Whether they are those of an operation, as far as its row tells: one that was refused may have had no subject.
    ///
    /// - Parameter isGone: Whether the operation's subject is permanently deleted, with its row.
    fileprivate func areOf(_ operation: SubjectRows, isGone: Bool) -> Bool {
        guard operation != SubjectRows() else { return true }
        guard !isGone else { return counter == nil && goal == nil }
        return counter == operation.counter && goal == operation.goal
            && (operation.entry == nil || entry == operation.entry)
    }
}

/// A refusal, and how long the writer worked until it.
struct TimedRefusal: Error {
    let refusal: Refusal
    let took: Duration
}

extension Operation {
    /// Stores the refusal, so that a retry with the same id gets the same answer. It counts towards the limits like an
    /// operation that is applied: its row takes as much room, and everybody else has waited for it. One that may be lifted
    /// is not stored, and counts as little as a repetition, besides the time that it took.
    ///
    /// - Returns: The refusal to answer: that the device is over its limits, if this one is too many.
    func keep(
        _ refused: TimedRefusal, isKept: Bool, in database: Database, by device: inout ActingDevice,
        now: Moment, _ limits: Limits
    ) throws -> Refusal {
        var usage = device.usage
        let refusal = refused.refusal, limits = limits.with(device.limits)
        let weight = limits.weight(of: refused.took)
        do {
            guard isKept else {
                try device.usage.addRepetitions(at: now, limits)
                device.usage.add(weight: weight, limits)
                return refusal
            }
            try usage.addOperation(weight: 1 + weight, at: now, limits)
        } catch let tooMany as Refusal {
            // One that was refused for what it asks, and not for being too many, has had its work done: the next ones are
            // refused before theirs.
            device.usage.addRefused(weight: refusal.isOverLimit ? weight : 1 + weight, at: now, limits)
            return tooMany
        }
        // A change that cannot be written down, like a day before the year 1, is compared by its kind and its subject only.
        let content = change.content, change = type(of: content).hasTypedText ? nil : try? content.json
        let rows =
            try change == nil ? content.subject.map { try database.rows(of: $0, in: device.book) } : nil
        try database.run(
            """
            INSERT OR IGNORE INTO operation (book, id, device, kind, counter, goal, entry, change, madeAt, receivedAt, zoneOffset, count, revision, refusal)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?, ?)
            """,
            [
                device.book, id.data, device.id, self.change.kind, rows?.counter, rows?.goal, rows?.entry,
                change,
                min(madeAt, now).milliseconds, now.milliseconds, device.revision, refusal.rawValue,
            ])
        if database.changesCount > 0 { device.usage = usage }
        return refusal
    }
}
