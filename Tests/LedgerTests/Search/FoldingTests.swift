// Different spellings of the same text fold to the same.

import Testing

@testable import Ledger

@Suite struct FoldingTests {
    private func folded(_ text: String) -> String { String(decoding: FoldedText(text).bytes, as: UTF8.self) }

    @Test(arguments: [
        ("Café", "cafe"), ("CAFE\u{301}", "cafe"), ("\u{C9}\u{E9}E\u{301}", "eee"), ("Straße", "strasse"),
        ("STRASSE", "strasse"), ("GROẞ", "gross"), ("İstanbul", "istanbul"), ("ısı", "isi"), ("I", "i"),
        ("Ёлка", "елка"), ("чай", "чаи"), ("ча\u{438}\u{306}", "чаи"), ("ﬁve ﬂags", "five flags"),
        ("Ｆｕｌｌ　Ｗｉｄｔｈ１", "full width1"), ("カタカナ", "かたかな"), ("ガギグ", "がぎぐ"),
        ("ｶﾞｷﾞﾊﾟｰ", "がぎぱー"), ("か\u{3099}は\u{309A}う\u{3099}", "がぱ\u{3094}"), ("ヴ", "\u{3094}"),
        ("東京", "東京"), ("Łódź", "lodz"), ("Ærø", "aero"), ("Œuvre", "oeuvre"), ("Ǿ", "o"),
        ("Þing", "thing"), ("Việt Nam", "viet nam"), ("ΣΊΣΥΦΟΣ", "σισυφοσ"), ("Σίσυφος", "σισυφοσ"),
        ("l’eau «vive»", "l'eau \"vive\""), ("x²", "x2"), ("№ 5", "no 5"), ("\u{C5}", "a"), ("\u{212B}", "a"),
        ("\u{5E9}\u{5C1}\u{5B8}\u{5DC}\u{5D5}\u{5B9}\u{5DD}", "שלום"), ("مُحَمَّد", "محمد"), ("أحمد", "احمد"),
        ("قهـــوة", "قهوه"), ("کتاب", "كتاب"),
        ("\u{2764}\u{FE0F}", "\u{2764}"), ("\u{1F469}\u{200D}\u{1F467}", "\u{1F469}\u{1F467}"),
        ("soft\u{AD}hyphen", "softhyphen"), ("\u{200F}a\u{200E}", "a"),
    ])
    func `a text is folded`(_ text: String, _ expected: String) {
        #expect(folded(text) == expected)
    }

    @Test func `spaces of any kind and number are one, and none at either end`() {
        #expect(folded("  a \u{3000}\u{A0}\tb\n") == "a b")
        #expect(folded(" \u{200B} ") == "")
        #expect(folded("") == "")
    }

    @Test func `an unfinished syllable of Hangul begins the one it becomes`() {
        #expect(FoldedText("한국").bytes.starts(with: FoldedText("하").bytes))
        #expect(folded("한") == folded("\u{1112}\u{1161}\u{11AB}"))
    }

    @Test func `what is folded folds to itself`() {
        for (letter, bytes) in FoldedLetters.all {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(folded(text) == text, "\(letter)")
        }
        for value in 0x20...0xFFFF where !(0xAC00...0xD7A3).contains(value) {
            guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
            let once = folded(String(scalar))
            if folded(once) != once { Issue.record("U+\(String(value, radix: 16)) folds to \(once)") }
        }
    }

    @Test func `a letter and its decomposition fold alike`() {
        // Comparing strings goes by canonical equivalence, so each finds the other in a set.
        let accents: [Unicode.Scalar] = ["\u{300}", "\u{301}", "\u{302}", "\u{303}", "\u{308}", "\u{30C}"]
        let composed = Dictionary(
            (0xC0...0x24F).compactMap { Unicode.Scalar(UInt32($0)) }.map { (String($0), $0) }
        ) { one, _ in one }
        for base in "aceinosuyzACEINOSUYZ".unicodeScalars {
            for accent in accents {
                var text = String(base)
                text.unicodeScalars.append(accent)
                if let letter = composed[text] { #expect(folded(String(letter)) == folded(text), "\(text)") }
            }
        }
    }

    @Test func `each folded byte knows where it comes from`() {
        let folded = FoldedText("Éß か\u{3099}")
        #expect(folded.bytes.count == folded.origins.count)
        #expect(folded.origins == [0, 2, 2, 4, 5, 5, 5])
    }
}
