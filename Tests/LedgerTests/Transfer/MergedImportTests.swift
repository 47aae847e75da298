// A file of a counter that went on here and elsewhere: what is undone, and that the import itself can be undone.

import Testing

@testable import Ledger

extension TransferTests {
    /// A counter here with 5 in one tap after 3 single ones, and the same elsewhere.
    private func shared() async throws -> (here: Counter.ID, other: Person, copy: Counter.ID) {
        let robins = try await person.creates()
        for _ in 0..<3 { try await person.does(.increment(robins)) }
        try await person.does(.increment(robins, by: 5))
        let other = Person(elsewhere.ledger)
        try await take(try export(.json), by: other)
        return (robins, other, try #require(try other.ledger.counters(of: other.account).first).id)
    }

    @Test func `what two have undone is undone once`() async throws {
        let (robins, other, copy) = try await shared()
        try await person.does(.void(robins, entry: 4, isVoid: true))
        try await other.does(.void(copy, entry: 4, isVoid: true))
        for _ in 0..<3 { try await person.does(.increment(robins)) }
        let file = try export(.json), id = OperationID.fresh()
        try await take(file, by: other, id: id)
        #expect(try other.counter(copy).count == 6)
        #expect(try other.ledger.entry(.number(4), of: copy, of: other.account).isVoid)
        let plan = try other.ledger.plan(
            for: ArchiveFormat.read(file, now: .start), of: other.account, now: .start)
        #expect(plan.map(\.fate) == [.staysAsItIs])
        try await other.does(.undo(id))
        #expect(try other.counter(copy).count == 3)
        #expect(try other.ledger.entry(.number(4), of: copy, of: other.account).isVoid)
    }

    @Test func `what was redone after an import is not undone by the same file again`() async throws {
        let (robins, other, copy) = try await shared()
        try await person.does(.void(robins, entry: 4, isVoid: true))
        try await other.does(.void(copy, entry: 4, isVoid: true))
        let file = try export(.json)
        try await take(file, by: other)
        #expect(try other.counter(copy).count == 3)
        try await other.does(.void(copy, entry: 4, isVoid: false))
        try await take(file, by: other)
        #expect(try other.counter(copy).count == 8)
        #expect(try other.ledger.check().isEmpty)
    }

    @Test func `what a reset has settled is not taken away once more`() async throws {
        let (robins, other, copy) = try await shared()
        try await person.does(.void(robins, entry: 4, isVoid: true))
        try await other.does(.reset(copy, seen: 8))
        for _ in 0..<2 { try await other.does(.increment(copy)) }
        let id = OperationID.fresh()
        try await take(try export(.csv), by: other, id: id)
        #expect(try other.counter(copy).count == 2)
        #expect(try other.ledger.entry(.number(4), of: copy, of: other.account).isVoid)
        try await other.does(.undo(id))
        #expect(try other.counter(copy).count == 2)
        #expect(try other.ledger.check().isEmpty)
    }

    @Test(arguments: 0..<12)
    func `an import that is undone leaves the counts of before, and done again those of after`(
        _ batch: UInt64
    ) async throws {
        for bench in [bench, elsewhere] {
            // Power cuts are not what this is about.
            try await bench.ledger.pool.writeWithoutTransaction {
                try $0.execute(sql: "PRAGMA synchronous = OFF")
            }
        }
        for seed in 1...25 { try await playMerge(UInt64(seed) + 1_000 * batch) }
        for bench in [bench, elsewhere] {
            try await bench.ledger.pool.writeWithoutTransaction {
                try $0.execute(sql: "PRAGMA synchronous = FULL")
            }
            #expect(try bench.ledger.check().isEmpty)
        }
    }

    private func playMerge(_ seed: UInt64) async throws {
        var chance = Seeded(seed)
        let one = Person(bench.ledger)
        var two = Person(elsewhere.ledger)
        two.limit.entriesAtOnce = chance.pick([nil, 1, 3])
        two.limit.entriesReplayed = chance.pick([nil, 2])
        let counters = [try await one.creates("Robins"), try await one.creates("Wrens")]
        try await one.counts(on: counters, times: 3...20, &chance)
        try await take(try export(.json, of: one), by: two)
        try await one.counts(on: counters, times: 3...20, &chance)
        if chance.chance(7, in: 10) { try await two.counts(on: [1, 2], times: 0...10, &chance) }
        let file = try export(chance.pick(ArchiveFormat.allCases), of: one)

        let before = try two.standing, id = OperationID.fresh(), undo = OperationID.fresh()
        try await take(file, by: two, id: id)
        let with = try two.standing
        try await take(file, by: two)
        #expect(try two.standing == with, "Seed \(seed): imported twice")
        try await two.does(.undo(id), id: undo)
        let without = try two.standing
        for (name, standing) in before {
            #expect(
                without[name]?.count == standing.count
                    && without[name]?.undone.intersection(standing.known) == standing.undone,
                "Seed \(seed): undone")
        }
        if chance.chance(1, in: 2) {
            try await two.does(.undo(undo))
        } else {
            try await take(file, by: two)
        }
        let again = try two.standing
        #expect(again.mapValues(\.count) == with.mapValues(\.count), "Seed \(seed): done again")
        #expect(again.mapValues(\.undone) == with.mapValues(\.undone), "Seed \(seed): done again")
    }
}

/// How a counter stands: its count, its entries, and which of them are undone.
private struct Standing: Equatable {
    let count: Int64
    let known: Set<Entry.Number>
    let undone: Set<Entry.Number>
}

extension Person {
    fileprivate var standing: [OperationID: Standing] {
        get throws {
            try ledger.counters(of: account).reduce(into: [:]) { standing, counter in
                let entries = try ledger.entries(of: counter.id, of: account, limit: 1_000)
                let replayed = try ledger.read { database in
                    let row = try database.counterRow(.number(counter.id), in: account)?.row ?? 0
                    return try Replay.count(for: .init(counter: row, turning: []), in: database)
                }
                #expect(replayed == counter.count)
                standing[counter.origin] = Standing(
                    count: counter.count, known: Set(entries.filter { $0.kind != .void }.map(\.number)),
                    undone: Set(entries.filter(\.isVoid).map(\.number)))
            }
        }
    }

    fileprivate func counts(
        on counters: [Counter.ID], times: ClosedRange<Int>, _ chance: inout Seeded
    ) async throws {
        for _ in 0..<Int.random(in: times, using: &chance) {
            let counter = chance.pick(counters)
            let entry = Entry.Number.random(in: 1...12, using: &chance)
            let change: Change =
                switch Int.random(in: 0..<100, using: &chance) {
                case ..<45: .increment(counter, by: chance.pick([1, 1, 2, 5, 9]))
                case ..<60: .decrement(counter, by: chance.pick([1, 3]))
                case ..<64: .reset(counter, seen: nil)
                case ..<68: .reset(counter, seen: chance.pick([1, 3]))
                case ..<75: .set(counter, count: chance.pick([0, 7, 100]))
                default: .void(counter, entry: entry, isVoid: chance.chance(7, in: 10))
                }
            do { try await does(change) } catch Refusal.noSuchEntry {}
        }
    }
}
