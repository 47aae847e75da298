// Every action can be undone, and done again.

import Testing

@testable import Ledger

@Suite struct UndoTests {
    let bench: Bench
    let person: Person

    init() throws {
        bench = try Bench()
        person = Person(bench.ledger)
    }

    private var titles: [String] {
        get throws { try bench.ledger.counters(of: person.account).map(\.title) }
    }

    @Test func `an undo that skips many undone resets counts as more than one operation`() async throws {
        let robins = try await person.creates()
        for _ in 0..<2 { try await person.does(.increment(robins)) }
        for reset in 0..<150 {
            try await person.does(.set(robins, count: 9))
            try await person.does(.void(robins, entry: Entry.Number(3 + 2 * reset), isVoid: true))
        }
        let used = "SELECT usageOperations FROM book WHERE id = \(try person.account)"
        let before = try #require(try bench.number(used))
        try await person.does(.void(robins, entry: 1, isVoid: true))
        #expect(try bench.number(used) == before + 2)
        #expect(try person.counter(robins).count == 1)
        // What stands is found at once.
        try await person.does(.set(robins, count: 5))
        try await person.does(.void(robins, entry: 2, isVoid: true))
        #expect(try bench.number(used) == before + 4)
        #expect(try person.counter(robins).count == 5)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `each action is taken back by its own id`() async throws {
        let one = try await person.creates("One"), two = try await person.creates("Two")
        for _ in 0..<4 { try await person.does(.increment(one)) }
        let changes: [Change] = [
            .increment(one), .increment(one, by: 7), .decrement(one), .reset(one, seen: nil),
            .set(one, count: 99), .rename(one, title: " Eins "), .collapse(one, isCollapsed: true),
            .restyle(one, .western), .recolor(one, color: 5), .setStep(one, step: 10), .move(one, after: two),
            .delete(one), .void(one, entry: 2, isVoid: true),
        ]
        for change in changes {
            let before = try person.counter(one), order = try titles
            let id = OperationID.fresh()
            try await person.does(change, id: id)
            try await person.does(.undo(id))
            let after = try person.counter(one)
            #expect(after.count == before.count, "\(change)")
            #expect(after.title == before.title && after.color == before.color, "\(change)")
            #expect(after.isCollapsed == before.isCollapsed && after.style == before.style, "\(change)")
            #expect(after.step == before.step, "\(change)")
            #expect(try titles == order, "\(change)")
        }
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `what was taken back is done again, and taken back again`() async throws {
        let one = try await person.creates("One"), two = try await person.creates("Two")
        for _ in 0..<4 { try await person.does(.increment(one)) }
        try await person.does(.annotate(one, entry: 1, note: "first"))
        let changes: [Change] = [
            .increment(one), .decrement(one), .reset(one, seen: nil), .set(one, count: 99),
            .rename(one, title: " Eins "), .collapse(one, isCollapsed: true), .collapseAll(isCollapsed: true),
            .restyle(one, .western), .recolor(one, color: 5), .setStep(one, step: 10), .move(one, after: two),
            .delete(one), .void(one, entry: 2, isVoid: true), .annotate(one, entry: 1, note: "second"),
        ]
        for change in changes {
            let before = try state(of: one)
            var last = OperationID.fresh()
            try await person.does(change, id: last)
            let after = try state(of: one)
            #expect(after != before, "\(change)")
            for expected in [before, after, before, after, before] {
                let next = OperationID.fresh()
                try await person.does(.undo(last), id: next)
                #expect(try state(of: one) == expected, "\(change)")
                last = next
            }
        }
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `two changes of the same thing are taken back one after the other, and done again`()
        async throws
    {
        let robins = try await person.creates("Robins")
        for _ in 0..<2 { try await person.does(.increment(robins)) }
        let goal = try await person.makes(.of(from: .start.adding(-1)))
        let pairs: [[Change]] = [
            [.rename(robins, title: "One"), .rename(robins, title: "Two")],
            [.void(robins, entry: 1, isVoid: true), .void(robins, entry: 1, isVoid: false)],
            [.annotate(robins, entry: 1, note: "one"), .annotate(robins, entry: 1, note: "two")],
            [.markDay(goal, .start, isDone: true), .markDay(goal, .start, isDone: false)],
            [.noteDay(goal, .start, note: "one"), .noteDay(goal, .start, note: "two")],
        ]
        for pair in pairs {
            let done = pair.map { _ in OperationID.fresh() }, undone = pair.map { _ in OperationID.fresh() }
            for (id, change) in zip(done, pair) { try await person.does(change, id: id) }
            for (id, undo) in zip(done, undone).reversed() { try await person.does(.undo(id), id: undo) }
            for undo in undone { try await person.does(.undo(undo)) }
        }
        #expect(try person.counter(robins).title == "Two" && person.counter(robins).count == 2)
        #expect(try person.record(goal).marked.isEmpty && person.note(on: .start, of: goal) == "two")
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `what another device has undone already is undone, and not refused`() async throws {
        let one = try await person.creates("One"), two = try await person.creates("Two")
        for _ in 0..<4 { try await person.does(.increment(one)) }
        let goal = try await person.makes(.of(from: .start.adding(-1)))
        let changes: [Change] = [
            .increment(one), .reset(one, seen: nil), .set(one, count: 99), .rename(one, title: "Eins"),
            .collapse(one, isCollapsed: true), .restyle(one, .western), .recolor(one, color: 5),
            .setStep(one, step: 10), .move(one, after: two), .delete(one), .void(one, entry: 2, isVoid: true),
            .annotate(one, entry: 1, note: "one"), .createCounter(title: "Three", style: .fractal),
            .markDay(goal, .start, isDone: true), .noteDay(goal, .start, note: "one"),
            .archiveGoal(goal, isArchived: true), .share(one), .setDayStart(hour: 3),
        ]
        func everything() throws -> [String] {
            let record = try person.record(goal), ledger = bench.ledger
            return [
                try state(of: one), "\(record.marked)", "\(record.goal.isArchived)",
                try person.note(on: .start, of: goal), "\(try ledger.calendar(of: person.account).dayStart)",
                "\(try ledger.share(of: one, of: person.account) != nil)", "\(try titles)",
            ]
        }
        for change in changes {
            let id = OperationID.fresh(), undo = OperationID.fresh(), again = OperationID.fresh()
            try await person.does(change, id: id)
            try await person.does(.undo(id), id: undo)
            let before = try everything()
            try await person.does(.undo(id), id: again)
            #expect(try everything() == before, "\(change)")
            // The one that did something can still be redone, and then undone.
            try await person.does(.undo(undo))
            #expect(try everything() != before, "\(change)")
            try await person.does(.undo(id))
            #expect(try everything() == before, "\(change)")
        }
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `a device with a slow clock expands again what another has collapsed`() async throws {
        let robins = try await person.creates(), id = OperationID.fresh(), undo = OperationID.fresh()
        let late = Moment.start.advanced(byMinutes: 9)
        try await person.does(.collapseAll(isCollapsed: true), id: id, at: late)
        try await person.does(.undo(id), id: undo, at: .start, now: late)
        #expect(try !person.counter(robins).isCollapsed)
        try await person.does(.undo(undo), at: .start, now: late)
        #expect(try person.counter(robins).isCollapsed)
    }

    /// All of a counter that an undo goes back to, as one text.
    private func state(of id: Counter.ID) throws -> String {
        let counters = try bench.ledger.allCounters(of: person.account)
        let counter = try #require(counters.first { $0.id == id })
        let note =
            counter.isDeleted
            ? "" : try bench.ledger.entries(of: id, of: person.account, before: 2, limit: 1)[0].note
        return [
            counter.title, String(counter.count), String(counter.color), counter.style.rawValue,
            String(counter.step), String(counter.isCollapsed), String(counter.isDeleted), note,
            counters.map { String($0.id) }.joined(separator: ","),
        ].joined(separator: "|")
    }

    @Test func `what somebody has changed since is not done again`() async throws {
        let robins = try await person.creates()
        let rename = OperationID.fresh(), undo = OperationID.fresh()
        try await person.does(.rename(robins, title: "Thrushes"), id: rename)
        try await person.does(.undo(rename), id: undo)
        try await person.does(.rename(robins, title: "Wrens"))
        await #expect(throws: Refusal.cannotBeUndone) { try await person.does(.undo(undo)) }
        #expect(try person.counter(robins).title == "Wrens")
    }

    @Test func `each operation is told, by the counter it was about or by none`() async throws {
        let made = OperationID.fresh()
        let robins = try #require(
            await person.does(.createCounter(title: "Robins", style: .fractal), id: made).counter)
        try await person.does(.increment(robins))
        func summary(_ change: Change) async throws -> OperationSummary? {
            let id = OperationID.fresh()
            try await person.does(change, id: id)
            return try bench.ledger.summary(of: id, of: person.account)
        }
        #expect(try bench.ledger.summary(of: made, of: person.account)?.kind == .createCounter)
        let collapse = try await summary(.collapseAll(isCollapsed: true))
        #expect(collapse?.kind == .collapseAll && collapse?.counter == nil && collapse?.title == "")
        #expect(try await summary(.collapseAll(isCollapsed: false))?.kind == .expandAll)
        let note = try await summary(.annotate(robins, entry: 1, note: "by the gate"))
        #expect(
            note?.kind == .annotate && note?.counter == robins && note?.title == "Robins" && note?.entry == 1)
        let rename = OperationID.fresh(), undo = OperationID.fresh()
        try await person.does(.rename(robins, title: "Thrushes"), id: rename)
        try await person.does(.undo(rename), id: undo)
        #expect(try bench.ledger.summary(of: undo, of: person.account)?.kind == .undo)
        #expect(try await summary(.undo(undo))?.kind == .rename)
        let other = Person(bench.ledger)
        _ = try await other.creates()
        #expect(try bench.ledger.summary(of: rename, of: other.account) == nil)
    }

    @Test func `only those that were collapsed together are expanded again`() async throws {
        let one = try await person.creates("One"), two = try await person.creates("Two")
        try await person.does(.collapse(one, isCollapsed: true))
        let id = OperationID.fresh()
        try await person.does(.collapseAll(isCollapsed: true), id: id)
        #expect(try person.counter(two).isCollapsed)
        let other = Person(bench.ledger)
        let foreign = try await other.creates()
        try await person.does(.undo(id))
        #expect(try person.counter(one).isCollapsed && !person.counter(two).isCollapsed)
        #expect(try !other.counter(foreign).isCollapsed)
    }

    @Test func `a counter just made is taken back into the trash`() async throws {
        let id = OperationID.fresh()
        let robins = try #require(
            await person.does(.createCounter(title: "Robins", style: .fractal), id: id).counter)
        try await person.does(.undo(id))
        #expect(try bench.ledger.trash(of: person.account, now: .start).map(\.id) == [robins])
    }

    @Test func `a note is taken back to the one before`() async throws {
        let robins = try await person.creates()
        try await person.does(.increment(robins))
        try await person.does(.annotate(robins, entry: 1, note: "one"))
        let id = OperationID.fresh()
        try await person.does(.annotate(robins, entry: 1, note: "two"), id: id)
        try await person.does(.undo(id))
        #expect(try bench.ledger.entries(of: robins, of: person.account, limit: 1)[0].note == "one")
    }

    @Test func `what somebody has changed since is left alone`() async throws {
        let robins = try await person.creates()
        let id = OperationID.fresh()
        try await person.does(.rename(robins, title: "Thrushes"), id: id)
        try await person.does(.rename(robins, title: "Wrens"))
        await #expect(throws: Refusal.cannotBeUndone) { try await person.does(.undo(id)) }
        #expect(try person.counter(robins).title == "Wrens")
    }

    @Test func `a place that somebody has chosen since is left alone`() async throws {
        let robins = try await person.creates("Robins"), wrens = try await person.creates("Wrens")
        let thrushes = try await person.creates("Thrushes")
        func order() throws -> [Counter.ID] {
            try bench.ledger.counters(of: person.account).sorted { $0.rank < $1.rank }.map(\.id)
        }
        let mine = OperationID.fresh(), theirs = OperationID.fresh()
        try await person.does(.move(thrushes, after: nil), id: mine)
        try await person.does(.move(thrushes, after: robins), id: theirs)
        await #expect(throws: Refusal.cannotBeUndone) { try await person.does(.undo(mine)) }
        #expect(try order() == [robins, thrushes, wrens])
        // Once they have taken it back, it is mine again.
        try await person.does(.undo(theirs))
        try await person.does(.undo(mine))
        #expect(try order() == [robins, wrens, thrushes])
    }

    @Test func `a void or a note of somebody else is left alone`() async throws {
        let robins = try await person.creates()
        try await person.does(.increment(robins))
        let mine = OperationID.fresh(), note = OperationID.fresh()
        try await person.does(.void(robins, entry: 1, isVoid: true))
        try await person.does(.void(robins, entry: 1, isVoid: true), id: mine)
        await #expect(throws: Refusal.cannotBeUndone) { try await person.does(.undo(mine)) }
        #expect(try person.counter(robins).count == 0)
        try await person.does(.annotate(robins, entry: 1, note: "one"), id: note)
        try await person.does(.annotate(robins, entry: 1, note: "two"))
        await #expect(throws: Refusal.cannotBeUndone) { try await person.does(.undo(note)) }
    }

    @Test func `nobody takes back what another account did, or what never was`() async throws {
        let robins = try await person.creates()
        let id = OperationID.fresh()
        try await person.does(.increment(robins), id: id)
        let other = Person(bench.ledger)
        _ = try await other.creates()
        await #expect(throws: Refusal.cannotBeUndone) { try await other.does(.undo(id)) }
        await #expect(throws: Refusal.cannotBeUndone) { try await person.does(.undo(.fresh())) }
        #expect(try person.counter(robins).count == 1)
    }
}
