// An import is undone and redone as a whole, and the result can be exported completely.

import Foundation
import Testing

@testable import Ledger

extension TransferTests {
    @Test func `an import is taken back as a whole, and once`() async throws {
        let robins = try await person.creates()
        try await person.does(.increment(robins))
        let before = Person(elsewhere.ledger)
        try await take(try export(.json), by: before)
        let copy = try #require(try before.ledger.counters(of: before.account).first).id
        let wrens = try await person.creates("Wrens")
        for _ in 0..<4 { try await person.does(.increment(robins, by: 5)) }
        try await person.does(.void(robins, entry: 1, isVoid: true))
        try await person.does(.void(robins, entry: 3, isVoid: true))
        try await person.does(.increment(wrens))

        let id = OperationID.fresh()
        let file = try export(.json)
        for _ in 0..<2 { try await take(file, by: before, id: id) }
        #expect(try before.counter(copy).count == 15)
        #expect(try before.ledger.counters(of: before.account).count == 2)
        #expect(try before.ledger.summary(of: id, of: before.account)?.kind == .importArchive)
        try await before.does(.undo(id))
        #expect(try before.counter(copy).count == 1)
        #expect(try before.ledger.counters(of: before.account).map(\.id) == [copy])
        #expect(try before.ledger.check().isEmpty)
    }

    /// A counter of 3 elsewhere, and a file that brings it to 18 by way of a void and a reset.
    func grown() async throws -> (someone: Person, copy: Counter.ID, file: [UInt8]) {
        let robins = try await person.creates()
        for _ in 0..<3 { try await person.does(.increment(robins)) }
        let other = Person(elsewhere.ledger)
        try await take(try export(.json), by: other)
        let copy = try #require(try other.ledger.counters(of: other.account).first).id
        try await person.does(.void(robins, entry: 2, isVoid: true))
        try await person.does(.increment(robins, by: 5))
        try await person.does(.reset(robins, seen: 2))
        for _ in 0..<2 { try await person.does(.increment(robins, by: 5)) }
        try await person.does(.increment(robins, by: 3))
        return (other, copy, try export(.json))
    }

    @Test func `what came back from the trash goes there again, and back, with its entries`() async throws {
        let (other, copy, file) = try await grown()
        try await other.does(.delete(copy))
        let id = OperationID.fresh(), undo = OperationID.fresh()
        try await take(file, by: other, id: id)
        #expect(try other.counter(copy).count == 18)
        try await other.does(.undo(id), id: undo)
        #expect(try other.ledger.trash(of: other.account, now: .start).map(\.count) == [3])
        try await other.does(.undo(undo))
        #expect(try other.counter(copy).count == 18)
        #expect(try other.ledger.check().isEmpty)
    }

    @Test func `who undoes a large import over and over has to wait`() async throws {
        let robins = try await person.creates()
        var other = Person(elsewhere.ledger)
        try await take(try export(.json), by: other)
        for _ in 0..<200 { try await person.does(.increment(robins)) }
        let id = OperationID.fresh(), undo = OperationID.fresh()
        try await take(try export(.json), by: other, id: id)
        other.limit.operationsPerDay = 14
        try await other.does(.undo(id), id: undo)
        try await other.does(.undo(undo), id: .fresh())
        await #expect(throws: Refusal.tooManyOperationsToday) { try await other.does(.undo(undo)) }
        other.limit.operationsPerDay = nil
        other.limit.operationsPerSecond = 1
        try await other.does(.undo(undo))
        await #expect(throws: Refusal.tooManyOperations) {
            for _ in 0..<10 { try await other.does(.increment(1)) }
        }
    }

    @Test func `an import that was taken back leaves a counter that is exported whole`() async throws {
        let (other, copy, file) = try await grown()
        let id = OperationID.fresh()
        try await take(file, by: other, id: id)
        #expect(try other.counter(copy).count == 18)
        try await other.does(.undo(id))
        #expect(try other.counter(copy).count == 3)
        try await other.does(.increment(copy))
        #expect(try other.ledger.check().isEmpty)
        for format in ArchiveFormat.allCases {
            let third = Person(elsewhere.ledger)
            let saved = try export(format, of: other)
            #expect(try await take(saved, by: third).repetitions == 0)
            #expect(try export(format, of: third) == saved)
        }
    }

    @Test func `an import that was taken back is done again by its undo's undo, or by its file`() async throws
    {
        for isByFile in [true, false] {
            let (other, copy, file) = try await grown()
            try await other.does(.void(copy, entry: 1, isVoid: true))
            let before = try other.counter(copy).count
            let id = OperationID.fresh(), undo = OperationID.fresh()
            try await take(file, by: other, id: id)
            let with = try other.counter(copy).count
            try await other.does(.undo(id), id: undo)
            #expect(try other.counter(copy).count == before)
            if isByFile {
                let plan = try other.ledger.plan(
                    for: ArchiveFormat.read(file, now: .start), of: other.account, now: .start)
                #expect(plan.map(\.fate) == [.grows] && plan.first?.count == with)
                try await take(file, by: other)
            } else {
                try await other.does(.undo(undo))
            }
            #expect(try other.counter(copy).count == with)
            #expect(try other.ledger.check().isEmpty)
            try await take(file, by: other)
            #expect(try other.counter(copy).count == with)
        }
    }

    @Test func `what somebody took back by hand stays so, whatever a file says`() async throws {
        let robins = try await person.creates()
        for _ in 0..<3 { try await person.does(.increment(robins)) }
        let file = try export(.csv)
        try await person.does(.void(robins, entry: 2, isVoid: true))
        try await take(file, by: person)
        #expect(try person.counter(robins).count == 2)
    }

    @Test func `a counter deleted meanwhile does not keep the rest of an import`() async throws {
        let (other, copy, file) = try await grown()
        let wrens = try await person.creates("Wrens")
        try await person.does(.increment(wrens))
        let both = try export(.json), id = OperationID.fresh()
        #expect(file != both)
        try await take(both, by: other, id: id)
        try await other.does(.delete(copy))
        try await other.does(.undo(id))
        #expect(try other.ledger.counters(of: other.account).isEmpty)
        try await other.does(.restore(copy))
        #expect(try other.counter(copy).count == 18)
    }

    @Test func `a note comes to an entry that has none, and a title is the one here`() async throws {
        let robins = try await person.creates()
        for _ in 0..<2 { try await person.does(.increment(robins)) }
        let other = Person(elsewhere.ledger)
        try await take(try export(.json), by: other)
        let copy = try #require(try other.ledger.counters(of: other.account).first).id
        try await other.does(.rename(copy, title: "Thrushes"))
        try await other.does(.annotate(copy, entry: 2, note: "mine"))
        for entry: Entry.Number in [1, 2] {
            try await person.does(.annotate(robins, entry: entry, note: "theirs"))
        }
        let archive = try ArchiveFormat.read(try export(.csv), now: .start)
        let plan = try other.ledger.plan(for: archive, of: other.account, now: .start)
        #expect(plan.map(\.title) == ["Thrushes"] && plan.map(\.notes) == [1] && plan.map(\.fate) == [.grows])
        try await other.does(.importArchive(archive))
        let entries = try other.ledger.entries(of: copy, of: other.account, limit: 9)
        #expect(entries.map(\.note) == ["mine", "theirs"])
    }

    @Test func `undoing a large import leaves what lies in the trash already`() async throws {
        for title in ["Robins", "Wrens", "Owls"] { _ = try await person.creates(title) }
        let file = try export(.json)
        var other = Person(elsewhere.ledger)
        other.limit.counters = 3
        let mine = try await other.creates("Mine"), id = OperationID.fresh()
        try await other.does(.increment(mine))
        try await other.does(.delete(mine))
        try await take(file, by: other, id: id)
        let later = Moment.start.advanced(byDays: 1)
        try await other.does(.undo(id), at: later)
        #expect(try other.ledger.trash(of: other.account, now: later).map(\.title).contains("Mine"))
        try await other.does(.restore(mine), at: later)
        #expect(try other.counter(mine).count == 1)
    }

    @Test func `a note that was removed here stays so, whatever an older file says`() async throws {
        let robins = try await person.creates()
        for _ in 0..<2 { try await person.does(.increment(robins)) }
        let early = try export(.csv)
        for entry: Entry.Number in [1, 2] {
            try await person.does(.annotate(robins, entry: entry, note: "by the door"))
        }
        let file = try export(.csv)
        try await person.does(.annotate(robins, entry: 1, note: ""))
        try await take(file, by: person)
        var entries = try bench.ledger.entries(of: robins, of: person.account, limit: 9)
        #expect(entries.map(\.note) == ["by the door", ""])
        // Where nobody has written one, it comes.
        let other = Person(elsewhere.ledger)
        for file in [early, file] { try await take(file, by: other) }
        entries = try other.ledger.entries(of: 1, of: other.account, limit: 9)
        #expect(entries.map(\.note) == ["by the door", "by the door"])
    }

    @Test func `ten thousand resets are taken back as quickly as they came`() async throws {
        let robins = try await person.creates()
        try await person.does(.increment(robins))
        let early = try export(.json)
        for _ in 0..<5 { try await person.does(.set(robins, count: 9)) }
        try bench.repeatLastEntry(of: robins, times: 10_000)
        let other = Person(elsewhere.ledger)
        try await take(early, by: other)
        let copy = try #require(try other.ledger.counters(of: other.account).first).id
        let id = OperationID.fresh()
        try await take(try export(.json), by: other, id: id)
        #expect(try other.counter(copy).count == 9)
        try await other.does(.undo(id))
        #expect(try other.counter(copy).count == 1)
        #expect(try other.ledger.check().isEmpty)
    }

    /// A file that begins with a count, of a counter that some entry is undone and redone in.
    private func file(
        of origin: OperationID, _ target: OperationID, before: Int64?, increments: Int, voids: Int
    ) -> Archive {
        var counter = ArchivedCounter(
            origin: origin, title: "Robins", color: 0, style: .fractal, step: 1, isCollapsed: false,
            createdAt: .start, countBefore: before)
        for place in 0..<increments + voids {
            let isVoid = place >= increments
            let delta: Int64 = isVoid && (place - increments) % 2 == 0 ? -1 : 1
            counter.entries.append(
                ArchivedEntry(
                    id: place == 0 && increments > 0 ? target : .fresh(), kind: isVoid ? .void : .increment,
                    delta: delta, count: counter.count + delta, madeAt: .start, zoneOffset: 60,
                    voids: isVoid ? target : nil, note: ""))
        }
        return Archive(counters: [counter], repetitions: 0)
    }

    @Test func `several files bring no more undoing of one entry than one may`() async throws {
        let origin = OperationID.fresh(), target = OperationID.fresh()
        try await person.does(
            .importArchive(file(of: origin, target, before: nil, increments: 2, voids: 600)))
        let account = try person.account
        try await person.does(
            .importArchive(file(of: origin, target, before: 2, increments: 0, voids: 400)))
        let copy = try #require(try bench.ledger.counters(of: account).first)
        #expect(copy.count == 2)
        let more = file(of: origin, target, before: 2, increments: 0, voids: 2)
        let fault = ArchiveFault(.valueIsWrong(field: "voids"), at: .entry(0, ofCounter: 1))
        #expect(throws: fault) { try bench.ledger.plan(for: more, of: account, now: .start) }
        await #expect(throws: fault) { try await person.does(.importArchive(more)) }
        #expect(try bench.ledger.entries(of: copy.id, of: account, limit: 2_000).count == 1_002)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `an entry that was undone as often as it can be stays when its import is taken back`()
        async throws
    {
        let (other, copy, file) = try await grown()
        let id = OperationID.fresh()
        try await take(file, by: other, id: id)
        let entries = try other.ledger.entries(of: copy, of: other.account, limit: 9)
        let last = try #require(entries.first { $0.kind == .increment }).number
        try elsewhere.sql(
            """
            WITH RECURSIVE place(ahead) AS (
                SELECT 1 UNION ALL SELECT ahead + 1 FROM place WHERE ahead < \(Entry.mostVoids))
            INSERT INTO entry (counter, number, kind, delta, count, madeAt, zoneOffset, operation, voids)
            SELECT id, entries + ahead, 'void', 0, count, 0, 0, randomblob(16), \(last)
            FROM place JOIN counter ON title = 'Robins'
            """)
        try elsewhere.sql("UPDATE counter SET entries = entries + \(Entry.mostVoids)")
        try await other.does(.undo(id))
        #expect(
            try elsewhere.number("SELECT COUNT(*) FROM entry WHERE voids = \(last)")
                == Int64(Entry.mostVoids))
        let entry = try other.ledger.entry(.number(last), of: copy, of: other.account)
        #expect(!entry.isVoid)
        #expect(try other.ledger.check().isEmpty)
    }
}
