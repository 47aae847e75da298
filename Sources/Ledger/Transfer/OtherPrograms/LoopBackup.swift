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
            return try open(bytes, in: folder).read { database in
                // Reads the schema.
                try database.execute(sql: "SELECT 1 FROM sqlite_schema LIMIT 0")
                // What a small file has once, a default for example, can be read with each row.
                var texts = Texts(room: 2 * bytes.count)
                return try ReadBudget.backup.spend(on: database.sqliteConnection) {
                    try habits(in: database, &texts)
                }
            }
        } catch let error as DatabaseError {
            switch error.resultCode {
            case .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_NOMEM, .SQLITE_CANTOPEN:
                throw StorageFault(error) ?? error
            default: throw ArchiveFault(.isDamaged)
            }
        }
    }

    /// What is written in a backup, as far as somebody wrote it.
    fileprivate struct Texts {
        /// In bytes.
        var room: Int

        /// - Throws: ``ArchiveFault/Reason/isDamaged`` for more than the file can have, or what takes long to compare.
        mutating func text(_ text: String?) throws(ArchiveFault) -> String {
            guard let text else { return "" }
            room -= text.utf8.count
            guard room >= 0, !CombiningMarks.areTooMany(in: text) else { throw ArchiveFault(.isDamaged) }
            return text
        }
    }

    /// In bytes. A damaged row can say that it has a gigabyte.
    private static let longestText: Int32 = 1 << 16
    /// In bytes, and of a table: Loop's largest statement has 500, and its widest table 18. Each table is parsed when the
    /// database is opened, and what takes long to parse is no step of a statement.
    private static let longestStatement: Int32 = 8_192, mostColumns: Int32 = 64

    private static func open(_ bytes: ArraySlice<UInt8>, in folder: String) throws -> DatabaseQueue {
        guard bytes.count >= 100 else { throw ArchiveFault(.isDamaged) }
        var content = Array(bytes)
        // A database that was in WAL mode cannot be opened for reading without a log beside it.
        content[18] = 1
        content[19] = 1
        var configuration = Configuration()
        configuration.readonly = true
        // Nothing is read before what is prepared below.
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { database in
            let connection = database.sqliteConnection
            sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, longestText)
            sqlite3_limit(connection, SQLITE_LIMIT_SQL_LENGTH, longestStatement)
            sqlite3_limit(connection, SQLITE_LIMIT_COLUMN, mostColumns)
            ReadBudget.boundSchema(of: connection)
            try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
        }
        let file = try TemporaryFile(in: folder)
        defer { file.removeName() }
        try content.withUnsafeBytes { try file.write($0) }
        return try DatabaseQueue(path: file.path, configuration: configuration)
    }

    private static func habits(in database: Database, _ texts: inout Texts) throws -> [Habit] {
        let ofHabits = try columns(of: "Habits", in: database)
        let ofDays = try columns(of: "Repetitions", in: database)
        guard ofHabits.isSuperset(of: ["id", "name"]), ofDays.isSuperset(of: ["habit", "timestamp"]) else {
            throw ArchiveFault(.formatIsUnknown)
        }
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        var habits: [Int64: LoopHabit] = [:], order: [(position: Int64, id: Int64)] = []
        let list = try Row.fetchCursor(
            database,
            sql: """
                SELECT \(ofHabits.selecting(
                    integers: ["id", "color", "archived", "reminder_hour", "reminder_min", "type", "target_type", "freq_den", "position"],
                    texts: ["name", "question", "description", "unit", "uuid"]))
                    , \(ofHabits.contains("target_value") ? "CAST(ROUND(target_value * 1000) AS INTEGER)" : "0") AS target
                FROM Habits LIMIT \(Habit.most + 1)
                """)
        while let row = try list.next() {
            let id: Int64 = row["id"] ?? 0
            habits[id] = try LoopHabit(row, version: version, &texts)
            order.append((row["position"] ?? 0, id))
        }
        guard order.count <= Habit.most else { throw ArchiveFault(.hasTooManyEntries) }
        let days = try Row.fetchCursor(
            database,
            sql: """
                SELECT \(ofDays.selecting(integers: ["habit", "timestamp", "value"], texts: ["notes"])) FROM Repetitions
                LIMIT \(Habit.mostDays + 1)
                """)
        var number = 0
        while let row = try days.next() {
            number += 1
            guard number <= Habit.mostDays else { throw ArchiveFault(.hasTooManyEntries) }
            let time: Int64 = row["timestamp"] ?? -1
            let day = CivilDay(of: Moment(milliseconds: time), zoneOffset: 0)
            guard (1970...9999).contains(day.civil.year) else {
                throw ArchiveFault(.valueIsWrong(field: "timestamp"))
            }
            // Before there were values, a row was a day on which it was done.
            let value: Int64 = ofDays.contains("value") ? row["value"] ?? -1 : LoopHabit.Value.manual
            habits[row["habit"] ?? 0]?.add(value, note: try texts.text(row["notes"]), on: day)
        }
        return order.sorted { $0 < $1 }.compactMap { habits[$0.id]?.habit }
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
        let names = columns.compactMap { $0["name"] as String? }
        guard !names.contains(where: { CombiningMarks.areTooMany(in: $0) }) else {
            throw ArchiveFault(.isDamaged)
        }
        return Set(names.map { $0.lowercased() })
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
    /// Which of these the thirteen colours of the versions 14 to 20 became.
    private static let olderPalette = [0, 1, 4, 5, 7, 8, 9, 10, 13, 14, 15, 17, 19]

    /// - Throws: ``ArchiveFault``.
    fileprivate init(_ row: Row, version: Int, _ texts: inout LoopBackup.Texts) throws(ArchiveFault) {
        habit = Habit()
        habit.name = try texts.text(row["name"])
        let number: Int64 = row["id"] ?? 0, uuid = try texts.text(row["uuid"])
        habit.id = uuid.isEmpty ? "\(number)\n\(habit.name)" : uuid
        habit.about = [try texts.text(row["question"]), try texts.text(row["description"])]
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
                target: row["target"] ?? 0, isAtMost: row["target_type"] ?? 0 == 1,
                unit: try texts.text(row["unit"]),
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
