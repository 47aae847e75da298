// A counter that is kept nowhere: it lives in the address of the page that
// shows it.

import Hummingbird
import Ledger

/// A counter to try things on.
struct Sample: Sendable {
    let title: Phrase
    let color: Int
    var style: Counter.Style
    var count: Int64
    var isFolded: Bool
    /// Whether its options are open.
    var showsOptions = false
    /// Whether somebody wants it back at 0 and is asked if that is meant.
    var isAsked = false

    /// The counts a sample can have: enough to try, and small enough for any page.
    static let counts: ClosedRange<Int64> = 0...9_999

    init(_ title: Phrase, color: Int, style: Counter.Style, count: Int64, isFolded: Bool = false) {
        self.title = title
        self.color = color
        self.style = style
        self.count = count
        self.isFolded = isFolded
    }

    /// What an address calls the parts of a page's samples.
    enum Part: String {
        case count, folded, options, asked

        /// - Parameter place: From 1 on; the first one's names are the plain ones.
        func name(_ place: Int) -> String { place == 1 ? rawValue : rawValue + String(place) }
    }

    /// Takes over what an address says; what it does not say, or says badly, stays.
    mutating func take(_ query: Parameters, place: Int) {
        if let count = query.get(Part.count.name(place), as: Int64.self) {
            self.count = min(max(count, Self.counts.lowerBound), Self.counts.upperBound)
        }
        func answer(_ part: Part) -> Bool? {
            ["yes": true, "no": false][query.get(part.name(place)) ?? ""]
        }
        isFolded = answer(.folded) ?? isFolded
        showsOptions = answer(.options) ?? false
        isAsked = answer(.asked) ?? false
    }
}
