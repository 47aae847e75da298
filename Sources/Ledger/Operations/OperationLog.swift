// Applies operations, whichever way they arrive: in the writer's transactions, in the server's order.

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
            let begun = try await withPreparations(Preparations(limits)) { preparations in
                try await queue.commit(isQuick: operation.isCounting) { database in
                    var device = try author.identify(in: database, at: now, limits: limits)
                    let time = WorkTime()
                    do {
                        let applied = try operation.apply(
                            to: database, by: &device, now: now, limits: limits, preparations: preparations)
                        try device.saveBook(in: database)
                        return applied
                    } catch let refusal as Refusal {
                        throw TimedRefusal(refusal: refusal, took: time.elapsed)
                    }
                }
            }
            let receipt = try await finish(operation, begun, now: now, limits) {
                try author.identify(in: $0, at: now, limits: limits)
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
            let done = try await applyFirst(
                of: operations, unknown: unknown, after: earlier, by: author, now: now, limit: limit)
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
            let prepared = try await withPreparations(Preparations(limit)) { preparations in
                try await applyFirst(
                    of: [operations[place]], unknown: place == 0 ? unknown : 0,
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
    private func applyFirst(
        of operations: [Operation], unknown: Int, after earlier: [Answer], by author: Author, now: Moment,
        limit: Limits, preparations: Preparations? = nil
    ) async throws -> ListReceipt {
        let isQuick = operations.count <= Operation.mostQuick && operations.allSatisfy(\.isCounting)
        let run = try await queue.commit(isQuick: isQuick) { database in
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
                let run = try list.applyTogether(by: device)
                try database.run("RELEASE list")
                return run
            } catch is Refusal {
                try database.run("ROLLBACK TO list")
                try database.run("RELEASE list")
                return try list.applyEach(by: device, afterTrying: time.elapsed)
            }
        }
        var receipt = run.receipt
        if let begun = run.begun {
            let last = try await finish(operations[receipt.answers.count], begun, now: now, limit) {
                try author.identify(in: $0, at: now, limits: limit)
            }
            receipt = receipt.followed(
                by: ListReceipt(
                    answers: [.applied(last)], revision: last.revision, account: last.account,
                    isNewcomer: false))
        }
        queue.meter.applied(Array(operations.prefix(receipt.answers.count)), receipt.answers)
        return receipt
    }

    /// Writes the rest of an operation that takes several commits: each is the turn of others. If the process is killed in
    /// between, the same operation goes on where it broke off, or ``tidy(now:trustingClock:)`` settles it a day later.
    ///
    /// - Parameter begun: What was done of it; nil for nothing.
    func finish(
        _ operation: Operation, _ begun: AppliedOperation?, now: Moment, _ limits: Limits,
        identifying identify: @escaping @Sendable (Database) throws -> ActingDevice
    ) async throws -> Receipt {
        var applied = begun
        while true {
            if let applied, !applied.isUnfinished { return applied.receipt }
            let before = Preparations(limits, applied?.prepared)
            applied = try await withPreparations(before) { preparations in
                try await queue.commitPiece { database in
                    var device = try identify(database)
                    let applied = try operation.begun.apply(
                        to: database, by: &device, now: now, limits: limits, preparations: preparations)
                    try device.saveBook(in: database)
                    return applied
                }
            }
        }
    }

    /// Does the work with what it turns out to need from before.
    private func withPreparations<Value>(
        _ first: Preparations, _ work: (Preparations) async throws -> Value
    ) async throws -> Value {
        var preparations = first
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

    /// The same operation, of which the log has a part.
    fileprivate var begun: Operation {
        Operation(
            id: id, mayBeRepeated: true, change: change, madeAt: madeAt, zoneOffset: zoneOffset,
            account: account)
    }
}

extension ListReceipt {
    fileprivate func followed(by next: ListReceipt) -> ListReceipt {
        ListReceipt(
            answers: answers + next.answers, revision: next.revision, account: next.account,
            isNewcomer: isNewcomer || next.isNewcomer)
    }
}
