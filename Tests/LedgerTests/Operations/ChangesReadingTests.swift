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

    @Test func `what came back from a file is not told as gone`() async throws {
        let id = OperationID.fresh()
        let goal = Change(CreateGoal(name: "Read", color: 0, start: .start, end: .start.adding(9)))
        try await person.does(.createCounter(title: "Robins", style: .fractal), id: id)
        let account = try person.account, made = OperationID.fresh()
        let before = try bench.ledger.changes(of: account, since: 0).revision
        try await person.does(goal, id: made)
        try await person.does(.undo(made))
        let goneGoal = try #require(try bench.ledger.changes(of: account, since: before).goneGoals.first)
        try await person.does(.deleteAll(newest: 1))
        // An account with nothing would be tidied away.
        _ = try await person.creates("Wrens")
        let later = Moment.start.advanced(byDays: 40)
        func gone() throws -> [OperationID] {
            let changes = try bench.ledger.changes(of: account, since: before)
            return (changes.goneCounters + changes.goneGoals).map(\.origin)
        }
        #expect(try gone() == [id, goneGoal.origin])
        for isTidied in [false, true] {
            if isTidied { _ = try await bench.ledger.tidy(now: later) }
            #expect(try gone().count == 2)
            try bench.sql(
                """
                INSERT INTO counter (book, number, origin, title, color, style, step, isCollapsed, rank, revision, createdAt)
                VALUES (?, 90, ?, 'Robins', 0, 'fractal', 1, 0, 9, 0, 0)
                """, [account, id.data])
            try bench.sql(
                """
                INSERT INTO goal (book, number, origin, name, color, firstDay, lastDay, rank, revision, createdAt)
                VALUES (?, 90, ?, 'Read', 0, 1, 9, 9, 0, 0)
                """, [account, goneGoal.origin.data])
            #expect(try gone().isEmpty)
            try bench.sql("DELETE FROM counter WHERE number = 90; DELETE FROM goal WHERE number = 90")
        }
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
            #expect(changes.goals.map(\.goal.id) == [goal] && changes.goals.first?.reached == reached)
            since = changes.revision
        }
    }

    @Test func `a goal that changed only through its counter comes without its marks and notes`()
        async throws
    {
        let counter = try await person.creates()
        let goal = try await person.makes(.of(follows: .init(counter: counter, target: 1)))
        try await person.does(.noteDay(goal, .start.adding(3), note: "long"))
        let account = try person.account
        let before = try bench.ledger.changes(of: account, since: 0)
        #expect(before.goals.first?.notes == [.start.adding(3): "long"])
        try await person.does(.increment(counter))
        let followed = try bench.ledger.changes(of: account, since: before.revision).goals
        #expect(followed.map(\.reached) == [[.start]])
        #expect(followed.allSatisfy { $0.done == nil && $0.notes == nil })
        try await person.does(.markDay(goal, .start, isDone: true))
        let marked = try bench.ledger.changes(of: account, since: before.revision).goals
        #expect(marked.map(\.done) == [[.start]] && marked.map(\.reached) == [[.start]])
        #expect(marked.first?.notes == [.start.adding(3): "long"])
    }

    @Test func `goals that follow one counter come in pages, each once`() async throws {
        let counter = try await person.creates()
        let sum = 2 * BookChanges.goalsAtOnce + 7
        for _ in 0..<sum { _ = try await person.makes(.of(follows: .init(counter: counter, target: 1))) }
        let before = try bench.ledger.changes(of: person.account, since: 0).revision
        #expect(before < Int64(sum))
        var copy = Copy()
        try copy.read(bench.ledger, person.account)
        try await person.does(.increment(counter))
        #expect(try copy.read(bench.ledger, person.account) == [50, 50, 7])
        #expect(copy.goals.count == sum && copy.goals.values.allSatisfy { $0.reached == [.start] })
    }

    @Test func `goals that are made of very many entries come in pages`() async throws {
        let counters = [try await person.creates(), try await person.creates()]
        for counter in counters { try await person.does(.increment(counter)) }
        for counter in counters {
            for _ in 0..<2 {
                _ = try await person.makes(.of(follows: .init(counter: counter, target: 1)))
            }
        }
        // As if each had so many, all but one of them of no count.
        try await bench.ledger.pool.writeWithoutTransaction {
            try $0.execute(
                sql: "UPDATE counter SET entries = ?", arguments: [BookChanges.rowsAtOnce / 2 + 1])
        }
        var copy = Copy()
        #expect(try copy.read(bench.ledger, person.account) == [2, 2])
        #expect(copy.goals.count == 4 && copy.goals.values.allSatisfy { $0.reached == [.start] })
    }

    /// A device's copy of the goals, made of answers.
    private struct Copy {
        struct Goal: Equatable {
            var name = ""
            var done: [CivilDay] = []
            var reached: [CivilDay] = []
            var notes: [CivilDay: String] = [:]
        }
        var goals: [Int64: Goal] = [:]
        var revision: Int64 = 0
        var after: Int64?
        var isStartingOver = false

        /// - Returns: Whether there is more.
        mutating func readPage(_ ledger: Ledger, _ account: AccountID) throws -> (goals: Int, hasMore: Bool) {
            let changes = try ledger.changes(
                of: account, since: revision, after: after ?? 0, isStartingOver: isStartingOver)
            if changes.startsOver {
                goals = [:]
                isStartingOver = true
            }
            for state in changes.goals {
                var goal = goals[state.goal.id] ?? Goal()
                goal.name = state.goal.name
                goal.done = state.done ?? goal.done
                goal.reached = state.reached
                goal.notes = state.notes ?? goal.notes
                goals[state.goal.id] = goal
            }
            for gone in changes.goneGoals { goals[gone.number] = nil }
            (revision, after) = (changes.revision, changes.after)
            if !changes.hasMore { isStartingOver = false }
            return (changes.goals.count, changes.hasMore)
        }

        /// - Returns: How many goals were on each page.
        @discardableResult
        mutating func read(_ ledger: Ledger, _ account: AccountID) throws -> [Int] {
            var counts: [Int] = []
            while counts.count < 99 {
                let page = try readPage(ledger, account)
                counts.append(page.goals)
                if !page.hasMore { break }
            }
            return counts
        }
    }

    @Test(arguments: 1...8)
    func `a copy that is read in pages while others change the book ends as the whole`(_ seed: UInt64)
        async throws
    {
        var chance = Seeded(seed)
        var counters: [Counter.ID] = [], goals: [Goal.ID] = []
        for _ in 0..<3 { counters.append(try await person.creates()) }
        for place in 0..<150 {
            let follows = Goal.Following(counter: counters[place % 2], target: Int64(place % 5 + 1))
            goals.append(try await person.makes(.of(follows: place % 7 == 0 ? nil : follows)))
        }
        // All of them at one revision, as no change of today's leaves them.
        try bench.sql("UPDATE goal SET revision = (SELECT revision FROM book WHERE id = goal.book)")
        var copy = Copy(), compared = 0
        for round in 0..<60 {
            for _ in 0..<Int.random(in: 0...2, using: &chance) {
                let goal = goals[Int.random(in: 0..<goals.count, using: &chance)]
                switch Int.random(in: 0...3, using: &chance) {
                case 0, 1: try await person.does(.increment(counters[Int.random(in: 0..<3, using: &chance)]))
                case 2: try await person.does(.markDay(goal, .start, isDone: round % 2 == 0))
                default: try await person.does(.noteDay(goal, .start, note: "round \(round)"))
                }
            }
            guard try !copy.readPage(bench.ledger, person.account).hasMore else { continue }
            var whole = Copy()
            try whole.read(bench.ledger, person.account)
            #expect(copy.goals == whole.goals && copy.goals.count == goals.count)
            #expect(copy.revision == whole.revision && copy.after == nil)
            compared += 1
        }
        #expect(compared > 5)
        #expect(copy.goals.values.contains { !$0.reached.isEmpty && !$0.notes.isEmpty })
    }

    @Test func `no goal is looked at that neither changed nor follows what did`() throws {
        let plan = try bench.plan(BookChanges.goalQuery.replacing(/\?[0-9]/, with: "1"))
        #expect(plan.contains("goal USING INDEX goalByRevision (book=? AND revision>?)"), "\(plan)")
        #expect(plan.contains("counterByRevision (book=? AND revision>?)"), "\(plan)")
        #expect(plan.contains("goal USING INDEX goalByCounter (counter=?)"), "\(plan)")
        #expect(!plan.contains("SCAN goal") && !plan.contains("SCAN counter"), "\(plan)")
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
