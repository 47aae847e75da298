// The backup of Loop Habit Tracker: its SQLite database, as its versions 12 to 25 have it. It may come from anybody, so
// nothing in it is run: no view, no generated column, no trigger.

import GRDB
import GRDBSQLite

enum LoopBackup {
    /// Whether bytes begin as a database does (https://www.sqlite.org/fileformat2.html §1.3).
    static func recognizes(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.starts(with: Array("SQLite format 3\0".utf8))
    }

    /// - Parameter folder: Where the database can be put while it is read.
    /// - Throws: ``ArchiveFault``, with ``ArchiveFault/Reason/formatIsUnknown`` for a database of something else;
    ///   ``StorageFault`` if there is no room for it.
    static func read(_ bytes: ArraySlice<UInt8>, in folder: String) throws -> [Habit] {
        do {
            return try open(bytes, in: folder).read { try habits(in: $0) }
        } catch is DatabaseError {
            throw ArchiveFault(.isDamaged)
        }
    }

    private static let mostHabits = 10_000, mostDays = 1_000_000
    /// In bytes. A damaged row can say that it has a gigabyte.
    private static let longestText: Int32 = 1 << 20

    private static func open(_ bytes: ArraySlice<UInt8>, in folder: String) throws -> DatabaseQueue {
        guard bytes.count >= 100 else { throw ArchiveFault(.isDamaged) }
        var content = Array(bytes)
        // A database that was in WAL mode cannot be opened for reading without a log beside it.
        content[18] = 1
        content[19] = 1
        var configuration = Configuration()
        configuration.readonly = true
        configuration.prepareDatabase { database in
            sqlite3_limit(database.sqliteConnection, SQLITE_LIMIT_LENGTH, longestText)
            try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
        }
        let file = try TemporaryFile(in: folder)
        defer { file.removeName() }
        try content.withUnsafeBytes { try file.write($0) }
        return try DatabaseQueue(path: file.path, configuration: configuration)
    }

    private static func habits(in database: Database) throws -> [Habit] {
        let ofHabits = try columns(of: "Habits", in: database)
        let ofDays = try columns(of: "Repetitions", in: database)
        guard ofHabits.isSuperset(of: ["id", "name"]), ofDays.isSuperset(of: ["habit", "timestamp"]) else {
            throw ArchiveFault(.formatIsUnknown)
        }
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        var habits: [Int64: LoopHabit] = [:], order: [Int64] = []
        let list = try Row.fetchCursor(
            database,
            sql: """
                SELECT \(ofHabits.selecting(
                    integers: ["id", "color", "archived", "reminder_hour", "reminder_min", "type", "target_type", "freq_den"],
                    texts: ["name", "question", "description", "unit", "uuid"]))
                    , \(ofHabits.contains("target_value") ? "CAST(target_value * 1000 AS INTEGER)" : "0") AS target
                FROM Habits ORDER BY \(ofHabits.contains("position") ? "position, id" : "id") LIMIT \(mostHabits)
                """)
        while let row = try list.next() {
            let id: Int64 = row["id"] ?? 0
            habits[id] = LoopHabit(row, version: version)
            order.append(id)
        }
        guard order.count < mostHabits else { throw ArchiveFault(.hasTooManyEntries) }
        let days = try Row.fetchCursor(
            database,
            sql: """
                SELECT \(ofDays.selecting(integers: ["habit", "timestamp", "value"], texts: ["notes"])) FROM Repetitions
                LIMIT \(mostDays)
                """)
        var number = 0
        while let row = try days.next() {
            number += 1
            guard number < mostDays else { throw ArchiveFault(.hasTooManyEntries) }
            let time: Int64 = row["timestamp"] ?? -1
            let day = CivilDay(of: Moment(milliseconds: time), zoneOffset: 0)
            guard (1970...9999).contains(day.civil.year) else {
                throw ArchiveFault(.valueIsWrong(field: "timestamp"))
            }
            // Before there were values, a row was a day on which it was done.
            let value: Int64 = ofDays.contains("value") ? row["value"] ?? -1 : LoopHabit.Value.manual
            habits[row["habit"] ?? 0]?.add(value, note: row["notes"] ?? "", on: day)
        }
        return order.compactMap { habits[$0]?.habit }
    }

    /// The lower-case names of a table's columns.
    ///
    /// - Throws: ``ArchiveFault/Reason/formatIsUnknown`` without such a table, ``ArchiveFault/Reason/isDamaged`` if reading it
    ///   would run what somebody wrote.
    private static func columns(of table: String, in database: Database) throws -> Set<String> {
        let isTable = try Bool.fetchOne(
            database,
            sql: "SELECT type = 'table' AND rootpage > 0 FROM sqlite_schema WHERE name = ? COLLATE NOCASE",
            arguments: [table])
        guard isTable ?? false else { throw ArchiveFault(.formatIsUnknown) }
        let columns = try Row.fetchAll(database, sql: "PRAGMA table_xinfo(\(table))")
        guard columns.allSatisfy({ $0["hidden"] == 0 }) else { throw ArchiveFault(.isDamaged) }
        return Set(columns.compactMap { ($0["name"] as String?)?.lowercased() })
    }
}

extension Set<String> {
    /// The columns that there are, as these types, whatever is in them.
    fileprivate func selecting(integers: [String], texts: [String]) -> String {
        let columns = integers.map { ($0, "INTEGER") } + texts.map { ($0, "TEXT") }
        return columns.map { name, type in
            contains(name) ? "CAST(\(name) AS \(type)) AS \(name)" : "NULL AS \(name)"
        }
        .joined(separator: ", ")
    }
}

extension LoopHabit {
    /// Its colours, which a habit has by their number (`PaletteColor` in its source).
    private static let palette = [
        0xD32F2F, 0xE64A19, 0xF57C00, 0xFF8F00, 0xF9A825, 0xAFB42B, 0x7CB342, 0x388E3C, 0x00897B, 0x00ACC1,
        0x039BE5, 0x1976D2, 0x303F9F, 0x5E35B1, 0x8E24AA, 0xD81B60, 0x5D4037, 0x303030, 0x757575, 0xAAAAAA,
    ]
    /// Which of these the twelve colours of the versions 14 to 20 became.
    private static let olderPalette = [0, 1, 4, 5, 7, 8, 9, 10, 13, 14, 15, 17, 19]

    fileprivate init(_ row: Row, version: Int) {
        habit = Habit()
        habit.name = row["name"] ?? ""
        let (number, uuid): (Int64, String) = (row["id"] ?? 0, row["uuid"] ?? "")
        habit.id = uuid.isEmpty ? "\(number)\n\(habit.name)" : uuid
        habit.about = [row["question"] ?? "", row["description"] ?? ""]
        habit.isArchived = row["archived"] ?? 0 != 0
        if let hour: Int = row["reminder_hour"], let minute: Int = row["reminder_min"],
            (0..<24).contains(hour), (0..<60).contains(minute)
        {
            habit.reminder = 60 * hour + minute
        }
        habit.color = (row["color"] as Int64?).flatMap { Self.color($0, version: version) }
        let isNumerical = row["type"] ?? 0 == 1
        amount =
            isNumerical
            ? Amount(
                target: row["target"] ?? 0, isAtMost: row["target_type"] ?? 0 == 1, unit: row["unit"] ?? "",
                isDaily: row["freq_den"] ?? 1 == 1)
            : nil
    }

    private static func color(_ color: Int64, version: Int) -> Int? {
        switch version {
        // Alpha, red, green and blue.
        case ..<14: Int(truncatingIfNeeded: color) & 0xFFFFFF
        case ..<21:
            Int(exactly: color).flatMap {
                olderPalette.indices.contains($0) ? palette[olderPalette[$0]] : nil
            }
        default: Int(exactly: color).flatMap { palette.indices.contains($0) ? palette[$0] : nil }
        }
    }
}
