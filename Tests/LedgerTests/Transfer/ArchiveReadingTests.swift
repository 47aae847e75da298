// Invalid, truncated or modified files: rejected with the position of the error.

import Testing

@testable import Ledger

@Suite struct ArchiveReadingTests {
    private static let counter = "00000000-0000-7000-8000-000000000001"
    private static func entry(_ number: Int) -> String {
        "00000000-0000-7000-8000-1" + String(repeating: "0", count: 11 - String(number).count)
            + String(number)
    }
    private static let header =
        "counter,title,time,kind,delta,count,note,entry,voids,color,style,step,collapsed"
    private static let creation =
        "\(counter),Robins,2026-01-02T03:04:05.678+01:00,create,,0,,,,3,fractal,1,no"

    private func read(_ text: String) throws -> Archive {
        try ArchiveFormat.read(Array(text.utf8), now: .start)
    }

    private func csv(_ lines: String...) throws -> Archive {
        try read(([Self.header, Self.creation] + lines).joined(separator: "\r\n") + "\r\n")
    }

    private static func line(
        _ number: Int, kind: String = "increment", delta: String = "1", count: String = "",
        time: String = "2026-01-02T03:04:05+01:00", voids: String = "", note: String = ""
    ) -> String {
        "\(counter),Robins,\(time),\(kind),\(delta),\(count),\(note),\(entry(number)),\(voids),,,,"
    }

    @Test func `a spreadsheet may write it in its own way`() throws {
        let plain = try csv(Self.line(1), Self.line(2))
        #expect(plain.counters.first?.entries.count == 2)
        let semicolons = try read(
            [Self.header, Self.creation, Self.line(1), Self.line(2), ",,,,,,,,,,,,"].joined(separator: "\n")
                .replacing(",", with: ";"))
        #expect(semicolons == plain)
        let columns = Self.header.split(separator: ",").reversed().joined(separator: "\t")
        let turned = [Self.creation, Self.line(1), Self.line(2)].map {
            $0.split(separator: ",", omittingEmptySubsequences: false).reversed().joined(separator: "\t")
        }
        #expect(try read("\u{FEFF}" + ([columns] + turned).joined(separator: "\r\n")) == plain)
    }

    @Test func `two files one after the other count once`() throws {
        let archive = try csv(
            Self.line(1, count: "1"), "\u{FEFF}" + Self.header, Self.creation, Self.line(1, count: "1"),
            Self.line(2, count: "2"))
        #expect(archive.counters.first?.entries.map(\.count) == [1, 2])
        #expect(archive.repetitions == 1)
    }

    @Test func `what is no file of ours is told so`() {
        for text in [
            "", " \n", "\u{FEFF}", "a,b\r\n1,2\r\n", "[1]", "hello", "{\"habits\":[]}", "{}", "\u{0}\u{1}",
        ] {
            #expect(throws: ArchiveFault.self, "\(text)") { try read(text) }
        }
        #expect(throws: ArchiveFault(.formatIsUnknown)) { try read("Date,a,b\n2026-01-01,1,2\n") }
        let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00]
        #expect(throws: ArchiveFault(.formatIsUnknown)) { try ArchiveFormat.read(picture, now: .start) }
        #expect(throws: ArchiveFault(.isNewer)) {
            try read(#"{"format":"fivebar","version":2,"counters":"elsewhere"}"#)
        }
        #expect(throws: ArchiveFault(.isDamaged)) {
            try read(String(repeating: #"{"a":["#, count: 100_000))
        }
    }

    @Test func `a quotation mark is doubled whatever is put upon it`() throws {
        var writer = ArchiveFormat.csv.writer
        let title = "a \"\u{301} b, \"🏻"
        let counter = ArchivedCounter(
            origin: OperationID.fresh(), title: title, color: 0, style: .fractal, step: 1,
            isCollapsed: false, createdAt: .start, countBefore: nil)
        let text = writer.begin() + writer.add(counter, count: 0)
        #expect(try read(text).counters.map(\.title) == [title])
    }

    private static func counter(_ title: String) -> ArchivedCounter {
        ArchivedCounter(
            origin: OperationID.fresh(), title: title, color: 0, style: .fractal, step: 1,
            isCollapsed: false, createdAt: .start, countBefore: nil)
    }

    private static func entry(note: String) -> ArchivedEntry {
        ArchivedEntry(
            id: OperationID.fresh(), kind: .increment, delta: 1, count: 1, madeAt: .start, zoneOffset: 60,
            voids: nil, note: note)
    }

    /// A spreadsheet that parts at semicolons takes no heed of a quotation mark that does not begin a cell.
    @Test func `no cell begins a formula, wherever a spreadsheet parts the line`() throws {
        var writer = ArchiveFormat.csv.writer
        _ = writer.begin()
        for text in [
            "x;=cmd|'/C calc'!A1;y", "x;;+1", "=1;@SUM(A1)", "x;\"=1\"", "x\t-1", "x;'=1", "'=1;-2",
            "x;\"\"=1",
        ] {
            let lines = writer.add(Self.counter(text), count: 0) + writer.add(Self.entry(note: text))
            for cell in lines.split(whereSeparator: { $0 == ";" || $0 == "\t" }).dropFirst() {
                // A quotation mark that the cell begins with ends the title, or opens nothing that a formula follows.
                let begins = cell.drop { $0 == "\"" }.first
                #expect(cell.first == "\"" || !"=+-@".contains(begins ?? "x"), "\(text): \(cell)")
                #expect(!cell.hasPrefix("\"") || cell.hasPrefix("\","), "\(text): \(cell)")
            }
        }
    }

    @Test func `what has apostrophes and signs of formulas comes back to the byte`() throws {
        var chance = Repeatable(seed: 5)
        let pieces = [";", "'", "=", "+", "-", "@", "\"", ",", "x", "\u{301}", " ", "東"]
        for _ in 0..<3_000 {
            let text = (0..<Int.random(in: 1...9, using: &chance)).map { _ in
                pieces.randomElement(using: &chance) ?? ";"
            }.joined()
            guard let title = try? Counter.title(from: text) else { continue }
            var writer = ArchiveFormat.csv.writer
            let file =
                writer.begin() + writer.add(Self.counter(title), count: 1)
                + writer.add(Self.entry(note: title)) + writer.end()
            let counter = try #require(try read(file).counters.first)
            #expect(Array(counter.title.utf8) == Array(title.utf8), "\(title)")
            #expect(counter.entries.map { Array($0.note.utf8) } == [Array(title.utf8)], "\(title)")
        }
    }

    @Test(arguments: [
        ("'=1;2", "=1;2"), ("x;=1", "x;=1"), ("x;y 'z'", "x;y 'z'"), ("x;'y'", "x;'y'"), ("''x", "'x"),
    ])
    func `what earlier versions wrote is read as it was meant`(_ written: String, _ title: String) throws {
        let line = Self.creation.replacing("Robins", with: "\"\(written)\"")
        #expect(try read(Self.header + "\r\n" + line).counters.map(\.title) == [title])
    }

    @Test func `an entry that is undone and redone more often than it can be is refused at its line`() throws
    {
        func voids(_ numbers: ClosedRange<Int>) -> [String] {
            numbers.map { Self.line($0, kind: "void", delta: $0 % 2 == 0 ? "-1" : "1", voids: Self.entry(1)) }
        }
        func file(_ last: Int) -> String {
            ([Self.header, Self.creation, Self.line(1)] + voids(2...last)).joined(separator: "\r\n")
        }
        let most = Entry.mostVoids + 1
        #expect(try read(file(most)).counters.first?.entries.count == most)
        #expect(throws: ArchiveFault(.valueIsWrong(field: "voids"), at: .line(most + 3))) {
            try read(file(most + 1))
        }
    }

    @Test func `another entry under the same id, or none at all, is told`() {
        #expect(throws: ArchiveFault(.valueIsWrong(field: "entry"), at: .line(4))) {
            try csv(Self.line(1), Self.line(1, delta: "5"))
        }
        #expect(throws: ArchiveFault(.holdsNothing)) { try read(Self.header) }
        #expect(throws: ArchiveFault(.holdsNothing)) {
            try read(#"{"format":"fivebar","version":1,"counters":[]}"#)
        }
        #expect(throws: ArchiveFault(.valueIsWrong(field: "version"))) {
            try read(#"{"format":"fivebar","version":0,"counters":[]}"#)
        }
    }

    @Test func `what was cut off is damaged, wherever it was cut`() throws {
        let json =
            #"{"format":"fivebar","version":1,"counters":["# + "\n"
            + #"{"id":"\#(Self.counter)","title":"Robins","color":0,"style":"fractal","step":1,"collapsed":false,"created":"2026-01-02T03:04:05Z","count":1,"entries":["#
            + "\n" + #"{"id":"\#(Self.entry(1))","time":"2026-01-02T03:04:05Z","kind":"increment","delta":1}"#
            + "\n]}\n]}\n"
        #expect(try read(json).counters.first?.count == 1)
        for length in stride(from: 1, to: json.utf8.count - 3, by: 7) {
            #expect(throws: ArchiveFault.self) { try read(String(json.prefix(length))) }
        }
        #expect(throws: ArchiveFault(.isDamaged, at: .line(3))) { try csv("\(Self.counter),\"Robins") }
    }

    @Test(arguments: [
        (line(1, time: "0000-01-01T00:00:00Z"), ArchiveFault.Reason.timeIsWrong),
        (line(1, time: "1969-12-31T23:59:59Z"), .timeIsWrong),
        (line(1, time: "2126-01-01T00:00:00Z"), .timeIsWrong),
        (line(1, time: "2026-02-29T00:00:00Z"), .valueIsWrong(field: "time")),
        (line(1, time: "2026-01-01T24:00:00Z"), .valueIsWrong(field: "time")),
        (line(1, time: "2026-01-01"), .valueIsWrong(field: "time")),
        (line(1, time: "2026-01-01T00:00:00+19:00"), .valueIsWrong(field: "time")),
        (line(1, delta: ""), .valueIsWrong(field: "delta")),
        (line(1, delta: "1.5"), .valueIsWrong(field: "delta")),
        (line(1, delta: "-1"), .valueIsWrong(field: "delta")),
        (line(1, delta: "1000000001"), .valueIsWrong(field: "delta")),
        (line(1, delta: "9223372036854775808"), .valueIsWrong(field: "delta")),
        (line(1, count: "2"), .countIsWrong),
        (line(1, kind: "decrement", delta: "-1"), .countIsWrong),
        (line(1, kind: "multiply"), .valueIsWrong(field: "kind")),
        (line(1, kind: "void", delta: "0", voids: entry(1)), .voidsNothing),
        (line(1, kind: "void", delta: "0"), .valueIsWrong(field: "voids")),
        (line(1, voids: entry(2)), .valueIsWrong(field: "voids")),
        (line(1, note: String(repeating: "a", count: 8 * 500 + 1)), .valueIsWrong(field: "note")),
        ("\(entry(9)),Wrens,,increment,1,,,\(entry(1)),,,,,", .valueIsWrong(field: "counter")),
        ("\(entry(9)),,2026-01-01T00:00Z,create,,0,,,,3,fractal,1,no", .valueIsWrong(field: "title")),
        ("\(entry(9)),a,2026-01-01T00:00Z,create,,0,,,,-1,fractal,1,no", .valueIsWrong(field: "color")),
        ("\(entry(9)),a,2026-01-01T00:00Z,create,,0,,,,3,cubist,1,no", .valueIsWrong(field: "style")),
        ("\(entry(9)),a,2026-01-01T00:00Z,create,,0,,,,3,fractal,0,no", .valueIsWrong(field: "step")),
        ("\(entry(9)),a,2026-01-01T00:00Z,create,,0,,,,3,fractal,1,", .valueIsWrong(field: "collapsed")),
        ("\(entry(9)),a,2026-01-01T00:00Z,create,,-1,,,,3,fractal,1,no", .countIsWrong),
    ])
    func `a wrong value is named with its line`(_ line: String, _ reason: ArchiveFault.Reason) {
        #expect(throws: ArchiveFault(reason, at: .line(3))) { try csv(line) }
    }

    @Test func `a wrong type in JSON is named with its entry`() {
        let head =
            #"{"format":"fivebar","version":1,"counters":[{"id":"\#(Self.counter)","title":"Robins","color":0,"style":"fractal","step":1,"collapsed":false,"created":"2026-01-02T03:04:05Z","entries":["#
        #expect(throws: ArchiveFault(.valueIsWrong(field: "delta"), at: .entry(1, ofCounter: 1))) {
            try read(
                head
                    + #"{"id":"\#(Self.entry(1))","time":"2026-01-02T03:04:05Z","kind":"increment","delta":"1"}]}]}"#
            )
        }
        #expect(throws: ArchiveFault(.valueIsWrong(field: "time"), at: .entry(1, ofCounter: 1))) {
            try read(head + #"{"id":"\#(Self.entry(1))","kind":"increment","delta":1}]}]}"#)
        }
        #expect(throws: ArchiveFault(.countIsWrong, at: .entry(0, ofCounter: 1))) {
            try read(head.replacing(#""entries""#, with: #""count":5,"entries""#) + "]}]}")
        }
    }

    private static let described =
        #""title":"Robins","color":0,"style":"fractal","step":1,"collapsed":false,"created":"2026-01-02T03:04:05Z""#

    @Test func `the names of JSON stand in any order, and unknown ones are passed over`() throws {
        let entry =
            #"{"delta":1.0,"other":[{"a":[1,-2.5e3,null,true]}],"kind":"increment","id":"\#(Self.entry(1))","voids":null,"time":"2026-01-02T03:04:05Z"}"#
        let text =
            #"{"counters" : [ {"entries":[\#(entry)],"more":{"x":"\\\"}"},"count":1,"id":"\#(Self.counter)",\#(Self.described)} ],"#
            + "\n\t" + #""comment":"\u00e9\ud83d\udc26","version":1,"format":"fivebar"}"# + "\r\n "
        let counter = try #require(try read(text).counters.first)
        #expect(counter.title == "Robins" && counter.entries.map(\.delta) == [1] && counter.count == 1)
    }

    @Test(arguments: [
        (#"a\"b\\c\/d"#, "a\"b\\c/d"), (#"\u6771\u4eac"#, "東京"), (#"\ud83d\udc26\u0041"#, "🐦A"), ("é🐦", "é🐦"),
        (#"a\tb"#, "a b"),
    ])
    func `a title of JSON is read as it was written`(_ written: String, _ title: String) throws {
        let described = Self.described.replacing("Robins", with: written)
        let text = #"{"format":"fivebar","version":1,"counters":[{"id":"\#(Self.counter)",\#(described)}]}"#
        #expect(try read(text).counters.map(\.title) == [title])
    }

    @Test(arguments: [
        #""\ud83d""#, #""\udc26""#, #""\ud83dx""#, #""\u12""#, #""\x41""#, #""\"#, "\"a\nb\"", "tru", "nul",
        "01", "1.",
        "-", "+1", ".5", "1e", "[1,]", "[,1]", "{\"a\"}", "{\"a\":1,}", "{a:1}", "'a'", "1 2", "[1 2]", "NaN",
        "]",
    ])
    func `what is no JSON is damaged, also where nobody looks`(_ value: String) {
        #expect(throws: ArchiveFault(.isDamaged)) {
            let text =
                #"{"format":"fivebar","version":1,"counters":[{"id":"\#(Self.counter)",\#(Self.described),"#
                + #""note":\#(value)}]}"#
            // A text that does not belong there may still be a text; read as a title it is none.
            if value.hasPrefix("\"\\") {
                _ = try read(text.replacing("\"Robins\"", with: value))
            }
            _ = try read(text)
        }
    }

    @Test(arguments: ["[]", "{}", "0", "[[]]", "\"\"", "null", "[0]", "{\"id\":7}"])
    func `millions of values that say nothing are refused at the first`(_ value: String) {
        let many = String(repeating: value + ",", count: 200_000) + value
        #expect(throws: ArchiveFault.self) {
            try read(#"{"format":"fivebar","version":1,"counters":[\#(many)]}"#)
        }
        #expect(throws: ArchiveFault.self) {
            try read(
                #"{"format":"fivebar","version":1,"counters":[{"id":"\#(Self.counter)",\#(Self.described),"entries":[\#(many)]}]}"#
            )
        }
    }

    @Test func `too many counters are refused kindly`() {
        let lines = (1...Archive.mostCounters).map { number in
            "\(Self.entry(number)),a,2026-01-01T00:00Z,create,,0,,,,3,fractal,1,no"
        }
        #expect(throws: ArchiveFault(.hasTooManyCounters, at: .line(Archive.mostCounters + 2))) {
            try read(([Self.header, Self.creation] + lines).joined(separator: "\r\n"))
        }
    }

    @Test func `times are read back as they were written`() {
        var chance = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let time = Timestamp(
                Moment(milliseconds: .random(in: 0...253_402_300_799_999 - 64_800_000, using: &chance)),
                zoneOffset: .random(in: -1080...1080, using: &chance))
            #expect(Timestamp(time.text) == time, "\(time.text)")
        }
        #expect(
            Timestamp(Moment(milliseconds: 1_795_248_000_007), zoneOffset: -210).text
                == "2026-11-21T04:30:00.007-03:30")
    }
}
