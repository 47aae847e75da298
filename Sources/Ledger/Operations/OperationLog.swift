// Applies operations: one function from (database, operation) to receipt,
// whichever way an operation arrives. It runs in the writer's transaction, in the
// server's order.

import Foundation
import GRDB

extension Ledger {
    /// Applies an operation exactly once. Returns when it is on disk.
    ///
    /// - Throws: ``Refusal`` with nothing changed, or ``StorageFault``, after
    ///   which it is unknown whether the operation was applied: retry it with the
    ///   same id.
    public func apply(
        _ operation: Operation, by author: Author, now: Moment, limit limits: Limits
    ) async throws -> Receipt {
        do {
            let receipt = try await withPreparations(limits) { preparations in
                try await queue.commit(isQuick: operation.isCounting) { database in
                    var device = try author.identify(in: database, at: now, limits: limits)
                    let time = WorkTime()
                    do {
                        let receipt = try operation.apply(
                            to: database, by: &device, now: now, limits: limits, preparations: preparations)
                        try device.saveBook(in: database)
                        return receipt
                    } catch let refusal as Refusal {
                        throw TimedRefusal(refusal: refusal, took: time.elapsed)
                    }
                }
            }
            queue.meter.applied(operation)
            return receipt
        } catch let refused as TimedRefusal {
            try await keep(refused, of: operation, by: author, now: now, limits)
            throw refused.refusal
        }
    }

    private func keep(
        _ refused: TimedRefusal, of operation: Operation, by author: Author, now: Moment, _ limits: Limits
    ) async throws {
        let isKept = operation.mayBeRepeated && refused.refusal.isFinal
        guard isKept || limits.weight(of: refused.took) > 0 else { return }
        try await queue.commit { database in
            // The refusal also rolled back a newcomer's account.
            guard var device = try author.known(in: database) else { return }
            _ = try operation.keep(refused, isKept: isKept, in: database, by: &device, now: now, limits)
            try device.saveBook(in: database)
        }
    }

    /// Applies a list of operations in order: in one commit, or, if it takes long, in
    /// several, between which others have their turn; so also before an operation that
    /// has to be prepared. A refused operation does not block the next.
    ///
    /// - Parameter unknown: How many more operations the list had. They change nothing, but take time.
    /// - Throws: ``Refusal`` if no device has the author's token or it is over
    ///   its limits; ``StorageFault``.
    public func apply(
        _ operations: [Operation], unknown: Int = 0, by author: Author, now: Moment, limit: Limits
    ) async throws -> ListReceipt {
        try await apply(
            operations, unknown: unknown, after: [], by: author, now: now, limit: limit)
    }

    /// - Parameter earlier: The answers to those before them in the list.
    private func apply(
        _ operations: [Operation], unknown: Int = 0, after earlier: [Answer], by author: Author, now: Moment,
        limit: Limits
    ) async throws -> ListReceipt {
        do {
            let done = try await commit(
                operations, unknown: unknown, after: earlier, by: author, now: now, limit: limit)
            let rest = Array(operations.dropFirst(done.answers.count))
            guard !rest.isEmpty else { return done }
            return try await done.followed(
                by: apply(rest, after: earlier + done.answers, by: author, now: now, limit: limit))
        } catch let missing as MissingPreparation {
            let place = missing.place
            // Only what there is: also a list of nothing is a commit, and is charged.
            let before =
                place == 0
                ? nil
                : try await apply(
                    Array(operations[..<place]), unknown: unknown, after: earlier, by: author, now: now,
                    limit: limit)
            let prepared = try await withPreparations(limit) { preparations in
                try await commit(
                    [operations[place]], unknown: place == 0 ? unknown : 0,
                    after: earlier + (before?.answers ?? []), by: author, now: now, limit: limit,
                    preparations: preparations)
            }
            let done = before?.followed(by: prepared) ?? prepared
            let rest = Array(operations[(place + 1)...])
            guard !rest.isEmpty else { return done }
            return try await done.followed(
                by: apply(rest, after: earlier + done.answers, by: author, now: now, limit: limit))
        }
    }

    /// - Returns: The answers to all, or to as many of the first as took ``OperationListRun/longestTurn``.
    /// - Throws: ``MissingPreparation`` with nothing changed.
    private func commit(
        _ operations: [Operation], unknown: Int, after earlier: [Answer], by author: Author, now: Moment,
        limit: Limits, preparations: Preparations? = nil
    ) async throws -> ListReceipt {
        let isQuick = operations.count <= Operation.mostQuick && operations.allSatisfy(\.isCounting)
        let receipt = try await queue.commit(isQuick: isQuick) { database in
            let list = OperationListRun(
                operations: operations, earlier: earlier, database: database, now: now, limits: limit,
                preparations: preparations ?? Preparations(limit))
            var device = try author.identify(in: database, at: now, limits: limit)
            // A list of nothing is a commit all the same.
            let repetitions = operations.isEmpty ? max(1, unknown) : unknown
            if repetitions > 0 {
                try device.usage.addRepetitions(repetitions, at: now, limit.with(device.limits))
            }
            let time = WorkTime()
            try database.run("SAVEPOINT list")
            do {
                let receipt = try list.applyTogether(by: device)
                try database.run("RELEASE list")
                return receipt
            } catch is Refusal {
                try database.run("ROLLBACK TO list")
                try database.run("RELEASE list")
                return try list.applyEach(by: device, afterTrying: time.elapsed)
            }
        }
        queue.meter.applied(Array(operations.prefix(receipt.answers.count)), receipt.answers)
        return receipt
    }

    /// Does the work with what it turns out to need from before.
    private func withPreparations<Value>(
        _ limits: Limits, _ work: (Preparations) async throws -> Value
    ) async throws -> Value {
        var preparations = Preparations(limits)
        while true {
            do {
                return try await work(preparations)
            } catch let missing as MissingPreparation {
                try preparations.add(try await preparationQueue.prepare(missing, in: self), for: missing)
            }
        }
    }
}

extension Operation {
    /// How many that count take next to no time in one list.
    fileprivate static let mostQuick = 20

    /// Whether it counts, which takes next to no time. A reset is one of them: the taps after it must not come before it.
    fileprivate var isCounting: Bool {
        let content = change.content
        return content is Increment || content is Decrement || content is Reset || content is SetCount
    }
}

extension ListReceipt {
    fileprivate func followed(by next: ListReceipt) -> ListReceipt {
        ListReceipt(
            answers: answers + next.answers, revision: next.revision, account: next.account,
            isNewcomer: isNewcomer || next.isNewcomer)
    }
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
    ) throws -> Receipt {
        guard account == nil || account == device.account else { throw Refusal.otherAccount }
        // Also what repeats an earlier one: its answer tells dates by it.
        guard Self.zoneOffsets.contains(zoneOffset) else { throw Refusal.timeIsWrong }
        let limits = limits.with(device.limits)
        if mayBeRepeated, let before = try database.receipt(of: self, by: device) {
            try device.usage.addRepetitions(at: now, limits)
            return before
        }
        var usage = device.usage
        try usage.addOperation(
            weight: 1 + preparations.entries / Self.entriesForOne, isFurther: isFurther, at: now, limits)
        let content = self.change.content
        // Nil for what is going to be refused, like a day before the year 1.
        let written = try? content.json
        // Before the work, which a refusal would make vain. An undo writes what stood there before.
        if type(of: content).hasTypedText || content is Undo {
            try usage.add(words: written?.utf8.count ?? 0, limits)
        }
        let revision = device.revision + 1
        let context = WriteContext(
            database: database, book: device.book, revision: revision, operation: id, device: device.id,
            madeAt: moment(receivedAt: now), zoneOffset: zoneOffset, now: now,
            limits: limits, wordsLeft: usage.wordsLeft(limits), preparations: preparations)
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
        try database.run(
            """
            INSERT INTO operation (book, id, device, kind, counter, goal, entry, change, inverse, forgetAt, madeAt, receivedAt, zoneOffset, count, revision)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                device.book, id.data, device.id, self.change.kind, outcome.counterRow, outcome.goalRow,
                outcome.entry, try written ?? content.json, inverse,
                type(of: content).hasTypedText || inverseHasTypedText
                    ? now.advanced(byDays: Counter.daysInTrash).milliseconds : nil,
                context.madeAt.milliseconds, now.milliseconds, zoneOffset, receipt.count, revision,
            ]
        )
        return receipt
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
