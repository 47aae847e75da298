// An id that did something before does nothing else, also once what it did has left the log.

import Testing

@testable import Ledger

@Suite struct ReusedIdentifierTests {
    let bench: Bench
    let person: Person
    let later = Moment.start.advanced(byDays: Counter.daysInTrash + 1)

    init() throws {
        bench = try Bench()
        person = Person(bench.ledger)
    }

    /// Does it, waits until its text has left the log, and has the id do something else, and the same again.
    private func hasTaken(
        _ change: Change, with others: [Change], _ answer: Refusal? = nil, tidied: Bool = true
    ) async throws {
        let id = OperationID.fresh()
        let first = try? await person.does(change, id: id)
        #expect((first == nil) == (answer != nil), "\(change)")
        if tidied { _ = try await bench.ledger.tidy(now: later, trustingClock: true) }
        let row = "FROM operation WHERE hex(id) = '\(id.text.uppercased().filter { $0 != "-" })'"
        #expect(try bench.number("SELECT change IS NULL \(row)") == 1)
        for other in others {
            await #expect(throws: Refusal.operationIdIsTaken, "\(other)") {
                try await person.does(other, id: id, at: later)
            }
        }
        if let answer {
            await #expect(throws: answer) { try await person.does(change, id: id, at: later) }
        } else {
            #expect(try await person.does(change, id: id, at: later) == first)
        }
    }

    @Test func `on another counter it is taken, by either of its names`() async throws {
        let one = try await person.creates(), other = try await person.creates()
        let origins = try [one, other].map { try person.counter($0).origin }
        try await hasTaken(
            .rename(one, title: "Wrens"),
            with: [.rename(other, title: "Wrens"), .rename(origins[1], title: "Wrens")])
        try await hasTaken(
            .rename(origins[0], title: "Owls"),
            with: [.rename(other, title: "Owls"), .rename(99, title: "x")])
        #expect(try person.counter(other).title == "Robins")
    }

    @Test func `on another entry it is taken`() async throws {
        let robins = try await person.creates(), wrens = try await person.creates(), tap = OperationID.fresh()
        for counter in [robins, wrens] { try await person.does(.increment(counter)) }
        try await person.does(.increment(robins), id: tap)
        try await hasTaken(
            .annotate(robins, entry: 1, note: "by the gate"),
            with: [
                .annotate(robins, entry: 2, note: "by the gate"), .annotate(robins, entry: tap, note: "x"),
                .annotate(wrens, entry: 1, note: "by the gate"),
            ])
        try await hasTaken(
            .annotate(robins, entry: tap, note: "x"), with: [.annotate(robins, entry: 1, note: "x")])
    }

    @Test func `on another goal it is taken`() async throws {
        let read = try await person.makes(.of("Read")), run = try await person.makes(.of("Run"))
        try await hasTaken(
            .noteDay(read, .start, note: "ten pages"), with: [.noteDay(run, .start, note: "ten pages")])
        let draft = try GoalDraft.of("Read more")
        try await hasTaken(.editGoal(read, draft), with: [.editGoal(run, draft)])
    }

    @Test func `what was refused for its text is taken on another counter, too`() async throws {
        let one = try await person.creates(), other = try await person.creates()
        for counter in [one, other] { try await person.does(.increment(counter)) }
        let goal = try await person.makes(.of("Read")), run = try await person.makes(.of("Run"))
        let long = String(repeating: "x", count: 5_000)
        try await hasTaken(
            .rename(one, title: ""), with: [.rename(other, title: "")], .titleIsEmpty, tidied: false)
        try await hasTaken(
            .annotate(one, entry: 1, note: long), with: [.annotate(other, entry: 1, note: "short")],
            .noteIsTooLong, tidied: false)
        try await hasTaken(
            .noteDay(goal, .start, note: long), with: [.noteDay(run, .start, note: "short")],
            .noteIsTooLong, tidied: false)
        // A refused note names no entry.
        #expect(try bench.ledger.check().isEmpty)
    }

    /// What a device sends, as it is read.
    private func read(_ fields: String, _ id: OperationID) throws -> [Operation] {
        let json = #"[{"id":"\#(id.text)",\#(fields)}]"#
        return try Operation.list(from: Array(json.utf8), now: .start).compactMap {
            if case .known(let operation) = $0 { operation } else { nil }
        }
    }

    @Test(arguments: [
        #""kind":"increment","change":{"counter":"one"}"#, #""kind":"increment""#,
        #""kind":"increment","change":{"counter":1},"at":"now""#,
    ])
    func `what could not be read is not done when it comes again and can be`(_ fields: String) async throws {
        _ = try await person.creates()
        let id = OperationID.fresh(), no = "changeIsUnreadable"
        #expect(try await person.sends(read(fields, id)) == [no])
        #expect(try await person.sends([Operation.of(.increment(1), id)]) == [no])
        #expect(try await person.sends([Operation.of(.decrement(1), id)]) == ["operationIdIsTaken"])
        #expect(try await person.sends(read(fields, id)) == [no])
        // Nor is what was done said to be unreadable.
        let done = OperationID.fresh()
        #expect(
            try await person.sends([Operation.of(.increment(1), done)] + read(fields, done))
                == ["1", "operationIdIsTaken"])
    }

    @Test func `what was renamed is not said to be, where that cannot be read`() async throws {
        let robins = try await person.creates(), id = OperationID.fresh()
        try await person.does(.rename(robins, title: "Wrens"), id: id)
        _ = try await bench.ledger.tidy(now: later, trustingClock: true)
        let unreadable = try read(#""kind":"rename","change":{"counter":1}"#, id)
        #expect(try await person.sends(unreadable) == ["operationIdIsTaken"])
    }

    @Test(arguments: [
        #""kind":"fly","change":{"counter":1}"#,
        #""version":2,"kind":"increment","change":{"counter":"one"}"#,
        #""version":"x","kind":"increment","change":{"counter":"one"}"#, #""change":{"counter":1}"#,
    ])
    func `what a later version may understand is left to it`(_ fields: String) async throws {
        _ = try await person.creates()
        let id = OperationID.fresh()
        #expect(try read(fields, id).isEmpty)
        #expect(try await person.sends([Operation.of(.increment(1), id)]) == ["1"])
    }

    @Test func `what was done to a counter that is gone for good is answered as it was`() async throws {
        let robins = try await person.creates(), other = try await person.creates(), id = OperationID.fresh()
        try await person.does(.rename(robins, title: "Wrens"), id: id)
        try await person.does(.delete(robins))
        _ = try await bench.ledger.tidy(now: later, trustingClock: true)
        #expect(try bench.number("SELECT COUNT(*) FROM counter") == 1)
        try await person.does(.rename(robins, title: "Wrens"), id: id, at: later)
        await #expect(throws: Refusal.operationIdIsTaken) {
            try await person.does(.rename(other, title: "Wrens"), id: id, at: later)
        }
    }
}
