// A list of operations in the writer's transaction: as many of the first as there is time for.

import GRDB

/// Applies a list of operations. Refusals are rare, so the list is first tried as
/// a whole: the savepoint needed to roll back a single operation costs as much as
/// the operation.
struct OperationListRun {
    let operations: [Operation]
    /// The answers to those before them in the list.
    let earlier: [Answer]
    let database: Database
    let now: Moment
    let limits: Limits
    let preparations: Preparations

    /// How long a list has the writer to itself.
    static let longestTurn = Duration.milliseconds(20)

    /// What a turn came to.
    struct Turn: Sendable {
        let receipt: ListReceipt
        /// The operation after those answered, if the turn did a part of it.
        let begun: AppliedOperation?
    }

    /// - Throws: The first ``Refusal`` or ``MissingPreparation``; everything must then be rolled back.
    func applyTogether(by acting: ActingDevice) throws -> Turn {
        var device = acting
        var answers: [Answer] = []
        let time = WorkTime()
        for place in operations.indices {
            guard answers.isEmpty || time.elapsed(from: Self.longestTurn) < Self.longestTurn else { break }
            let applied = try apply(place, by: &device)
            if applied.isUnfinished { return try finish(answers, device, begun: applied) }
            answers.append(.applied(applied.receipt))
        }
        return try finish(answers, device)
    }

    /// - Throws: ``Refusal``, ``MissingPreparation``.
    private func apply(_ place: Int, by device: inout ActingDevice) throws -> AppliedOperation {
        do {
            return try operations[place].apply(
                to: database, by: &device, isFurther: !earlier.isEmpty || place > 0, now: now, limits: limits,
                preparations: preparations)
        } catch var missing as MissingPreparation {
            missing.place = place
            throw missing
        }
    }

    /// - Parameter timeTried: How long the attempt as a whole held the writer. It is charged, because others waited.
    /// - Throws: A ``Refusal`` if the device is over its limits; ``MissingPreparation``.
    func applyEach(by acting: ActingDevice, afterTrying timeTried: Duration) throws -> Turn {
        var device = acting
        var answers: [Answer] = [], begun: AppliedOperation?
        let turn = WorkTime()
        for (place, operation) in operations.enumerated() {
            guard answers.isEmpty || turn.elapsed(from: Self.longestTurn) < Self.longestTurn else { break }
            try database.run("SAVEPOINT operation")
            let before = device, time = WorkTime()
            do {
                let applied = try apply(place, by: &device)
                if applied.isUnfinished { begun = applied } else { answers.append(.applied(applied.receipt)) }
            } catch let refusal as Refusal {
                try database.run("ROLLBACK TO operation")
                device = before
                // Nothing was applied yet, so the whole list can be retried later.
                guard !refusal.isOverLimit || !earlier.isEmpty || !answers.isEmpty else { throw refusal }
                let cause = cause(of: refusal, for: operation, after: answers)
                let refused = TimedRefusal(refusal: cause, took: time.elapsed)
                let reason = try operation.keep(
                    refused, isKept: cause.isFinal, in: database, by: &device, now: now, limits)
                answers.append(.refused(operation.id, reason))
            }
            try database.run("RELEASE operation")
            if begun != nil { break }
        }
        let limits = limits.with(device.limits)
        device.usage.add(weight: limits.weight(of: timeTried), limits)
        return try finish(answers, device, begun: begun)
    }

    /// What refers to an operation for which there is no room yet, like a tap on a counter that could not be created, is
    /// refused only until there is.
    private func cause(of refusal: Refusal, for operation: Operation, after answers: [Answer]) -> Refusal {
        guard refusal.isFinal else { return refusal }
        var postponed: [OperationID: Refusal] = [:]
        for case .refused(let id, let reason) in earlier + answers where reason.isOverLimit {
            postponed[id] = reason
        }
        guard !postponed.isEmpty, let json = try? operation.change.content.json else { return refusal }
        return json.split(separator: "\"").lazy.compactMap { OperationID($0) }.compactMap { postponed[$0] }
            .first ?? refusal
    }

    private func finish(
        _ answers: [Answer], _ device: ActingDevice, begun: AppliedOperation? = nil
    ) throws -> Turn {
        try device.saveBook(in: database)
        let receipt = ListReceipt(
            answers: answers, revision: device.revision, account: device.account,
            isNewcomer: device.isNewcomer)
        return Turn(receipt: receipt, begun: begun)
    }
}
