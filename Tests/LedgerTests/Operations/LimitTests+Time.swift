// Everybody else waits while the writer is busy with one visitor's operation, also if it comes to nothing.

import Testing

@testable import Ledger

extension LimitTests {
    @Test(arguments: [true, false])
    func `what takes long until it is refused counts as more, in a list and as a form`(
        _ isList: Bool
    ) async throws {
        _ = try await person.creates()
        var limit = Limits(counters: 1)
        limit.operationsPerSecond = 10
        limit.timeOfOne = .nanoseconds(1)
        func tries() async throws {
            let form = Operation(
                id: .fresh(), mayBeRepeated: isList, change: .createCounter(title: "Two", style: .fractal),
                madeAt: .start, zoneOffset: 0)
            if isList {
                guard try await person.sends([form], limit: limit) == ["0"] else {
                    throw Refusal.tooManyCounters
                }
            } else {
                _ = try await person.ledger.apply(
                    form, by: .device(person.token), now: .start, limit: limit)
            }
        }
        await #expect(throws: Refusal.tooManyCounters) { try await tries() }
        await #expect(throws: Refusal.tooManyOperations) { try await tries() }
    }

    @Test func `of a list of refused creations one may be looked at that there is no room for`() async throws
    {
        _ = try await person.creates()
        var limit = Limits(counters: 1)
        limit.operationsPerSecond = 10
        try bench.sql("UPDATE book SET allowance = 1500, refilledAt = \(Moment.start.milliseconds)")
        let creations = (0..<20).map { _ in
            Operation.of(.createCounter(title: "Two", style: .fractal))
        }
        let answers = try await person.sends([Operation.of(.increment(1))] + creations, limit: limit)
        #expect(answers.first == "1" && answers.dropFirst().allSatisfy { $0 == "tooManyOperations" })
        // The tap has cost 1000, and so has the first creation.
        #expect(try bench.number("SELECT allowance FROM book") == -500)
    }

    @Test(arguments: [true, false])
    func `what takes long until it is refused uses up the day, also when little is left of it`(
        _ isList: Bool
    ) async throws {
        _ = try await person.creates()
        var limit = Limits()
        limit.operationsPerSecond = 10
        limit.operationsPerDay = 10
        limit.timeOfOne = .nanoseconds(1)
        try bench.sql("UPDATE book SET usageOperations = 9")
        func wrong() -> Operation { Operation.of(.setStep(1, step: 0)) }
        if isList {
            #expect(try await person.sends([wrong()], limit: limit) == ["tooManyOperationsToday"])
        } else {
            await #expect(throws: Refusal.numberIsOutOfRange) {
                try await person.ledger.apply(wrong(), by: .device(person.token), now: .start, limit: limit)
            }
        }
        // The next one is refused before anybody has waited for it.
        await #expect(throws: Refusal.tooManyOperationsToday) {
            try await person.sends([wrong()], limit: limit)
        }
        // A list is tried as a whole first, and others wait for that, too.
        #expect(try bench.number("SELECT usageOperations FROM book") == (isList ? 210 : 110))
    }

    @Test func `a large allowance is full after any time, and a debt is paid back`() async throws {
        _ = try await person.creates()
        var limit = Limits()
        limit.operationsPerSecond = 1_000_000_000
        for days: Int64 in [0, 1, 200, 100_000] {
            let now = Moment.start.advanced(byDays: days)
            _ = try await person.ledger.apply(
                [.of(.increment(1))], by: .device(person.token), now: now, limit: limit)
        }
        limit.operationsPerSecond = 1
        var usage = BookUsage(
            day: 0, operations: 0, words: 0, allowance: 10_000, refilledAt: Moment.start.milliseconds)
        try usage.addOperation(weight: 3_600, isFurther: false, at: .start, limit)
        #expect(throws: Refusal.tooManyOperations) {
            try usage.addOperation(weight: 1, isFurther: false, at: .start.advanced(byMinutes: 50), limit)
        }
        try usage.addOperation(weight: 1, isFurther: false, at: .start.advanced(byMinutes: 61), limit)
    }

    @Test func `what takes long counts as more than one operation`() async throws {
        _ = try await person.creates()
        var limit = Limits()
        limit.operationsPerSecond = 10
        limit.timeOfOne = .nanoseconds(1)
        #expect(
            try await person.sends([Operation.of(.increment(1)), Operation.of(.increment(1))], limit: limit)
                == ["1", "tooManyOperations"])
        // However much it took, a second is enough for what is as short as most.
        limit.timeOfOne = .seconds(60)
        let taps = (0..<20).map { _ in Operation.of(.increment(1)) }
        let later = Moment.start.advanced(byDays: 1)
        #expect(try await person.sends(taps, limit: limit, now: later).last == "21")
    }
}
