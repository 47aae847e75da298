// Which titles are valid.

import Ledger
import Testing

@Suite struct TitleTests {
    @Test(arguments: [
        "Robins", "日本語", "שלום", "مرحبا", "👩‍👩‍👧‍👦 family", "<script>alert(1)</script>", "_tea",
        "'; DROP TABLE counter",
    ])
    func `any text that can be seen is a title, kept as it is`(_ typed: String) throws {
        #expect(try Counter.title(from: typed) == typed)
    }

    @Test func `space around a title and control characters in it are not kept`() throws {
        #expect(try Counter.title(from: "  two \r\n lines\t") == "two    lines")
        #expect(try Counter.title(from: "a\u{0}b") == "a b")
    }

    @Test(arguments: ["", "   ", "\n\t", "\u{200B}", "\u{200F}\u{2060}", "\u{3000}"])
    func `a title that shows nothing is refused`(_ typed: String) {
        #expect(throws: Refusal.titleIsEmpty) { try Counter.title(from: typed) }
    }

    @Test func `200 characters are allowed as a person counts them, 201 are not`() throws {
        let family = "👩‍👩‍👧‍👦"
        #expect(try Counter.title(from: String(repeating: "あ", count: 200)).count == 200)
        #expect(try Counter.title(from: String(repeating: family, count: 200)).count == 200)
        #expect(throws: Refusal.titleIsTooLong) {
            try Counter.title(from: String(repeating: "a", count: 201))
        }
    }

    @Test func `one character made of thousands of marks is too long`() {
        let tower = "a" + String(repeating: "\u{0301}", count: 6000)
        #expect(throws: Refusal.titleIsTooLong) { try Counter.title(from: tower) }
    }
}
