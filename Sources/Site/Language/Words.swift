// Texts with their gaps filled: what code says to the reader.

/// The words of one language, for code. Every phrase is known to be there.
struct Words: Sendable {
    let language: String
    private let texts: [Phrase: String]
    private let plurals: [Phrase: @Sendable (Int64) -> String]
    let suggestions: [String]

    private static let pluralPhrases: Set<Phrase> = [
        .marksStrokes, .marksGates, .titleTooLong, .recoverCounters,
    ]

    /// - Throws: ``Catalog/Fault`` for the first phrase that the language lacks.
    init(_ catalog: Catalog) throws {
        language = catalog.language
        var texts: [Phrase: String] = [:]
        var plurals: [Phrase: @Sendable (Int64) -> String] = [:]
        for phrase in Phrase.allCases {
            if Self.pluralPhrases.contains(phrase) {
                _ = try catalog.form(phrase.rawValue, for: 5)
                plurals[phrase] = { (try? catalog.form(phrase.rawValue, for: $0)) ?? "" }
            } else {
                texts[phrase] = try catalog.text(phrase.rawValue)
            }
        }
        self.texts = texts
        self.plurals = plurals
        suggestions = texts[.suggestions]?.split(separator: "\n").map(String.init) ?? []
    }

    subscript(_ phrase: Phrase) -> String { texts[phrase] ?? "" }

    /// The phrase with its gaps (`%@`, or `%1$@`, `%2$@` where a language wants another order) filled.
    func callAsFunction(_ phrase: Phrase, _ values: String...) -> String {
        Self.fill(self[phrase], values)
    }

    /// The phrase in the form that goes with `number`, which fills its first gap.
    func callAsFunction(_ phrase: Phrase, number: Int64) -> String {
        Self.fill(plurals[phrase]?(number) ?? "", [self.number(number)])
    }

    /// The number in the reader's form, its digits in groups of three.
    func number(_ number: Int64) -> String {
        let digits = String(number)
        guard digits.utf8.count > 3 else { return digits }
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.utf8.count - index) % 3 == 0 { text += self[.numberGrouping] }
            text.append(digit)
        }
        return text
    }

    private static func fill(_ text: String, _ values: [String]) -> String {
        guard text.contains("%") else { return text }
        var filled = ""
        var next = 0
        var rest = text[...]
        while let percent = rest.firstIndex(of: "%") {
            filled += rest[..<percent]
            rest = rest[percent...].dropFirst()
            if rest.hasPrefix("%") {
                filled += "%"
                rest = rest.dropFirst()
                continue
            }
            var position = next
            if let digit = rest.first?.wholeNumberValue, rest.dropFirst().hasPrefix("$") {
                position = digit - 1
                rest = rest.dropFirst(2)
            } else {
                next += 1
            }
            rest = rest.hasPrefix("lld") ? rest.dropFirst(3) : rest.dropFirst()
            if values.indices.contains(position) { filled += values[position] }
        }
        return filled + rest
    }
}
