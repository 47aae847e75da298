// The ZIP archive of CSV files to which Loop Habit Tracker exports: `Habits.csv`, and a folder for each habit.

enum LoopCSV {
    /// - Throws: ``ArchiveFault``; ``ArchiveFault/Reason/formatIsUnknown`` for an archive of something else.
    static func read(_ bytes: ArraySlice<UInt8>) throws(ArchiveFault) -> [Habit] {
        var archive = try ZIPReader(bytes)
        // Whoever unpacked it and packed it again has it in a folder, and a Mac a copy of each name in another one.
        let entries = archive.entries.filter { !$0.name.hasPrefix("__MACOSX/") }
        guard let list = entries.first(where: { $0.name == "Habits.csv" || $0.name.hasSuffix("/Habits.csv") })
        else { throw ArchiveFault(.formatIsUnknown) }
        let folder = list.name.dropLast("Habits.csv".count)
        // The folder has what the name leaves of itself in ASCII: only the number in front of it is certain.
        var days = Dictionary(
            entries.filter { $0.name.hasPrefix(folder) && $0.name.hasSuffix("/Checkmarks.csv") }
                .map { (String($0.name.dropFirst(folder.count).prefix(while: \.isNumber)), $0) }
        ) { first, _ in first }
        var rows = try Table(archive.content(of: list), for: "Position", "Name"), habits: [Habit] = []
        while let row = try rows.next() {
            guard habits.count < Habit.most else { throw ArchiveFault(.hasTooManyEntries) }
            var loop = LoopHabit(row)
            // It has no other identity here.
            loop.habit.id = loop.habit.name
            if let entry = days.removeValue(forKey: row["Position"]) {
                do throws(ArchiveFault) {
                    try loop.addDays(of: archive.content(of: entry))
                } catch {
                    throw ArchiveFault(error.reason, at: .goal(habits.count + 1))
                }
            }
            habits.append(loop.habit)
        }
        return habits
    }
}

/// A CSV file with the names of its columns in the first line: older versions have fewer.
private struct Table {
    struct Row {
        let columns: [String: Int]
        let fields: [String]

        /// Empty if there is no such column.
        subscript(_ column: String) -> String {
            guard let place = columns[column], place < fields.count else { return "" }
            return fields[place]
        }
    }

    private var reader: CSVReader
    private let columns: [String: Int]
    /// The first line, if it is a row.
    private var first: [String]?

    /// - Throws: ``ArchiveFault/Reason/formatIsUnknown`` without the columns asked for.
    init(_ bytes: [UInt8], for needed: String...) throws(ArchiveFault) {
        reader = CSVReader(bytes[...].withoutByteOrderMark)
        first = nil
        let names = try reader.next() ?? []
        columns = Dictionary(zip(names, names.indices)) { first, _ in first }
        guard needed.allSatisfy({ columns[$0] != nil }) else { throw ArchiveFault(.formatIsUnknown) }
    }

    /// A habit's days. Older versions do not name the columns.
    ///
    /// - Throws: ``ArchiveFault/Reason/formatIsUnknown`` for something else.
    init(days bytes: [UInt8]) throws(ArchiveFault) {
        var reader = CSVReader(bytes[...].withoutByteOrderMark), names = ["Date", "Value", "Notes"]
        first = try reader.next()
        if let line = first, let word = line.first, CivilDay(word) == nil {
            guard line.contains("Date"), line.contains("Value") else {
                throw ArchiveFault(.formatIsUnknown)
            }
            names = line
            first = nil
        }
        self.reader = reader
        columns = Dictionary(zip(names, names.indices)) { first, _ in first }
    }

    mutating func next() throws(ArchiveFault) -> Row? {
        if let fields = first {
            first = nil
            return Row(columns: columns, fields: fields)
        }
        return try reader.next().map { Row(columns: columns, fields: $0) }
    }
}

extension LoopHabit {
    fileprivate init(_ row: Table.Row) {
        habit = Habit()
        habit.name = row["Name"]
        habit.about = [row["Question"], row["Description"]]
        habit.color = Int(row["Color"].drop { $0 == "#" }, radix: 16)
        habit.isArchived = row["Archived?"] == "true"
        amount =
            row["Type"] != "NUMERICAL"
            ? nil
            : Amount(
                target: thousandths(row["Target Value"]), isAtMost: row["Target Type"] == "AT_MOST",
                unit: row["Unit"], isDaily: row["FrequencyDenominator"] == "1")
    }

    fileprivate mutating func addDays(of file: [UInt8]) throws(ArchiveFault) {
        var rows = try Table(days: file)
        while let row = try rows.next() {
            guard let day = CivilDay(row["Date"]) else { throw ArchiveFault(.valueIsWrong(field: "Date")) }
            guard let value = Value.words[row["Value"]] ?? Int64(row["Value"]) else {
                throw ArchiveFault(.valueIsWrong(field: "Value"))
            }
            add(value, note: row["Notes"], on: day)
            guard habit.days.count <= Habit.mostDays / 10 else { throw ArchiveFault(.hasTooManyEntries) }
        }
    }
}

/// A decimal number in thousandths; 0 for what is none, and for what is too large.
private func thousandths(_ text: String) -> Int64 {
    Double(text).flatMap { Int64(exactly: ($0 * 1_000).rounded()) } ?? 0
}
