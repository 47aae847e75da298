// Search as it is drawn: the form, and what was found.

import Ledger
import Mustache

/// The form, with the counters that match what was typed.
struct SearchPage: Page {
    static let template = "Search/search"

    struct Hit: Sendable {
        let address: String
        let pieces: [Piece]
        let formattedCount: String
        /// The marks in words.
        let label: String
    }

    struct Piece: Sendable {
        let text: String
        let isMatch: Bool
    }

    let typed: String
    let problem: String?
    /// How many there are, or that there is none; nil where nothing was asked.
    let sum: String?
    let hits: [Hit]
    /// How many are not shown.
    let more: String?
}

// Fifty hits have hundreds of names to be looked up; without reflection that takes a third of the time.
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

/// What tells a browser how to search here from its address bar (OpenSearch 1.1).
struct OpenSearchPage: Page {
    static let template = "Search/opensearch"
    let icon: String
    let search: String
    let own: String
}
