// Changes to a goal are undone and redone.

import Testing

@testable import Ledger

@Suite struct GoalUndoTests {
    let bench: Bench
    let person: Person

    init() throws {
        bench = try Bench()
        person = Person(bench.ledger)
    }

    /// All of a goal that an undo goes back to, as one text.
    private func state(of id: Goal.ID) throws -> String {
        let goals = try bench.ledger.goals(of: person.account), record = try person.record(id)
        return [
            "\(GoalDraft(record.goal))", String(record.goal.isArchived),
            goals.map { String($0.id) }.joined(separator: ","),
            record.marked.sorted().map(\.description).joined(separator: ","),
            try person.note(on: .start, of: id),
        ].joined(separator: "|")
    }

    @Test func `each action is taken back, done again and taken back again`() async throws {
        let one = try await person.makes(.of("One")), two = try await person.makes(.of("Two"))
        try await person.does(.noteDay(one, .start, note: "first"))
        let edited = try GoalDraft(
            name: "\u{0301}Eins  zwei", color: 5, start: .start.adding(-7), end: .start.adding(3),
            reminder: 450, follows: nil)
        let changes: [Change] = [
            .editGoal(one, edited), .archiveGoal(one, isArchived: true), .moveGoal(one, after: two),
            .moveGoal(two, after: nil), .markDay(one, .start, isDone: true),
            .noteDay(one, .start, note: "\u{0301}second\nand third"), .noteDay(one, .start, note: ""),
        ]
        for change in changes {
            let before = try state(of: one)
            var last = OperationID.fresh()
            try await person.does(change, id: last)
            let after = try state(of: one)
            #expect(after != before, "\(change)")
            for expected in [before, after, before, after, before] {
                let next = OperationID.fresh()
                let receipt = try await person.does(.undo(last), id: next)
                #expect(receipt.goal != nil && receipt.counter == nil)
                #expect(try state(of: one) == expected, "\(change)")
                last = next
            }
        }
        try await person.does(.markDay(one, .start, isDone: true))
        let unmark = OperationID.fresh()
        try await person.does(.markDay(one, .start, isDone: false), id: unmark)
        try await person.does(.undo(unmark))
        #expect(try person.record(one).marked == [.start])
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `a goal just made is taken back, and made again with all it had`() async throws {
        let made = OperationID.fresh(), undo = OperationID.fresh()
        let receipt = try await person.does(.createGoal(.of()), id: made)
        let id = try #require(receipt.goal)
        try await person.does(.undo(made), id: undo)
        #expect(try bench.ledger.goals(of: person.account).isEmpty)
        #expect(try bench.ledger.records(of: person.account).isEmpty)
        #expect(throws: Refusal.noSuchGoal) { try person.goal(id) }
        await #expect(throws: Refusal.noSuchGoal) {
            try await person.does(.markDay(id, .start, isDone: true))
        }
        try await person.does(.undo(made))
        #expect(try bench.ledger.goals(of: person.account).isEmpty)
        try await person.does(.undo(undo))
        #expect(try person.goal(id).name == "Read")
    }

    @Test func `a goal that something was done on is not taken back`() async throws {
        for isMark in [true, false] {
            let made = OperationID.fresh()
            let receipt = try await person.does(.createGoal(.of()), id: made)
            let id = try #require(receipt.goal)
            try await person.does(
                isMark ? .markDay(id, .start, isDone: true) : .noteDay(id, .start.adding(1), note: "x"))
            await #expect(throws: Refusal.cannotBeUndone) { try await person.does(.undo(made)) }
            #expect(try person.goal(id).id == id)
        }
    }

    @Test func `what somebody has changed since is left alone`() async throws {
        let id = try await person.makes(.of(from: .start.adding(-1)))
        let pairs: [(Change, Change)] = [
            (
                .editGoal(id, try .of("One", from: .start.adding(-1))),
                .editGoal(id, try .of("Two", from: .start.adding(-1)))
            ),
            (.archiveGoal(id, isArchived: true), .archiveGoal(id, isArchived: false)),
            (.markDay(id, .start, isDone: true), .markDay(id, .start, isDone: true)),
            (.noteDay(id, .start, note: "one"), .noteDay(id, .start, note: "one")),
        ]
        for (mine, theirs) in pairs {
            let operation = OperationID.fresh()
            try await person.does(mine, id: operation)
            try await person.does(theirs)
            await #expect(throws: Refusal.cannotBeUndone, "\(mine)") {
                try await person.does(.undo(operation))
            }
        }
        #expect(try person.record(id).marked == [.start] && person.note(on: .start, of: id) == "one")
    }

    @Test func `a place and a counter that somebody has chosen since are left alone`() async throws {
        let robins = try await person.creates("Robins"), wrens = try await person.creates("Wrens")
        let one = try await person.makes(.of(from: .start.adding(-1)))
        let two = try await person.makes(.of(from: .start.adding(-1)))
        let other = try await person.makes(.of(from: .start.adding(-1)))
        let pairs: [(Change, Change)] = [
            (.moveGoal(other, after: nil), .moveGoal(other, after: one)),
            (
                .editGoal(one, try .of(from: .start.adding(-1), follows: .init(counter: robins, target: 5))),
                .editGoal(one, try .of(from: .start.adding(-1), follows: .init(counter: wrens, target: 5)))
            ),
        ]
        for (mine, theirs) in pairs {
            let operation = OperationID.fresh()
            try await person.does(mine, id: operation)
            try await person.does(theirs)
            await #expect(throws: Refusal.cannotBeUndone, "\(mine)") {
                try await person.does(.undo(operation))
            }
        }
        let goals = try bench.ledger.goals(of: person.account)
        #expect(goals.map(\.id) == [one, other, two] && goals[0].follows?.counter == wrens)
    }

    @Test func `a word that came too late has changed nothing, and nothing is taken back`() async throws {
        let id = try await person.makes(.of()), late = OperationID.fresh()
        let now = Moment.start.advanced(byMinutes: 9)
        try await person.does(.markDay(id, .start, isDone: true), at: now)
        try await person.does(.markDay(id, .start, isDone: false), id: late, at: .start, now: now)
        await #expect(throws: Refusal.cannotBeUndone) { try await person.does(.undo(late), at: now) }
        #expect(try person.record(id).marked == [.start])
    }

    @Test func `an undo stands against what was said before it, whatever its own clock says`() async throws {
        let id = try await person.makes(.of()), mark = OperationID.fresh()
        let early = Moment.start.advanced(byMinutes: 5), late = Moment.start.advanced(byMinutes: 10)
        try await person.does(.markDay(id, .start, isDone: true), id: mark, at: late)
        // The clock of the device that takes it back is slow.
        try await person.does(.undo(mark), at: .start, now: late)
        #expect(try person.record(id).marked.isEmpty)
        try await person.does(.markDay(id, .start, isDone: true), at: early, now: late)
        #expect(try person.record(id).marked.isEmpty)
    }

    @Test func `a mark on a day that lies outside by now is taken back all the same`() async throws {
        let id = try await person.makes(.of(from: .start.adding(-3))), mark = OperationID.fresh()
        try await person.does(.markDay(id, .start.adding(-3), isDone: true), id: mark)
        try await person.does(.editGoal(id, .of(from: .start)))
        try await person.does(.undo(mark))
        #expect(try person.record(id).marked.isEmpty)
    }

    @Test func `nobody takes back what another account did to its goal`() async throws {
        let id = try await person.makes(.of()), mark = OperationID.fresh()
        try await person.does(.markDay(id, .start, isDone: true), id: mark)
        let other = Person(bench.ledger)
        _ = try await other.makes(.of())
        await #expect(throws: Refusal.cannotBeUndone) { try await other.does(.undo(mark)) }
        #expect(try bench.ledger.summary(of: mark, of: other.account) == nil)
    }

    @Test func `each operation is told by its goal`() async throws {
        let made = OperationID.fresh(), undo = OperationID.fresh()
        let receipt = try await person.does(.createGoal(.of()), id: made)
        let id = try #require(receipt.goal)
        let changes: [(Change, OperationSummary.Kind)] = [
            (.editGoal(id, try .of("Read more")), .editGoal), (.moveGoal(id, after: nil), .moveGoal),
            (.archiveGoal(id, isArchived: true), .archiveGoal),
            (.archiveGoal(id, isArchived: false), .unarchiveGoal),
            (.markDay(id, .start, isDone: true), .markDay), (.noteDay(id, .start, note: "x"), .noteDay),
        ]
        for (change, kind) in changes {
            let operation = OperationID.fresh()
            try await person.does(change, id: operation)
            let summary = try bench.ledger.summary(of: operation, of: person.account)
            #expect(summary?.kind == kind && summary?.title == "Read more" && summary?.goal == id)
            #expect(summary?.counter == nil && summary?.entry == nil)
            if kind == .archiveGoal { try await person.does(.undo(operation), id: undo) }
        }
        #expect(try bench.ledger.summary(of: made, of: person.account)?.kind == .createGoal)
        let taken = try bench.ledger.summary(of: undo, of: person.account)
        #expect(taken?.kind == .undo && taken?.goal == id)
    }
}
