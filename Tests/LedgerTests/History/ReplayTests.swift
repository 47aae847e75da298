// Recalculating a count without a reset, outside the writer if the counter has many entries.

import Testing

@testable import Ledger

@Suite struct ReplayTests {
    let bench: Bench
    /// Whose counters are all long ones.
    var person: Person

    init() throws {
        bench = try Bench()
        person = Person(bench.ledger)
        person.limit.entriesReplayed = 2
    }

    private func row(of counter: Counter.ID) throws -> Int64 {
        try bench.ledger.read { try $0.counterRow(.number(counter), in: person.account)?.row } ?? 0
    }

    @Test func `a reset is taken back in a long counter as in a short one`() async throws {
        let robins = try await person.creates()
        for _ in 0..<5 { try await person.does(.increment(robins)) }
        try await person.does(.void(robins, entry: 2, isVoid: true))
        let reset = OperationID.fresh(), undo = OperationID.fresh()
        try await person.does(.reset(robins, seen: 4), id: reset)
        try await person.does(.increment(robins, by: 10))
        try await person.does(.undo(reset), id: undo)
        #expect(try person.counter(robins).count == 14)
        try await person.does(.undo(undo))
        #expect(try person.counter(robins).count == 10)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `what a reset left stays, though something before it is undone`() async throws {
        let robins = try await person.creates(), last = OperationID.fresh(), undo = OperationID.fresh()
        try await person.does(.increment(robins, by: 2))
        try await person.does(.reset(robins, seen: 1))
        try await person.does(.void(robins, entry: 1, isVoid: true))
        #expect(try person.counter(robins).count == 1)
        try await person.does(.decrement(robins), id: last)
        try await person.does(.undo(last), id: undo)
        #expect(try person.counter(robins).count == 1)
        try await person.does(.undo(undo))
        #expect(try person.counter(robins).count == 0)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `in a list each is told after those before it`() async throws {
        let robins = try await person.creates(), late = OperationID.fresh()
        for _ in 0..<4 { try await person.does(.increment(robins)) }
        try await person.does(.reset(robins, seen: 4))
        let changes: [Change] = [
            .increment(robins, by: 100), .void(robins, entry: 5, isVoid: true),
            .void(robins, entry: 5, isVoid: false), .void(robins, entry: 99, isVoid: true),
            .increment(robins), .void(robins, entry: 5, isVoid: true),
            .createCounter(title: "Late", style: .fractal),
        ]
        let operations = changes.enumerated().map { place, change in
            Operation(
                id: place == 6 ? late : .fresh(), mayBeRepeated: true, change: change, madeAt: .start,
                zoneOffset: 0)
        }
        for _ in 0..<2 {
            let list = try await person.ledger.apply(
                operations, by: .device(person.token), now: .start, limit: person.limit)
            let answers = list.answers.map { answer in
                switch answer {
                case .applied(let receipt): String(receipt.count)
                case .refused(_, let refusal): refusal.rawValue
                }
            }
            #expect(answers == ["100", "104", "100", "noSuchEntry", "101", "105", "0"])
        }
        #expect(try person.counter(robins).count == 105)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test
    func `what had to be read for is answered as it was applied, though it took the last of the allowance`()
        async throws
    {
        let robins = try await person.creates(), reset = OperationID.fresh()
        for _ in 0..<4 { try await person.does(.increment(robins)) }
        try await person.does(.reset(robins, seen: 4), id: reset)
        var limits = person.limit
        // Ten at once.
        limits.operationsPerSecond = 1
        for _ in 0..<9 {
            _ = try await person.sends([.of(.increment(robins))], limit: limits)
        }
        #expect(try await person.sends([.of(.undo(reset))], limit: limits) == ["13"])
        await #expect(throws: Refusal.tooManyOperations) {
            try await person.sends([.of(.increment(robins))], limit: limits)
        }
    }

    @Test
    func
        `in a list what had to be read for, and what comes after it, is charged as what is further in a list`()
        async throws
    {
        let robins = try await person.creates(), reset = OperationID.fresh()
        for _ in 0..<4 { try await person.does(.increment(robins)) }
        try await person.does(.reset(robins, seen: 4), id: reset)
        var limits = person.limit
        limits.operationsPerSecond = 1
        for _ in 0..<8 {
            _ = try await person.sends([.of(.increment(robins))], limit: limits)
        }
        let list: [Change] = [.increment(robins), .undo(reset), .increment(robins)]
        #expect(try await person.sends(list.map { .of($0) }, limit: limits) == ["9", "13", "14"])
    }

    @Test func `what came since is added, and what is about earlier entries makes it out of date`()
        async throws
    {
        let robins = try await person.creates()
        for _ in 0..<3 { try await person.does(.increment(robins)) }
        try await person.does(.reset(robins, seen: 3))
        let request = Replay.Request(counter: try row(of: robins), turning: [4])
        let replay = try bench.ledger.read { try Replay.made(for: request, in: $0) }
        func continued() throws -> Int64? {
            try bench.ledger.read { try replay.continued(for: request, in: $0) }
        }
        #expect(try continued() == 3)
        for _ in 0..<2 { try await person.does(.increment(robins, by: 5)) }
        try await person.does(.void(robins, entry: 5, isVoid: true))
        #expect(try continued() == 8)
        try await person.does(.void(robins, entry: 1, isVoid: true))
        #expect(try continued() == nil)
        #expect(try bench.ledger.read { try Replay.count(for: request, in: $0) } == 7)
    }

    @Test func `the writer goes through a short counter, and not through a long one`() async throws {
        let robins = try await person.creates(),
            request = Replay.Request(counter: try row(of: robins), turning: [])
        for _ in 0..<2 { try await person.does(.increment(robins)) }
        let preparations = Preparations(person.limit)
        #expect(try bench.ledger.read { try preparations.count(for: request, in: $0) } == 2)
        try await person.does(.increment(robins))
        #expect(throws: MissingPreparation.self) {
            try bench.ledger.read { try preparations.count(for: request, in: $0) }
        }
    }

    @Test func `one that is out of date again and again is given up`() async throws {
        let robins = try await person.creates()
        let request = Replay.Request(counter: try row(of: robins), turning: [])
        let replay = try bench.ledger.read { try Replay.made(for: request, in: $0) }
        var preparations = Preparations(person.limit)
        let missing = MissingPreparation(request: .replay(request), entries: 3)
        for _ in 0..<5 { try preparations.add(.replay(request, replay), for: missing) }
        #expect(throws: Refusal.tooManyOperations) {
            try preparations.add(.replay(request, replay), for: missing)
        }
    }

    @Test func `what costs more counts for more, and is made up for by waiting`() throws {
        var limits = Limits()
        limits.operationsPerSecond = 100
        limits.operationsPerDay = 3_000
        var usage = BookUsage(day: 0, operations: 0, words: 0, allowance: 0, refilledAt: 0)
        try usage.addOperation(weight: 1_500, at: .start, limits)
        #expect(throws: Refusal.tooManyOperations) { try usage.addOperation(at: .start, limits) }
        let later = Moment(milliseconds: Moment.start.milliseconds + 5_010)
        try usage.addOperation(at: later, limits)
        #expect(throws: Refusal.tooManyOperations) { try usage.addOperation(at: later, limits) }
    }
}
