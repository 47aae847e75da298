// A goal that follows a counter.

import Testing

@testable import Ledger

@Suite struct GoalFollowingTests {
    let bench: Bench
    let person: Person

    init() throws {
        bench = try Bench()
        person = Person(bench.ledger)
    }

    private func follower(of counter: Counter.ID, target: Int64 = 5) async throws -> Goal.ID {
        try await person.makes(
            .of(from: .start.adding(-10), follows: Goal.Following(counter: counter, target: target)))
    }

    private func state(_ goal: Goal.ID, on day: Int = 0) throws -> DayState {
        try person.record(goal).state(of: .start.adding(day), today: .start)
    }

    @Test func `what is counted fills the day, and what is taken back empties it`() async throws {
        let pushUps = try await person.creates("Push-ups"), id = try await follower(of: pushUps)
        let revision = try person.goal(id).revision
        #expect(try state(id) == .open)
        var seen: [DayState] = []
        for _ in 0..<5 {
            try await person.does(.increment(pushUps))
            seen.append(try state(id))
        }
        #expect(seen == [.partial(20), .partial(40), .partial(60), .partial(80), .done])
        try await person.does(.void(pushUps, entry: 2, isVoid: true))
        #expect(try state(id) == .partial(80))
        try await person.does(.void(pushUps, entry: 2, isVoid: false))
        #expect(try state(id) == .done)
        try await person.does(.decrement(pushUps))
        #expect(try state(id) == .partial(80))
        // Neither a reset nor a count that is set was counted on the day.
        try await person.does(.reset(pushUps, seen: nil))
        try await person.does(.set(pushUps, count: 1000))
        #expect(try state(id) == .partial(80))
        #expect(try person.record(id).counted == [.start: 4])
        // A tap costs the goal nothing.
        #expect(try person.goal(id).revision == revision)
        #expect(try bench.ledger.records(of: person.account) == [person.record(id)])
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `a mark by hand fills a day as well, and no hand empties one that the counter fills`()
        async throws
    {
        let pushUps = try await person.creates(), id = try await follower(of: pushUps)
        try await person.does(.markDay(id, .start.adding(-1), isDone: true))
        try await person.does(.increment(pushUps, by: 7))
        try await person.does(.markDay(id, .start, isDone: false))
        #expect(try state(id, on: -1) == .done && state(id) == .done)
        #expect(try person.record(id).progress(today: .start).streak == 2)
    }

    @Test func `a night belongs to the day before, where days begin at four`() async throws {
        let pushUps = try await person.creates(), id = try await follower(of: pushUps)
        // At 02:00, 03:59 and 04:00 of the 21st; `Moment.start` is 09:00.
        for minutes: Int64 in [-7 * 60, -5 * 60 - 1, -5 * 60] {
            try await person.does(.increment(pushUps), at: Moment.start.advanced(byMinutes: minutes))
        }
        #expect(try person.record(id).counted == [.start: 3])
        try await person.does(.setDayStart(hour: 4))
        #expect(try person.record(id).counted == [.start.adding(-1): 2, .start: 1])
        #expect(try bench.ledger.records(of: person.account) == [person.record(id)])
        // By hand as well it is still the day before.
        let night = Moment.start.advanced(byMinutes: -7 * 60)
        await #expect(throws: Refusal.dayIsInFuture) {
            try await person.does(.markDay(id, .start, isDone: true), at: night)
        }
        try await person.does(.markDay(id, .start.adding(-1), isDone: true), at: night)
        #expect(try state(id, on: -1) == .done)
    }

    @Test func `only the account's own counter is followed, and none in the trash`() async throws {
        let other = Person(bench.ledger)
        _ = try await other.creates()
        let foreign = try await other.creates(), pushUps = try await person.creates()
        let id = try await person.makes(.of())
        for counter in [foreign, 999, -1] {
            let draft = try GoalDraft.of(follows: Goal.Following(counter: counter, target: 1))
            for change: Change in [.createGoal(draft), .editGoal(id, draft)] {
                await #expect(throws: Refusal.noSuchCounter) { try await person.does(change) }
            }
        }
        try await person.does(.delete(pushUps))
        let draft = try GoalDraft.of(follows: Goal.Following(counter: pushUps, target: 1))
        await #expect(throws: Refusal.counterIsDeleted) { try await person.does(.createGoal(draft)) }
        await #expect(throws: Refusal.counterIsDeleted) { try await person.does(.editGoal(id, draft)) }
        #expect(try bench.ledger.goals(of: person.account).count == 1)
    }

    @Test func `a goal whose counter is in the trash keeps its dots, and can be edited`() async throws {
        let pushUps = try await person.creates(), id = try await follower(of: pushUps)
        try await person.does(.increment(pushUps, by: 5))
        try await person.does(.delete(pushUps))
        #expect(try state(id) == .done)
        let following = try #require(try person.goal(id).follows)
        try await person.does(.editGoal(id, .of("Renamed", from: .start, follows: following)))
        #expect(try person.goal(id).name == "Renamed" && state(id) == .done)
    }

    @Test(arguments: [false, true])
    func `a goal that follows its counter no more keeps the dots, and an undo follows it again`(
        _ followsAnother: Bool
    ) async throws {
        let pushUps = try await person.creates("Push-ups"), laps = try await person.creates("Laps")
        let id = try await follower(of: pushUps), edit = OperationID.fresh(), undo = OperationID.fresh()
        let third = Moment.start.advanced(byDays: -3)
        try await person.does(.increment(pushUps, by: 5), at: third, now: .start)
        try await person.does(.increment(pushUps, by: 4))
        try await person.does(.increment(laps))
        try await person.does(.markDay(id, .start.adding(-2), isDone: true))
        try await person.does(.markDay(id, .start.adding(-3), isDone: false))
        let before = try person.record(id)
        #expect(before.marked == [.start.adding(-2)] && before.counted.count == 2)

        let next = followsAnother ? Goal.Following(counter: laps, target: 2) : nil
        // The days that were filled lie outside of the goal then.
        try await person.does(.editGoal(id, .of(from: .start.adding(-1), follows: next)), id: edit)
        let after = try person.record(id)
        #expect(after.goal.follows == next)
        #expect(after.marked == [.start.adding(-2), .start.adding(-3)])
        #expect(try state(id) == (followsAnother ? .partial(50) : .open))

        try await person.does(.undo(edit), id: undo)
        #expect(try person.record(id).marked == before.marked)
        #expect(try person.record(id).counted == before.counted)
        try await person.does(.undo(undo))
        #expect(try person.record(id).marked == after.marked)
        // What is taken back from the counter now takes no dot along.
        try await person.does(.void(pushUps, entry: 1, isVoid: true))
        #expect(try person.record(id).marked == after.marked)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `a target that is raised leaves earlier days their dots, and today has to reach it`()
        async throws
    {
        let pushUps = try await person.creates(), id = try await follower(of: pushUps)
        let edit = OperationID.fresh(), undo = OperationID.fresh()
        for (days, marks) in [(-3, 5), (-2, 4), (-1, 6), (0, 5)] as [(Int64, Int64)] {
            let moment = Moment.start.advanced(byDays: days)
            try await person.does(.increment(pushUps, by: marks), at: moment, now: .start)
        }
        let raised = Goal.Following(counter: pushUps, target: 6)
        try await person.does(.editGoal(id, .of(from: .start.adding(-10), follows: raised)), id: edit)
        #expect(try person.record(id).marked == [.start.adding(-3)])
        #expect(try (-3...0).map { try state(id, on: $0) } == [.done, .partial(66), .done, .partial(83)])
        try await person.does(.undo(edit), id: undo)
        #expect(try person.record(id).marked.isEmpty)
        #expect(try (-3...0).map { try state(id, on: $0) } == [.done, .partial(80), .done, .done])
        try await person.does(.undo(undo))
        #expect(try person.record(id).marked == [.start.adding(-3)])
    }

    @Test(arguments: [nil, 5] as [Int64?])
    func `an undo of following the wrong counter, or of a target too low, leaves no dots behind`(
        _ target: Int64?
    ) async throws {
        let steps = try await person.creates("Steps")
        let before = target.map { Goal.Following(counter: steps, target: $0) }
        let id = try await person.makes(.of(from: .start.adding(-10), follows: before))
        for days in [-3, -1, 0] as [Int64] {
            try await person.does(.increment(steps), at: .start.advanced(byDays: days), now: .start)
        }
        let edit = OperationID.fresh(), undo = OperationID.fresh()
        let follows = Goal.Following(counter: steps, target: 1)
        try await person.does(.editGoal(id, .of(from: .start.adding(-10), follows: follows)), id: edit)
        #expect(try (-3...0).map { try state(id, on: $0) } == [.done, .missed, .done, .done])
        try await person.does(.undo(edit), id: undo)
        #expect(try person.goal(id).follows == before && person.record(id).marked.isEmpty)
        try await person.does(.undo(undo))
        #expect(try person.goal(id).follows == follows && person.record(id).marked.isEmpty)
        #expect(try state(id) == .done)
    }

    @Test func `an undo that leaves the goal what it follows leaves it its dots`() async throws {
        let pushUps = try await person.creates("Push-ups"), laps = try await person.creates("Laps")
        let id = try await follower(of: pushUps), edit = OperationID.fresh()
        try await person.does(.increment(pushUps, by: 5))
        let alone = try GoalDraft.of("Alone", from: .start.adding(-10))
        try await person.does(.editGoal(id, alone), id: edit)
        let swum = try GoalDraft.of(
            "Alone", from: .start.adding(-10), follows: Goal.Following(counter: laps, target: 2))
        try await person.does(.editGoal(id, swum, shown: alone))
        try await person.does(.undo(edit))
        #expect(try person.goal(id).name != "Alone" && person.goal(id).follows?.counter == laps)
        #expect(try person.record(id).marked == [.start])
    }

    @Test func `a mark of before the counter was left takes no dot away`() async throws {
        let pushUps = try await person.creates(), id = try await follower(of: pushUps)
        let now = Moment.start.advanced(byMinutes: 10)
        try await person.does(.increment(pushUps, by: 5))
        try await person.does(.editGoal(id, .of()), at: now)
        try await person.does(.markDay(id, .start, isDone: false), at: .start, now: now)
        #expect(try person.record(id).marked == [.start])
        try await person.does(.markDay(id, .start, isDone: false), at: now)
        #expect(try person.record(id).marked.isEmpty)
    }

    @Test(arguments: [true, false])
    func `a counter that is freed leaves its dots to the goal`(_ areAllDeleted: Bool) async throws {
        let pushUps = try await person.creates(), id = try await follower(of: pushUps)
        try await person.does(.setDayStart(hour: 4))
        // At 02:00: of the day before.
        let night = Moment.start.advanced(byMinutes: -7 * 60)
        try await person.does(.increment(pushUps, by: 5), at: night, now: .start)
        try await person.does(.increment(pushUps, by: 4))
        try await person.does(areAllDeleted ? .deleteAll(newest: pushUps) : .delete(pushUps))
        #expect(try state(id, on: -1) == .done && state(id) == .partial(80))

        let revision = try #require(try bench.ledger.visitor(person.token)?.revision)
        let report = try await bench.ledger.tidy(now: .start.advanced(byDays: 31))
        #expect(report.counters == 1 && report.accounts == 0)
        let record = try person.record(id)
        #expect(record.goal.follows == nil && record.counted.isEmpty)
        #expect(record.marked == [.start.adding(-1)])
        #expect(try state(id) == .open)
        // Whatever was drawn of it is drawn anew.
        let now = try #require(try bench.ledger.visitor(person.token)?.revision)
        #expect(revision < record.goal.revision && record.goal.revision <= now)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `an undo does not follow a counter that is gone`() async throws {
        let pushUps = try await person.creates(), id = try await follower(of: pushUps)
        let edit = OperationID.fresh()
        try await person.does(.increment(pushUps, by: 5))
        try await person.does(.editGoal(id, .of()), id: edit)
        try await person.does(.delete(pushUps))
        _ = try await bench.ledger.tidy(now: .start.advanced(byDays: 31))
        await #expect(throws: Refusal.cannotBeUndone) { try await person.does(.undo(edit)) }
        #expect(try person.record(id).marked == [.start])
    }

    @Test func `deleting all counters and tidying leave goals, and an account that has one`() async throws {
        let pushUps = try await person.creates(), id = try await person.makes(.of())
        try await person.does(.noteDay(id, .start, note: "here"))
        try await person.does(.deleteAll(newest: pushUps))
        let empty = Person(bench.ledger)
        try await empty.does(.delete(empty.creates()))
        let undone = Person(bench.ledger), made = OperationID.fresh()
        try await undone.does(.createGoal(.of()), id: made)
        try await undone.does(.undo(made))
        let report = try await bench.ledger.tidy(now: .start.advanced(byDays: 31))
        #expect(report.accounts == 2)
        #expect(try person.goal(id).name == "Read" && person.note(on: .start, of: id) == "here")
        // What nobody can open any more goes as a whole.
        _ = try await bench.ledger.tidy(now: .start.advanced(byDays: 500), trustingClock: true)
        for table in ["goal", "goalDay", "dayNote"] {
            #expect(try bench.number("SELECT COUNT(*) FROM \(table)") == 0, "\(table)")
        }
    }
}
