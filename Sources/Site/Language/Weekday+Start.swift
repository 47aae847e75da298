// Which day a week begins with, unless somebody says so in settings.

import Ledger

extension Weekday {
    /// The day that a reader's weeks begin with: Sunday in Japanese, and in
    /// English for whoever reads that of the United States or Canada; Monday else.
    ///
    /// - Parameters:
    ///   - language: The language the page is in.
    ///   - field: The request's `Accept-Language`.
    static func first(in language: String, accepting field: String?) -> Weekday {
        switch language.prefix(2) {
        case "ja": .sunday
        case "en": ["us", "ca"].contains(region(ofEnglishIn: field ?? "")) ? .sunday : .monday
        default: .monday
        }
    }

    /// The region of the first English in the field that names one, in small letters.
    private static func region(ofEnglishIn field: String) -> Substring? {
        let ranges = field.lowercased().split(separator: ",").prefix(20)
        for range in ranges {
            let tag = range.split(separator: ";").first?.filter { $0 != " " } ?? ""
            let parts = tag.split(separator: "-")
            // A region has two letters; a script, which may stand before it, has four.
            if parts.first == "en", let region = parts.dropFirst().first(where: { $0.utf8.count == 2 }) {
                return region
            }
        }
        return nil
    }
}
