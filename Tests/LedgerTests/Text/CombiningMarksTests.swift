// Runs of combining marks that would take minutes to compare.

import Testing

@testable import Ledger

@Suite struct CombiningMarksTests {
    private static let most = CombiningMarks.mostInARow

    /// A letter under so many marks, in the order that takes longest to sort.
    private static func letter(under marks: Int) -> String {
        "a" + String(repeating: "\u{345}", count: marks / 2)
            + String(repeating: "\u{334}", count: marks - marks / 2)
    }

    @Test func `as many as are allowed may follow each other, wherever they stand`() {
        let allowed = Self.letter(under: Self.most), tooMany = Self.letter(under: Self.most + 1)
        #expect(!CombiningMarks.areTooMany(in: allowed))
        #expect(!CombiningMarks.areTooMany(in: allowed + allowed))
        #expect(CombiningMarks.areTooMany(in: tooMany))
        #expect(CombiningMarks.areTooMany(in: "Robins 東京 " + tooMany + " at the window"))
        #expect(CombiningMarks.areTooMany(in: tooMany.dropFirst(0)))
    }

    @Test(arguments: [
        "", "Robins", String(repeating: "é", count: 1_000), String(repeating: "東京", count: 1_000),
        String(repeating: "👩‍👩‍👧‍👦", count: 200), String(repeating: "e\u{301}\u{327}", count: 1_000),
        String(repeating: "กำ", count: 500), String(repeating: "नि", count: 500), "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!͖̬̰̙̗̿̋ͥͥ̂ͣ̐́́͜͞",
    ])
    func `what people write passes`(_ text: String) {
        #expect(!CombiningMarks.areTooMany(in: text))
        #expect(!CombiningMarks.areTooMany(inJSON: "{\"title\": \"\(text)\"}"))
    }

    @Test func `in JSON they may be written as numbers`() {
        func json(_ escapes: [String]) -> String { "{\"a\(escapes.joined())\": 1}" }
        let marks = (0...Self.most).map { $0.isMultiple(of: 2) ? "\\u0345" : "\u{334}" }
        #expect(CombiningMarks.areTooMany(inJSON: json(marks)))
        #expect(!CombiningMarks.areTooMany(inJSON: json(marks.dropLast())))
        // U+1D165, a mark of musical notation, as a surrogate pair, and a smile as one.
        #expect(
            CombiningMarks.areTooMany(
                inJSON: json(.init(repeating: "\\uD834\\uDD65", count: Self.most + 1))))
        #expect(!CombiningMarks.areTooMany(inJSON: json(.init(repeating: "\\uD83D\\uDE00", count: 1_000))))
        #expect(!CombiningMarks.areTooMany(inJSON: json(.init(repeating: "\\\\u0345", count: 1_000))))
        #expect(!CombiningMarks.areTooMany(inJSON: "\\"))
        #expect(!CombiningMarks.areTooMany(inJSON: "\\uD83D\\u03"))
    }

    @Test func `a file with them is damaged, and is found to be so at once`() {
        let marks = Self.letter(under: 100_000)
        for content in ["{\"\(marks)\":1}", "{\"format\":\"\(marks)\"}", "counter,\(marks)\r\n1,2\r\n"] {
            #expect(throws: ArchiveFault.self) {
                try ArchiveFormat.read(Array(content.utf8)[...], now: .start)
            }
        }
    }
}
