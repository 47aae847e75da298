// Changing a counter's step and position.

import Testing

@testable import Ledger

@Suite struct StepAndOrderTests {
    let bench: Bench
    let person: Person

    init() throws {
        bench = try Bench()
        person = Person(bench.ledger)
    }

    @Test func `a step is what a tap counts, within what a count can be`() async throws {
        let robins = try await person.creates()
        try await person.does(.setStep(robins, step: 5))
        #expect(try await person.does(.increment(robins)).count == 5)
        // A device that had not heard of it counts what it showed.
        #expect(try await person.does(.increment(robins, by: 1)).count == 6)
        #expect(try await person.does(.decrement(robins)).count == 1)
        #expect(try await person.does(.decrement(robins)).count == 0)
        try bench.preset(robins, to: .max - 2)
        #expect(try await person.does(.increment(robins)).count == .max)
        for step: Int64 in [0, -5, Counter.largestStep + 1, .min, .max] {
            await #expect(throws: Refusal.numberIsOutOfRange) {
                try await person.does(.setStep(robins, step: step))
            }
            await #expect(throws: Refusal.numberIsOutOfRange) {
                try await person.does(.increment(robins, by: step))
            }
        }
        await #expect(throws: Refusal.numberIsOutOfRange) { try await person.does(.set(robins, count: -1)) }
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `counters move as cards do on a table`() async throws {
        var random = Repeatable(seed: 3)
        var order: [Counter.ID] = []
        for number in 0..<7 { order.append(try await person.creates("\(number)")) }
        try await person.does(.delete(order.remove(at: 3)))
        for _ in 0..<60 {
            let moved = order.remove(at: Int.random(in: 0..<order.count, using: &random))
            let place = Int.random(in: 0...order.count, using: &random)
            order.insert(moved, at: place)
            try await person.does(.move(moved, after: place == 0 ? nil : order[place - 1]))
            let now = try bench.ledger.counters(of: person.account).map(\.id)
            try #require(now == order)
        }
    }

    @Test func `a counter is not moved to a foreign or missing one`() async throws {
        let robins = try await person.creates(), other = Person(bench.ledger)
        _ = try await other.creates()
        let foreign = try await other.creates()
        for neighbour in [foreign, 999, -1] {
            await #expect(throws: Refusal.noSuchCounter) {
                try await person.does(.move(robins, after: neighbour))
            }
        }
        await #expect(throws: Refusal.noSuchCounter) { try await person.does(.move(foreign, after: robins)) }
    }
}
