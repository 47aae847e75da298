// The JSON file of HabitKit.

import Foundation
import Testing

@testable import Ledger

@Suite struct HabitKitTests {
    let bench: HabitsBench

    init() throws { bench = try HabitsBench() }

    private static let file = """
        {"habits":[
        {"id":"h-water","name":"Water","description":"Two litres","icon":"drop","color":"sky","emoji":"💧","archived":false,"isInverse":false,"orderIndex":2,"createdAt":"2026-01-01T08:00:00.000000Z"},
        {"id":"h-read","name":"Reading","description":null,"icon":"book","color":"rose","emoji":null,"archived":true,"isInverse":false,"orderIndex":1,"createdAt":"2026-01-01T08:00:00.000000Z"},
        {"id":"h-smoke","name":"Smoking","color":"unheard of","archived":false,"isInverse":true,"orderIndex":3}],
        "completions":[
        {"id":"1","date":"2026-05-14T00:00:00.000Z","habitId":"h-read","timezoneOffsetInMinutes":60,"amountOfCompletions":1,"note":null},
        {"id":"2","date":"2026-05-15T23:00:00.000Z","habitId":"h-read","timezoneOffsetInMinutes":120,"amountOfCompletions":2,"note":"twice"},
        {"id":"3","date":"2026-05-17T00:30:00.000Z","habitId":"h-read","timezoneOffsetInMinutes":-60,"amountOfCompletions":0},
        {"id":"4","date":"2026-05-14T10:00:00.000Z","habitId":"h-water","timezoneOffsetInMinutes":0,"amountOfCompletions":2},
        {"id":"5","date":"2026-05-14T18:00:00.000Z","habitId":"h-water","timezoneOffsetInMinutes":0,"amountOfCompletions":1},
        {"id":"6","date":"2026-05-15T18:00:00.000Z","habitId":"h-water","timezoneOffsetInMinutes":0,"amountOfCompletions":2},
        {"id":"7","date":"2026-05-15T18:00:00.000Z","habitId":"h-smoke","timezoneOffsetInMinutes":0,"amountOfCompletions":4},
        {"id":"8","date":"2026-05-15T18:00:00.000Z","habitId":"nobody's","timezoneOffsetInMinutes":0,"amountOfCompletions":4}],
        "intervals":[{"id":"i","habitId":"h-water","startDate":"2026-01-01T08:00:00.000000Z","endDate":null,"type":"day","requiredNumberOfCompletionsPerDay":3}],
        "categories":[],"categoryMappings":[],"reminders":[{"habitId":"h-water","weekdayIndices":[1,2],"hour":9,"minute":5}]}
        """

    @Test func `days are those of the place, amounts of a day add up, and what is to be broken is not done`()
        throws
    {
        let archive = try bench.archive(Array(Self.file.utf8))
        #expect(archive.program == .habitKit)
        #expect(archive.goals.map(\.draft.name) == ["Reading", "💧 Water", "Smoking"])
        #expect(archive.goals.map(\.doneDays) == [["2026-05-14", "2026-05-16"], ["2026-05-14"], []])
        #expect(
            archive.goals.map(\.notesByDay) == [
                ["2026-05-16": "2\ntwice"], ["2026-05-14": "3", "2026-05-15": "2"],
                ["2026-05-15": "4"],
            ])
        #expect(archive.goals.map(\.about) == ["", "Two litres", ""])
        #expect(archive.goals.map(\.draft.reminder) == [nil, 545, nil])
        #expect(archive.goals.map(\.draft.color) == [2, 5, 2])
        #expect(archive.goals.map(\.isArchived) == [true, false, false])
    }

    @Test func `a file is imported once`() async throws {
        try await bench.imports(Array(Self.file.utf8))
        #expect(
            try bench.fates(Array(Self.file.utf8)) == [.staysAsItIs, .staysAsItIs, .staysAsItIs])
    }

    @Test func `without an offset, and of what was asked for, the reader's days count`() throws {
        let text = """
            {"habits":[{"id":"a","name":"A"}],"completions":[{"habitId":"a","date":"2026-05-14T23:30:00Z"},{"habitId":"a","date":"2026-05-17T10:00:00Z"}],
            "intervals":[{"habitId":"a","startDate":"2026-05-15T23:00:00Z","requiredNumberOfCompletionsPerDay":2},{"habitId":"a","startDate":"2026-01-01T00:00:00Z","endDate":"2026-05-15T23:00:00Z"}]}
            """
        let goal = try #require(try bench.archive(Array(text.utf8)).goals.first)
        #expect(goal.doneDays == ["2026-05-15"] && goal.notesByDay == ["2026-05-17": "1"])
    }

    @Test func `a file made to take all memory is refused`() {
        func refused(_ text: String, _ fault: ArchiveFault) {
            #expect(throws: fault) { try bench.archive(Array(text.utf8)) }
        }
        let habit = #"{"id":"a"}"#, interval = #"{"habitId":"a"}"#
        let habits = repeatElement(habit, count: 10_001).joined(separator: ",")
        refused(#"{"habits":[\#(habits)],"completions":[]}"#, ArchiveFault(.hasTooManyEntries))
        let intervals = repeatElement(interval, count: 1_001).joined(separator: ",")
        refused(
            #"{"habits":[\#(habit)],"completions":[],"intervals":[\#(intervals)]}"#,
            ArchiveFault(.hasTooManyEntries))
        refused(#"{"habits":[{}],"completions":[]}"#, ArchiveFault(.valueIsWrong(field: "id")))
    }

    @Test(arguments: [
        #""2026-05-15""#, #""2026-02-30T00:00:00Z""#, #""2026-05-15T24:00:00Z""#, #""9999-12-31T23:59:59Z""#,
        "5",
        #""2026-05-15T10:00:00Z","timezoneOffsetInMinutes":9000"#,
        #""2026-05-15T10:00:00Z","timezoneOffsetInMinutes":-9223372036854775808"#,
    ]) func `a day that cannot be is said with its field`(_ date: String) {
        let text = """
            {"habits":[{"id":"a","name":"A"}],"completions":[{"habitId":"a","timezoneOffsetInMinutes":60,"date":\(date)}]}
            """
        #expect(throws: ArchiveFault(.valueIsWrong(field: "date"))) { try bench.archive(Array(text.utf8)) }
    }
}
