// Concurrent changes by two devices: of two for the same field, the later one stands.

import Testing

@testable import Ledger

@Suite struct MergingTests {
    let bench: Bench
    let person: Person

    init() throws {
        bench = try Bench()
        person = Person(bench.ledger)
    }

    private let later = Moment(milliseconds: Moment.start.milliseconds + 60_000)
    private let now = Moment(milliseconds: Moment.start.milliseconds + 120_000)

    @Test func `of what two devices say in one millisecond the last id stays, in whatever order it arrives`()
        async throws
    {
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2]] {
            let robins = try await person.creates(), other = try await person.withAnotherDevice()
            let ids = (0..<3).map { _ in OperationID.fresh() }
            for place in order {
                // The first and the last come from one device.
                let author = place == 1 ? other : person
                try await author.does(.rename(robins, title: "\(place)"), id: ids[place])
            }
            #expect(try person.counter(robins).title == "2")
        }
    }

    @Test func `a note that was changed elsewhere is kept beside the new one, the later one last`()
        async throws
    {
        let counter = try await person.creates(), other = try await person.withAnotherDevice()
        try await person.does(.increment(counter))
        func note() throws -> String? {
            try bench.ledger.read { try $0.first("SELECT text FROM note", []) { $0[0] } }
        }
        try await person.does(.annotate(counter, entry: 1, note: "wren", seen: ""), at: .start)
        try await other.does(.annotate(counter, entry: 1, note: "robin", seen: ""), at: later)
        #expect(try note() == "wren / robin")
        // One that was written before arrives last.
        let early = Moment(milliseconds: Moment.start.milliseconds - 60_000)
        try await other.does(.annotate(counter, entry: 1, note: "tit", seen: ""), at: early, now: now)
        #expect(try note() == "tit / wren / robin")
        // Whoever has seen what stands replaces it; whoever has not removes nothing.
        try await person.does(.annotate(counter, entry: 1, note: "", seen: "wren"), at: now)
        #expect(try note() == "tit / wren / robin")
        try await person.does(.annotate(counter, entry: 1, note: "", seen: "tit / wren / robin"), at: now)
        #expect(try note() == nil)
    }

    @Test func `a name that comes too late is not taken, and its device is told of the one that stands`()
        async throws
    {
        let counter = try await person.creates(), other = try await person.withAnotherDevice()
        try await person.does(.rename(counter, title: "wren"), at: later)
        let late = try await other.does(.rename(counter, title: "robin"), at: .start, now: now)
        let told = try bench.ledger.read {
            try $0.first("SELECT title, revision FROM counter", []) { ($0[0] as String, $0[1] as Int64) }
        }
        #expect(told?.0 == "wren" && told?.1 == late.revision)
    }

    @Test func `what was changed while the server's clock was ahead can be changed once that is right`()
        async throws
    {
        let counter = try await person.creates(), goal = try await person.makes(.of())
        let ahead = Moment.start.advanced(byDays: 20)
        try await person.does(.rename(counter, title: "wren"), at: ahead)
        try await person.does(.markDay(goal, .start, isDone: true), at: ahead)
        try await person.does(.rename(counter, title: "robin"), at: later, now: now)
        try await person.does(.markDay(goal, .start, isDone: false), at: later, now: now)
        #expect(try person.counter(counter).title == "robin")
        #expect(try !bench.ledger.goalDay(.start, of: goal, of: person.account).isDone)
    }

    @Test func `an entry's time is no reason to stop where the server's clock is before all of Fivebar`()
        async throws
    {
        let counter = try await person.creates(), tap = OperationID.fresh()
        try await person.does(.increment(counter), id: tap)
        let long = Moment.start.advanced(byDays: -4_000)
        await #expect(throws: Refusal.timeIsWrong) {
            try await person.does(
                .retime(counter, entry: tap, to: Timestamp(.start, zoneOffset: 60)), at: long)
        }
    }

    @Test func `what is repeated with an offset that no zone has is refused`() async throws {
        let goal = try await person.makes(.of()), id = OperationID.fresh()
        for offset in [60, .max, .min, 1_081] {
            let mark = Operation(
                id: id, mayBeRepeated: true, change: .markDay(goal, .start, isDone: true), madeAt: .start,
                zoneOffset: offset)
            let answer = try await bench.ledger.apply(
                [mark], by: .device(person.token), now: .start, limit: person.limit)
            guard case .refused(_, let refusal)? = answer.answers.first else {
                #expect(offset == 60)
                continue
            }
            #expect(refusal == .timeIsWrong)
        }
    }

    @Test func `notes that know nothing of each other do not grow without end`() async throws {
        let goal = try await person.makes(.of())
        let note = String(repeating: "x", count: 1_900)
        await #expect(throws: Refusal.noteIsTooLong) {
            for number in 0..<9 {
                try await person.does(.noteDay(goal, .start, note: "\(number)\(note)", seen: ""))
            }
        }
        #expect(try person.note(on: .start, of: goal).count > 7 * 1_900)
    }

    @Test func `a day's note that was changed elsewhere is kept under the other`() async throws {
        let goal = try await person.makes(.of()), other = try await person.withAnotherDevice()
        try await person.does(.noteDay(goal, .start, note: "one", seen: ""), at: .start)
        try await other.does(.noteDay(goal, .start, note: "two", seen: ""), at: later)
        #expect(try person.note(on: .start, of: goal) == "one\n\ntwo")
        try await person.does(.noteDay(goal, .start, note: "three", seen: "one\n\ntwo"), at: now)
        #expect(try person.note(on: .start, of: goal) == "three")
    }

    @Test func `a note by a device whose clock is behind is kept, and replaces what its writer saw`()
        async throws
    {
        let goal = try await person.makes(.of()), other = try await person.withAnotherDevice()
        let behind = Moment(milliseconds: Moment.start.milliseconds - 60_000)
        try await person.does(.noteDay(goal, .start, note: "one", seen: ""), at: later)
        let edit = OperationID.fresh(at: behind)
        try await other.does(
            .noteDay(goal, .start, note: "one, two", seen: "one"), id: edit, at: behind, now: now)
        #expect(try person.note(on: .start, of: goal) == "one, two")
        try await other.does(.undo(edit), at: behind, now: now)
        #expect(try person.note(on: .start, of: goal) == "one")
        // Whoever removes a note has not seen what another device wrote.
        try await person.does(.noteDay(goal, .start, note: "", seen: "one"), at: later)
        try await other.does(.noteDay(goal, .start, note: "three", seen: "one"), at: behind, now: now)
        #expect(try person.note(on: .start, of: goal) == "three")
    }

    @Test func `an entry's note by a device whose clock is behind is kept`() async throws {
        let counter = try await person.creates(), other = try await person.withAnotherDevice()
        let behind = Moment(milliseconds: Moment.start.milliseconds - 60_000)
        try await person.does(.increment(counter))
        try await person.does(.annotate(counter, entry: 1, note: "wren", seen: ""), at: later)
        try await other.does(.annotate(counter, entry: 1, note: "wrens", seen: "wren"), at: behind, now: now)
        let note = try bench.ledger.read { try $0.first("SELECT text FROM note", []) { $0[0] as String } }
        #expect(note == "wrens")
    }

    @Test func `a stale form of a goal changes only what differs on it`() async throws {
        let shown = try GoalDraft.of("Read")
        let goal = try await person.makes(shown), other = try await person.withAnotherDevice()
        let renamed = try GoalDraft.of("Run")
        try await other.does(.editGoal(goal, renamed, shown: shown), at: later)
        let blue = try GoalDraft(
            name: shown.name, color: 1, start: shown.start, end: shown.end, reminder: 480, follows: nil)
        try await person.does(.editGoal(goal, blue, shown: shown), at: now)
        #expect(try person.goal(goal).name == "Run")
        #expect(try person.goal(goal).color == 1 && person.goal(goal).reminder == 480)
    }

    @Test func `all collapsed are collapsed, also those that were so when it arrived`() async throws {
        let counter = try await person.creates(), other = try await person.withAnotherDevice()
        let early = Moment(milliseconds: Moment.start.milliseconds - 60_000)
        try await person.does(.collapse(counter, isCollapsed: true), at: early, now: now)
        try await person.does(.collapseAll(isCollapsed: true), at: later, now: now)
        // Expanded in between, and heard of last.
        try await other.does(.collapse(counter, isCollapsed: false), at: .start, now: now)
        #expect(try person.counter(counter).isCollapsed)
    }

    @Test func `an entry's time can be set right, and its hours go with it, there and back`() async throws {
        let counter = try await person.creates(),
            goal = try await person.makes(
                .of(from: .start.adding(-10), follows: Goal.Following(counter: counter, target: 2)))
        let tap = OperationID.fresh(), retime = OperationID.fresh()
        try await person.does(.increment(counter, by: 2), id: tap)
        let yesterday = Moment.start.advanced(byDays: -1)
        let day = CivilDay.start.adding(-1)
        try await person.does(
            .retime(counter, entry: tap, to: Timestamp(yesterday, zoneOffset: 60)), id: retime)
        #expect(try bench.latestEntryTime(of: counter) == yesterday.milliseconds)
        #expect(try person.record(goal).counted.filter { $0.value > 0 } == [day: 2])
        #expect(try bench.ledger.check().isEmpty)
        try await person.does(.undo(retime))
        #expect(try bench.latestEntryTime(of: counter) == Moment.start.milliseconds)
        #expect(try person.record(goal).counted.filter { $0.value > 0 } == [.start: 2])
        #expect(try bench.ledger.check().isEmpty)
        for time in [Moment.start.advanced(byDays: 1), Moment(milliseconds: -1)] {
            await #expect(throws: Refusal.timeIsWrong) {
                try await person.does(.retime(counter, entry: tap, to: Timestamp(time, zoneOffset: 0)))
            }
        }
    }
}
