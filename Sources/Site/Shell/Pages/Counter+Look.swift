// What of a counter's look is the same wherever it is drawn.

import Ledger

extension Counter {
    /// As many as there are classes of colour in the style sheet.
    static let colors = 8

    /// The number of the class that gives it its colour.
    var colorClass: Int { color % Self.colors }

    /// Whether the number needs the card's whole width.
    var isLong: Bool { count > 999_999_999_999 }
}
