// The search page: the form and the hits.

import Ledger
import Mustache

/// The form, with the counters that match the query.
struct SearchPage: Page {
    static let template = "Search/search"

    struct Hit: Sendable {
        let address: String
        let pieces: [Piece]
        let formattedCount: String
        /// The accessible description of the marks.
        let label: String
    }

    struct Piece: Sendable {
        let text: String
        let isMatch: Bool
    }

    let typed: String
    let problem: String?
    /// The number of hits, or that there is none; nil without a query.
    let sum: String?
    let hits: [Hit]
    /// How many hits are not shown.
    let more: String?
}

// Fifty hits need hundreds of lookups; without reflection they take a third of the time.
extension SearchPage.Hit: MustacheParent {
    func child(named name: String) -> Any? {
        switch name {
        case "address": return address
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
