// Texts, numbers and language selection.

import Foundation
import Testing

@testable import Site

@Suite struct LanguageTests {
    private func words(_ language: String = "en") throws -> Words {
        try Words(Catalog(path: Place.home + "/Views/Language/Localizable.xcstrings", language: language))
    }

    @Test(
        arguments: [
            #""sourceLanguage": "en", "strings": {%}"#, #""strings": {%}, "sourceLanguage": "en""#,
        ])
    func `the catalog's own language is found wherever a tool has written it`(_ order: String) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "catalog-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let text = #""a": {"localizations": {"en": {"stringUnit": {"state": "new", "value": "One"}}}}"#
        try Data("{\(order.replacing("%", with: text))}".utf8).write(to: file)
        let catalog = try CatalogFile(path: file.path, only: [])
        #expect(try Catalog(file: catalog, language: catalog.sourceLanguage).text("a") == "One")
    }

    @Test func `a language that is read alone is read whole`() throws {
        let path = Place.home + "/Views/Language/Localizable.xcstrings"
        let all = try CatalogFile(path: path)
        for language in all.languages {
            let isOwn = language == all.sourceLanguage
            let alone = try CatalogFile(path: path, only: isOwn ? [] : [language])
            let texts = try #require(all.texts[language]), found = try #require(alone.texts[language])
            #expect(Set(found.keys) == Set(texts.keys))
            for (key, text) in texts { #expect(found[key] == text, "\(key) in \(language)") }
        }
    }

    @Test(
        arguments: [
            ("en", "1,284", "12,840"), ("es", "1284", "12.840"), ("fr", "1\u{202F}284", "12\u{202F}840"),
            ("ja", "1,284", "12,840"), ("nl", "1.284", "12.840"), ("ru", "1\u{A0}284", "12\u{A0}840"),
            ("zh-Hans", "1,284", "12,840"),
        ])
    func `numbers are grouped as readers group them`(
        _ language: String, _ short: String, _ long: String
    ) throws {
        #expect(try words(language).number(1284) == short)
        #expect(try words(language).number(12_840) == long)
    }

    @Test(
        arguments: [
            ("es", "147: 1 centena, 1 grupo de veinticinco, 4 grupos de cinco y 2 marcas"),
            ("fr", "147\u{A0}: 1 fois cent, 1 fois vingt-cinq, 4 fois cinq et 2 traits"),
            ("ja", "147：100が1個、25が1個、5が4個と線が2本"),
            ("nl", "147: 1 keer honderd, 1 keer vijfentwintig, 4 keer vijf en 2 streepjes"),
            ("ru", "147: 1 сотня, 1 раз по 25, 4 пятёрки и 2 чёрточки"),
            ("zh-Hans", "147：1 个一百、1 个二十五、4 个五和 2 笔"),
        ])
    func `a count is spoken in each language`(_ language: String, _ spoken: String) throws {
        #expect(try words(language).spoken(147, .fractal) == spoken)
    }

    @Test(
        arguments: [
            (0, "0: no marks yet"), (1, "1: 1 mark"), (4, "4: 4 marks"), (5, "5: 1 five"),
            (6, "6: 1 five and 1 mark"),
            (13, "13: 2 fives and 3 marks"), (1_000_000, "1,000,000: 200,000 fives"),
        ] as [(Int64, String)])
    func `a count is spoken as it is drawn`(_ count: Int64, _ spoken: String) throws {
        #expect(try words().spoken(count, .western) == spoken)
    }

    @Test(
        arguments: [
            (0, "0: no marks yet"), (3, "3: 3 marks"), (25, "25: 1 twenty-five"),
            (147, "147: 1 hundred, 1 twenty-five, 4 fives and 2 marks"),
            (1284, "1,284: 1 thousand, 2 hundred, 3 twenty-fives, 1 five and 4 marks"),
            (10_000, "10,000: 1 × 10,000"),
            (2_120_001, "2,120,001: 2 × 1,000,000, 12 × 10,000 and 1 mark"),
        ] as [(Int64, String)])
    func `a fractal count is spoken from the largest on`(_ count: Int64, _ spoken: String) throws {
        #expect(try words().spoken(count, .fractal) == spoken)
    }

    @Test(
        arguments: [
            (0, "0"), (999, "999"), (1000, "1,000"), (.max, "9,223,372,036,854,775,807"),
        ] as [(Int64, String)])
    func `digits stand in groups of three`(_ number: Int64, _ text: String) throws {
        #expect(try words().number(number) == text)
    }

    @Test(
        arguments: [
            ("en", "1,<wbr>234,<wbr>567,<wbr>890"), ("nl", "1.<wbr>234.<wbr>567.<wbr>890"),
            // A space at the end of a line would be seen.
            ("fr", "1<wbr>\u{202F}234<wbr>\u{202F}567<wbr>\u{202F}890"),
        ])
    func `a long number may break between its groups, in a sentence too`(
        _ language: String, _ text: String
    ) throws {
        let words = try words(language), number = words.number(1_234_567_890)
        #expect(words.breakable(1_234_567_890) == text)
        #expect(words.breakable(999_999_999) == words.number(999_999_999))
        #expect(words.breakable("+\(number) < 1") == "+\(text) &lt; 1")
        #expect(words.breakable("one, two, three, four. <b>") == "one, two, three, four. &lt;b&gt;")
    }

    @Test(
        arguments: [
            (
                "ru",
                [
                    (1, "one"), (2, "few"), (5, "many"), (11, "many"), (12, "many"), (21, "one"), (22, "few"),
                    (111, "many"), (0, "many"),
                ]
            ),
            ("fr", [(0, "one"), (1, "one"), (2, "other"), (1_000_000, "many"), (1_000_001, "other")]),
            ("es", [(0, "other"), (1, "one"), (2, "other"), (2_000_000, "many")]),
            ("en", [(0, "other"), (1, "one"), (2, "other")]), ("nl", [(1, "one"), (2, "other")]),
            ("ja", [(1, "other")]), ("zh-Hans", [(1, "other")]),
        ] as [(String, [(Int64, String)])])
    func `plural forms are those of CLDR`(_ language: String, _ cases: [(Int64, String)]) {
        for (number, name) in cases {
            #expect(PluralCategory(of: number, in: language).rawValue == name, "\(number)")
        }
    }

    @Test(
        arguments: [
            (nil, "en"), ("", "en"), ("de", "en"), ("fr", "fr"), ("fr-CA, en;q=0.9", "fr"),
            ("en;q=0.5, ru;q=0.8", "ru"),
            ("zh-TW", "zh-Hans"), ("ru;q=0, fr;q=0.1", "fr"), ("*", "en"), ("ru;q=abc", "ru"),
            (";;;,,,q=", "en"),
        ] as [(String?, String)])
    func `the reader's first language that there is`(_ field: String?, _ language: String) {
        let choice = LanguageChoice(available: ["en", "fr", "ru", "zh-Hans"])
        #expect(choice.language(accepting: field) == language)
    }

    @Test(
        arguments: [
            ("en-US,en;q=0.9", "en-US"), ("en-us", "en-US"), ("en-GB,en;q=0.9,en-US;q=0.8", "en-GB"),
            ("en-AU,en-US;q=0.5", "en"), ("en", "en"), ("de,en-US;q=0.7,en;q=0.3", "en-US"), ("fr-CA", "fr"),
        ])
    func `English is the reader's own`(_ field: String, _ language: String) {
        let choice = LanguageChoice(available: ["en", "en-GB", "en-US", "fr"])
        #expect(choice.language(accepting: field) == language)
    }

    @Test(
        arguments: [
            ("en-DE,en;q=0.9", "16:05"), ("en-IE", "16:05"), ("en-ZA", "16:05"), ("en-Latn-DE", "16:05"),
            ("en-GB", "16:05"), ("de-DE,de;q=0.9", "16:05"), ("de-CH, it-CH;q=0.5", "16:05"),
            ("en-US", "4:05\u{A0}PM"), ("en-AU", "4:05\u{A0}pm"), ("en-IN,hi;q=0.5", "4:05\u{A0}pm"),
            ("en", "4:05\u{A0}pm"), ("ko-KR", "4:05\u{A0}pm"), ("de-DE,en-US;q=0.5", "4:05\u{A0}PM"),
        ])
    func `English has the clock of the reader's region`(_ field: String, _ time: String) throws {
        let choice = LanguageChoice(available: ["en", "en-GB", "en-US", "es", "fr"])
        #expect(try words(choice.language(accepting: field)).time(minuteOfDay: 965) == time)
    }

    @Test func `a variant says what it has no text for as its language does`() throws {
        let american = try words("en-US"), british = try words("en-GB"), plain = try words()
        #expect(american[.changesTitle] == plain[.changesTitle])
        #expect(american.spoken(5, .western) == "5: 1 five")
        #expect(american.number(12_840) == "12,840")
        #expect(american[.goalColorUnknown] == "Choose one of these colors.")
        #expect(british[.goalColorUnknown] == "Choose one of these colours.")
    }
}
