// Texts for code, with their placeholders filled.

/// The texts of one language. Every phrase is guaranteed to exist.
struct Words: Sendable {
    let language: String
    private let texts: [Phrase: String]
    /// Of the texts with placeholders.
    private let patterns: [Phrase: TextPattern]
    private let plurals: [Phrase: [PluralCategory: TextPattern]]
    private let grouping: String
    /// The same with a place to break a line: after a mark, but before a space, which would be seen at the end of a line.
    private let breakableGrouping: String
    /// Numbers with fewer digits are not grouped: in Spanish 1284, but 12.840
    /// (CLDR, minimumGroupingDigits).
    private let fewestGrouped: Int
    let suggestions: [String]
    /// Lists stored in one text, one name per line.
    private let lists: [Phrase: [String]]

    private static let pluralPhrases: Set<Phrase> = [
        .marksStrokes, .marksGates, .marksTwentyFives, .marksHundreds, .marksThousands, .titleTooLong,
        .recoverCounters, .recoverGoals, .codesLeft, .devicesSignedOut, .feedbackStar, .feedbackTooLong,
        .searchCount, .searchMore, .searchTooLong,
        .noteTooLong, .importEntries, .importNotes, .importMore, .importMoreGoals, .importDays,
        .importRepetitions, .importTooMany,
        .statisticsMarks,
        .durationDays, .durationHours, .durationMinutes, .goalStreak, .goalStreakLabel, .goalOfDays,
        .goalDays, .goalNameTooLong,
    ]
    private static let listPhrases: [Phrase] = [
        .dateMonths, .dateMonthsAlone, .dateMonthsShort, .dateMonthsAloneShort, .dateWeekdays,
        .dateWeekdaysShort, .goalColors,
    ]

    /// - Throws: ``Catalog/Fault`` for the first missing phrase.
    init(_ catalog: Catalog) throws {
        language = catalog.language
        var texts: [Phrase: String] = [:]
        var plurals: [Phrase: [PluralCategory: TextPattern]] = [:]
        for phrase in Phrase.allCases {
            if Self.pluralPhrases.contains(phrase) {
                plurals[phrase] = try catalog.forms(phrase.rawValue).mapValues(TextPattern.init)
            } else {
                texts[phrase] = try catalog.text(phrase.rawValue)
            }
        }
        self.texts = texts
        self.plurals = plurals
        patterns = texts.filter { $0.value.utf8.contains(UInt8(ascii: "%")) }.mapValues(TextPattern.init)
        let grouping = texts[.numberGrouping] ?? ""
        self.grouping = grouping
        breakableGrouping =
            grouping.allSatisfy(\.isWhitespace) ? "<wbr>" + grouping : grouping + "<wbr>"
        fewestGrouped = catalog.language.hasPrefix("es") ? 5 : 4
        suggestions = texts[.suggestions]?.split(separator: "\n").map(String.init) ?? []
        lists = Dictionary(
            uniqueKeysWithValues: Self.listPhrases.map { phrase in
                (phrase, texts[phrase]?.split(separator: "\n").map(String.init) ?? [])
            }
        )
    }

    subscript(_ phrase: Phrase) -> String { texts[phrase] ?? "" }

    func names(_ phrase: Phrase) -> [String] { lists[phrase] ?? [] }

    /// The phrase with its placeholders (`%@`, or `%1$@`, `%2$@` in languages
    /// with another order) filled.
    func callAsFunction(_ phrase: Phrase, _ values: String...) -> String {
        patterns[phrase]?.filled(values) ?? self[phrase]
    }

    /// The phrase in the plural form for `number`, which fills its first placeholder.
    func callAsFunction(_ phrase: Phrase, number: Int64) -> String {
        let forms = plurals[phrase]
        let form = forms?[PluralCategory(of: number, in: language)] ?? forms?[.other]
        return form?.filled([self.number(number)]) ?? ""
    }

    /// The localised number, with its digits in groups of three.
    func number(_ number: Int64) -> String { Self.digits(of: number, grouping, fewestGrouped) }

    /// The same as HTML in which a number of ten digits or more may break between its groups, and only there.
    func breakable(_ number: Int64) -> String {
        number > 999_999_999 ? Self.digits(of: number, breakableGrouping, fewestGrouped) : self.number(number)
    }

    /// A text as HTML in which the numbers may break like that.
    func breakable(_ text: String) -> String {
        let parts = text.htmlEscaped.split(separator: grouping, omittingEmptySubsequences: false)
        guard parts.count > 3, var html = parts.first.map(String.init) else { return text.htmlEscaped }
        for part in parts.dropFirst() {
            let isGroup = html.last?.isNumber == true && part.prefix(3).count(where: \.isNumber) == 3
            html += (isGroup ? breakableGrouping : grouping) + part
        }
        return html
    }

    private static func digits(of number: Int64, _ grouping: String, _ fewestGrouped: Int) -> String {
        let digits = String(number)
        guard digits.utf8.count >= fewestGrouped else { return digits }
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.utf8.count - index) % 3 == 0 { text += grouping }
            text.append(digit)
        }
        return text
    }
}
