// What operations do to goals and their days.

import Testing

@testable import Ledger

@Suite struct GoalTests {
    let bench: Bench
    let person: Person

    init() throws {
        bench = try Bench()
        person = Person(bench.ledger)
    }

    private var names: [String] {
        get throws { try bench.ledger.goals(of: person.account).map(\.name) }
    }

    @Test func `a goal is kept as it was chosen, and joins at the bottom`() async throws {
        let draft = try GoalDraft(
            name: " Read ", color: 7, start: .start.adding(-3), end: .start.adding(26), reminder: 450,
            follows: nil)
        let id = try await person.makes(draft), other = try await person.makes(.of("Run"))
        let goal = try person.goal(id)
        #expect(goal.name == "Read" && goal.color == 7 && goal.days == 30 && goal.reminder == 450)
        #expect(goal.start == .start.adding(-3) && goal.end == .start.adding(26))
        #expect(goal.follows == nil && !goal.isArchived)
        #expect(try bench.ledger.goals(of: person.account).map(\.id) == [id, other])
        #expect(try person.record(id).marked.isEmpty)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `whoever comes first with a goal has an account by it`() async throws {
        let receipt = try await person.does(.createGoal(.of()))
        #expect(receipt.isNewcomer && receipt.counter == nil)
        let id = try #require(receipt.goal)
        #expect(try bench.ledger.goals(of: receipt.account).map(\.id) == [id])
    }

    @Test func `days up to today are marked and not marked, and each change draws the goal anew`()
        async throws
    {
        let id = try await person.makes(.of(from: .start.adding(-5)))
        var revision = try person.goal(id).revision
        for (day, isDone) in [(0, true), (-5, true), (-2, true), (-2, false)] {
            let receipt = try await person.does(.markDay(id, .start.adding(day), isDone: isDone))
            #expect(receipt.goal == id)
            let goal = try person.goal(id)
            #expect(goal.revision > revision && goal.revision == receipt.revision)
            revision = goal.revision
        }
        #expect(try person.record(id).marked == [.start, .start.adding(-5)])
        #expect(try person.record(id).progress(today: .start).done == 2)
        #expect(try bench.ledger.records(of: person.account) == [person.record(id)])
    }

    @Test func `a day to come is not marked, but noted at`() async throws {
        let id = try await person.makes(.of())
        for isDone in [true, false] {
            await #expect(throws: Refusal.dayIsInFuture) {
                try await person.does(.markDay(id, .start.adding(1), isDone: isDone))
            }
        }
        try await person.does(.noteDay(id, .start.adding(1), note: "  by train\r\nwith a book "))
        #expect(try person.note(on: .start.adding(1), of: id) == "by train\nwith a book")
        #expect(try person.record(id).noted == [.start.adding(1)] && person.record(id).marked.isEmpty)
        try await person.does(.noteDay(id, .start.adding(1), note: " "))
        #expect(try person.record(id).noted.isEmpty && person.note(on: .start.adding(1), of: id).isEmpty)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `a device whose clock is ahead has no day more than the server`() async throws {
        let id = try await person.makes(.of())
        await #expect(throws: Refusal.dayIsInFuture) {
            try await person.marks(
                .start.adding(1), of: id, at: .start.advanced(byDays: 1), offset: 60, now: .start)
        }
    }

    @Test func `a day outside of the goal is neither marked nor noted at`() async throws {
        let id = try await person.makes(.of(days: 3))
        let outside: [CivilDay] = [
            .start.adding(-1), .start.adding(3), CivilDay(number: .min), CivilDay(number: .max),
        ]
        for day in outside {
            await #expect(throws: Refusal.dayIsOutsideGoal) {
                try await person.does(.markDay(id, day, isDone: true), at: .start.advanced(byDays: 5))
            }
            await #expect(throws: Refusal.dayIsOutsideGoal) {
                try await person.does(.noteDay(id, day, note: "x"))
            }
        }
        #expect(try bench.number("SELECT COUNT(*) FROM goalDay") == 0)
    }

    @Test func `a note that is too long is refused, and the one before stays`() async throws {
        let id = try await person.makes(.of())
        try await person.does(.noteDay(id, .start, note: "short"))
        for length in [2001, 1 << 20] {
            await #expect(throws: Refusal.noteIsTooLong) {
                try await person.does(.noteDay(id, .start, note: String(repeating: "a", count: length)))
            }
        }
        #expect(try person.note(on: .start, of: id) == "short")
        let longest = String(repeating: "あ", count: Goal.longestNote)
        try await person.does(.noteDay(id, .start, note: longest))
        #expect(try person.note(on: .start, of: id) == longest)
    }

    @Test func `another account's goal is none, like one that never was`() async throws {
        _ = try await person.makes(.of())
        let id = try await person.makes(.of()), other = Person(bench.ledger)
        let mine = try await other.makes(.of("Mine"))
        let draft = try GoalDraft.of("Taken")
        for goal in [id, 999, -1, .max] as [Goal.ID] {
            let changes: [Change] = [
                .editGoal(goal, draft), .archiveGoal(goal, isArchived: true), .moveGoal(goal, after: nil),
                .moveGoal(mine, after: goal), .markDay(goal, .start, isDone: true),
                .noteDay(goal, .start, note: "x"),
            ]
            for change in changes {
                await #expect(throws: Refusal.noSuchGoal, "\(change)") { try await other.does(change) }
            }
            #expect(throws: Refusal.noSuchGoal) { try other.goal(goal) }
            #expect(throws: Refusal.noSuchGoal) { try other.note(on: .start, of: goal) }
        }
        let foreign = try person.goal(id), account = try other.account
        #expect(throws: Refusal.noSuchGoal) { try bench.ledger.record(of: foreign, of: account) }
        #expect(try bench.ledger.records(of: account).map(\.goal.name) == ["Mine"])
        #expect(try names == ["Read", "Read"] && person.record(id).marked.isEmpty)
    }

    @Test func `an operation that comes again changes nothing again`() async throws {
        let draft = try GoalDraft.of(), made = OperationID.fresh(), marked = OperationID.fresh()
        _ = try await person.makes(.of("First"))
        let first = try await person.does(.createGoal(draft), id: made)
        #expect(try await person.does(.createGoal(draft), id: made) == first)
        #expect(try names == ["First", "Read"])
        let id = try #require(first.goal)
        let mark = try await person.does(.markDay(id, .start, isDone: true), id: marked)
        try await person.does(.markDay(id, .start, isDone: false))
        #expect(try await person.does(.markDay(id, .start, isDone: true), id: marked) == mark)
        #expect(try person.record(id).marked.isEmpty)
        let other = try await person.makes(.of("Run"))
        for change: Change in [
            .markDay(id, .start, isDone: false), .markDay(other, .start, isDone: true),
            .noteDay(id, .start, note: "yes"),
        ] {
            await #expect(throws: Refusal.operationIdIsTaken, "\(change)") {
                try await person.does(change, id: marked)
            }
        }
    }

    @Test func `who spoke last wins, in whatever order they are heard`() async throws {
        let id = try await person.makes(.of(from: .start.adding(-1))), now = Moment.start.advanced(byDays: 1)
        let early = Moment.start.advanced(byMinutes: 10), late = Moment.start.advanced(byMinutes: 20)
        try await person.does(.markDay(id, .start, isDone: false), at: late, now: now)
        let receipt = try await person.does(.markDay(id, .start, isDone: true), at: early, now: now)
        #expect(receipt.goal == id)
        #expect(try person.record(id).marked.isEmpty)
        // At the same moment the server's order decides.
        try await person.does(.markDay(id, .start, isDone: true), at: late, now: now)
        #expect(try person.record(id).marked == [.start])

        try await person.does(.noteDay(id, .start, note: "late"), at: late, now: now)
        try await person.does(.noteDay(id, .start, note: "early"), at: early, now: now)
        #expect(try person.note(on: .start, of: id) == "late")
        try await person.does(.noteDay(id, .start, note: ""), at: late, now: now)
        try await person.does(.noteDay(id, .start, note: "early"), at: early, now: now)
        #expect(try person.note(on: .start, of: id).isEmpty)
        // A mark says nothing about a note, and neither about another day.
        try await person.does(.noteDay(id, .start.adding(-1), note: "early"), at: early, now: now)
        #expect(try person.note(on: .start.adding(-1), of: id) == "early")
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `two devices at once lose no day, and agree on each`() async throws {
        let id = try await person.makes(.of(from: .start.adding(-20)))
        let devices = [person, try await person.withAnotherDevice()]
        var random = Repeatable(seed: 9)
        var spoken: [(device: Person, day: CivilDay, isDone: Bool, at: Moment)] = []
        for minute in 0..<200 {
            spoken.append(
                (
                    devices[minute % 2], .start.adding(-Int.random(in: 0...20, using: &random)),
                    Bool.random(using: &random), Moment.start.advanced(byMinutes: Int64(minute))
                ))
        }
        let last = Dictionary(spoken.map { ($0.day, $0.isDone) }, uniquingKeysWith: { _, later in later })
        let now = Moment.start.advanced(byDays: 1)
        let heard = spoken.shuffled(using: &random)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (device, day, isDone, moment) in heard {
                group.addTask {
                    try await device.marks(day, of: id, isDone: isDone, at: moment, offset: 60, now: now)
                }
            }
            try await group.waitForAll()
        }
        #expect(try person.record(id).marked == Set(last.filter(\.value).keys))
        #expect(try devices[1].record(id) == person.record(id))
    }

    @Test func `days outside of a shortened range keep what is on them, and come back`() async throws {
        let id = try await person.makes(.of(from: .start.adding(-9), days: 10))
        for day in -9...0 { try await person.does(.markDay(id, .start.adding(day), isDone: true)) }
        try await person.does(.noteDay(id, .start.adding(-9), note: "the first"))
        try await person.does(.editGoal(id, .of("Less", from: .start.adding(-4), days: 3)))
        var record = try person.record(id)
        #expect(record.goal.name == "Less" && record.goal.days == 3)
        #expect(record.marked.count == 10 && record.noted == [.start.adding(-9)])
        let progress = record.progress(today: .start)
        #expect(progress.done == 3 && progress.streak == 3 && progress.isCompleted)
        #expect(try person.note(on: .start.adding(-9), of: id) == "the first")
        try await person.does(.editGoal(id, .of(from: .start.adding(-9), days: 365)))
        record = try person.record(id)
        #expect(record.progress(today: .start).done == 10 && record.noted == [.start.adding(-9)])
    }

    @Test func `an archived goal keeps all, and is marked like others`() async throws {
        let id = try await person.makes(.of()), other = try await person.makes(.of("Run"))
        try await person.does(.markDay(id, .start, isDone: true))
        try await person.does(.noteDay(id, .start, note: "here"))
        try await person.does(.archiveGoal(id, isArchived: true))
        #expect(try person.goal(id).isArchived && !person.goal(other).isArchived)
        #expect(try names == ["Read", "Run"])
        #expect(try person.record(id).marked == [.start] && person.note(on: .start, of: id) == "here")
        try await person.does(.markDay(id, .start, isDone: false))
        try await person.does(.archiveGoal(id, isArchived: false))
        #expect(try !person.goal(id).isArchived && person.record(id).marked.isEmpty)
    }

    @Test func `goals move as cards do on a table`() async throws {
        var random = Repeatable(seed: 3)
        var order: [Goal.ID] = []
        for number in 0..<7 { order.append(try await person.makes(.of("\(number)"))) }
        let gone = OperationID.fresh()
        try await person.does(.createGoal(.of("Gone")), id: gone)
        for number in 7..<9 { order.append(try await person.makes(.of("\(number)"))) }
        try await person.does(.undo(gone))
        for _ in 0..<60 {
            let moved = order.remove(at: Int.random(in: 0..<order.count, using: &random))
            let place = Int.random(in: 0...order.count, using: &random)
            order.insert(moved, at: place)
            try await person.does(.moveGoal(moved, after: place == 0 ? nil : order[place - 1]))
            try #require(try bench.ledger.goals(of: person.account).map(\.id) == order)
        }
    }
}
