// Which counters were counted on last: what search and an app's shortcuts offer.

import Testing

@testable import Ledger

@Suite struct LastCountedTests {
    let bench: Bench
    let person: Person

    init() throws {
        bench = try Bench()
        person = Person(bench.ledger)
    }

    private func titles() throws -> [String] {
        try bench.ledger.lastCounted(of: person.account, limit: 3).map(\.title)
    }

    @Test func `those counted on last come first, and none that is deleted`() async throws {
        #expect(try titles().isEmpty)
        let robins = try await person.creates("Robins"), wrens = try await person.creates("Wrens")
        #expect(try titles() == ["Wrens", "Robins"])
        try await person.does(.increment(robins))
        #expect(try titles() == ["Robins", "Wrens"])
        try await person.does(.delete(robins))
        #expect(try titles() == ["Wrens"])
        try await person.does(.delete(wrens))
        #expect(try titles().isEmpty)
    }

    @Test func `a clock that was ahead for a while keeps no counter first`() async throws {
        let robins = try await person.creates("Robins"), wrens = try await person.creates("Wrens")
        let months = Moment.start.advanced(byDays: 90)
        try await person.does(.increment(robins), id: .fresh(at: months))
        #expect(try titles() == ["Robins", "Wrens"])
        try await person.does(.increment(wrens))
        #expect(try titles() == ["Wrens", "Robins"])
    }

    @Test func `those of a file were never counted on`() async throws {
        let archived = ArchivedCounter(
            origin: .fresh(), title: "Robins", color: 0, style: .fractal, step: 1, isCollapsed: false,
            createdAt: .start, countBefore: nil)
        try await person.does(.importArchive(Archive(counters: [archived], repetitions: 0)))
        #expect(try bench.ledger.counters(of: person.account).map(\.title) == ["Robins"])
        #expect(try titles().isEmpty)
    }

    @Test func `a counter that is deleted while they are looked up is among them or not, and no fault`()
        async throws
    {
        let robins = try await person.creates("Robins")
        _ = try await person.creates("Wrens")
        let looking = Task {
            while !Task.isCancelled {
                let found = try titles()
                #expect(found == ["Wrens", "Robins"] || found == ["Wrens"])
                await Task.yield()
            }
        }
        for _ in 0..<100 {
            try await person.does(.delete(robins))
            try await person.does(.restore(robins))
        }
        looking.cancel()
        try await looking.value
    }
}
