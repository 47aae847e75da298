// What somebody looks for, made ready to be compared with many titles.

/// The words that a title must have, all of them, in any order.
///
/// Anything at all can be looked for: no character means more here than itself.
public struct SearchQuery: Sendable {
    /// What was typed, in one line.
    public let text: String
    /// Whether it is longer than a title can be. Then it finds nothing.
    public let isTooLong: Bool
    /// All words as they were typed, folded.
    private let phrase: [UInt8]
    /// Each word once, the longest first: it is the one that most titles lack.
    let words: [[UInt8]]

    public init(_ typed: String) {
        text = typed.keptLine
        isTooLong = text.count > Counter.longestTitle || text.utf8.count > 25 * Counter.longestTitle
        phrase = isTooLong ? [] : FoldedText(text).bytes
        words = Set(phrase.split(separator: UInt8(ascii: " ")).map { Array($0) })
            .sorted { $0.count > $1.count }
    }

    /// Whether there is nothing to look for.
    public var isEmpty: Bool { words.isEmpty }

    /// How well a title matches, the best first.
    enum Rank: Int, CaseIterable {
        /// It is what was typed.
        case whole
        case beginning
        /// Each word begins one of its words.
        case wordBeginnings
        case anywhere
    }

    /// - Parameter title: Folded.
    /// - Returns: nil where a word is missing.
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

    /// Where the word stands in a folded title: at the beginning of a word if
    /// it does so anywhere, or else where it stands first.
    static func place(of word: [UInt8], in title: [UInt8]) -> (start: Int, beginsWord: Bool)? {
        guard let first = word.first, word.count <= title.count else { return nil }
        var within: Int?
        for start in 0...(title.count - word.count) where title[start] == first {
            var length = 1
            while length < word.count, title[start + length] == word[length] { length += 1 }
            guard length == word.count else { continue }
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
