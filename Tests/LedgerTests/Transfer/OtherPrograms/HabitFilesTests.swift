// The CSV files of Loop Habit Tracker and the JSON file of Beaver Habits.

import Foundation
import Testing

@testable import Ledger

@Suite struct HabitFilesTests {
    let bench: HabitsBench

    init() throws { bench = try HabitsBench() }

    private static let list = """
        Position,Name,Type,Question,Description,FrequencyNumerator,FrequencyDenominator,Color,Unit,Target Type,Target Value,Archived?
        001,"Walk, far",YES_NO,Did you walk?,To the sea,1,1,#1976D2,,,,true
        002,Run,NUMERICAL,,,1,1,#FF8F00,km,AT_LEAST,5.0,false
        003,散歩,YES_NO,,,1,1,#D32F2F,,,,false
        004,散歩,YES_NO,,,1,1,#757575,,,,false

        """
    private static let files = [
        ("Habits.csv", list),
        ("001 Walk far/Scores.csv", "2026-07-04,0.5\n"),
        (
            "001 Walk far/Checkmarks.csv",
            "Date,Value,Notes\n2026-07-04,YES_MANUAL,\n2026-07-03,YES_AUTO,\n2026-07-02,SKIP,\"rain, wind\"\n2026-07-01,NO,no\n2026-06-30,UNKNOWN,\n"
        ),
        // Before version 2.3.1 there were no notes.
        ("002 Run/Checkmarks.csv", "Date,Value\n2026-07-04,12500\n2026-07-03,3000\n2026-07-02,3\n"),
        ("003 /Checkmarks.csv", "Date,Value,Notes\n2026-07-04,2,\n2026-07-03,1,\n"),
        ("004 /Checkmarks.csv", "Date,Value,Notes\n2026-07-05,YES_MANUAL,\n"),
        ("Checkmarks.csv", "Date,Walk, far,Run,\n2026-07-04,YES_MANUAL,12500,\n"),
    ]

    @Test(arguments: [true, false]) func `each habit of Loop's archive has the days of its own folder`(
        isDeflated: Bool
    ) throws {
        let goals = try bench.archive(ZIPArchive(Self.files, isDeflated: isDeflated).bytes).goals
        #expect(goals.map(\.draft.name) == ["Walk, far", "Run", "散歩", "散歩"])
        #expect(goals.map(\.doneDays) == [["2026-07-04"], ["2026-07-04"], ["2026-07-04"], ["2026-07-05"]])
        #expect(goals[0].notesByDay == ["2026-07-01": "no", "2026-07-02": "Skipped\nrain, wind"])
        #expect(goals[0].about == "Did you walk?\nTo the sea")
        #expect(
            goals[1].notesByDay == ["2026-07-04": "12.5 km", "2026-07-03": "3 km", "2026-07-02": "Skipped"])
        #expect(goals.map(\.isArchived) == [true, false, false, false])
        #expect(goals.map(\.draft.color) == [5, 4, 2, 3])
    }

    @Test(arguments: [
        ("2026-07-04,2\n2026-07-03,0\n", ["2026-07-04"], [:]),
        ("2026-07-04,YES_MANUAL,\"far, and\"\n", ["2026-07-04"], ["2026-07-04": "far, and"]), ("", [], [:]),
    ])
    func `older versions of Loop name no columns of their days`(
        _ days: String, _ done: [String], _ notes: [String: String]
    ) throws {
        let file = ZIPArchive([("Habits.csv", Self.list), ("001 Walk far/Checkmarks.csv", days)]).bytes
        let walk = try #require(try bench.archive(file).goals.first)
        #expect(walk.doneDays == done)
        #expect(walk.notesByDay == notes)
    }

    @Test func `an archive that was packed again, from what a spreadsheet saved, is the same`() throws {
        let again = Self.files.map { ("Loop Habits CSV 2026-07-05/" + $0, "\u{FEFF}" + $1) }
        let file = ZIPArchive([("__MACOSX/Loop/Habits.csv", "x")] + again).bytes
        #expect(try bench.archive(file).goals == bench.archive(ZIPArchive(Self.files).bytes).goals)
    }

    @Test func `an archive is imported once, also where two habits have one name`() async throws {
        let file = ZIPArchive(Self.files).bytes
        try await bench.imports(file)
        #expect(try bench.bench.ledger.goals(of: bench.person.account).count == 4)
        #expect(try bench.fates(file) == [.staysAsItIs, .staysAsItIs, .staysAsItIs, .staysAsItIs])
    }

    @Test func `what is wrong in an archive is said with its habit`() throws {
        func refused(_ days: String, _ reason: ArchiveFault.Reason) {
            let file = ZIPArchive([("Habits.csv", Self.list), ("001 Walk/Checkmarks.csv", days)]).bytes
            #expect(throws: ArchiveFault(reason, at: .goal(1))) { try bench.archive(file) }
        }
        refused("Date,Value\n2026-07-04,YES_MANUAL\n2026-02-30,NO\n", .valueIsWrong(field: "Date"))
        refused("Date,Value\n2026-07-04,PERHAPS\n", .valueIsWrong(field: "Value"))
        #expect(throws: ArchiveFault(.formatIsUnknown)) {
            try bench.archive(ZIPArchive([("mimetype", "application/epub+zip")]).bytes)
        }
    }

    @Test func `an archive that is damaged, locked or a trap is refused`() throws {
        let whole = ZIPArchive(Self.files).bytes
        for size in stride(from: 4, to: whole.count, by: 97) {
            #expect(throws: ArchiveFault(.isDamaged)) { try bench.archive(Array(whole.prefix(size))) }
        }
        for lie in [
            ZIPArchive.Lie(size: 20_000_000), .init(size: 3), .init(checksum: 1),
            .init(flags: 1),
        ] {
            #expect(throws: ArchiveFault(.isDamaged)) {
                try bench.archive(ZIPArchive(Self.files, lie: lie).bytes)
            }
        }
        let accents = "a" + String(repeating: "\u{301}", count: 200)
        #expect(throws: ArchiveFault(.isDamaged)) {
            try bench.archive(ZIPArchive(Self.files + [(accents, "")]).bytes)
        }
        let many = ZIPArchive([("Habits.csv", "Position,Name\n" + String(repeating: "1,a\n", count: 10_001))])
            .bytes
        #expect(throws: ArchiveFault(.hasTooManyEntries)) { try bench.archive(many) }
        let large = ZIPArchive(Self.files, lie: .init(size: .max)).bytes
        #expect(throws: ArchiveFault(.hasTooManyEntries)) { try bench.archive(large) }
        var generator = Seeded(1)
        for _ in 0..<500 {
            var bytes = whole
            for _ in 0..<10 {
                bytes[Int.random(in: 4..<bytes.count, using: &generator)] = .random(in: 0...255)
            }
            do { _ = try bench.archive(bytes) } catch is ArchiveFault {}
        }
    }

    private static let beaver = """
        {"user_email":"a@b","exported_at":"2026-08-01 10:00:00","habits":[
        {"name":"Read","id":"a1b2c3","tags":["mind"],"star":false,"status":"active","period":{"period_type":"W","period_count":1,"target_count":3},
         "records":[{"day":"2026-07-31","done":true,"text":"a *whole* book"},{"day":"2026-07-30","done":false,"text":"#skip"},{"day":"2026-07-29","done":false}]},
        {"name":"Draw","id":"d4e5f6","status":"archive","records":[]},
        {"name":"Gone","id":"aaaaaa","status":"soft_delete","records":[{"day":"2026-07-31","done":true}]},
        {"name":"Old","records":[{"day":"2024-02-29","done":true}]}]}
        """

    @Test func `Beaver's habits come with their archive and their notes, without what was deleted`()
        async throws
    {
        let file = Array(Self.beaver.utf8), archive = try bench.archive(file)
        #expect(archive.program == .beaver)
        #expect(archive.goals.map(\.draft.name) == ["Read", "Draw", "Old"])
        #expect(archive.goals.map(\.doneDays) == [["2026-07-31"], [], ["2024-02-29"]])
        #expect(archive.goals[0].notesByDay == ["2026-07-31": "a *whole* book", "2026-07-30": "#skip"])
        #expect(archive.goals.map(\.isArchived) == [false, true, false])
        try await bench.imports(file)
        #expect(try bench.fates(file) == [.staysAsItIs, .staysAsItIs, .staysAsItIs])
    }

    @Test func `of two habits with one id none is lost`() throws {
        let habit = #"{"name":"Read","id":"a1b2c3","records":[]}"#
        let goals = try bench.archive(Array(#"{"habits":[\#(habit),\#(habit)]}"#.utf8)).goals
        #expect(Set(goals.map(\.origin)).count == 2)
        let third = habit.replacingOccurrences(of: "a1b2c3", with: #"a1b2c3\n2"#)
        let three = try bench.archive(Array(#"{"habits":[\#(habit),\#(habit),\#(third)]}"#.utf8)).goals
        #expect(Set(three.map(\.origin)).count == 3)
    }

    @Test(arguments: [
        (
            #"{"habits":[{"name":"Read","records":[{"done":true}]}]}"#,
            ArchiveFault(.valueIsWrong(field: "records"), at: .goal(1))
        ),
        (
            #"{"habits":[{"name":"Read","records":[{"day":"2026-02-30"}]}]}"#,
            ArchiveFault(.valueIsWrong(field: "records"), at: .goal(1))
        ),
        (#"{"habits":[{"name":5}]}"#, ArchiveFault(.valueIsWrong(field: "name"), at: .goal(1))),
        (#"{"habits":[]}"#, ArchiveFault(.holdsNothing)),
        (
            #"{"habits":[\#(String(repeating: #"{"records":[]},"#, count: 10_000)){"records":[]}]}"#,
            ArchiveFault(.hasTooManyEntries)
        ),
        (
            #"{"habits":[{"name":"Read","completions":["2025-07-14T22:00:00.000Z"]}]}"#,
            ArchiveFault(.valueIsWrong(field: "records"), at: .goal(1))
        ),
        // Other programs' files, of which days would be lost.
        (#"{"habits":[{"name":"Read"}],"groups":[]}"#, ArchiveFault(.formatIsUnknown)),
    ]) func `what is wrong in Beaver's file is said, and others' files are not taken for it`(
        _ text: String, _ fault: ArchiveFault
    ) {
        #expect(throws: fault) { try bench.archive(Array(text.utf8)) }
    }
}
