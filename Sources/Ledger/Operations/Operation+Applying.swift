// What one operation does in a transaction of the writer's, and what the log keeps of it: one function from (database,
// operation) to receipt.

import Foundation
import GRDB

/// What one commit did of an operation.
struct AppliedOperation: Sendable {
    let receipt: Receipt
    /// Whether there is more to write.
    var isUnfinished = false
    /// What was read for that already.
    var prepared: Preparation?
}

extension Operation {
    /// Applies the operation, or finds its earlier result.
    ///
    /// - Parameters:
    ///   - device: Updated to the new state of the book, which the caller has to save.
    ///   - isFurther: Whether it came in a list with others before it.
    ///   - now: When the server received it. Also the operation's time if the
    ///     device's clock is ahead.
    /// - Throws: ``Refusal``, ``MissingPreparation``; the transaction must then be rolled back.
    func apply(
        to database: Database, by device: inout ActingDevice, isFurther: Bool = false, now: Moment,
        limits: Limits, preparations: Preparations
    ) throws -> AppliedOperation {
        guard account == nil || account == device.account else { throw Refusal.otherAccount }
        // Also what repeats an earlier one: its answer tells dates by it.
        guard Self.zoneOffsets.contains(zoneOffset) else { throw Refusal.timeIsWrong }
        let limits = limits.with(device.limits)
        let content = self.change.content
        var isBegun = false
        if mayBeRepeated, let before = try database.receipt(of: self, by: device) {
            isBegun = try content is any LongChangeKind && database.isUnfinished(id, in: device.book)
            if !isBegun {
                try device.usage.addRepetitions(at: now, limits)
                return AppliedOperation(receipt: before)
            }
        }
        var usage = device.usage
        if isBegun {
            // It was let in when it began, and must not stop in the middle.
            usage.add(weight: preparations.entries / Self.entriesForOne, limits)
        } else {
            try usage.addOperation(
                weight: 1 + preparations.entries / Self.entriesForOne, isFurther: isFurther, at: now, limits)
        }
        // Nil for what is going to be refused, like a day before the year 1.
        let written = try? content.json
        // Before the work, which a refusal would make vain. An undo writes what stood there before.
        if !isBegun, type(of: content).hasTypedText || content is Undo {
            try usage.add(words: written?.utf8.count ?? 0, limits)
        }
        let revision = device.revision + 1
        let context = WriteContext(
            database: database, book: device.book, revision: revision, operation: id, device: device.id,
            madeAt: moment(receivedAt: now), zoneOffset: zoneOffset, now: now,
            limits: limits, wordsLeft: usage.wordsLeft(limits), preparations: preparations,
            begun: isBegun ? try database.inverse(of: id, in: device.book) : nil)
        let time = WorkTime()
        let outcome = try perform(in: context)
        let entries =
            outcome.entriesRead / Self.entriesReadForOne + outcome.entriesWritten / Self.entriesWrittenForOne
        usage.add(weight: max(entries, limits.weight(of: time)), limits)
        let inverse = try outcome.inverse.map { try $0.kept }
        let inverseHasTypedText = outcome.inverse.map { type(of: $0).hasTypedText } ?? false
        usage.add(wordsWritten: outcome.wordsWritten + (inverseHasTypedText ? inverse?.utf8.count ?? 0 : 0))
        device.revision = revision
        device.usage = usage
        let receipt = Receipt(operation: id, outcome, revision: revision, device)
        var logged = try written ?? content.json
        if outcome.isUnfinished || isBegun || content is Undo, var long = content as? any LongChangeKind {
            long.isUnfinished = outcome.isUnfinished
            logged = try long.json
        }
        let forgetAt: Moment? =
            outcome.isUnfinished
            ? now.advanced(byDays: Self.daysToFinish)
            : type(of: content).hasTypedText || inverseHasTypedText
                ? now.advanced(byDays: Counter.daysInTrash) : nil
        if isBegun {
            try database.run(
                """
                UPDATE operation SET counter = ?, goal = ?, entry = ?, change = ?, inverse = ?, forgetAt = ?, count = ?, revision = ?
                WHERE book = ? AND id = ?
                """,
                [
                    outcome.counterRow, outcome.goalRow, outcome.entry, logged, inverse,
                    forgetAt?.milliseconds, receipt.count, revision, device.book, id.data,
                ])
        } else {
            try database.run(
                """
                INSERT INTO operation (book, id, device, kind, counter, goal, entry, change, inverse, forgetAt, madeAt, receivedAt, zoneOffset, count, revision)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    device.book, id.data, device.id, self.change.kind, outcome.counterRow, outcome.goalRow,
                    outcome.entry, logged, inverse, forgetAt?.milliseconds,
                    context.madeAt.milliseconds, now.milliseconds, zoneOffset, receipt.count, revision,
                ])
        }
        return AppliedOperation(
            receipt: receipt, isUnfinished: outcome.isUnfinished, prepared: outcome.prepared)
    }

    /// - Throws: ``Refusal``, also for what only the schema's constraints reject: that is never a fault of the
    ///   storage, and must not take the rest of a list with it.
    private func perform(in context: WriteContext) throws -> Outcome {
        do {
            return try change.content.perform(in: context)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            throw Refusal.changeIsUnreadable
        }
    }

    /// How long whoever began one that takes several commits can go on with it; then it is settled.
    static let daysToFinish: Int64 = 1
    /// How many entries read in advance count as one more operation.
    private static let entriesForOne = 1_000
    /// How many entries read, and how many written, count as one more operation. Otherwise one visitor could keep the
    /// writer busy by undoing and redoing a large import over and over, or an entry before many undone resets.
    private static let entriesReadForOne = 100, entriesWrittenForOne = 50
}

extension ChangeKind {
    fileprivate var kept: String {
        get throws {
            String(decoding: try ChangeCoding.encoder.encode(EncodedChange(content: self)), as: UTF8.self)
        }
    }
}

extension Outcome {
    fileprivate var counterRow: Int64? {
        if case .counter(let counter) = subject { counter.row } else { nil }
    }

    fileprivate var goalRow: Int64? {
        if case .goal(let goal) = subject { goal.row } else { nil }
    }
}

extension Receipt {
    fileprivate init(operation: OperationID, _ outcome: Outcome, revision: Int64, _ device: ActingDevice) {
        var counter: CounterRow?, goal: GoalRow?
        switch outcome.subject {
        case .counter(let row): counter = row
        case .goal(let row): goal = row
        case .book: break
        }
        self.init(
            operation: operation, counter: counter?.number, goal: goal?.goal.id, count: counter?.count ?? 0,
            style: counter?.style ?? .fractal, isDeleted: counter?.deletedAt != nil, revision: revision,
            account: device.account, isNewcomer: device.isNewcomer)
    }
}

extension OperationID {
    var data: DatabaseValue { bytes.withUnsafeBytes { Data($0) }.databaseValue }
}
