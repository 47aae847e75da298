// The choices for the first day of the week.

import Ledger

/// A choice for the first day of the week.
enum WeekStart: String, Named, Sendable {
    /// The default of the reader's language.
    case language
    case monday, sunday, saturday

    /// - Parameter weekday: Nil: the default of the language.
    init(_ weekday: Weekday?) {
        self = Self.allCases.first { $0.weekday == weekday } ?? .language
    }

    /// Nil: the default of the language.
    var weekday: Weekday? {
        switch self {
        case .language: nil
        case .monday: .monday
        case .sunday: .sunday
        case .saturday: .saturday
        }
    }

    var phrase: Phrase {
        switch self {
        case .language: .weekStartLanguage
        case .monday: .weekStartMonday
        case .sunday: .weekStartSunday
        case .saturday: .weekStartSaturday
        }
    }
}
