// A counter that is not stored: its state is in the address of its page.

import Hummingbird
import Ledger

/// A sample counter.
struct Sample: Sendable {
    let title: Phrase
    let color: Int
    var style: Counter.Style
    var count: Int64
    var isFolded: Bool
    /// Whether its options are open.
    var showsOptions = false
    /// Whether the confirmation of a reset is shown.
    var isAsked = false

    /// A sample's range of counts: enough to try, and small enough for any page.
    static let counts: ClosedRange<Int64> = 0...9_999

    init(_ title: Phrase, color: Int, style: Counter.Style, count: Int64, isFolded: Bool = false) {
        self.title = title
        self.color = color
        self.style = style
        self.count = count
        self.isFolded = isFolded
    }

    /// The query names of a sample's state.
    enum Part: String {
        case count, folded, options, asked

        /// - Parameter place: From 1; the first sample's names have no number.
        func name(_ place: Int) -> String { place == 1 ? rawValue : rawValue + String(place) }
    }

    /// Reads the state in an address; missing or invalid values keep their defaults.
    mutating func take(_ query: Parameters, place: Int) {
        if let count = query.get(Part.count.name(place), as: Int64.self) {
            self.count = min(max(count, Self.counts.lowerBound), Self.counts.upperBound)
        }
        func answer(_ part: Part) -> Bool? {
            Bool(typed: query.get(part.name(place)))
        }
        isFolded = answer(.folded) ?? isFolded
        showsOptions = answer(.options) ?? false
        isAsked = answer(.asked) ?? false
    }
}
