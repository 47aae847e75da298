// CLDR plural rules for whole numbers in Fivebar's languages. A table of its own,
// because ICU's is 40 MB.

/// A CLDR plural category, with its name in a String Catalog.
enum PluralCategory: String, Sendable, CaseIterable {
    case zero, one, two, few, many, other

    /// The category of a non-negative whole number.
    init(of number: Int64, in language: String) {
        switch language.prefix(2) {
        case "ja", "zh":
            self = .other
        case "fr":
            // 0 is singular; whole millions are "un million de".
            self = number <= 1 ? .one : Self.isWholeMillions(number) ? .many : .other
        case "es":
            self = number == 1 ? .one : Self.isWholeMillions(number) ? .many : .other
        case "ru":
            let last = number % 10, lastTwo = number % 100
            if last == 1, lastTwo != 11 {
                self = .one
            } else if (2...4).contains(last), !(12...14).contains(lastTwo) {
                self = .few
            } else {
                self = .many
            }
        default:
            self = number == 1 ? .one : .other
        }
    }

    private static func isWholeMillions(_ number: Int64) -> Bool {
        number != 0 && number % 1_000_000 == 0
    }
}
