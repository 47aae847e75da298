// A goal's definition: what to do each day, and from when to when. GoalRecord has
// what was done on its days.

/// Something to do each day from a first to a last day.
public struct Goal: Sendable, Hashable, Identifiable {
    /// Numbered within its book, and never reused.
    public typealias ID = Int64

    /// A counter whose marks complete the goal's days.
    public struct Following: Sendable, Hashable {
        /// Of the same book.
        public let counter: Counter.ID
        /// How many marks complete a day, 1 to ``Counter/largestStep``.
        public let target: Int64

        /// - Parameter target: 1 to ``Counter/largestStep``, which a ``GoalDraft`` checks.
        public init(counter: Counter.ID, target: Int64) {
            self.counter = counter
            self.target = target
        }
    }

    /// Its number in the book, which is part of its address.
    public let id: ID
    /// A single line that shows something, of at most ``longestName`` characters.
    public let name: String
    /// From 0 to ``colors`` − 1.
    public let color: Int
    /// The first day, inclusive.
    public let start: CivilDay
    /// The last day, inclusive.
    public let end: CivilDay
    /// When to remind, as a minute of the day, 0 to 1439; nil: never.
    public let reminder: Int?
    /// Nil if days are marked by hand only.
    public let follows: Following?
    /// Whether it is put aside: it keeps its days, and is listed apart.
    public let isArchived: Bool
    /// Its position in the book's list; lower ranks come first.
    public let rank: Int64
    /// The account's revision when the goal or one of its days was last changed.
    /// Counting on the counter it follows does not raise it.
    public let revision: Int64

    /// In grapheme clusters.
    public static let longestName = 30
    /// How many colours there are to choose from.
    public static let colors = 8
    /// In days: ten years.
    public static let longestRange = 3653
    /// In grapheme clusters.
    public static let longestNote = 2000
    /// Likewise, where devices that had not seen each other's notes wrote one each.
    static let longestJoinedNote = 8 * longestNote

    /// How many days the goal has.
    public var days: Int { end.number - start.number + 1 }

    /// Whether the day is within the goal's range.
    public func contains(_ day: CivilDay) -> Bool { start <= day && day <= end }

    /// Whether a day's count completes it.
    func isReached(by count: Int64) -> Bool { follows.map { count >= $0.target } ?? false }

    /// A day's note as it is stored: lines without surrounding whitespace; empty
    /// if nothing is visible.
    ///
    /// - Throws: ``Refusal/noteIsTooLong``.
    static func note(from typed: String, atMost most: Int = longestNote) throws(Refusal) -> String {
        let note = typed.normalizedLines.emptyIfUnseen
        guard !note.isLonger(than: most) else { throw .noteIsTooLong }
        return note
    }
}
