// Numbers typed by users: as formatted in their language, and as plain digits.

import Testing

@testable import Site

@Suite struct TypedNumberTests {
    private func words(_ language: String) throws -> Words {
        let file = try CatalogFile(path: Place.home + "/Views/Language/Localizable.xcstrings")
        return try Words(Catalog(file: file, language: language))
    }

    @Test(arguments: ["en", "es", "fr", "ja", "nl", "ru", "zh-Hans"])
    func `every number that the page writes is read again`(_ language: String) throws {
        let words = try words(language)
        for number: Int64 in [0, 7, 999, 1000, 1234, 12_345, 123_456, 1_234_567, 1_000_000_000, .max] {
            let written = words.number(number)
            #expect(words.typedNumber(written) == number, "\(written)")
            #expect(words.typedNumber(" \(written)\u{3000}") == number)
            #expect(words.typedNumber(String(number)) == number)
            // A keyboard for Chinese or Japanese writes wide digits and marks.
            let wide = String(
                written.map { character in
                    switch character {
                    case ",": "，"
                    case ".": "．"
                    default:
                        character.wholeNumberValue.flatMap { Unicode.Scalar(0xFF10 + UInt32($0)) }
                            .map { Character($0) } ?? character
                    }
                })
            #expect(words.typedNumber(wide) == number, "\(wide)")
            for space in [" ", "\u{A0}", "\u{202F}", "\u{2009}", "\u{3000}"] {
                let spaced = words.number(number).map { $0.isNumber ? String($0) : space }.joined()
                #expect(words.typedNumber(spaced) == number, "\(spaced)")
            }
        }
    }

    @Test(arguments: [
        ("en", "1,234", 1234), ("en", "12,345,678", 12_345_678), ("en", "1 234", 1234),
        ("en", "-1,234", -1234),
        ("en", "\u{2212}5", -5), ("en", "+5", 5), ("es", "1.234", 1234), ("es", "12.840", 12_840),
        ("nl", "1.234", 1234),
        ("fr", "1 234", 1234), ("ru", "1 234 567", 1_234_567), ("ja", "１，２３４", 1234), ("zh-Hans", "１２３", 123),
        ("en", "٣٢١", 321),
    ])
    func `a group is parted as the language does it`(_ language: String, _ typed: String, _ number: Int64)
        throws
    {
        #expect(try words(language).typedNumber(typed) == number)
    }

    @Test(arguments: [
        ("en", "1,23"), ("en", "1.234"), ("en", "1,2345"), ("en", ",123"), ("en", "1,,234"), ("en", "1,234,"),
        ("en", "1,234 567"), ("en", "1234,567"), ("en", "1,234.5"), ("en", "1 2"), ("en", "1e3"), ("en", ""),
        ("en", " "), ("en", ","), ("en", "-"), ("en", "--5"), ("en", "1-234"), ("en", "二十"),
        ("en", "9,223,372,036,854,775,808"), ("es", "1,234"), ("es", "1.23"), ("nl", "1,5"), ("fr", "1,234"),
        ("fr", "1.234"), ("ru", "1.234"), ("ja", "1.234"), ("en", "NaN"),
    ])
    func `a mark elsewhere makes it none`(_ language: String, _ typed: String) throws {
        #expect(try words(language).typedNumber(typed) == nil)
    }

    @Test(
        arguments: [
            ("en", "9,223,372,036,854,775,808", true), ("en", "99999999999999999999", true),
            ("fr", "9 223 372 036 854 775 808", true), ("en", "9,223,372,036,854,775,807", false),
            ("en", "-9,223,372,036,854,775,809", false), ("en", "9,223,372,036,854,775.808", false),
            ("en", "many", false), ("en", "", false), ("en", "-", false),
        ])
    func `a number beyond the largest is told from none`(
        _ language: String, _ typed: String, _ isTooLarge: Bool
    )
        throws
    {
        #expect(try words(language).isTooLarge(typed) == isTooLarge)
    }

    @Test(
        arguments: [
            ("-3", "Enter a whole number, 0 or more."), ("many", "Enter a whole number, 0 or more."),
            (
                "9223372036854775808",
                "That’s too large. The largest number is 9,223,372,036,854,775,807."
            ),
        ])
    func `a count that cannot be is refused with the reason`(_ typed: String, _ problem: String) async throws
    {
        let place = try Place()
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            let refused = try await visitor.post("/counters/\(robins)/count", ["number": typed])
            #expect(refused.status == .unprocessableContent && refused.body.contains(problem))
        }
    }

    @Test func `a count is set as the page writes it`() async throws {
        let place = try Place()
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            let path = "/counters/\(robins)/count"
            #expect(try await visitor.post(path, ["number": "12,345"]).status == .seeOther)
            #expect(try await visitor.get("/counters/\(robins)").body.contains("12,345"))
            #expect(try await visitor.post(path, ["number": "12.345"]).status == .unprocessableContent)
            let dutch = try await visitor.send(
                .post, path, [.fetchSite: "same-origin", .acceptLanguage: "nl"], "number=12.346")
            #expect(dutch.status == .seeOther)
            #expect(try await visitor.get("/counters/\(robins)").body.contains("12,346"))
        }
    }

    @Test func `what somebody typed stands in no log`() {
        let error = TypedText(text: "zaunkoenig@example.org", reason: SiteFault.folderIsMissing("/x"))
        for written in [
            "\(error)", String(reflecting: error),
            String(describing: Mirror(reflecting: error).children.map(\.value)),
        ] {
            #expect(!written.contains("zaunkoenig"), "\(written)")
            #expect(written.contains("/x"))
        }
    }
}
