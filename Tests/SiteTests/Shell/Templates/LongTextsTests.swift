import Testing

@testable import Site

@Suite struct LongTextsTests {
    private static let long = String(repeating: "A long text with \u{1} and 本, ", count: 4) + "and its end"

    @Test(arguments: [
        long, " \n  \(long)\n\n ", "}\(long)", "} \n\(long)}\n", "short", "", " \n ",
        String(repeating: "}", count: 99),
    ])
    func `what is replaced is restored`(_ text: String) {
        var longTexts = LongTexts()
        let replaced = longTexts.replaced(in: text)
        #expect(longTexts.restored(in: "<p>\(replaced)</p>\(replaced)") == "<p>\(text)</p>\(text)")
        #expect(replaced.utf8.count <= 40 || text.allSatisfy { $0 == "}" })
    }

    @Test func `blanks around a text and the brace of a tag before it stay the library's`() {
        var longTexts = LongTexts()
        let replaced = longTexts.replaced(in: "}\n  \(Self.long)\n ")
        #expect(replaced.hasPrefix("}\n  \u{1}") && replaced.hasSuffix("\u{2}\n "))
    }

    @Test func `what somebody typed is no stand-in, and a gap stays a gap`() {
        var longTexts = LongTexts()
        _ = longTexts.replaced(in: Self.long)
        for typed in ["\u{1}", "\u{1}0\u{2}", "\u{1}\u{1}\u{2}\u{2}", Skeleton.gap(HomePage.Gap.cards)] {
            #expect(longTexts.restored(in: "a\(typed)b") == "a\(typed)b")
        }
    }
}
