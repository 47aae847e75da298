// A search query, prepared for matching against many titles.

/// The words a title must contain, all of them, in any order.
///
/// Any text is a valid query: no character has a special meaning.
public struct SearchQuery: Sendable {
    /// The input as a single line.
    public let text: String
    /// Whether it is longer than a title can be, and so finds nothing.
    public let isTooLong: Bool
    /// All words in input order, folded.
    private let phrase: [UInt8]
    /// The distinct words, longest first: it is the one most titles lack. Only the first ``mostWords`` count, each with
    /// its first ``longestWord`` bytes: nobody types more, and a search takes its time for everybody.
    let words: [[UInt8]]

    private static let mostWords = 8, longestWord = 64
    /// How many bytes of a title are compared with a word before it is taken for missing.
    private static let mostCompared = 4_096

    /// - Parameter typed: Any text, of any length.
    public init(_ typed: String) {
        text = typed.normalizedLine
        isTooLong = text.count > Counter.longestTitle || text.utf8.count > 25 * Counter.longestTitle
        phrase = isTooLong ? [] : FoldedText(text).bytes
        let typedWords = phrase.split(separator: UInt8(ascii: " ")).prefix(Self.mostWords)
        words = Set(typedWords.map { Array($0.prefix(Self.longestWord)) })
            .sorted { $0.count > $1.count }
    }

    /// Whether there is nothing to search for.
    public var isEmpty: Bool { words.isEmpty }

    /// How well a title matches, best first.
    enum Rank: Int, CaseIterable {
        /// The title equals the query.
        case whole
        case beginning
        /// Each word starts a word of the title.
        case wordBeginnings
        case anywhere
    }

    /// - Parameter title: Folded.
    /// - Returns: nil if a word is missing.
    func rank(of title: [UInt8]) -> Rank? {
        var beginsWords = true
        for word in words {
            guard let place = Self.place(of: word, in: title) else { return nil }
            beginsWords = beginsWords && place.beginsWord
        }
        guard beginsWords else { return .anywhere }
        guard title.starts(with: phrase) else { return .wordBeginnings }
        return title.count == phrase.count ? .whole : .beginning
    }

    /// Where the word is in a folded title: preferably at the beginning of a
    /// word, otherwise its first occurrence.
    static func place(of word: [UInt8], in title: [UInt8]) -> (start: Int, beginsWord: Bool)? {
        guard let first = word.first, word.count <= title.count else { return nil }
        var within: Int?, compared = 0
        for start in 0...(title.count - word.count) where title[start] == first {
            var length = 1
            while length < word.count, title[start + length] == word[length] { length += 1 }
            compared += length
            guard compared < mostCompared else { break }
            guard length == word.count else { continue }
            compared += 16
            if beginsWord(start, in: title) { return (start, true) }
            within = within ?? start
        }
        return within.map { ($0, false) }
    }

    private static func beginsWord(_ place: Int, in title: [UInt8]) -> Bool {
        guard place > 0 else { return true }
        let byte = title[place - 1]
        guard byte >= 0x80 else {
            return
                !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte)
        }
        var start = place - 1
        while start > 0, title[start] & 0xC0 == 0x80 { start -= 1 }
        guard let before = String(decoding: title[start..<place], as: UTF8.self).unicodeScalars.first else {
            return true
        }
        return !before.properties.isAlphabetic && before.properties.numericType == nil
    }
}
