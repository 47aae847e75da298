// The list of last changes: what is in it, and what undoes or redoes it.

import Testing

@testable import Ledger

@Suite struct RecentChangesTests {
    let bench: Bench
    let person: Person

    init() throws {
        bench = try Bench()
        person = Person(bench.ledger)
    }

    private func changes(_ limit: Int = 30) throws -> [RecentChange] {
        try bench.ledger.recentChanges(of: person.account, limit: limit)
    }

    @Test func `changes are listed, latest first, and counting is not`() async throws {
        let robins = try await person.creates("Robins")
        try await person.does(.increment(robins))
        try await person.does(.rename(robins, title: "Wrens"))
        try await person.does(.decrement(robins))
        try await person.does(.reset(robins, seen: nil))
        #expect(try changes().map(\.summary.kind) == [.reset, .rename, .createCounter])
        #expect(try changes(2).map(\.summary.kind) == [.reset, .rename])
        #expect(try changes().allSatisfy { !$0.isUndone && $0.zoneOffset == 60 && $0.madeAt == .start })
    }

    @Test func `nothing is offered that would be refused`() async throws {
        let robins = try await person.creates("Robins"), reset = OperationID.fresh()
        try await person.does(.increment(robins))
        try await person.does(.reset(robins, seen: nil), id: reset)
        // By hand, in the history: the undo then finds nothing to do, and nothing to redo.
        try await person.does(.void(robins, entry: 2, isVoid: true))
        #expect(try changes().map(\.summary.kind) == [.void, .reset, .createCounter])
        try await person.does(.undo(reset))
        #expect(try changes().map(\.summary.kind) == [.void, .createCounter])
    }

    @Test func `every kind of change has a name to be told by`() {
        // Of the last three only the site says what is in them.
        let kinds =
            ChangeKinds.all.filter { $0.isPublic }.map { $0.kind } + [
                ImportArchive.kind, CopyAccount.kind, ImportGoals.kind,
            ]
        #expect(kinds.filter { OperationSummary.Kind(rawValue: $0) == nil } == [])
    }

    @Test func `how many are to be looked at is told before they are read, without counting`() async throws {
        let robins = try await person.creates("Robins")
        try await person.does(.increment(robins))
        #expect(try bench.ledger.rowsRead(forRecentChangesOf: person.account) == 20)
        try await person.does(.rename(robins, title: "Wrens"))
        #expect(try bench.ledger.rowsRead(forRecentChangesOf: person.account) == 40)
        #expect(try bench.ledger.rowsRead(forRecentChangesOf: person.account + 1) == 0)
    }

    @Test func `a change is undone and redone as often as somebody likes`() async throws {
        let robins = try await person.creates("Robins")
        try await person.does(.rename(robins, title: "Wrens"))
        for turn in 0..<6 {
            let change = try #require(changes().first)
            #expect(change.summary.kind == .rename)
            #expect(change.isUndone == (turn % 2 == 1))
            #expect(try person.counter(robins).title == (turn % 2 == 1 ? "Robins" : "Wrens"))
            try await person.does(.undo(change.latest))
        }
        #expect(try changes().count == 2)
    }

    @Test func `of what sets the same thing anew, only the latest is listed, by the name it gave`()
        async throws
    {
        let robins = try await person.creates("Robins"), owls = try await person.creates("Owls")
        for title in ["Wrens", "Tits", "Larks"] { try await person.does(.rename(robins, title: title)) }
        try await person.does(.rename(owls, title: "Eagles"))
        let names = { try changes().filter { $0.summary.kind == .rename }.map(\.summary.title) }
        #expect(try names() == ["Eagles", "Larks"])
        let latest = try #require(changes().first { $0.summary.title == "Larks" }).latest
        try await person.does(.undo(latest))
        #expect(try person.counter(robins).title == "Tits")
        // Step by step.
        #expect(try names() == ["Eagles", "Larks", "Tits"])
    }

    @Test func `what was done to the same thing is taken back step by step, and done again`() async throws {
        let robins = try await person.creates("Robins"), owls = try await person.creates("Owls")
        let tits = try await person.creates("Tits"), today = CivilDay.start
        for _ in 0..<2 { try await person.does(.increment(robins)) }
        let goal = try await person.makes(.of(from: today.adding(-1)))
        let other = try await person.makes(.of("Other", from: today.adding(-1)))
        let third = try await person.makes(.of("Third", from: today.adding(-1)))
        let steps: [[Change]] = [
            ["One", "Two", "Three"].map { .rename(robins, title: $0) },
            [.western, .zheng, .fractal].map { .restyle(robins, $0) },
            [3, 4, 5].map { .recolor(robins, color: $0) },
            [5, 10, 25].map { .setStep(robins, step: $0) },
            [owls, tits, nil].map { .move(robins, after: $0) },
            [true, false, true].map { .void(robins, entry: 1, isVoid: $0) },
            ["one", "two", "three"].map { .annotate(robins, entry: 2, note: $0) },
            [true, false, true].map { .markDay(goal, today, isDone: $0) },
            ["one", "two", "three"].map { .noteDay(goal, today, note: $0) },
            [true, false, true].map { .archiveGoal(goal, isArchived: $0) },
            [other, third, nil].map { .moveGoal(goal, after: $0) },
            try ["One", "Two", "Three"].map { .editGoal(goal, try .of($0, from: today.adding(-1))) },
        ]
        for changes in steps {
            let before = try self.changes(200).count
            for change in changes { try await person.does(change) }
            // As many are taken back as were done, and done again, by what the list offers.
            for isUndone in [false, true] {
                for step in changes.indices {
                    let offered = try self.changes(200).dropLast(before).filter { $0.isUndone == isUndone }
                    #expect(offered.count == 1, "\(changes) \(step)")
                    let next = try #require(offered.first)
                    try await person.does(.undo(next.latest))
                }
            }
        }
        #expect(try person.counter(robins).title == "Three" && person.counter(robins).color == 5)
        #expect(try person.note(on: today, of: goal) == "three")
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `of what was done to the same day or entry, only the latest is listed`() async throws {
        let robins = try await person.creates("Robins")
        for _ in 0..<2 { try await person.does(.increment(robins)) }
        let goal = try await person.makes(.of(from: .start.adding(-1)))
        try await person.does(.markDay(goal, .start.adding(-1), isDone: true))
        for isDone in [true, false] { try await person.does(.markDay(goal, .start, isDone: isDone)) }
        for note in ["one", "two"] { try await person.does(.noteDay(goal, .start, note: note)) }
        try await person.does(.annotate(robins, entry: 2, note: "one"))
        for note in ["one", "two"] { try await person.does(.annotate(robins, entry: 1, note: note)) }
        for isVoid in [true, false] {
            try await person.does(.void(robins, entry: 1, isVoid: isVoid))
        }
        let listed = try changes()
        #expect(
            listed.map(\.summary.kind) == [
                .void, .annotate, .annotate, .noteDay, .markDay, .markDay, .createGoal, .createCounter,
            ])
        for change in listed.dropLast(2) { try await person.does(.undo(change.latest)) }
    }

    @Test func `what was redone and is undone once more, from a page that stayed open, is undone`()
        async throws
    {
        let robins = try await person.creates("Robins")
        let rename = OperationID.fresh(), undo = OperationID.fresh()
        try await person.does(.rename(robins, title: "Wrens"), id: rename)
        try await person.does(.undo(rename), id: undo)
        try await person.does(.undo(undo))
        try await person.does(.undo(rename))
        let change = try #require(changes().first)
        #expect(change.summary.kind == .rename && change.isUndone)
        try await person.does(.undo(change.latest))
        #expect(try person.counter(robins).title == "Wrens")
    }

    @Test func `what came along from another account can be redone, however much was changed since`()
        async throws
    {
        let phone = Person(bench.ledger), copy = OperationID.fresh()
        _ = try await person.creates("Robins")
        _ = try await phone.makes(.of("Read"))
        try await person.does(.copyAccount(phone.account), id: copy)
        try await person.does(.undo(copy))
        #expect(try bench.ledger.goals(of: person.account).isEmpty)
        for number in 0..<5 { _ = try await person.creates("\(number)") }
        let last = try #require(try changes(4).last)
        #expect(last.summary.kind == .copyAccount && last.isUndone)
        try await person.does(.undo(last.latest))
        #expect(try bench.ledger.goals(of: person.account).map(\.name) == ["Read"])
    }

    @Test func `refused operations are not listed, and searched no further than others`() async throws {
        _ = try await person.creates("Robins")
        let refuse = { (numbers: ClosedRange<Int>) in
            try bench.sql(
                """
                WITH RECURSIVE n(n) AS (SELECT ?1 UNION ALL SELECT n + 1 FROM n WHERE n < ?2)
                INSERT INTO operation (book, id, device, kind, madeAt, receivedAt, zoneOffset, count, revision, refusal)
                SELECT ?3, CAST(printf('z%015d', n) AS BLOB), 1, 'rename', 0, 0, 0, 0, 0, 'noSuchCounter' FROM n
                """, [numbers.lowerBound, numbers.upperBound, person.account])
        }
        try refuse(1...100)
        #expect(try changes().map(\.summary.kind) == [.createCounter])
        try refuse(101...5_000)
        #expect(try changes().isEmpty)
    }

    @Test func `nobody sees another account's changes`() async throws {
        _ = try await person.creates("Robins")
        let other = Person(bench.ledger)
        _ = try await other.creates("Wrens")
        #expect(try changes().map(\.summary.title) == ["Robins"])
    }
}
