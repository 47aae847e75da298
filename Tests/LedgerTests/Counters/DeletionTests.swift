// Deleting all counters permanently, and what can no longer be restored from the trash.

import Testing

@testable import Ledger

@Suite struct DeletionTests {
    let bench: Bench
    let person: Person

    init() throws {
        bench = try Bench()
        person = Person(bench.ledger)
    }

    private var newest: Counter.ID {
        get throws { try bench.ledger.deletionScope(of: person.account).newest }
    }

    @Test func `all counters go for good, those in the trash too, and those of others stay`() async throws {
        let robins = try await person.creates("Robins"), wrens = try await person.creates("Wrens")
        for _ in 0..<3 { try await person.does(.increment(robins)) }
        try await person.does(.increment(wrens))
        try await person.does(.delete(wrens))
        let other = Person(bench.ledger)
        let coffees = try await other.creates("Coffees")
        #expect(
            try bench.ledger.deletionScope(of: person.account)
                == DeletionScope(counters: 1, inTrash: 1, marks: 4, newest: wrens))

        let receipt = try await person.does(.deleteAll(newest: newest))
        #expect(try bench.ledger.deletionScope(of: person.account) == .nothing)
        #expect(try bench.ledger.trash(of: person.account, now: .start).isEmpty)
        for id in [robins, wrens] {
            #expect(throws: Refusal.noSuchCounter) { try person.counter(id) }
            for change: Change in [.increment(id), .rename(id, title: "x"), .restore(id), .delete(id)] {
                await #expect(throws: Refusal.noSuchCounter) { try await person.does(change) }
            }
        }
        #expect(try bench.ledger.counter(at: 1, of: person.account) == nil)
        #expect(try bench.ledger.counters(of: person.account, including: robins).isEmpty)
        #expect(try bench.ledger.lastCounted(of: person.account, limit: 2).isEmpty)
        #expect(
            try bench.ledger.countedHours(ofAll: person.account, from: nil, through: CivilDay(number: 30_000))
                .isEmpty)
        // Whoever has older cards hears that each of them is gone.
        let gone = try bench.ledger.counters(of: person.account, changedSince: receipt.revision - 1).changed
        #expect(Set(gone.map(\.id)) == [robins, wrens] && gone.allSatisfy(\.isDeleted))
        #expect(try other.counter(coffees).title == "Coffees")
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `an account with many counters is deleted in small pieces, between which others write`()
        async throws
    {
        for number in 1...6 { _ = try await person.creates("Robins \(number)") }
        try bench.sql(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
            INSERT INTO entry (counter, number, kind, delta, count, madeAt, zoneOffset, operation)
            SELECT id, i, 'increment', 1, i, i * 3600000, 0, randomblob(16) FROM n, counter;
            INSERT INTO hour SELECT counter, number, 1, madeAt, madeAt FROM entry;
            INSERT INTO note SELECT counter, number, 'x' FROM entry;
            UPDATE counter SET count = 400, entries = 400;
            """)
        let before = bench.ledger.writeActivity.commits
        #expect(try await bench.ledger.deleteAccount(person.account, by: nil))
        // Two counters have more entries than are removed at once.
        #expect(bench.ledger.writeActivity.commits - before > 6)
        for table in ["counter", "entry", "hour", "note", "book"] {
            #expect(try bench.number("SELECT COUNT(*) FROM \(table)") == 0)
        }
    }

    @Test func `of an account that is being deleted nothing is taken along any more, not half of it either`()
        async throws
    {
        _ = try await person.creates("Robins")
        let read = try await person.makes(.of("Read"))
        try await person.does(.noteDay(read, .start, note: "Chapter 3"))
        let other = Person(bench.ledger), account = try person.account, queue = bench.ledger.queue
        _ = try await other.creates("Coffees")
        let writer = HeldWriter(queue)
        await writer.isHeld()
        let deletion = Task { try await bench.ledger.deleteAccount(account, by: nil) }
        while queue.length < 1 { await Task.yield() }
        // It comes right after the first commit of the deletion.
        let copy = Task { try await other.does(.copyAccount(account)) }
        while queue.length < 2 { await Task.yield() }
        try await writer.letGo()
        _ = try await (deletion.value, copy.value)
        #expect(try bench.ledger.counters(of: other.account).map(\.title) == ["Coffees"])
        #expect(try bench.ledger.goals(of: other.account).isEmpty)
        #expect(try bench.number("SELECT COUNT(*) FROM goal") == 0)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `neither it nor what was done before is taken back`() async throws {
        let made = OperationID.fresh(), tap = OperationID.fresh(), trashed = OperationID.fresh()
        let robins = try #require(
            await person.does(.createCounter(title: "Robins", style: .fractal), id: made).counter)
        let wrens = try await person.creates("Wrens")
        try await person.does(.increment(robins), id: tap)
        try await person.does(.delete(wrens), id: trashed)
        let all = OperationID.fresh()
        try await person.does(.deleteAll(newest: newest), id: all)
        for id in [made, tap, trashed, all] {
            await #expect(throws: Refusal.cannotBeUndone) { try await person.does(.undo(id)) }
        }
        #expect(try bench.ledger.summary(of: made, of: person.account) == nil)
        #expect(try bench.ledger.summary(of: all, of: person.account)?.kind == .deleteAll)
    }

    @Test func `it is done once, and counters made afterwards stay`() async throws {
        _ = try await person.creates()
        let all = OperationID.fresh(), known = try newest
        let receipt = try await person.does(.deleteAll(newest: known), id: all)
        let robins = try await person.creates("Robins")
        #expect(try await person.does(.deleteAll(newest: known), id: all) == receipt)
        #expect(try person.counter(robins).title == "Robins")
    }

    @Test func `a counter that nobody had seen keeps all from being deleted`() async throws {
        let robins = try await person.creates()
        let known = try newest
        let wrens = try await person.creates("Wrens")
        await #expect(throws: Refusal.countersWereAdded) {
            try await person.does(.deleteAll(newest: known))
        }
        #expect(try person.counter(robins).title == "Robins" && person.counter(wrens).title == "Wrens")
        try await person.does(.deleteAll(newest: wrens))
        #expect(try bench.ledger.deletionScope(of: person.account) == .nothing)
    }

    @Test func `tidy frees what is gone for good, with every word of it`() async throws {
        let robins = try await person.creates("Robins")
        try await person.does(.increment(robins))
        let rename = OperationID.fresh()
        try await person.does(.rename(robins, title: "Thrushes"), id: rename)
        try await person.does(.undo(rename))
        try await person.does(.annotate(robins, entry: 1, note: "by the gate"))
        try await person.does(.deleteAll(newest: newest))
        // Whoever waits for the writer does not wait for this.
        #expect(try bench.number("SELECT COUNT(*) FROM entry") == 1)
        let wrens = try await person.creates("Wrens")
        #expect(try await bench.ledger.tidy(now: .start).counters == 1)
        #expect(try bench.number("SELECT COUNT(*) FROM counter") == 1)
        for table in ["entry", "note", "hour"] {
            #expect(try bench.number("SELECT COUNT(*) FROM \(table)") == 0, "\(table)")
        }
        let said = try bench.number(
            """
            SELECT COUNT(*) FROM operation
            JOIN (VALUES ('Robins'), ('Thrushes'), ('gate')) AS word
            WHERE instr(COALESCE(change, '') || COALESCE(inverse, ''), word.column1) > 0
            """)
        #expect(said == 0)
        #expect(try person.counter(wrens).title == "Wrens")
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `what was in the trash for its days is restored by nobody, tidied or not`() async throws {
        let robins = try await person.creates()
        let trashed = OperationID.fresh()
        try await person.does(.delete(robins), id: trashed)
        let last = Moment.start.advanced(byDays: Counter.daysInTrash)
        let late = Moment(milliseconds: last.milliseconds + 1)
        #expect(try bench.ledger.trash(of: person.account, now: last).count == 1)
        #expect(try bench.ledger.trash(of: person.account, now: late).isEmpty)
        #expect(try bench.ledger.counterInTrash(robins, of: person.account, now: last)?.id == robins)
        #expect(try bench.ledger.counterInTrash(robins, of: person.account, now: late) == nil)
        #expect(try bench.ledger.counterInTrash(robins, of: person.account + 1, now: last) == nil)
        await #expect(throws: Refusal.noSuchCounter) { try await person.does(.restore(robins), at: late) }
        await #expect(throws: Refusal.cannotBeUndone) { try await person.does(.undo(trashed), at: late) }
        try await person.does(.restore(robins), at: last)
        #expect(try person.counter(robins).title == "Robins")
        #expect(try bench.ledger.counterInTrash(robins, of: person.account, now: last) == nil)
    }

    @Test func `counts beyond 64 bits are held, too`() async throws {
        for title in ["One", "Two"] {
            try await bench.preset(person.creates(title), to: .max)
        }
        #expect(try bench.ledger.deletionScope(of: person.account).marks == .max)
    }

    @Test func `a full trash blocks nothing: the oldest in it leaves for good`() async throws {
        var one = Person(bench.ledger)
        one.limit.counters = 2
        var deletions: [OperationID] = []
        for place in 0..<5 {
            let counter = try await one.creates("Counter \(place)")
            let id = OperationID.fresh()
            try await one.does(.delete(counter), id: id, at: Moment.start.advanced(byDays: Int64(place)))
            deletions.append(id)
        }
        let later = Moment.start.advanced(byDays: 5)
        #expect(
            try bench.ledger.trash(of: one.account, now: later).map(\.title) == ["Counter 4", "Counter 3"])
        await #expect(throws: Refusal.cannotBeUndone) { try await one.does(.undo(deletions[0]), at: later) }
        try await one.does(.undo(deletions[4]), at: later)
        try await one.does(.undo(deletions[3]), at: later)
        await #expect(throws: Refusal.tooManyCounters) { _ = try await one.creates() }
    }

    @Test func `undoing a restore of what was not deleted deletes nothing`() async throws {
        let robins = try await person.creates("Robins"), id = OperationID.fresh()
        try await person.does(.delete(robins))
        try await person.does(.restore(robins))
        try await person.does(.restore(robins), id: id)
        await #expect(throws: Refusal.cannotBeUndone) { try await person.does(.undo(id)) }
        #expect(try person.counter(robins).title == "Robins")
    }
}
