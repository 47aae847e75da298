// The search page: the form and the hits.

import Figures
import Ledger
import Mustache

/// The form, with the counters that match the query.
struct SearchPage: Page {
    static let template = "Search/search"

    struct Hit: Sendable {
        let address: String
        let color: Int
        let pieces: [Piece]
        /// As HTML, which may break between groups of digits.
        let formattedCount: String
        let marks: String
        /// The accessible description of the marks.
        let label: String

        init(
            address: String, color: Int, pieces: [Piece], _ count: Int64, _ style: Counter.Style,
            _ words: Words
        ) {
            self.address = address
            self.color = color
            self.pieces = pieces
            formattedCount = words.breakable(count)
            marks = words.drawing(of: count, style)
            label = words.spoken(count, style)
        }
    }

    struct Piece: Sendable {
        let text: String
        let isMatch: Bool
    }

    let typed: String
    let problem: String?
    /// The number of hits, that there is none, or that these are the last used; nil if there is nothing to say.
    let sum: String?
    let shapes: String
    let hits: [Hit]
    /// Shown instead of hits if there are none for what was typed.
    let empty: Emptiness?
    /// How many hits are not shown.
    let more: String?

    /// The shapes that the marks of some counters refer to.
    static func shapes(of counts: [(Int64, Counter.Style)]) -> String {
        counts.reduce(into: MarkShapes()) { $0.formUnion($1.1.marks.shapes(for: $1.0)) }.markup
    }
}

// Fifty hits need hundreds of lookups; without reflection they take a third of the time.
extension SearchPage.Hit: MustacheParent {
    func child(named name: String) -> Any? {
        switch name {
        case "address": return address
        case "color": return color
        case "marks": return marks
        case "pieces": return pieces
        case "formattedCount": return formattedCount
        case "label": return label
        default: return nil
        }
    }
}

extension SearchPage.Piece: MustacheParent {
    func child(named name: String) -> Any? {
        switch name {
        case "text": return text
        case "isMatch": return isMatch
        default: return nil
        }
    }
}

/// The description with which a browser can search from its address bar (OpenSearch 1.1).
struct OpenSearchPage: Page {
    static let template = "Search/opensearch"
    let icon: String
    let search: String
    let own: String
}
