// A list's order, also where there is no room left between two neighbours.

import Ledger
import Testing

@Suite struct PlaceTests {
    let bench: Bench
    let person: Person

    init() throws {
        bench = try Bench()
        person = Person(bench.ledger)
    }

    private func order() throws -> [Counter.ID] {
        try bench.ledger.counters(of: person.account).sorted { $0.rank < $1.rank }.map(\.id)
    }

    private func revision() throws -> Int64 { try bench.ledger.visitor(person.token)?.revision ?? 0 }

    @Test func `a list keeps its order wherever its counters are moved`() async throws {
        var order: [Counter.ID] = []
        for number in 0..<60 { order.append(try await person.creates("\(number)")) }
        var random = Repeatable(seed: 7)
        for move in 0..<400 {
            // Long stretches at one place use up its room.
            let place = move < 200 ? 1 : move < 300 ? 0 : Int.random(in: 0..<59, using: &random)
            let moved = move < 200 ? order[59] : order.randomElement(using: &random) ?? 0
            order.removeAll { $0 == moved }
            try await person.does(.move(moved, after: place == 0 ? nil : order[place - 1]))
            order.insert(moved, at: place)
            #expect(try self.order() == order)
        }
    }

    @Test func `many moves to one place change few of the other counters`() async throws {
        var ids: [Counter.ID] = []
        for number in 0..<300 { ids.append(try await person.creates("\(number)")) }
        var changed = 0
        for moved in ids.reversed().prefix(100) {
            let before = try revision()
            try await person.does(.move(moved, after: ids[0]))
            changed += try bench.ledger.counters(of: person.account, changedSince: before).changed.count
        }
        #expect(try order() == [ids[0]] + ids.suffix(100) + ids[1..<200])
        #expect(changed < 500)
    }
}
