// What operations do to counters: each applies once, and none takes away what another device counted.

import Ledger
import Testing

@Suite struct OperationTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    @Test func `a tap adds one, a minus takes one`() async throws {
        let person = Person(bench.ledger)
        let robins = try await person.creates()
        #expect(try await person.does(.increment(robins)).count == 1)
        #expect(try await person.does(.increment(robins)).count == 2)
        #expect(try await person.does(.decrement(robins)).count == 1)
        #expect(try person.counter(robins).count == 1)
    }

    @Test func `a count never goes below 0, and the refused minus is in the history`() async throws {
        let person = Person(bench.ledger)
        let robins = try await person.creates()
        #expect(try await person.does(.decrement(robins)).count == 0)
        #expect(try await person.does(.increment(robins)).count == 1)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `an id seen before answers what it answered then, and counts once`() async throws {
        let person = Person(bench.ledger)
        let robins = try await person.creates()
        let tap = OperationID.fresh()
        let first = try await person.does(.increment(robins), id: tap)
        try await person.does(.increment(robins))
        #expect(try await person.does(.increment(robins), id: tap) == first)
        #expect(try person.counter(robins).count == 2)
    }

    @Test func `an id that did something else before is refused`() async throws {
        let person = Person(bench.ledger)
        let robins = try await person.creates()
        let tap = OperationID.fresh()
        try await person.does(.increment(robins), id: tap)
        await #expect(throws: Refusal.operationIdIsTaken) {
            try await person.does(.decrement(robins), id: tap)
        }
        #expect(try person.counter(robins).count == 1)
    }

    @Test func `the same id means nothing in another account`() async throws {
        let one = Person(bench.ledger)
        let other = Person(bench.ledger)
        let robins = try await one.creates()
        let coffees = try await other.creates()
        let tap = OperationID.fresh()
        try await one.does(.increment(robins), id: tap)
        #expect(try await other.does(.increment(coffees), id: tap).count == 1)
    }

    @Test func `a reset takes away what its device had seen, so taps made elsewhere stay`() async throws {
        let person = Person(bench.ledger)
        let robins = try await person.creates()
        for _ in 0..<7 { try await person.does(.increment(robins)) }
        #expect(try await person.does(.reset(robins, seen: 5)).count == 2)
        #expect(try await person.does(.reset(robins, seen: nil)).count == 0)
        #expect(try await person.does(.reset(robins, seen: .max)).count == 0)
        #expect(try await person.does(.reset(robins, seen: .min)).count == 0)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `what another device reset is not taken away once more`() async throws {
        let here = Person(bench.ledger), robins = try await here.creates()
        let there = try await here.withAnotherDevice()
        try await here.does(.increment(robins, by: 10))
        // Both ask at 10, and the other one resets and counts first.
        let since = try here.counter(robins).revision
        let first = OperationID.fresh()
        try await there.does(.reset(robins, seen: 10, since: since), id: first)
        try await there.does(.increment(robins, by: 3))
        let reset = OperationID.fresh()
        #expect(try await here.does(.reset(robins, seen: 10, since: since), id: reset).count == 3)
        // What the other one took back again is there to be reset.
        try await here.does(.undo(reset))
        try await there.does(.undo(first))
        #expect(try here.counter(robins).count == 13)
        #expect(try await here.does(.reset(robins, seen: 10, since: since)).count == 3)
        // A device's own resets, which wait one after another, were seen by it.
        try await there.does(.set(robins, count: 5))
        let then = try there.counter(robins).revision
        try await there.does(.reset(robins, seen: 5, since: then))
        try await there.does(.increment(robins, by: 2))
        #expect(try await there.does(.reset(robins, seen: 2, since: then)).count == 0)
        // Who does not know what was seen takes it all.
        try await here.does(.increment(robins))
        #expect(try await here.does(.reset(robins, seen: 1, since: -1)).count == 0)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `a new counter joins at the bottom in the next colour`() async throws {
        let person = Person(bench.ledger)
        for title in ["One", "Two", "Three"] { _ = try await person.creates(title) }
        let counters = try bench.ledger.counters(of: person.account)
        #expect(counters.map(\.title) == ["One", "Two", "Three"])
        #expect(counters.map(\.color) == [0, 1, 2])
    }

    @Test func `what has changed since a revision can be asked for`() async throws {
        let person = Person(bench.ledger)
        let one = try await person.creates("One"), two = try await person.creates("Two")
        let revision = try #require(try bench.ledger.visitor(person.token)).revision
        let account = try person.account
        #expect(try bench.ledger.counters(of: account, changedSince: revision).changed.isEmpty)
        try await person.does(.increment(two))
        #expect(try bench.ledger.counters(of: account, changedSince: revision).changed.map(\.id) == [two])
        try await person.does(.delete(one))
        let changed = try bench.ledger.counters(of: account, changedSince: revision).changed
        #expect(changed.map(\.id) == [one, two] && changed.map(\.isDeleted) == [true, false])
    }

    @Test func `what is counted on a deleted counter comes back with it, and no other change does`()
        async throws
    {
        let person = Person(bench.ledger)
        let robins = try await person.creates()
        try await person.does(.increment(robins))
        try await person.does(.delete(robins))
        #expect(try bench.ledger.counters(of: person.account).isEmpty)
        #expect(try bench.ledger.trash(of: person.account, now: .start).map(\.id) == [robins])
        let receipt = try await person.does(.increment(robins))
        #expect(receipt.count == 2 && receipt.isDeleted)
        #expect(try await person.does(.decrement(robins)).count == 1)
        #expect(try await person.does(.set(robins, count: 5)).count == 5)
        await #expect(throws: Refusal.counterIsDeleted) { try await person.does(.rename(robins, title: "x")) }
        try await person.does(.restore(robins))
        #expect(try person.counter(robins).count == 5)
        #expect(try bench.ledger.check().isEmpty)
        // Gone for good it takes nothing.
        try await person.does(.delete(robins))
        await #expect(throws: Refusal.noSuchCounter) {
            try await person.does(.increment(robins), at: Moment.start.advanced(byDays: 31))
        }
    }

    @Test func `nobody reaches another account's counter`() async throws {
        let one = Person(bench.ledger)
        let other = Person(bench.ledger)
        _ = try await one.creates()
        let robins = try await one.creates(), origin = try one.counter(robins).origin
        _ = try await other.creates()
        for change: Change in [
            .increment(origin), .rename(origin, title: "Mine"), .delete(origin),
            .increment(robins), .decrement(robins), .reset(robins, seen: 0), .rename(robins, title: "Mine"),
            .collapse(robins, isCollapsed: true), .delete(robins), .restore(robins),
        ] {
            await #expect(throws: Refusal.noSuchCounter) { try await other.does(change) }
        }
        #expect(throws: Refusal.noSuchCounter) { try other.counter(robins) }
        #expect(try one.counter(robins).title == "Robins")
    }

    @Test func `every operation raises the account's revision, and its counter carries it`() async throws {
        let person = Person(bench.ledger)
        let robins = try await person.creates()
        let before = try #require(try bench.ledger.visitor(person.token)).revision
        let receipt = try await person.does(.increment(robins))
        #expect(receipt.revision == before + 1)
        #expect(try person.counter(robins).revision == receipt.revision)
        #expect(try bench.ledger.visitor(person.token)?.revision == receipt.revision)
    }

    @Test func `a refused operation changes nothing at all`() async throws {
        let person = Person(bench.ledger)
        _ = try await person.creates()
        let before = try bench.ledger.visitor(person.token)?.revision
        await #expect(throws: Refusal.noSuchCounter) { try await person.does(.increment(999)) }
        #expect(try bench.ledger.visitor(person.token)?.revision == before)
    }

    @Test func `counting ends at the last of 64 bits and stays provable`() async throws {
        let person = Person(bench.ledger)
        let robins = try await person.creates()
        try bench.preset(robins, to: .max - 1)
        #expect(try await person.does(.increment(robins)).count == .max)
        #expect(try await person.does(.increment(robins)).count == .max)
        #expect(try await person.does(.reset(robins, seen: 0)).count == .max)
        #expect(try await person.does(.decrement(robins)).count == .max - 1)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `a device whose clock is ahead made its tap now`() async throws {
        let person = Person(bench.ledger)
        let robins = try await person.creates()
        let ahead = Moment.start.advanced(byDays: 400)
        try await person.does(.increment(robins), at: ahead, now: .start)
        #expect(try bench.latestEntryTime(of: robins) == Moment.start.milliseconds)
    }
}
