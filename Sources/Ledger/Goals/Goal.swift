// A goal as it stands: what to do each day, and from when to when. What was
// done on its days is a GoalRecord's.

/// Something that somebody means to do each day from a first to a last one.
public struct Goal: Sendable, Hashable, Identifiable {
    /// Counted within its book, and never given again.
    public typealias ID = Int64

    /// A counter whose marks fill the goal's days.
    public struct Following: Sendable, Hashable {
        public let counter: Counter.ID
        /// How many marks make a day done, 1 to ``Counter/largestStep``.
        public let target: Int64

        public init(counter: Counter.ID, target: Int64) {
            self.counter = counter
            self.target = target
        }
    }

    public let id: ID
    public let name: String
    /// From 0 to ``colors`` − 1.
    public let color: Int
    public let start: CivilDay
    /// The last day, which is one of the goal's.
    public let end: CivilDay
    /// The minute of the day to be reminded at, 0 to 1439; nil: never.
    public let reminder: Int?
    /// Nil where days are marked by hand alone.
    public let follows: Following?
    public let isArchived: Bool
    /// Where it stands in the book's list: lower ones come first.
    public let rank: Int64
    /// The account's revision when the goal or one of its days was last changed.
    /// What the counter it follows counts does not raise it.
    public let revision: Int64

    /// In characters as a person counts them.
    public static let longestName = 30
    public static let colors = 8
    /// In days: ten years.
    public static let longestRange = 3653
    /// In characters as a person counts them.
    public static let longestNote = 2000

    /// How many days the goal has.
    public var days: Int { end.number - start.number + 1 }

    /// Whether the day is one of the goal's.
    public func contains(_ day: CivilDay) -> Bool { start <= day && day <= end }

    /// A day's note as it is kept: lines without space around all of them; empty where nothing is seen.
    ///
    /// - Throws: ``Refusal/noteIsTooLong``.
    static func note(from typed: String) throws(Refusal) -> String {
        let note = typed.keptLines.emptyIfUnseen
        guard !note.isLonger(than: longestNote) else { throw .noteIsTooLong }
        return note
    }
}
