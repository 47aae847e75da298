// Goals come back from a file: nothing of it is lost, nothing comes twice, and all of it is undone as one.

import Foundation
import Testing

@testable import Ledger

@Suite struct GoalsImportTests {
    let bench: Bench
    let person: Person

    init() throws {
        bench = try Bench()
        person = Person(bench.ledger)
    }

    private static let walk = "0198c5a0-0000-7000-8000-000000000001"
    private static let look = "0198c5a0-0000-7000-8000-000000000002"

    /// Two goals: one of its own, and one that follows a counter.
    private func file(follows counter: OperationID? = nil, walked: [String] = ["2026-11-19", "2026-11-20"])
        -> String
    {
        let follows = counter.map { #","follows":"\#($0.text)","counter":"Robins","target":2"# } ?? ""
        let done = walked.map { "\"\($0)\"" }.joined(separator: ",")
        return """
            {"format":"fivebar-goals","version":1,"goals":[
            {"id":"\(Self.walk)","place":1,"name":"Walk “far” 🐦","color":3,"start":"2026-11-01","end":"2026-11-30","reminder":450,"archived":true,"done":[\(done)],"reached":[],"notes":{"2026-11-20":"to the\\nsea","2026-11-25":"rain?"}},
            {"id":"\(Self.look)","name":"Look","color":0,"start":"2026-11-01","end":"2026-12-31","archived":false,"done":["2026-11-02"],"reached":["2026-11-03","2026-11-21"],"notes":{}\(follows)}
            ]}

            """
    }

    private func archive(_ text: String) throws -> GoalsArchive {
        let context = ImportContext(
            now: .start, today: CivilDay(of: .start, zoneOffset: 0), zoneOffset: { _ in 0 }, skipped: "",
            folder: bench.folder)
        guard case .goals(let archive) = try ImportFile.read(Array(text.utf8)[...], in: context) else {
            throw ArchiveFault(.formatIsUnknown)
        }
        return archive
    }

    private func goal(_ name: String) throws -> Goal {
        try #require(try bench.ledger.goals(of: person.account).first { $0.name.hasPrefix(name) })
    }

    private func marked(_ name: String) throws -> [String] {
        try person.record(goal(name).id).marked.sorted().map(\.description)
    }

    private func fates(_ text: String) throws -> [ImportFate] {
        try bench.ledger.plan(for: archive(text), of: person.account, now: .start, limits: person.limit)
            .map(\.fate)
    }

    @Test func `goals come with all that the file has of them, at the end of the list`() async throws {
        _ = try await person.makes(.of("Read"))
        try await person.does(.importGoals(archive(file())))
        #expect(
            try bench.ledger.goals(of: person.account).map(\.name) == ["Read", "Walk “far” 🐦", "Look"])
        let walk = try goal("Walk")
        #expect(walk.color == 3 && walk.reminder == 450 && walk.isArchived && walk.days == 30)
        #expect(try marked("Walk") == ["2026-11-19", "2026-11-20"])
        #expect(
            try bench.ledger.dayNotes(of: walk.id, by: person) == [
                "2026-11-20": "to the\nsea", "2026-11-25": "rain?",
            ])
        // What a counter completed that is not here would be lost without a mark.
        #expect(try marked("Look") == ["2026-11-02", "2026-11-03", "2026-11-21"])
        #expect(try goal("Look").follows == nil)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `an import into goals that are there takes several commits, and goes on where it broke off`()
        async throws
    {
        var person = person
        try await person.does(.importGoals(archive(file())))
        person.limit.entriesAtOnce = 2
        person.limit.entriesReplayed = 2
        let days = (1...9).map { "2026-11-0\($0)" }, more = try archive(file(walked: days))
        let before = try marked("Walk"), id = OperationID.fresh(), undo = OperationID.fresh()
        let revision = try #require(try bench.ledger.visitor(person.token)?.revision)
        try await person.begins(.importGoals(more), id: id)
        #expect(try marked("Walk").count == before.count + 2)
        _ = try await person.makes(.of("Read"))
        for _ in 0..<2 { try await person.does(.importGoals(more), id: id) }
        #expect(try marked("Walk") == days + before)
        #expect(try #require(try bench.ledger.visitor(person.token)?.revision) >= revision + 6)
        try await person.does(.undo(id), id: undo)
        #expect(try marked("Walk") == before)
        try await person.does(.undo(undo))
        #expect(try marked("Walk") == days + before)

        let again = OperationID.fresh()
        try await person.does(.undo(id))
        try await person.begins(
            .importGoals(archive(file(walked: ["2026-11-11", "2026-11-12", "2026-11-13"]))), id: again)
        _ = try await bench.ledger.tidy(now: .start.advanced(byDays: 2))
        #expect(try marked("Walk") == before)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `a goal follows its counter, and only what that has not completed is marked`() async throws {
        let robins = try await person.creates("Robins")
        for _ in 0..<2 { try await person.does(.increment(robins)) }
        let origin = try person.counter(robins).origin
        try await person.does(.importGoals(archive(file(follows: origin))))
        #expect(try goal("Look").follows == Goal.Following(counter: robins, target: 2))
        #expect(try marked("Look") == ["2026-11-02", "2026-11-03"])
        #expect(try bench.ledger.goalDay(.start, of: goal("Look").id, of: person.account).isDone)
    }

    @Test func `what is here already is not imported again, nor what somebody has changed since`()
        async throws
    {
        try await person.does(.importGoals(archive(file())))
        #expect(try fates(file()) == [.staysAsItIs, .staysAsItIs])
        let walk = try goal("Walk")
        try await person.does(
            .markDay(walk.id, #require(CivilDay("2026-11-20")), isDone: false))
        try await person.does(.noteDay(walk.id, #require(CivilDay("2026-11-20")), note: "mine"))
        #expect(try fates(file()) == [.staysAsItIs, .staysAsItIs])
        let longer = file(walked: ["2026-11-18", "2026-11-19", "2026-11-20"])
        #expect(try fates(longer) == [.grows, .staysAsItIs])
        try await person.does(.importGoals(archive(longer)))
        #expect(try marked("Walk") == ["2026-11-18", "2026-11-19"])
        #expect(try bench.ledger.dayNotes(of: walk.id, by: person)["2026-11-20"] == "mine")
        #expect(try bench.ledger.goals(of: person.account).count == 2)
    }

    @Test(arguments: [nil, 3]) func `it is undone as one, and redone`(_ atOnce: Int?) async throws {
        _ = try await person.makes(.of("Read"))
        let archive = try archive(file()), id = OperationID.fresh(), undo = OperationID.fresh()
        let staged = try await stage(archive, atOnce: atOnce)
        try await person.does(.importGoals(archive, staged: staged), id: id)
        #expect(try bench.ledger.summary(of: id, of: person.account)?.kind == .importGoals)
        try await person.does(.undo(id), id: undo)
        #expect(try bench.ledger.goals(of: person.account).map(\.name) == ["Read"])
        try await person.does(.undo(undo))
        #expect(try bench.ledger.goals(of: person.account).count == 3)
        #expect(try marked("Walk") == ["2026-11-19", "2026-11-20"])
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `a goal whose first import broke off is found by its id`() async throws {
        _ = try await person.makes(.of("Read"))
        let archive = try archive(file())
        // The process ends before it is shown.
        _ = try await stage(archive, atOnce: 3)
        try await person.does(.importGoals(archive, staged: stage(archive, atOnce: 3)))
        let origin = try #require(OperationID(Self.walk)), day = try #require(CivilDay("2026-11-18"))
        try await person.does(.markDay(Name.operation(origin), day, isDone: true))
        #expect(try marked("Walk") == ["2026-11-18", "2026-11-19", "2026-11-20"])
    }

    @Test func `undoing an addition takes its marks alone, and redoing brings them back`() async throws {
        try await person.does(.importGoals(archive(file())))
        let id = OperationID.fresh(), undo = OperationID.fresh()
        let longer = try archive(file(walked: ["2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20"]))
        try await person.does(.importGoals(longer), id: id)
        // Somebody has changed this one since.
        try await person.does(.markDay(goal("Walk").id, #require(CivilDay("2026-11-17")), isDone: false))
        try await person.does(.markDay(goal("Walk").id, #require(CivilDay("2026-11-17")), isDone: true))
        try await person.does(.undo(id), id: undo)
        #expect(try marked("Walk") == ["2026-11-17", "2026-11-19", "2026-11-20"])
        try await person.does(.undo(undo))
        #expect(try marked("Walk").count == 4)
    }

    @Test func `an import that was undone can be made again, and a goal used since stays`() async throws {
        let id = OperationID.fresh()
        try await person.does(.importGoals(archive(file())), id: id)
        try await person.does(.markDay(goal("Look").id, #require(CivilDay("2026-11-10")), isDone: true))
        try await person.does(.undo(id))
        #expect(try bench.ledger.goals(of: person.account).map(\.name) == ["Look"])
        #expect(try fates(file()) == [.isRestored, .staysAsItIs])
        let again = OperationID.fresh()
        try await person.does(.importGoals(archive(file())), id: again)
        #expect(try marked("Walk") == ["2026-11-19", "2026-11-20"])
        try await person.does(.undo(again))
        #expect(try bench.ledger.goals(of: person.account).map(\.name) == ["Look"])
    }

    @Test func `what has no room is left out, and so many words a day are the most`() async throws {
        var person = person
        person.limit = Limits(accountsPerHour: nil, goals: 2)
        _ = try await person.makes(.of("Read"))
        #expect(
            try bench.ledger.plan(for: archive(file()), of: person.account, now: .start, limits: person.limit)
                .map(\.fate) == [.isNew, .isLeftOut])
        try await person.does(.importGoals(archive(file())))
        #expect(try bench.ledger.goals(of: person.account).map(\.name) == ["Read", "Walk “far” 🐦"])
        var wordy = Person(bench.ledger)
        _ = try await wordy.creates("A")
        wordy.limit.wordsPerDay = 20
        await #expect(throws: Refusal.tooManyOperationsToday) {
            try await wordy.does(.importGoals(archive(file())))
        }
        #expect(try bench.ledger.goals(of: wordy.account).isEmpty)
    }

    @Test func `nobody sees what is only written, and what is discarded leaves nothing`() async throws {
        _ = try await person.makes(.of("Read"))
        let archive = try archive(file())
        let staged = try await stage(archive, atOnce: 2)
        #expect(!staged.isEmpty)
        #expect(try bench.ledger.goals(of: person.account).map(\.name) == ["Read"])
        #expect(try bench.ledger.check().isEmpty)
        try await bench.ledger.discard(staged, now: .start)
        // It is written then, as if nothing had been before.
        try await person.does(.importGoals(archive, staged: staged))
        #expect(try marked("Walk") == ["2026-11-19", "2026-11-20"])
        try await bench.ledger.discard(staged, now: .start)
        #expect(try bench.ledger.goals(of: person.account).count == 3)
    }

    private func stage(_ archive: GoalsArchive, atOnce: Int?) async throws -> StagedGoals {
        try await bench.ledger.stage(
            archive, of: person.account, now: .start, limits: person.limit, atOnce: atOnce ?? 1_000)
    }

    @Test(arguments: [
        (#""color":3"#, #""color":8"#, "color"), (#""color":3"#, #""color":"3""#, "color"),
        (#""start":"2026-11-01","end":"2026-11-30""#, #""start":"2026-11-31","end":"2026-11-30""#, "start"),
        (#""end":"2026-11-30""#, #""end":"2016-11-30""#, "end"),
        (#""end":"2026-11-30""#, #""end":"9999-12-31""#, "end"),
        (#""reminder":450"#, #""reminder":9223372036854775807"#, "reminder"),
        (#""done":["2026-11-19""#, #""done":["yesterday""#, "done"),
        (#""done":["2026-11-19""#, #""done":[19"#, "done"),
        (#""2026-11-25":"rain?""#, #""soon":"rain?""#, "notes"),
        (#""id":"0198c5a0"#, #""id":"x"#, "id"), ("Walk “far” 🐦", "", "name"),
        ("Walk “far” 🐦", String(repeating: "W", count: 31), "name"),
    ])
    func `what no goal can have is named with its place`(
        _ good: String, _ bad: String, _ field: String
    ) throws {
        let text = file().replacing(good, with: bad, maxReplacements: 1)
        #expect(text != file())
        #expect(throws: ArchiveFault(.valueIsWrong(field: field), at: .goal(1))) { try archive(text) }
    }

    @Test func `files that are cut short, empty, or of another time are refused`() throws {
        let whole = file()
        for length in [40, 200, whole.count - 3] {
            #expect(throws: ArchiveFault.self) { try archive(String(whole.prefix(length))) }
        }
        #expect(throws: ArchiveFault(.holdsNothing)) {
            try archive(#"{"format":"fivebar-goals","version":1,"goals":[]}"#)
        }
        #expect(throws: ArchiveFault(.isNewer)) {
            try archive(#"{"format":"fivebar-goals","version":2,"goals":[]}"#)
        }
        #expect(throws: ArchiveFault(.formatIsUnknown)) {
            try archive(#"{"format":"fivebar-goals"}"#)
        }
        // The order of the fields is nobody's business, and what is there twice comes once.
        let twice = #"{"version":1,"goals":[\#(line),\#(line)],"format":"fivebar-goals"}"#
        #expect(try archive(twice).goals.count == 1)
    }

    private var line: String {
        #"{"id":"\#(Self.walk)","name":"Walk","color":0,"start":"2026-11-01","end":"2026-11-30"}"#
    }
}

extension Ledger {
    fileprivate func dayNotes(of goal: Goal.ID, by person: Person) throws -> [String: String] {
        let record = try person.record(goal)
        return try Dictionary(
            uniqueKeysWithValues: record.noted.map {
                try ($0.description, person.note(on: $0, of: goal))
            })
    }
}
