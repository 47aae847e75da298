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

    private func titles() throws -> [String] {
        try bench.ledger.counters(of: ada.account).filter { !$0.isDeleted }.map(\.title)
    }

    private func goals() throws -> [Goal] { try bench.ledger.goals(of: ada.account) }

    /// A counter of each, with one note, and a goal that follows the phone's.
    private func begin() async throws -> Counter.ID {
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

// A large account is copied piece by piece, and shown all at once.
extension CopyAccountTests {
    private func stage(atOnce: Int = 3) async throws -> StagedCopy {
        try await bench.ledger.stageCopy(
            of: phone.account, to: ada.account, .start, ada.limit, atOnce: atOnce)
    }

    private func change(_ staged: StagedCopy) throws -> Change {
        Change(CopyAccount(account: try phone.account, staged: staged))
    }

    private func history(of counter: Counter.ID, _ person: Person) throws -> [[String]] {
        try bench.ledger.entries(of: counter, of: person.account, limit: 10).map {
            ["\($0.kind)", "\($0.delta)", "\($0.count)", "\($0.madeAt)", $0.note]
        }
    }

    /// How many rows there are that nobody sees, or that belong to them.
    private func hidden() throws -> Int64? {
        try bench.number(
            """
            SELECT (SELECT COUNT(*) FROM counter WHERE deletedAt = 0) + (SELECT COUNT(*) FROM goal WHERE removedAt = 0)
                + (SELECT COUNT(*) FROM entry WHERE counter IN (SELECT id FROM counter WHERE deletedAt = 0))
                + (SELECT COUNT(*) FROM goalDay WHERE goal IN (SELECT id FROM goal WHERE removedAt = 0))
            """)
    }

    /// Gives the phone's counter 3,000 entries.
    private func lengthen() throws {
        try bench.sql(
            """
            WITH RECURSIVE n(i) AS (SELECT 5 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
            INSERT INTO entry (counter, number, kind, delta, count, madeAt, zoneOffset, operation)
            SELECT id, i, 'increment', 1, i - 2, 1795248000000, 60, randomblob(16)
            FROM n, counter WHERE title = 'Tea';
            UPDATE counter SET count = 2998, entries = 3000 WHERE title = 'Tea';
            UPDATE hour SET marks = 2998 WHERE counter = (SELECT id FROM counter WHERE title = 'Tea');
            """)
    }

    @Test(arguments: [1, 2, 3, 4])
    func `what was copied in pieces is the same as what was copied at once`(_ atOnce: Int) async throws {
        let tea = try await begin()
        let staged = try await stage(atOnce: atOnce)
        #expect(staged.copies.count == 3)
        try await ada.does(change(staged))
        #expect(try titles() == ["Robins", "Tea"] && goals().map(\.name) == ["Drink", "Read"])
        let copy = try #require(try bench.ledger.counters(of: ada.account).last)
        #expect(try copy.count == 2 && history(of: copy.id, ada) == history(of: tea, phone))
        #expect(try goals().first?.follows == Goal.Following(counter: copy.id, target: 1))
        let read = try #require(try goals().last)
        #expect(try bench.ledger.record(of: read, of: ada.account).marked == [.start])
        #expect(try hidden() == 0)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `nobody sees what is only written, and it is undone as one once it is shown`() async throws {
        _ = try await begin()
        let revision = try bench.ledger.visitor(ada.token)?.revision
        let staged = try await stage()
        #expect(try titles() == ["Robins"] && goals().isEmpty)
        #expect(try bench.ledger.trash(of: ada.account, now: .start).isEmpty)
        #expect(try bench.ledger.visitor(ada.token)?.revision == revision)
        #expect(try bench.ledger.check().isEmpty)
        let id = OperationID.fresh()
        try await ada.does(change(staged), id: id)
        try await ada.does(.undo(id))
        #expect(try titles() == ["Robins"] && goals().isEmpty)
    }

    @Test func `of a copy that was begun and never shown nothing stays`() async throws {
        _ = try await begin()
        try await bench.ledger.discard(stage(), now: .start)
        #expect(try hidden() == 0)
        let tidied = try await stage()
        #expect(try hidden() ?? 0 > 0)
        _ = try await bench.ledger.tidy(now: .start)
        #expect(try hidden() == 0)
        // What is gone by then is copied anew.
        try await ada.does(change(tidied))
        #expect(try titles() == ["Robins", "Tea"] && goals().count == 2)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `what has no room leaves nothing behind, and the code is good`() async throws {
        _ = try await begin()
        try lengthen()
        let code = TokenHash(repeatElement(1, count: 32)), device = TokenHash(repeatElement(2, count: 32))
        try await bench.ledger.setJoinCode(code, of: ada.account, until: .start.advanced(byDays: 1))
        let copy = Operation(
            id: .fresh(), mayBeRepeated: false, change: .copyAccount(try phone.account), madeAt: .start,
            zoneOffset: 0)
        let full = Limits(accountsPerHour: nil, counters: 1)
        await #expect(throws: Refusal.tooManyCounters) {
            try await bench.ledger.open(.code(code), as: device, applying: (copy, full), at: .start)
        }
        #expect(try hidden() == 0)
        let opened = try await bench.ledger.open(
            .code(code), as: device, applying: (copy, ada.limit), at: .start)
        #expect(try opened == ada.account && titles() == ["Robins", "Tea"])
        #expect(try bench.ledger.counters(of: ada.account).last?.count == 2998)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `of a long counter that is tapped meanwhile no half is shown`() async throws {
        let tea = try await begin()
        try lengthen()
        let staged = try await stage(atOnce: 1_000)
        try await phone.does(.increment(tea))
        await #expect(throws: StaleCopy.self) { try await ada.does(change(staged)) }
        #expect(try titles() == ["Robins"] && goals().isEmpty)
        let again = try await stage(atOnce: 1_000)
        try await ada.does(change(again))
        #expect(try bench.ledger.counters(of: ada.account).last?.count == 2999)
        #expect(try bench.ledger.check().isEmpty)
    }
}
