// The default first day of the week for a reader's language.

import Ledger

extension Weekday {
    /// The first day of a reader's week: Sunday in Japanese, and in English for
    /// readers of the United States or Canada; otherwise Monday.
    ///
    /// - Parameters:
    ///   - language: The page's language.
    ///   - field: The request's `Accept-Language`.
    static func first(in language: String, accepting field: String?) -> Weekday {
        switch language.prefix(2) {
        case "ja": .sunday
        case "en":
            ["us", "ca"].contains(region(ofEnglishIn: language) ?? region(ofEnglishIn: field ?? ""))
                ? .sunday : .monday
        default: .monday
        }
    }

    /// The region, in lower case, of the first English tag in the field that has one.
    private static func region(ofEnglishIn field: String) -> Substring? {
        let ranges = field.lowercased().split(separator: ",").prefix(20)
        for range in ranges {
            let tag = range.split(separator: ";").first?.filter { $0 != " " } ?? ""
            let parts = tag.split(separator: "-")
            // A region has two letters; a script, which may precede it, has four.
            if parts.first == "en", let region = parts.dropFirst().first(where: { $0.utf8.count == 2 }) {
                return region
            }
        }
        return nil
    }
}
