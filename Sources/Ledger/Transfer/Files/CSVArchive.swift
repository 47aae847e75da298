// Counters as CSV (RFC 4180): one line per counter, with kind "create", followed by
// one line per entry, all under one header. README.md describes the columns.

enum CSVArchive {
    enum Column: String, CaseIterable {
        case counter, title, time, kind, delta, count, note, entry, voids, color, style, step, collapsed
    }

    /// The kind of a counter's line.
    static let creation = "create"

    static func read(_ bytes: ArraySlice<UInt8>, now: Moment) throws(ArchiveFault) -> Archive {
        var table = CSVReader(bytes)
        // A file whose first line is no text, such as a picture, was never one of ours.
        guard let header = try? table.next() else { throw ArchiveFault(.formatIsUnknown) }
        var places: [Column: Int] = [:]
        for column in Column.allCases {
            guard let place = header.firstIndex(of: column.rawValue) else {
                throw ArchiveFault(.formatIsUnknown)
            }
            places[column] = place
        }

        var builder = ArchiveBuilder(now: now)
        while let fields = try table.next() {
            // Concatenated exports have a second header; a spreadsheet may leave empty lines.
            if fields.dropFirst() == header.dropFirst() || fields.allSatisfy(\.isEmpty) { continue }
            do throws(ArchiveFault) {
                try add(Line(fields: fields, places: places), to: &builder)
            } catch let fault {
                throw ArchiveFault(fault.reason, at: .line(table.line))
            }
        }
        return builder.archive
    }

    /// The fields of a line, by column.
    private struct Line {
        let fields: [String]
        let places: [Column: Int]

        /// nil for an empty field.
        func text(_ column: Column) -> String? {
            guard let place = places[column], place < fields.count, !fields[place].isEmpty else { return nil }
            return fields[place]
        }

        /// Text typed by a user, without the guarding apostrophes.
        func typed(_ column: Column) -> String? { text(column).map { FormulaGuard.removed(from: $0) } }

        func number(_ column: Column) throws(ArchiveFault) -> Int64? {
            guard let text = text(column) else { return nil }
            guard let number = Int64(text) else {
                throw ArchiveFault(.valueIsWrong(field: column.rawValue))
            }
            return number
        }
    }

    private static func add(_ line: Line, to builder: inout ArchiveBuilder) throws(ArchiveFault) {
        if line.text(.kind) == creation {
            let count = try line.number(.count)
            // Earlier versions marked no later part that begins at 0, and could not read it.
            let isLaterPart = try line.number(.delta) != nil || count ?? 0 != 0
            _ = try builder.add(
                ArchiveBuilder.CounterLine(
                    origin: line.text(.counter), title: line.typed(.title),
                    color: try line.number(.color).flatMap { Int(exactly: $0) }, style: line.text(.style),
                    step: try line.number(.step),
                    isCollapsed: line.text(.collapsed).flatMap { ["yes": true, "no": false][$0] },
                    createdAt: line.text(.time), countBefore: isLaterPart ? count ?? 0 : nil))
            return
        }
        let place = try builder.place(of: line.text(.counter))
        try builder.add(
            ArchiveBuilder.EntryLine(
                id: line.text(.entry), kind: line.text(.kind), delta: try line.number(.delta),
                madeAt: line.text(.time), voids: line.text(.voids), note: line.typed(.note) ?? "",
                count: try line.number(.count)),
            to: place)
    }
}

struct CSVArchiveWriter: ArchiveWriter {
    private var counter = ""
    private var title = ""

    /// Begins with a byte order mark, which makes spreadsheets recognize UTF-8.
    mutating func begin() -> String {
        "\u{FEFF}" + CSVArchive.Column.allCases.map(\.rawValue).joined(separator: ",") + "\r\n"
    }

    mutating func add(_ counter: ArchivedCounter, count: Int64) -> String {
        self.counter = counter.origin.text
        title = typed(counter.title)
        return line([
            self.counter, title, Timestamp(counter.createdAt).text, CSVArchive.creation,
            counter.countBefore == nil ? "" : "0", String(counter.countBefore ?? 0), "", "", "",
            String(counter.color), counter.style.rawValue,
            String(counter.step), counter.isCollapsed ? "yes" : "no",
        ])
    }

    mutating func add(_ entry: ArchivedEntry) -> String {
        line([
            counter, title, Timestamp(entry.madeAt, zoneOffset: entry.zoneOffset).text, entry.kind.rawValue,
            String(entry.delta), String(entry.count), typed(entry.note), entry.id.text,
            entry.voids?.text ?? "", "", "", "", "",
        ])
    }

    mutating func end() -> String { "" }

    private func line(_ fields: [String]) -> String { fields.joined(separator: ",") + "\r\n" }

    /// Text typed by a user, with guarding apostrophes, and quoted if necessary.
    private func typed(_ text: String) -> String {
        let guarded = FormulaGuard.added(to: text)
        guard guarded.utf8.contains(where: { ",\"\r\n;\t".utf8.contains($0) }) else { return guarded }
        // By scalars: with a combining mark, a quotation mark is a different Character.
        var quoted = ""
        for scalar in guarded.unicodeScalars {
            if scalar == "\"" { quoted += "\"" }
            quoted.unicodeScalars.append(scalar)
        }
        return "\"" + quoted + "\""
    }
}

/// Apostrophes that mark text as text, where a spreadsheet would run it as a formula.
///
/// That is at its beginning, and also after each semicolon and tab. Where the comma is the decimal sign, a spreadsheet
/// parts the line at these, and a quotation mark that does not begin a cell protects none of them.
///
/// Which version wrote a file is not said in it. Earlier ones guarded only the beginning: of a text of theirs that has
/// an apostrophe between a semicolon and one of the characters below, that one apostrophe is lost. Whoever reads such a file
/// finds anything else as it was, and hardly anybody typed that.
private enum FormulaGuard {
    private static let apostrophe = UInt8(ascii: "'")

    static func added(to text: String) -> String {
        var guarded: [UInt8] = [], last: UInt8?
        for byte in text.utf8 {
            if begins(byte, after: last) { guarded.append(apostrophe) }
            guarded.append(byte)
            last = byte
        }
        return String(decoding: guarded, as: UTF8.self)
    }

    /// The text that was guarded.
    static func removed(from text: String) -> String {
        guard text.utf8.contains(apostrophe) else { return text }
        let bytes = Array(text.utf8)
        let kept = bytes.indices.filter { place in
            guard bytes[place] == apostrophe else { return true }
            // At the beginning, one that somebody typed has another before it.
            guard place > 0 else { return false }
            guard isSeparator(bytes[place - 1]), place + 1 < bytes.count else { return true }
            return !begins(bytes[place + 1], after: bytes[place - 1])
        }
        return String(decoding: kept.map { bytes[$0] }, as: UTF8.self)
    }

    /// Whether a cell that begins with a character is guarded.
    ///
    /// - Parameter last: The character before it; nil at the beginning of the text.
    private static func begins(_ byte: UInt8, after last: UInt8?) -> Bool {
        switch byte {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), apostrophe:
            last.map { isSeparator($0) } ?? true
        // Doubled, it would be an empty text in quotation marks with a formula after it.
        case UInt8(ascii: "\""): last.map { isSeparator($0) } ?? false
        default: false
        }
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ";") || byte == UInt8(ascii: "\t")
    }
}
