// The titles of one account, folded once and looked through as a whole. SQLite
// has no index for this: the trigrams of its full-text search find no word of
// two letters, so no 東京.

/// A counter whose title has what was looked for.
public struct SearchHit: Sendable, Equatable {
    /// A part of the title that matches, or one that does not.
    public struct Piece: Sendable, Equatable {
        public var text: String
        public let isMatch: Bool
    }

    public let counter: Counter.ID
    /// The title, in parts.
    public let pieces: [Piece]
    public let count: Int64
    public let style: Counter.Style
}

/// What was found, and how much more there is.
public struct SearchResult: Sendable {
    /// The best first; of equal ones, the first of the list.
    public var hits: [SearchHit] = []
    /// How many counters match.
    public var total = 0

    public init() {}
}

/// The titles of an account's counters, ready to be searched, as they stood at
/// one of its revisions. ``Ledger/update(_:of:to:)`` brings it to a later one.
public struct TitleIndex: Sendable {
    struct Entry: Sendable {
        let counter: Counter.ID
        let title: String
        let folded: [UInt8]
        let count: Int64
        let style: Counter.Style
        let rank: Int64
    }

    var revision: Int64 = 0
    /// In the order of the list.
    private(set) var entries: [Entry] = []

    /// An index of nothing.
    public init() {}

    /// Whether it holds all of the account up to a revision.
    public func isCurrent(at revision: Int64) -> Bool { self.revision >= revision }

    /// Of all that it holds, in bytes.
    public var size: Int {
        entries.reduce(0) { $0 + $1.title.utf8.count + $1.folded.count + 128 }
    }

    /// Takes over counters as they are now, in place of how they were.
    ///
    /// - Parameter gone: Those that were deleted.
    mutating func take(_ changed: [Entry], gone: Set<Counter.ID>) {
        let outdated = gone.union(changed.map(\.counter))
        guard !outdated.isEmpty else { return }
        entries.removeAll { outdated.contains($0.counter) }
        entries += changed
        entries.sort { ($0.rank, $0.counter) < ($1.rank, $1.counter) }
    }

    /// The counters whose titles have all words of the query.
    ///
    /// - Parameter limit: So many hits at most; how many more there are is told.
    public func search(_ query: SearchQuery, limit: Int) -> SearchResult {
        var result = SearchResult()
        guard !query.isEmpty else { return result }
        var ranked = SearchQuery.Rank.allCases.map { _ in [Int]() }
        for place in entries.indices {
            if let rank = query.rank(of: entries[place].folded) { ranked[rank.rawValue].append(place) }
        }
        result.total = ranked.reduce(0) { $0 + $1.count }
        result.hits = ranked.joined().prefix(limit).map { SearchHit(entries[$0], query) }
        return result
    }
}

extension SearchHit {
    fileprivate init(_ entry: TitleIndex.Entry, _ query: SearchQuery) {
        counter = entry.counter
        pieces = Self.pieces(of: entry.title, matching: query)
        count = entry.count
        style = entry.style
    }

    /// The title in parts. A character matches as a whole, however many scalars it is made of.
    private static func pieces(of title: String, matching query: SearchQuery) -> [Piece] {
        let folded = FoldedText(title)
        let matches = query.words.compactMap { word -> Range<Int>? in
            guard let place = SearchQuery.place(of: word, in: folded.bytes) else { return nil }
            return folded.origins(from: place.start, length: word.count, in: title)
        }
        var pieces: [Piece] = []
        var start = 0
        for character in title {
            let end = start + character.utf8.count
            let isMatch = matches.contains { $0.lowerBound < end && start < $0.upperBound }
            if pieces.last?.isMatch == isMatch {
                pieces[pieces.count - 1].text.append(character)
            } else {
                pieces.append(Piece(text: String(character), isMatch: isMatch))
            }
            start = end
        }
        return pieces
    }
}

extension FoldedText {
    /// What of the text's own UTF-8 some folded bytes stand for.
    fileprivate func origins(from start: Int, length: Int, in text: String) -> Range<Int> {
        var end = start + length
        // Of one scalar that folds to several (ß, ﬁ) all or nothing is meant.
        while end < origins.count, origins[end] == origins[end - 1] { end += 1 }
        return origins[start]..<(end < origins.count ? origins[end] : text.utf8.count)
    }
}
