// The limits on what one visitor may do: nothing that one does may stop the others.

import Testing

@testable import Ledger

@Suite struct LimitTests {
    let bench: Bench
    let person: Person

    init() throws {
        bench = try Bench()
        person = Person(bench.ledger)
    }

    @Test func `a book takes so many counters and goals`() async throws {
        let limit = Limits(counters: 1, goals: 1)
        let make = Change.createCounter(title: "One", style: .fractal)
        let goal = Change.createGoal(try .of())
        #expect(
            try await person.sends(
                [
                    Operation.of(make), Operation.of(make), Operation.of(goal), Operation.of(goal),
                    Operation.of(.increment(1)),
                ],
                limit: limit) == ["0", "tooManyCounters", "0", "tooManyGoals", "1"])
        // One in the trash makes room, once.
        #expect(
            try await person.sends([Operation.of(.delete(1)), Operation.of(make)], limit: limit) == [
                "1", "0",
            ])
        #expect(try await person.sends([Operation.of(.restore(1))], limit: limit) == ["tooManyCounters"])
    }

    @Test func `an account's own limits hold in place of the site's, until they are taken back`()
        async throws
    {
        _ = try await person.creates()
        let site = Limits(counters: 1, goals: 1)
        func tried(_ change: Change) async throws -> String? {
            try await person.sends([Operation.of(change)], limit: site).first
        }
        let make = Change.createCounter(title: "Two", style: .fractal)
        let goal = try Change.createGoal(.of())
        #expect(try await tried(make) == "tooManyCounters")
        _ = try await person.ledger.setLimits(of: 1) { limits in
            limits.counters = 2
            limits.goals = 0
        }
        #expect(try await [tried(make), tried(make)] == ["0", "tooManyCounters"])
        #expect(try await [tried(goal), tried(goal)] == ["0", "0"])
        _ = try await person.ledger.setLimits(of: 1) { $0.counters = nil }
        #expect(try await tried(.delete(2)) == "0")
        #expect(try await tried(make) == "tooManyCounters")
        #expect(try await person.ledger.setLimits(of: 2) { $0.goals = 1 } == nil)
        // Nobody else's are touched.
        let other = Person(person.ledger, token: TokenHash([UInt8](repeating: 2, count: 32)))
        let makes = [Operation.of(make), Operation.of(make)]
        #expect(try await other.sends(makes, limit: site) == ["0", "tooManyCounters"])
    }

    @Test func `an account's own limits of changes and words hold for lists and imports as well`()
        async throws
    {
        _ = try await person.creates()
        _ = try await person.ledger.setLimits(of: 1) { $0.operationsPerDay = 3 }
        let taps = (0..<3).map { _ in Operation.of(.increment(1)) }
        #expect(
            try await person.sends(taps, limit: Limits()).suffix(2) == ["2", "tooManyOperationsToday"])
        #expect(throws: Refusal.tooManyOperationsToday) {
            try person.ledger.requireAllowance(of: 1, now: .start, limits: Limits())
        }
        _ = try await person.ledger.setLimits(of: 1) { limits in
            limits.operationsPerDay = nil
            limits.wordsPerDay = 10
        }
        #expect(throws: Refusal.tooManyOperationsToday) {
            try person.ledger.requireAllowance(of: 1, words: 11, now: .start, limits: Limits())
        }
        let rename = Operation.of(.rename(1, title: String(repeating: "a", count: 20)))
        await #expect(throws: Refusal.tooManyOperationsToday) {
            try await person.sends([rename], limit: Limits())
        }
    }

    @Test func `a goal whose making was undone makes room, and comes back only where there is some`()
        async throws
    {
        let limit = Limits(goals: 1), goal = try Change.createGoal(.of())
        let made = Operation.of(goal), undone = Operation.of(.undo(made.id))
        #expect(
            try await person.sends(
                [made, undone, Operation.of(goal), Operation.of(.undo(undone.id))], limit: limit)
                == ["0", "0", "0", "tooManyGoals"])
    }

    @Test func `goals that were made and undone have an end, too`() async throws {
        let limit = Limits(goals: 2), goal = try Change.createGoal(.of())
        let made = (0..<21).map { _ in Operation.of(goal) }
        let list = made.flatMap { [$0, Operation.of(.undo($0.id))] }
        let answers = try await person.sends(list, limit: limit)
        #expect(answers.prefix(40).allSatisfy { $0 == "0" })
        #expect(answers.suffix(2) == ["tooManyGoals", "cannotBeUndone"])
        // What is undone can be redone as long as the list has room.
        let undone = list[1].id
        #expect(try await person.sends([Operation.of(.undo(undone))], limit: limit) == ["0"])
    }

    @Test func `lists of nothing that is understood count as well`() async throws {
        _ = try await person.creates()
        var limit = Limits()
        limit.operationsPerSecond = 1
        _ = try await person.ledger.apply(
            [], unknown: 91, by: .device(person.token), now: .start, limit: limit)
        await #expect(throws: Refusal.tooManyOperations) {
            try await person.ledger.apply([], by: .device(person.token), now: .start, limit: limit)
        }
    }

    @Test func `what is refused and may be tried again counts as a tenth`() async throws {
        _ = try await person.creates()
        let tap = Operation.of(.increment(1))
        _ = try await person.sends([tap], limit: Limits())
        var limit = Limits()
        limit.operationsPerSecond = 1
        let other = Operation(
            id: tap.id, mayBeRepeated: true, change: .decrement(1), madeAt: tap.madeAt,
            zoneOffset: tap.zoneOffset)
        let answers = try await person.sends(Array(repeating: other, count: 100), limit: limit)
        #expect(answers.prefix(91).allSatisfy { $0 == "operationIdIsTaken" })
        #expect(answers.dropFirst(91).allSatisfy { $0 == "tooManyOperations" })
    }

    @Test func `of operations a day has so many, and the next day as many again`() async throws {
        _ = try await person.creates()
        var limit = Limits()
        limit.operationsPerDay = 4
        let taps = (0..<4).map { _ in Operation.of(.increment(1)) }
        let later = "tooManyOperationsToday"
        #expect(try await person.sends(taps, limit: limit) == ["1", "2", "3", later])
        await #expect(throws: Refusal.tooManyOperationsToday) {
            try await person.sends([taps[3]], limit: limit)
        }
        // What was counted already is answered still, and what was not is counted when there is room.
        #expect(try await person.sends([taps[0]], limit: limit) == ["1"])
        #expect(
            try await person.sends([taps[3]], limit: limit, now: Moment.start.advanced(byDays: 1)) == ["4"])
    }

    @Test func `ten times as many as in a second may come at once, and then as many a second`() async throws {
        var limit = Limits()
        limit.operationsPerSecond = 2
        func sendsEach(_ operations: some Sequence<Operation>, now: Moment = .start) async throws -> [String]
        {
            var answers: [String] = []
            for operation in operations {
                do { answers += try await person.sends([operation], limit: limit, now: now) } catch let
                    refusal as Refusal
                { answers.append(refusal.rawValue) }
            }
            return answers
        }
        let made = OperationID.fresh()
        let taps = (0..<24).map { _ in Operation.of(.increment(made)) }
        let answers = try await sendsEach(
            [Operation.of(.createCounter(title: "One", style: .fractal), made)] + taps[..<20])
        #expect(answers.prefix(20).last == "19" && answers.last == "tooManyOperations")
        let second = Moment(milliseconds: Moment.start.milliseconds + 1000)
        #expect(try await sendsEach(taps[19..<22], now: second) == ["20", "21", "tooManyOperations"])
        // A clock that is set back refills nothing, and locks nobody out for long.
        let back = Moment(milliseconds: Moment.start.milliseconds - 60_000)
        #expect(try await sendsEach([taps[22]], now: back) == ["tooManyOperations"])
        let whole = Moment(milliseconds: Moment.start.milliseconds + 60_000)
        #expect(try await sendsEach([taps[22]], now: whole) == ["22"])
    }

    @Test func `ten thousand that waited are taken within seconds by the standard limits, and then no more`()
        async throws
    {
        _ = try await person.creates()
        var limit = Limits.standard
        // How long they take says how fast this machine is.
        limit.timeOfOne = nil
        let taps = (0..<500).map { _ in Operation.of(.increment(1)) }
        var now = Moment.start
        for list in 1...20 {
            now = Moment(milliseconds: now.milliseconds + 50)
            let fresh = taps.map { Operation.of($0.change) }
            #expect(try await person.sends(fresh, limit: limit, now: now).last == String(500 * list))
        }
        // At once there is room for no second burst.
        let last = try await person.sends(
            (0..<2_000).map { _ in Operation.of(.increment(1)) }, limit: limit, now: now)
        #expect(last.last == "tooManyOperations")
    }

    @Test func `of words a day has so many bytes`() async throws {
        _ = try await person.creates()
        var limit = Limits()
        limit.wordsPerDay = 600
        let name = Change.rename(1, title: String(repeating: "x", count: 100))
        #expect(
            try await person.sends(
                [Operation.of(name), Operation.of(name), Operation.of(name), Operation.of(.increment(1))],
                limit: limit)
                == ["0", "0", "tooManyOperationsToday", "1"])
        #expect(
            try await person.sends([Operation.of(name)], limit: limit, now: Moment.start.advanced(byDays: 1))
                == ["1"])
    }

    @Test func `taps on a counter for which there is no room today wait with it`() async throws {
        _ = try await person.creates()
        var limit = Limits()
        limit.wordsPerDay = 600
        let name = Change.rename(1, title: String(repeating: "x", count: 100))
        let made = OperationID.fresh(), later = "tooManyOperationsToday"
        let create = Operation.of(
            .createCounter(title: String(repeating: "y", count: 100), style: .fractal), made)
        let taps = [Operation.of(.increment(made)), Operation.of(.increment(made))]
        #expect(
            try await person.sends(
                [Operation.of(name), Operation.of(name), create] + taps + [Operation.of(.increment(1))],
                limit: limit)
                == ["0", "0", later, later, later, "1"])
        #expect(
            try await person.sends([create] + taps, limit: limit, now: Moment.start.advanced(byDays: 1))
                == ["0", "1", "2"])
    }

    @Test func `words that an undo brings back count as if they were typed`() async throws {
        _ = try await person.creates()
        var limit = Limits()
        limit.wordsPerDay = 3_000
        var last = Operation.of(.rename(1, title: String(repeating: "x", count: 100)))
        var answers: [String] = []
        for _ in 0..<40 {
            answers += try await person.sends([Operation.of(.increment(1)), last], limit: limit).suffix(1)
            last = Operation.of(.undo(last.id))
        }
        #expect(answers.contains { $0 != "tooManyOperationsToday" })
        #expect(answers.last == "tooManyOperationsToday")
    }

    @Test func `a refusal counts as an operation, once`() async throws {
        _ = try await person.creates()
        var limit = Limits()
        limit.operationsPerDay = 4
        let wrong = (0..<3).map { _ in Operation.of(.setStep(1, step: 0)) }
        let reason = "numberIsOutOfRange"
        for _ in 0..<3 {
            #expect(try await person.sends([wrong[0], wrong[1]], limit: limit) == [reason, reason])
        }
        #expect(
            try await person.sends(
                [Operation.of(.increment(1)), wrong[2], Operation.of(.increment(1))], limit: limit)
                == ["1", "tooManyOperationsToday", "tooManyOperationsToday"])
        // It was not kept, and is refused for what it is when there is room.
        #expect(
            try await person.sends([wrong[2]], limit: limit, now: Moment.start.advanced(byDays: 1)) == [
                reason
            ])
    }

    @Test func `an operation that comes again and again counts a little each time`() async throws {
        var limit = Limits()
        limit.operationsPerSecond = 1
        let made = Operation.of(.createCounter(title: "One", style: .fractal))
        let again = Array(repeating: made, count: 80)
        #expect(try await person.sends(again, limit: limit).allSatisfy { $0 == "0" })
        let answers = try await person.sends(again, limit: limit)
        #expect(answers.first == "0" && answers.last == "tooManyOperations")
    }

    @Test func `a refused form counts as well`() async throws {
        _ = try await person.creates()
        var limit = Limits()
        limit.operationsPerDay = 3
        let author = Author.device(person.token)
        for _ in 0..<2 {
            await #expect(throws: Refusal.numberIsOutOfRange) {
                try await person.ledger.apply(
                    Operation.of(.setStep(1, step: 0)), by: author, now: .start, limit: limit)
            }
        }
        await #expect(throws: Refusal.tooManyOperationsToday) {
            try await person.ledger.apply(Operation.of(.increment(1)), by: author, now: .start, limit: limit)
        }
    }
}
