// An in-memory index of one account's titles, folded once and scanned as a whole.
// SQLite has no index for this: its full-text search uses trigrams, which find no
// word of two letters, so no 東京.

/// A counter whose title matches.
public struct SearchHit: Sendable, Equatable {
    /// A part of the title, matching or not.
    public struct Piece: Sendable, Equatable {
        /// Not empty: all pieces in a row are the title.
        public var text: String
        /// Whether a word of the query is in it.
        public let isMatch: Bool
    }

    /// The counter's number in the book.
    public let counter: Counter.ID
    /// The title split into parts.
    public let pieces: [Piece]
    /// At the index's revision.
    public let count: Int64
    /// How the counter's marks are drawn.
    public let style: Counter.Style
    /// An index into the colour scheme's sequence, which repeats.
    public let color: Int
}

/// The matches, and how many more there are.
public struct SearchResult: Sendable {
    /// Best first; equal matches in list order.
    public var hits: [SearchHit] = []
    /// The number of matching counters.
    public var total = 0

    /// No matches.
    public init() {}
}

/// The searchable titles of an account's counters as of one of its revisions.
/// ``Ledger/update(_:of:to:)`` updates it.
public struct TitleIndex: Sendable {
    struct Entry: Sendable {
        let counter: Counter.ID
        let title: String
        let folded: [UInt8]
        let count: Int64
        let style: Counter.Style
        let color: Int
        let rank: Int64
    }

    /// How many bytes of a title are searched: more than a title has in any script, but not with dozens of marks on each
    /// letter, of which there would be megabytes.
    static let mostSearched = 2_048

    /// Up to which of the account's revisions it has all changes.
    public internal(set) var revision: Int64 = 0
    /// In list order.
    private(set) var entries: [Entry] = []

    /// An empty index.
    public init() {}

    /// Whether it includes all changes up to a revision.
    public func isCurrent(at revision: Int64) -> Bool { self.revision >= revision }

    /// Its size in bytes.
    public var size: Int {
        entries.reduce(0) { $0 + $1.title.utf8.count + $1.folded.count + 128 }
    }

    /// Estimates, in rows of a database, the work of a search: a word is compared with each place of each title, at some
    /// places up to its end.
    public func rowsRead(for query: SearchQuery) -> Int {
        entries.reduce(0) { $0 + $1.folded.count } * query.words.count / Self.bytesForRow
    }

    /// How many bytes of titles are compared with a word in the time of a row.
    private static let bytesForRow = 64

    /// Replaces outdated entries with current ones.
    ///
    /// - Parameter gone: Counters that were deleted.
    mutating func take(_ changed: [Entry], gone: Set<Counter.ID>) {
        let outdated = gone.union(changed.map(\.counter))
        guard !outdated.isEmpty else { return }
        entries.removeAll { outdated.contains($0.counter) }
        entries += changed
        entries.sort { ($0.rank, $0.counter) < ($1.rank, $1.counter) }
    }

    /// The counters whose titles contain all words of the query.
    ///
    /// - Parameter limit: The maximum number of hits; the total is still reported.
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
        color = entry.color
    }

    /// The title split into parts. Matches cover whole characters, however many
    /// scalars they consist of.
    private static func pieces(of title: String, matching query: SearchQuery) -> [Piece] {
        let folded = FoldedText(title, upTo: TitleIndex.mostSearched)
        let matches = query.words.compactMap { word -> Range<Int>? in
            guard let place = SearchQuery.place(of: word, in: folded.bytes) else { return nil }
            return folded.origins(from: place.start, length: word.count)
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
    /// The range of the original UTF-8 that a range of folded bytes stands for.
    fileprivate func origins(from start: Int, length: Int) -> Range<Int> {
        var last = start + length
        // A scalar that folds to several (ß, ﬁ) matches as a whole.
        while last < origins.count, origins[last] == origins[last - 1] { last += 1 }
        return origins[start]..<(last < origins.count ? origins[last] : end)
    }
}
