// The parts of a counter's appearance that are the same on every page.

import Ledger

extension Counter {
    /// The number of colour classes in the style sheet.
    static let colors = 8

    /// The number of its colour class.
    var colorClass: Int { color % Self.colors }

    /// Whether the number needs the card's full width.
    var isLong: Bool { count > 999_999_999_999 }
}
