// Entries: undone, redone, with notes; and the hours they belong to.

import Foundation
import Testing

@testable import Ledger

@Suite struct HistoryTests {
    let bench: Bench
    let person: Person

    init() throws {
        bench = try Bench()
        person = Person(bench.ledger)
    }

    private func entries(_ counter: Counter.ID) throws -> [Entry] {
        try bench.ledger.entries(of: counter, of: person.account, limit: 1000)
    }

    @Test(arguments: [nil, 1, 5, Int64.max]) func `a tap's JSON is what an encoder makes of it`(by: Int64?)
        throws
    {
        for counter in [Name.number(7), .number(.max), .operation(.fresh())] {
            for tap in [Increment(counter: counter, by: by), Decrement(counter: counter, by: by)] as [any Tap]
            {
                #expect(try tap.json == String(decoding: ChangeCoding.encoder.encode(tap), as: UTF8.self))
            }
        }
    }

    @Test func `the history tells each entry, the newest first, page by page`() async throws {
        let robins = try await person.creates()
        for _ in 0..<5 { try await person.does(.increment(robins)) }
        try await person.does(.decrement(robins))
        try await person.does(.reset(robins, seen: nil))
        try await person.does(.set(robins, count: 12))
        let all = try entries(robins)
        #expect(all.map(\.number) == [8, 7, 6, 5, 4, 3, 2, 1])
        #expect(all.map(\.kind.rawValue).prefix(4) == ["set", "reset", "decrement", "increment"])
        #expect(all.map(\.count).prefix(4) == [12, 0, 4, 5])
        #expect(all.map(\.delta).prefix(4) == [12, -4, -1, 1])
        let account = try person.account
        let older = try bench.ledger.entries(of: robins, of: account, before: 6, limit: 3)
        #expect(older.map(\.number) == [5, 4, 3])
    }

    @Test func `an entry that is taken back no longer counts, until it stands again`() async throws {
        let robins = try await person.creates()
        for _ in 0..<3 { try await person.does(.increment(robins)) }
        #expect(try await person.does(.void(robins, entry: 2, isVoid: true)).count == 2)
        #expect(try entries(robins).first { $0.number == 2 }?.isVoid == true)
        // Two devices may say the same.
        #expect(try await person.does(.void(robins, entry: 2, isVoid: true)).count == 2)
        #expect(try await person.does(.void(robins, entry: 2, isVoid: false)).count == 3)
        #expect(try entries(robins).first { $0.number == 2 }?.isVoid == false)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `what a reset has settled is not taken back twice`() async throws {
        let robins = try await person.creates()
        try await person.does(.increment(robins))
        try await person.does(.reset(robins, seen: nil))
        try await person.does(.increment(robins))
        #expect(try await person.does(.void(robins, entry: 1, isVoid: true)).count == 1)
        // The reset itself is taken back: what it took was taken back before.
        #expect(try await person.does(.void(robins, entry: 2, isVoid: true)).count == 1)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test(arguments: [true, false])
    func `a reset or set that stands again leaves what was counted after it`(_ isReset: Bool) async throws {
        let robins = try await person.creates()
        try await person.does(.increment(robins, by: 5))
        try await person.does(isReset ? .reset(robins, seen: nil) : .set(robins, count: 100))
        try await person.does(.increment(robins, by: 2))
        #expect(try await person.does(.void(robins, entry: 2, isVoid: true)).count == 7)
        #expect(try await person.does(.void(robins, entry: 1, isVoid: true)).count == 2)
        #expect(
            try await person.does(.void(robins, entry: 2, isVoid: false)).count == (isReset ? 2 : 102))
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `what was taken back before a reset does not come again with it`() async throws {
        let robins = try await person.creates()
        try await person.does(.increment(robins, by: 5))
        try await person.does(.reset(robins, seen: nil))
        #expect(try await person.does(.void(robins, entry: 1, isVoid: true)).count == 0)
        #expect(try await person.does(.void(robins, entry: 2, isVoid: true)).count == 0)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `taking back never leads below 0`() async throws {
        let robins = try await person.creates()
        try await person.does(.increment(robins, by: 5))
        try await person.does(.decrement(robins, by: 3))
        #expect(try await person.does(.void(robins, entry: 1, isVoid: true)).count == 0)
        #expect(try await person.does(.void(robins, entry: 1, isVoid: false)).count == 2)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test(arguments: [[1, 2], [2, 1]])
    func `what is taken back is gone in every order, and comes back`(order: [Entry.Number]) async throws {
        let robins = try await person.creates()
        try await person.does(.increment(robins))
        try await person.does(.decrement(robins))
        for entry in order { try await person.does(.void(robins, entry: entry, isVoid: true)) }
        #expect(try person.counter(robins).count == 0)
        try await person.does(.void(robins, entry: 1, isVoid: false))
        #expect(try person.counter(robins).count == 1)
        try await person.does(.void(robins, entry: 2, isVoid: false))
        #expect(try person.counter(robins).count == 0)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `what was taken back below a reset comes back once the reset is taken back`() async throws {
        let robins = try await person.creates(), reset = OperationID.fresh()
        for _ in 0..<5 { try await person.does(.increment(robins)) }
        try await person.does(.reset(robins, seen: nil), id: reset)
        #expect(try await person.does(.void(robins, entry: 1, isVoid: true)).count == 0)
        #expect(try await person.does(.undo(reset)).count == 4)
        #expect(try await person.does(.void(robins, entry: 1, isVoid: false)).count == 5)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `what a reset settled comes to nothing when something after it is taken back`() async throws {
        let robins = try await person.creates()
        for _ in 0..<5 { try await person.does(.increment(robins)) }
        try await person.does(.void(robins, entry: 1, isVoid: true))
        try await person.does(.reset(robins, seen: nil))
        #expect(try await person.does(.void(robins, entry: 1, isVoid: false)).count == 0)
        try await person.does(.increment(robins))
        let minus = OperationID.fresh()
        try await person.does(.decrement(robins), id: minus)
        #expect(try await person.does(.undo(minus)).count == 1)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `two notes that were joined can be corrected however long they are`() async throws {
        let robins = try await person.creates()
        try await person.does(.increment(robins))
        let one = String(repeating: "a", count: 400), other = String(repeating: "b", count: 400)
        try await person.does(.annotate(robins, entry: 1, note: one, seen: ""))
        try await person.does(.annotate(robins, entry: 1, note: other, seen: ""))
        let both = try entries(robins)[0].note
        #expect(both.count == 803)
        try await person.does(.annotate(robins, entry: 1, note: "c" + both.dropFirst(), seen: both))
        #expect(try entries(robins)[0].note == "c" + both.dropFirst())
        await #expect(throws: Refusal.noteIsTooLong) {
            try await person.does(.annotate(robins, entry: 1, note: both + "c", seen: "c" + both.dropFirst()))
        }
    }

    @Test func `entries there are not, and voids, cannot be taken back`() async throws {
        let robins = try await person.creates()
        try await person.does(.increment(robins))
        try await person.does(.void(robins, entry: 1, isVoid: true))
        for entry: Entry.Number in [0, -1, 2, 3, .max] {
            await #expect(throws: Refusal.noSuchEntry) {
                try await person.does(.void(robins, entry: entry, isVoid: true))
            }
        }
    }

    @Test func `a note stays with its entry until it is emptied`() async throws {
        let robins = try await person.creates()
        try await person.does(.increment(robins))
        try await person.does(.annotate(robins, entry: 1, note: "  in the\nhedge \u{1F426} "))
        #expect(try entries(robins)[0].note == "in the hedge \u{1F426}")
        try await person.does(.annotate(robins, entry: 1, note: " "))
        #expect(try entries(robins)[0].note.isEmpty)
        await #expect(throws: Refusal.noteIsTooLong) {
            try await person.does(
                .annotate(robins, entry: 1, note: String(repeating: "x", count: Entry.longestNote + 1)))
        }
        await #expect(throws: Refusal.noSuchEntry) {
            try await person.does(.annotate(robins, entry: 2, note: "x"))
        }
    }

    @Test func `a history of long notes is read in shorter pieces, and whole`() async throws {
        let robins = try await person.creates()
        let note = String(repeating: "👨‍👩‍👧‍👦", count: Entry.longestNote)
        let number = Entry.noteBytesAtOnce / note.utf8.count + 5
        for entry in 1...number {
            try await person.does(.increment(robins))
            try await person.does(.annotate(robins, entry: Entry.Number(entry), note: note))
        }
        let account = try person.account
        var shown: [Entry.Number] = []
        while shown.last != 1 {
            let next = try bench.ledger.entries(of: robins, of: account, before: shown.last, limit: 100)
            try #require(!next.isEmpty && next.count < number)
            shown += next.map(\.number)
        }
        #expect(shown == (1...Entry.Number(number)).reversed())

        let piece = try #require(try bench.ledger.export(of: account).pieces.first)
        var exported = 0
        while exported < number {
            let next = try bench.ledger.entries(of: piece, after: exported, limit: 500)
            try #require(!next.isEmpty && next.count < number && next.allSatisfy { $0.note == note })
            exported += next.count
        }
        #expect(try bench.ledger.entries(of: piece, after: exported, limit: 500).isEmpty)
    }

    @Test func `whatever happens to entries, sums and hours stay provable`() async throws {
        var random = Repeatable(seed: 7)
        let robins = try await person.creates()
        for step in 1...300 {
            let moment = Moment(milliseconds: Moment.start.milliseconds + Int64(step) * 600_000)
            let entry = Int64.random(in: 1...Int64(step), using: &random)
            let change: Change =
                switch Int.random(in: 0..<10, using: &random) {
                case 0..<4: .increment(robins, by: Int64.random(in: 1...9, using: &random))
                case 4: .decrement(robins, by: 4)
                case 5: .reset(robins, seen: Int64.random(in: 0...9, using: &random))
                case 6: .set(robins, count: Int64.random(in: 0...50, using: &random))
                default: .void(robins, entry: entry, isVoid: Bool.random(using: &random))
                }
            _ = try? await person.does(change, at: moment)
        }
        #expect(try entries(robins).count > 150)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `an entry is undone and redone a thousand times at most`() async throws {
        let robins = try await person.creates()
        try await person.does(.increment(robins))
        try bench.sql(
            """
            WITH RECURSIVE place(number) AS (
                SELECT 2 UNION ALL SELECT number + 1 FROM place WHERE number < \(Entry.mostVoids))
            INSERT INTO entry (counter, number, kind, delta, count, madeAt, zoneOffset, operation, voids)
            SELECT 1, number, 'void', CASE WHEN number % 2 = 0 THEN -1 ELSE 1 END, number % 2, 0, 0,
                randomblob(16), 1 FROM place
            """)
        try bench.sql("UPDATE counter SET count = 0, entries = \(Entry.mostVoids)")
        try await person.does(.void(robins, entry: 1, isVoid: false))
        #expect(try person.counter(robins).count == 1)
        await #expect(throws: Refusal.cannotBeUndone) {
            try await person.does(.void(robins, entry: 1, isVoid: true))
        }
        #expect(try person.counter(robins).count == 1)
    }
}

/// Chance that can be had again.
struct Repeatable: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
