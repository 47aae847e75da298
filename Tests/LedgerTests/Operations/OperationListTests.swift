// Operation lists sent by devices: valid ones, and every way one can be invalid.

import Testing

@testable import Ledger

@Suite struct OperationListTests {
    let bench: Bench
    let person: Person

    init() throws {
        bench = try Bench()
        person = Person(bench.ledger)
    }

    /// An operation as JSON. The fields are what stands after the id.
    private func sent(_ fields: String, id: OperationID = .fresh()) -> String {
        #"{"id":"\#(id.text)",\#(fields)}"#
    }

    private func increment(_ counter: String, _ rest: String = "") -> String {
        #""kind":"increment","change":{"counter":\#(counter)}\#(rest)"#
    }

    private func read(_ operations: [String]) throws -> [IncomingOperation] {
        try Operation.list(from: Array("[\(operations.joined(separator: ","))]".utf8), now: .start)
    }

    @Test func `a day before there were years is refused, and takes nothing else with it`() async throws {
        _ = try await person.creates()
        _ = try await person.makes(.of())
        let json = [
            sent(#""kind":"markDay","change":{"goal":1,"day":"0000-01-01","done":true}"#),
            // By its time it changes nothing, and is written down all the same.
            sent(
                #""kind":"editGoal","change":{"goal":1,"range":{"start":"0000-01-01","end":"0000-01-02"}},"at":1600000000000"#
            ),
            sent(increment("1")),
        ]
        let operations = try read(json).compactMap { incoming -> Operation? in
            if case .known(let operation) = incoming { operation } else { nil }
        }
        let no = "changeIsUnreadable"
        for _ in 0..<2 { #expect(try await person.sends(operations) == [no, no, "1"]) }
    }

    @Test func `the id of a refused operation is taken by it as well`() async throws {
        _ = try await person.creates()
        let id = OperationID.fresh()
        #expect(try await person.sends([Operation.of(.increment(7), id)]) == ["noSuchCounter"])
        #expect(try await person.sends([Operation.of(.increment(7), id)]) == ["noSuchCounter"])
        #expect(try await person.sends([Operation.of(.increment(1), id)]) == ["operationIdIsTaken"])
        #expect(try await person.sends([Operation.of(.decrement(7), id)]) == ["operationIdIsTaken"])
    }

    @Test func `what was made for another account is refused and may come again`() async throws {
        #expect(
            try await person.sends([Operation.of(.createCounter(title: "Robins", style: .fractal))]) == ["0"])
        let account = try #require(try person.ledger.visitor(person.token)).account
        let id = OperationID.fresh().text
        let json = { (account: AccountID) in
            #"[{"id":"\#(id)","kind":"increment","change":{"counter":1},"account":\#(account)}]"#
        }
        var answers: [String] = []
        for account in [account + 1, account, account] {
            let list = try Operation.list(from: Array(json(account).utf8), now: .start)
            guard case .known(let operation) = list[0] else { Issue.record(); return }
            answers += try await person.sends([operation])
        }
        #expect(answers == ["otherAccount", "1", "1"])
    }

    // MARK: - What is read

    @Test(arguments: [
        "", "{}", "[", "[1]", "[{}]", #"[{"kind":"increment"}]"#, #"[{"id":7,"kind":"increment"}]"#,
        #"[{"id":"7","kind":"increment","change":{}}]"#, "[NaN]", "[null]",
        String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000),
    ])
    func `what is no list of operations is none`(_ text: String) {
        #expect(throws: DecodingError.self) { try Operation.list(from: Array(text.utf8), now: .start) }
    }

    @Test(arguments: [
        (#""kind":"fly","change":{}"#, Refusal.kindIsUnknown),
        (#""kind":"removeGoal","change":{"goal":1,"removed":true}"#, .kindIsUnknown),
        (#""kind":"reviveLink","change":{"counter":1,"token":"a","revoked":false}"#, .kindIsUnknown),
        (#""kind":"importArchive","change":{}"#, .kindIsUnknown),
        (#""kind":"importGoals","change":{}"#, .kindIsUnknown),
        (
            #"""
            "kind":"takeBackGoals",
            "change":{"arrived":[1],"grown":[],"importedBy":"0198c5a0-0000-7000-8000-000000000001","again":false}
            """#,
            .kindIsUnknown
        ),
        // Only the site knows whose the other account is.
        (#""kind":"copyAccount","change":{"account":1}"#, .kindIsUnknown),
        (
            #""kind":"takeBackImport","change":{"trace":{"arrived":[],"grown":[]},"again":false}"#,
            .kindIsUnknown
        ),
        (#""version":2,"kind":"increment","change":{"counter":1}"#, .kindIsUnknown),
        (#""version":"1","kind":"increment","change":{"counter":1}"#, .changeIsUnreadable),
        (#""kind":"increment","change":{"counter":"1"}"#, .changeIsUnreadable),
        (#""kind":"increment","change":{"counter":1.5}"#, .changeIsUnreadable),
        (#""kind":"increment","change":{"counter":1,"by":"2"}"#, .changeIsUnreadable),
        (#""kind":"increment","change":{"counter":9223372036854775808}"#, .changeIsUnreadable),
        (#""kind":"increment","change":{}"#, .changeIsUnreadable),
        (#""kind":"increment","change":[]"#, .changeIsUnreadable),
        (#""kind":"increment""#, .changeIsUnreadable),
        (#""kind":1,"change":{"counter":1}"#, .changeIsUnreadable),
        (#""change":{"counter":1}"#, .changeIsUnreadable),
        (#""kind":"increment","change":{"counter":1},"at":"1""#, .changeIsUnreadable),
        (#""kind":"increment","change":{"counter":1},"at":1e300"#, .changeIsUnreadable),
        (#""kind":"increment","change":{"counter":1},"offset":true"#, .changeIsUnreadable),
        (#""kind":"restyle","change":{"counter":1,"style":"gothic"}"#, .changeIsUnreadable),
        (#""kind":"markDay","change":{"goal":1,"day":"2026-02-30","done":true}"#, .changeIsUnreadable),
        (#""kind":"undo","change":{"operation":"me"}"#, .changeIsUnreadable),
    ])
    func `what is not understood refuses itself and none of the others`(_ fields: String, _ reason: Refusal)
        throws
    {
        let id = OperationID.fresh()
        let list = try read([sent(increment("1")), sent(fields, id: id), sent(increment("2"))])
        #expect(list.count == 3)
        #expect(list.map(\.refusal) == [nil, reason, nil])
        switch list[1] {
        case .known(let operation): #expect(operation.id == id && fields.contains(operation.change.kind))
        case .unknown(let refused, _): #expect(refused == id)
        }
        guard case .known(let last) = list[2] else { return }
        #expect(last.change == .increment(2))
    }

    @Test func `an operation says what, when and where; what it does not say is now, in UTC`() throws {
        let id = OperationID.fresh(), origin = OperationID.fresh()
        let list = try read([
            sent(increment("\"\(origin.text)\"", #","at":1795240000000,"offset":-600,"version":1"#), id: id),
            sent(increment("7")),
        ])
        guard case .known(let one) = list[0], case .known(let other) = list[1] else {
            Issue.record("\(list)")
            return
        }
        #expect(one.id == id && one.mayBeRepeated && one.change == .increment(origin))
        #expect(one.madeAt.milliseconds == 1_795_240_000_000 && one.zoneOffset == -600)
        #expect(other.madeAt == .start && other.zoneOffset == 0)
    }

    // MARK: - What is applied

    @Test func `a newcomer's list makes their account, and what is made is named by its operation`()
        async throws
    {
        let made = OperationID.fresh(), tap = OperationID.fresh(), goal = OperationID.fresh()
        #expect(
            try await person.sends([
                Operation.of(.createCounter(title: "Robins", style: .fractal), made),
                Operation.of(.increment(made, by: 3), tap),
                Operation.of(.void(made, entry: tap, isVoid: true)),
                Operation.of(.annotate(made, entry: tap, note: "A wren")),
                Operation.of(.createGoal(try .of()), goal),
                Operation.of(.markDay(goal, .start, isDone: true)),
            ]) == ["0", "3", "0", "0", "0", "0"])
        #expect(try person.counter(1).count == 0 && person.goal(1).name == "Read")
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `what is made later in the list is not there yet, and stays refused`() async throws {
        _ = try await person.creates()
        let made = OperationID.fresh(), early = Operation.of(.increment(made))
        let list = [
            early, Operation.of(.createCounter(title: "Late", style: .fractal), made),
            Operation.of(.increment(made)),
        ]
        #expect(try await person.sends(list) == ["noSuchCounter", "0", "1"])
        #expect(try await person.sends(list) == ["noSuchCounter", "0", "1"])
        #expect(try await person.sends([early]) == ["noSuchCounter"])
        #expect(try person.counter(2).count == 1)
    }

    @Test func `nobody reaches another's counter or goal by the operation that made it`() async throws {
        let stranger = Person(bench.ledger)
        let counter = OperationID.fresh(), goal = OperationID.fresh(), tap = OperationID.fresh()
        try await stranger.does(.createCounter(title: "Mine", style: .fractal), id: counter)
        try await stranger.does(.createGoal(.of()), id: goal)
        try await stranger.does(.increment(counter), id: tap)
        #expect(
            try await person.sends([
                Operation.of(.increment(counter)), Operation.of(.void(counter, entry: tap, isVoid: true)),
                Operation.of(.archiveGoal(goal, isArchived: true)), Operation.of(.undo(tap)),
            ]) == ["noSuchCounter", "noSuchCounter", "noSuchGoal", "cannotBeUndone"])
        #expect(try stranger.counter(1).count == 1)
    }

    @Test func `the same id with another content or on another counter is taken`() async throws {
        let one = try await person.creates(), other = try await person.creates()
        let tap = OperationID.fresh()
        let list = [
            Operation.of(.increment(one), tap), Operation.of(.increment(other), tap),
            Operation.of(.increment(one, by: 2), tap), Operation.of(.decrement(one), tap),
            Operation.of(.increment(one), tap),
        ]
        let taken = "operationIdIsTaken"
        #expect(try await person.sends(list) == ["1", taken, taken, taken, "1"])
        #expect(try await person.sends(list) == ["1", taken, taken, taken, "1"])
        #expect(try person.counter(one).count == 1 && person.counter(other).count == 0)
    }

    @Test func `undos that name each other, or themselves, take nothing back`() async throws {
        let counter = try await person.creates()
        let one = OperationID.fresh(), other = OperationID.fresh(), own = OperationID.fresh()
        let list = [
            Operation.of(.increment(counter)), Operation.of(.undo(other), one),
            Operation.of(.undo(one), other),
            Operation.of(.undo(own), own), Operation.of(.undo(one), one),
        ]
        let no = "cannotBeUndone"
        #expect(try await person.sends(list) == ["1", no, no, no, "operationIdIsTaken"])
        #expect(try person.counter(counter).count == 1)
    }

    @Test(arguments: [
        Int64.min, -1, 0, Operation.earliest.milliseconds - 1, 253_402_300_799_000, Int64.max,
    ])
    func `a time before there was Fivebar, or to come, is now`(_ milliseconds: Int64) async throws {
        let counter = try await person.creates()
        let moment = Moment(milliseconds: milliseconds)
        #expect(try await person.sends([Operation.of(.increment(counter), at: moment)]) == ["1"])
        #expect(try bench.latestEntryTime(of: counter) == Moment.start.milliseconds)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `a time of 2020 is kept as it is`() async throws {
        let counter = try await person.creates()
        #expect(try await person.sends([Operation.of(.increment(counter), at: Operation.earliest)]) == ["1"])
        #expect(try bench.latestEntryTime(of: counter) == Operation.earliest.milliseconds)
    }

    @Test(arguments: [
        (-1081, false), (1081, false), (Int.min, false), (Int.max, false), (1080, true), (-1080, true),
    ])
    func `an offset is one that clocks have`(_ offset: Int, _ isTaken: Bool) async throws {
        let counter = try await person.creates()
        #expect(
            try await person.sends([
                Operation.of(.increment(counter), offset: offset), Operation.of(.increment(counter)),
            ])
                == (isTaken ? ["1", "2"] : ["timeIsWrong", "1"]))
    }

    @Test
    func `the receipt of a restored counter says that it is there, and of a deleted one that it is not`()
        async throws
    {
        let counter = try await person.creates(), deletion = OperationID.fresh()
        #expect(try await person.does(.delete(counter), id: deletion).isDeleted)
        #expect(try await !person.does(.undo(deletion)).isDeleted)
        try await person.does(.delete(counter))
        #expect(try await !person.does(.restore(counter)).isDeleted)
    }

    @Test(arguments: [String.Encoding.utf16, .utf16BigEndian, .utf16LittleEndian, .utf32, .utf8])
    func `a list that is no plain UTF-8 is none`(_ encoding: String.Encoding) throws {
        let list =
            #"[{"id":"\#(OperationID.fresh().text)","kind":"increment","change":{"counter":1},"at":0,"offset":0}]"#
        #expect(try Operation.list(from: list.utf8, now: .start).count == 1)
        let other = try #require((encoding == .utf8 ? "\u{FEFF}" + list : list).data(using: encoding))
        #expect(throws: DecodingError.self) { try Operation.list(from: other, now: .start) }
    }

    @Test func `a device that was signed out sends nothing`() async throws {
        _ = try await person.creates()
        let device = try #require(try person.ledger.devices(of: person.account).first)
        let isSignedOut = try await person.ledger.signOut(device.id, of: person.account, by: device.id)
        #expect(isSignedOut)
        await #expect(throws: Refusal.unknownDevice) {
            try await person.ledger.apply(
                [Operation.of(.increment(1))], by: .device(person.token), now: .start, limit: Limits())
        }
    }
}
