// What a browser has counted comes along when it joins another account.

import Testing

@testable import Ledger

@Suite struct CopyAccountTests {
    let bench: Bench
    let ada: Person
    let phone: Person

    init() throws {
        bench = try Bench()
        ada = Person(bench.ledger)
        phone = Person(bench.ledger)
    }

    func titles() throws -> [String] {
        try bench.ledger.counters(of: ada.account).map(\.title)
    }

    func goals() throws -> [Goal] { try bench.ledger.goals(of: ada.account) }

    /// A counter of each, with one note, and a goal that follows the phone's.
    func begin() async throws -> Counter.ID {
        _ = try await ada.creates("Robins")
        let tea = try await phone.creates("Tea")
        for _ in 0..<3 { try await phone.does(.increment(tea)) }
        try await phone.does(.void(tea, entry: 2, isVoid: true))
        try await phone.does(.annotate(tea, entry: 1, note: "Green"))
        _ = try await phone.makes(.of("Drink", follows: Goal.Following(counter: tea, target: 1)))
        let read = try await phone.makes(.of("Read"))
        try await phone.does(.markDay(read, .start, isDone: true))
        return tea
    }

    @Test func `counters come with their history, goals with their days, in their order`() async throws {
        let tea = try await begin()
        try await ada.does(.copyAccount(phone.account))
        #expect(try titles() == ["Robins", "Tea"])
        let copy = try #require(try bench.ledger.counters(of: ada.account).last)
        #expect(copy.count == 2)
        let entries = try bench.ledger.entries(of: copy.id, of: ada.account, limit: 10)
        #expect(entries.count == 4 && entries.contains { $0.note == "Green" })
        #expect(try goals().map(\.name) == ["Drink", "Read"])
        #expect(try goals().first?.follows?.counter == copy.id)
        #expect(try bench.ledger.check().isEmpty)
        // The other account keeps what it has, and the copy goes its own way.
        try await ada.does(.increment(copy.id))
        #expect(try phone.counter(tea).count == 2)
        #expect(try ada.counter(copy.id).count == 3)
    }

    @Test func `the days that a counter has reached come along though it is in the trash`() async throws {
        let tea = try await begin()
        try await phone.does(.delete(tea))
        try await ada.does(.copyAccount(phone.account))
        #expect(try titles() == ["Robins"])
        let drink = try #require(try goals().first)
        #expect(drink.name == "Drink" && drink.follows == nil)
        #expect(try bench.ledger.goalDay(.start, of: drink.id, of: ada.account).isDone)
    }

    @Test func `it is undone as one, and redone`() async throws {
        _ = try await begin()
        let id = OperationID.fresh(), undo = OperationID.fresh()
        try await ada.does(.copyAccount(phone.account), id: id)
        try await ada.does(.undo(id), id: undo)
        #expect(try titles() == ["Robins"])
        #expect(try goals().map(\.name) == [])
        #expect(try bench.ledger.trash(of: ada.account, now: .start).count == 1)
        try await ada.does(.undo(undo))
        #expect(try titles() == ["Robins", "Tea"] && goals().count == 2)
    }

    @Test func `a redo brings nothing back that somebody has deleted before the undo`() async throws {
        _ = try await begin()
        let id = OperationID.fresh(), undo = OperationID.fresh()
        try await ada.does(.copyAccount(phone.account), id: id)
        let copy = try #require(try bench.ledger.counters(of: ada.account).last)
        try await ada.does(.delete(copy.id))
        try await ada.does(.undo(id), id: undo)
        try await ada.does(.undo(undo))
        #expect(try titles() == ["Robins"] && goals().count == 2)
    }

    @Test func `a goal that was used since stays when it is undone`() async throws {
        _ = try await begin()
        let id = OperationID.fresh()
        try await ada.does(.copyAccount(phone.account), id: id)
        let read = try #require(try goals().last)
        try await ada.does(.noteDay(read.id, .start, note: "Chapter 3"))
        try await ada.does(.undo(id))
        #expect(try goals().map(\.name) == ["Read"])
    }

    @Test func `notes that come along count as words written today`() async throws {
        _ = try await begin()
        var ada = ada
        ada.limit.wordsPerDay = 4
        await #expect(throws: Refusal.tooManyOperationsToday) {
            try await ada.does(.copyAccount(phone.account))
        }
        ada.limit.wordsPerDay = 1_000
        try await ada.does(.copyAccount(phone.account))
    }

    @Test func `what has no room is refused as a whole`() async throws {
        _ = try await begin()
        var full = ada
        full.limit = Limits(accountsPerHour: nil, counters: 1)
        await #expect(throws: Refusal.tooManyCounters) { try await full.does(.copyAccount(phone.account)) }
        #expect(try titles() == ["Robins"] && goals().isEmpty)
    }
}
