// The database to which Loop Habit Tracker backs up, of each of its ages.

import Foundation
import Testing

@testable import Ledger

@Suite struct LoopBackupTests {
    let bench: HabitsBench

    init() throws { bench = try HabitsBench() }

    private static let accents = "a" + String(repeating: "\u{301}", count: 200)
    private static let wide = (0..<70).map { "column\($0)" }.joined(separator: ", ")
    private static let manyTables = (0..<2_000).map { "CREATE TABLE t\($0) (x);" }.joined()
    private static let long = String(repeating: "x", count: 60_000)
    private static let tables = """
        CREATE TABLE Habits (id INTEGER PRIMARY KEY AUTOINCREMENT, archived INTEGER, color INTEGER, description TEXT,
            freq_den INTEGER, freq_num INTEGER, highlight INTEGER, name TEXT, position INTEGER, reminder_hour INTEGER,
            reminder_min INTEGER, reminder_days INTEGER NOT NULL DEFAULT 127, type INTEGER NOT NULL DEFAULT 0,
            target_type INTEGER NOT NULL DEFAULT 0, target_value REAL NOT NULL DEFAULT 0, unit TEXT NOT NULL DEFAULT "",
            question TEXT, uuid TEXT);
        CREATE TABLE Repetitions (id INTEGER PRIMARY KEY AUTOINCREMENT, habit INTEGER NOT NULL REFERENCES habits(id),
            timestamp INTEGER NOT NULL, value INTEGER NOT NULL, notes TEXT);
        PRAGMA user_version = 25;
        """

    /// The rows of a habit's days from 2026-07-01 on.
    private static func days(of habit: Int, _ values: [(Int, String?)]) -> String {
        values.enumerated().map { place, day in
            let note = day.1.map { "'\($0)'" } ?? "NULL"
            return """
                INSERT INTO Repetitions (habit, timestamp, value, notes)
                VALUES (\(habit), \(1_782_864_000_000 + place * 86_400_000), \(day.0), \(note));
                """
        }
        .joined()
    }

    private static func backup(
        walked: [(Int, String?)] = [(2, nil), (1, nil), (3, "rain"), (0, "no"), (-1, nil)]
    )
        -> String
    {
        tables + """
            INSERT INTO Habits (id, archived, color, description, freq_den, freq_num, name, position, reminder_hour, reminder_min, question, uuid)
            VALUES (7, 0, 11, 'To the sea', 1, 1, 'Walk', 1, 7, 30, 'Did you walk?', 'one');
            INSERT INTO Habits (id, archived, color, freq_den, freq_num, name, position, type, target_value, unit, uuid)
            VALUES (8, 1, 3, 1, 1, 'Run', 0, 1, 5.5, 'km', 'two');
            """ + days(of: 7, walked)
            + days(of: 8, [(12_500, nil), (5_499, "hot"), (5_500, nil), (3, nil), (0, nil)])
    }

    @Test func `what was done is done, and nothing that was written is lost`() async throws {
        let archive = try bench.archive(HabitsBench.database(Self.backup()))
        #expect(archive.program == .loop)
        #expect(archive.goals.map(\.draft.name) == ["Run", "Walk"])
        let run = archive.goals[0], walk = archive.goals[1]
        // What Loop concludes from other days was not done.
        #expect(walk.doneDays == ["2026-07-01"])
        #expect(walk.notesByDay == ["2026-07-03": "Skipped\nrain", "2026-07-04": "no"])
        #expect(walk.about == "Did you walk?\nTo the sea")
        #expect(walk.draft.reminder == 450 && !walk.isArchived && walk.draft.color == 5)
        // It goes on for a year.
        #expect(walk.draft.start.description == "2026-07-01" && walk.draft.end.description == "2027-11-20")

        #expect(run.doneDays == ["2026-07-01", "2026-07-03"])
        #expect(
            run.notesByDay == [
                "2026-07-01": "12.5 km", "2026-07-02": "5.499 km\nhot", "2026-07-03": "5.5 km",
                "2026-07-04": "Skipped", "2026-07-05": "0 km",
            ])
        #expect(run.isArchived && run.draft.end.description == "2026-07-05" && run.draft.color == 4)
    }

    @Test func `a second import changes nothing, and a later backup brings what is new`() async throws {
        let first = try HabitsBench.database(Self.backup())
        try await bench.imports(first)
        #expect(try bench.fates(first) == [.staysAsItIs, .staysAsItIs])
        let later = try HabitsBench.database(
            Self.backup(walked: [(2, nil), (1, nil), (3, nil), (0, nil), (2, nil)]))
        #expect(try bench.fates(later) == [.staysAsItIs, .grows])
        try await bench.imports(later)
        let goals = try bench.bench.ledger.goals(of: bench.person.account)
        #expect(goals.map(\.name).sorted() == ["Run", "Walk"])
        let walk = try #require(goals.first { $0.name == "Walk" })
        #expect(
            try bench.person.record(walk.id).marked.map(\.description).sorted() == [
                "2026-07-01", "2026-07-05",
            ])
    }

    @Test func `what a habit says about itself is noted once, whatever day it is`() async throws {
        let years = (0..<2).map {
            "INSERT INTO Repetitions (habit, timestamp, value) VALUES (1, \(1_300_000_000_000 + $0 * 86_400_000), 2);"
        }
        let sql =
            Self.tables
            + "INSERT INTO Habits (id, name, question) VALUES (1, 'Walk', 'Far?'), (2, 'Swim', 'Cold?');"
            + years.joined()
        let file = try HabitsBench.database(sql)
        try await bench.imports(file)
        for goal in try bench.bench.ledger.goals(of: bench.person.account) {
            #expect(
                try bench.bench.number(
                    "SELECT COUNT(*) FROM dayNote WHERE goal = \(goal.id) AND day = \(goal.start.number)")
                    == 1)
        }
        // Both begin a day later now.
        #expect(try bench.fates(file, later: 1) == [.staysAsItIs, .staysAsItIs])
    }

    @Test func `targets of a week say nothing of a day, and what is to be little is`() throws {
        let sql =
            Self.tables + """
                INSERT INTO Habits (id, freq_den, freq_num, name, type, target_value, unit) VALUES (1, 7, 1, 'Swim', 1, 20, '');
                INSERT INTO Habits (id, freq_den, freq_num, name, type, target_type, target_value) VALUES (2, 1, 1, 'Coffee', 1, 1, 2.01);
                """ + Self.days(of: 1, [(1_000, nil), (0, nil)])
            + Self.days(of: 2, [(0, nil), (2_010, nil), (2_011, nil)])
        let goals = try bench.archive(HabitsBench.database(sql)).goals
        #expect(goals[0].doneDays == ["2026-07-01"] && goals[0].notesByDay["2026-07-01"] == "1")
        #expect(goals[1].doneDays == ["2026-07-01", "2026-07-02"])
    }

    @Test func `a backup of 2016 had no values, no notes and other colours`() throws {
        let sql = """
            CREATE TABLE Habits (Id INTEGER PRIMARY KEY, archived INTEGER, color INTEGER, description TEXT, name TEXT, position INTEGER);
            CREATE TABLE Repetitions (Id INTEGER PRIMARY KEY, habit INTEGER, timestamp INTEGER);
            PRAGMA user_version = 12;
            INSERT INTO Habits VALUES (15, 0, -16742021, 'Up by six', 'Wake up', 0);
            INSERT INTO Repetitions VALUES (1, 15, 1451606400000), (2, 15, 1451692800000), (3, 99, 1451692800000);
            """
        let goal = try #require(try bench.archive(HabitsBench.database(sql)).goals.first)
        #expect(goal.doneDays == ["2016-01-01", "2016-01-02"])
        // Ten years are the most; what was before is kept, and noted where the goal begins.
        #expect(goal.draft.start.description == "2017-11-20" && goal.draft.end.description == "2027-11-20")
        #expect(goal.notesByDay.isEmpty && goal.about == "Up by six")
        #expect(goal.draft.color == 1)
    }

    @Test func `a name that is too long is whole in a note`() throws {
        let name = "Drink a glass of water before each meal"
        let sql = Self.tables + "INSERT INTO Habits (id, name) VALUES (1, '\(name)'), (2, ' ');"
        let goals = try bench.archive(HabitsBench.database(sql)).goals
        #expect(goals[0].draft.name == "Drink a glass of water before…")
        #expect(goals[0].notesByDay.isEmpty && goals[0].about == name)
        #expect(goals[1].draft.name == "Loop Habit Tracker")
    }

    @Test(arguments: [
        ("CREATE TABLE counter (id INTEGER)", ArchiveFault.Reason.formatIsUnknown),
        (
            "CREATE TABLE Repetitions (habit, timestamp); CREATE VIEW Habits AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id FROM n) SELECT id, 'x' AS name FROM n",
            .formatIsUnknown
        ),
        (
            "CREATE TABLE Repetitions (habit, timestamp); CREATE TABLE Habits (id, name AS (hex(zeroblob(400000000))))",
            .isDamaged
        ),
        ("CREATE TABLE Repetitions (habit, timestamp); CREATE TABLE Habits (id, name)", .holdsNothing),
        (
            "CREATE TABLE Repetitions (habit, timestamp); CREATE TABLE Habits (id, name); INSERT INTO Habits VALUES (1, 'x'); INSERT INTO Repetitions VALUES (1, 9223372036854775807)",
            .valueIsWrong(field: "timestamp")
        ),
        (
            "CREATE TABLE Repetitions (habit, timestamp); CREATE TABLE Habits (id, name, '\(accents)')",
            .isDamaged
        ),
        (
            "CREATE TABLE Repetitions (habit, timestamp); CREATE TABLE Habits (id, name); INSERT INTO Habits VALUES (1, '\(accents)')",
            .isDamaged
        ),
        (
            "CREATE TABLE Repetitions (habit, timestamp); CREATE TABLE Habits (id, name); INSERT INTO Habits WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) SELECT i, 'x' FROM n; ALTER TABLE Habits ADD COLUMN question DEFAULT '\(long)'",
            .isDamaged
        ),
        (
            "CREATE TABLE Repetitions (habit, timestamp); CREATE TABLE Habits (id, name); INSERT INTO Habits WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10001) SELECT i, 'x' FROM n",
            .hasTooManyEntries
        ),
        (
            "CREATE TABLE Repetitions (habit, timestamp); CREATE TABLE Habits (id, name); INSERT INTO Habits VALUES (1, printf('%2000000d', 1))",
            .isDamaged
        ),
        ("CREATE TABLE Repetitions (habit, timestamp); CREATE TABLE Habits (id, name, \(wide))", .isDamaged),
        (
            "CREATE TABLE Repetitions (habit, timestamp); CREATE TABLE Habits (id, name /* \(long) */)",
            .isDamaged
        ),
        (
            "BEGIN; CREATE TABLE Repetitions (habit, timestamp); CREATE TABLE Habits (id, name); \(manyTables) COMMIT",
            .isDamaged
        ),
    ]) func `nothing of a foreign database is run, and what is none of Loop's is refused`(
        _ sql: String, _ reason: ArchiveFault.Reason
    ) throws {
        let file = try HabitsBench.database(sql)
        #expect(throws: ArchiveFault(reason)) { try bench.archive(file) }
    }

    @Test func `a backup that is cut short or scrambled is refused, and nothing of it stays on the disk`()
        throws
    {
        let whole = try HabitsBench.database(Self.backup())
        #expect(throws: ArchiveFault.self) { try bench.archive(Array(whole.prefix(99))) }
        for size in stride(from: 100, to: whole.count, by: 1_531) {
            #expect(throws: ArchiveFault.self) { try bench.archive(Array(whole.prefix(size))) }
        }
        var generator = Seeded(1)
        for _ in 0..<200 {
            var bytes = whole
            for _ in 0..<40 {
                bytes[Int.random(in: 16..<bytes.count, using: &generator)] = .random(in: 0...255)
            }
            // Some of it may still make sense; it must end, and in no other error.
            do { _ = try bench.archive(bytes) } catch is ArchiveFault {}
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: bench.bench.folder)
        #expect(!left.contains { $0.hasPrefix(".upload-") })
    }

    @Test func `without room for it, nobody is told that the backup is damaged`() throws {
        let whole = try HabitsBench.database(Self.backup())
        #expect(throws: StorageFault.self) { try bench.archive(whole, in: bench.bench.folder + "/nowhere") }
    }

    @Test func `a small file whose pages refer to one another again and again comes to an end`() throws {
        let pageSize = 512
        var bytes = try HabitsBench.database(
            """
            PRAGMA page_size = \(pageSize); CREATE TABLE Repetitions (habit, timestamp); CREATE TABLE Habits (id, name);
            INSERT INTO Habits VALUES (1, 'x')
            """)
        // The only row moves ten pages down from the third one, and each page on the way there leads to the next one 40 times.
        let root = 2, levels = 10
        let leaf = Array(bytes[root * pageSize..<(root + 1) * pageSize])
        func page(leadingTo child: Int) -> [UInt8] {
            let number = [0, 0, UInt8(child >> 8), UInt8(child & 255)], cells = 40, cellSize = 5
            var page = [UInt8](repeating: 0, count: pageSize)
            let start = pageSize - cells * cellSize
            page.replaceSubrange(
                0..<12, with: [5, 0, 0, 0, UInt8(cells), UInt8(start >> 8), UInt8(start & 255), 0] + number)
            for cell in 0..<cells {
                let place = start + cell * cellSize
                page.replaceSubrange(
                    12 + 2 * cell..<14 + 2 * cell, with: [UInt8(place >> 8), UInt8(place & 255)])
                page.replaceSubrange(place..<place + cellSize, with: number + [1])
            }
            return page
        }
        let first = bytes.count / pageSize + 1
        bytes.replaceSubrange(root * pageSize..<(root + 1) * pageSize, with: page(leadingTo: first))
        for level in 0..<levels { bytes += page(leadingTo: first + level + 1) }
        bytes += leaf
        bytes.replaceSubrange(28..<32, with: [0, 0, 0, UInt8(bytes.count / pageSize)])
        #expect(throws: ArchiveFault(.hasTooManyEntries)) { try bench.archive(bytes) }
    }
}
