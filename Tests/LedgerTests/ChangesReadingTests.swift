// What a device with a copy of a book is told of its changes.

import Testing

@testable import Ledger

@Suite struct ChangesReadingTests {
    let bench: Bench
    let person: Person

    init() throws {
        bench = try Bench()
        person = Person(bench.ledger)
    }

    @Test func `what was gone is told to whoever asks for changes, and a revision that is none starts over`()
        async throws
    {
        let one = try await person.creates("One"), two = try await person.creates("Two")
        let origin = try person.counter(one).origin, account = try person.account
        let before = try bench.ledger.changes(of: account, since: 0).revision
        try await person.does(.delete(one))
        try await person.does(.increment(two))
        _ = try await bench.ledger.tidy(now: Moment.start.advanced(byDays: 31))
        let changes = try bench.ledger.changes(of: account, since: before)
        #expect(!changes.startsOver && changes.counters.map(\.id) == [two])
        #expect(changes.goneCounters == [BookChanges.Gone(number: one, origin: origin)])
        #expect(try bench.ledger.changes(of: account, since: changes.revision).goneCounters.isEmpty)
        for since in [-1, Int64.min, changes.revision + 1, .max] {
            let all = try bench.ledger.changes(of: account, since: since)
            #expect(all.startsOver && all.counters.map(\.id) == [two] && all.revision == changes.revision)
        }
    }

    @Test func `notes of many goals come in pages, each goal once`() async throws {
        let note = String(repeating: "👨‍👩‍👧‍👦", count: Goal.longestNote)
        let days = BookChanges.noteBytesAtOnce / note.utf8.count / 2 + 1
        for name in ["Read", "Walk", "Swim"] {
            let goal = try await person.makes(.of(name, days: days))
            for day in 0..<days {
                try await person.does(.noteDay(goal, CivilDay.start.adding(day), note: note))
            }
        }
        var names: [String] = [], since: Int64 = 0, hasMore = true
        while hasMore, names.count < 9 {
            let changes = try bench.ledger.changes(of: person.account, since: since)
            #expect(changes.goals.count == 1)
            names += changes.goals.map(\.goal.name)
            (since, hasMore) = (changes.revision, changes.hasMore)
        }
        #expect(names == ["Read", "Walk", "Swim"])
    }

    @Test func `changes come in pages, each counter once`() async throws {
        var made: [Operation] = []
        for place in 0..<(2 * BookChanges.countersAtOnce + 7) {
            made.append(
                Operation(
                    id: .fresh(), mayBeRepeated: true,
                    change: .createCounter(title: "Counter \(place)", style: .fractal), madeAt: .start,
                    zoneOffset: 0))
        }
        let newcomer = Newcomer(token: person.token, address: "192.0.2.1")
        _ = try await bench.ledger.apply(
            made, by: .anyone(person.token, or: newcomer), now: .start, limit: Limits())
        var numbers: [Counter.ID] = [], since: Int64 = 0, pages = 0, hasMore = true
        while hasMore, pages < 9 {
            let changes = try bench.ledger.changes(of: person.account, since: since)
            numbers += changes.counters.map(\.id)
            (since, hasMore, pages) = (changes.revision, changes.hasMore, pages + 1)
        }
        #expect(pages == 3 && numbers == Array(1...Int64(made.count)))
        // Deleted at once, all of them come at one revision.
        try await person.does(.deleteAll(newest: Int64(made.count)))
        let gone = try bench.ledger.changes(of: person.account, since: since)
        #expect(gone.counters.isEmpty && gone.goneCounters.count == made.count && !gone.hasMore)
        #expect(try bench.ledger.changes(of: person.account, since: 0).counters.isEmpty)
    }

    @Test func `a goal whose creation was undone is gone, and back when that is undone`() async throws {
        let made = OperationID.fresh(), undo = OperationID.fresh()
        let goal = try #require(try await person.does(.createGoal(try .of()), id: made).goal)
        let account = try person.account
        let before = try bench.ledger.changes(of: account, since: 0)
        #expect(before.goals.map(\.goal.id) == [goal] && before.goneGoals.isEmpty)
        try await person.does(.undo(made), id: undo)
        let changes = try bench.ledger.changes(of: account, since: before.revision)
        #expect(changes.goals.isEmpty)
        #expect(changes.goneGoals == [BookChanges.Gone(number: goal, origin: made)])
        try await person.does(.undo(undo))
        let again = try bench.ledger.changes(of: account, since: changes.revision)
        #expect(again.goals.map(\.goal.id) == [goal] && again.goneGoals.isEmpty)
    }

    @Test func `a goal changes with the counter that it follows, and says which days that completed`()
        async throws
    {
        let counter = try await person.creates()
        let goal = try await person.makes(.of(follows: .init(counter: counter, target: 2)))
        let account = try person.account
        var since = try bench.ledger.changes(of: account, since: 0).revision
        for reached in [[], [CivilDay.start]] {
            try await person.does(.increment(counter))
            let changes = try bench.ledger.changes(of: account, since: since)
            #expect(changes.goals.map(\.goal.id) == [goal] && changes.goals.first?.done == [])
            #expect(changes.goals.first?.reached == reached)
            since = changes.revision
        }
    }

    @Test func `starting over ends, however much was forgotten meanwhile`() async throws {
        for place in 0..<(BookChanges.countersAtOnce + 7) {
            try await person.does(.createCounter(title: "Counter \(place)", style: .fractal))
        }
        let account = try person.account
        try bench.sql("UPDATE book SET oldestRevision = revision")
        let first = try bench.ledger.changes(of: account, since: 3)
        #expect(first.startsOver && first.hasMore && first.counters.count == BookChanges.countersAtOnce)
        let rest = try bench.ledger.changes(of: account, since: first.revision, isStartingOver: true)
        #expect(!rest.startsOver && !rest.hasMore && rest.counters.count == 7)
    }
}
