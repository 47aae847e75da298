// The user's input for a goal. A draft is always valid.

/// A validated goal definition. Only a valid one can be created.
public struct GoalDraft: Sendable, Hashable {
    /// What can be wrong with it.
    public enum Flaw: Sendable, Hashable, CaseIterable {
        /// The name is empty or invisible.
        case nameIsEmpty
        /// The name is longer than ``Goal/longestName`` characters.
        case nameIsTooLong
        /// The color is not from 0 to ``Goal/colors`` − 1.
        case colorIsUnknown
        case endIsBeforeStart
        /// The goal has more than ``Goal/longestRange`` days, or days outside of four-digit years.
        case rangeIsTooLong
        /// The reminder is not a minute of the day.
        case reminderIsNoTime
        /// The target is not from 1 to ``Counter/largestStep``.
        case targetIsOutOfRange
    }

    /// Everything that is wrong with the input.
    public struct Flaws: Error, Sendable, Equatable {
        /// One or more.
        public let all: Set<Flaw>
    }

    /// A single line without surrounding whitespace.
    public let name: String
    /// From 0 to ``Goal/colors`` − 1.
    public let color: Int
    /// The first day, inclusive.
    public let start: CivilDay
    /// The last day, inclusive.
    public let end: CivilDay
    /// A minute of the day, 0 to 1439; nil: none.
    public let reminder: Int?
    /// Nil if days are marked by hand only.
    public let follows: Goal.Following?

    private static let years = 1...9999

    /// - Throws: ``Flaws``, all of them.
    public init(
        name typed: String, color: Int, start: CivilDay, end: CivilDay, reminder: Int?,
        follows: Goal.Following?
    ) throws(Flaws) {
        let name = typed.normalizedLine
        var flaws: Set<Flaw> = []
        if name.showsNothing {
            flaws.insert(.nameIsEmpty)
        } else if name.isLonger(than: Goal.longestName, bytesEach: 50) {
            flaws.insert(.nameIsTooLong)
        }
        if !(0..<Goal.colors).contains(color) { flaws.insert(.colorIsUnknown) }
        let (span, overflows) = end.number.subtractingReportingOverflow(start.number)
        if end < start {
            flaws.insert(.endIsBeforeStart)
        } else if overflows || span >= Goal.longestRange || !Self.years.contains(start.civil.year)
            || !Self.years.contains(end.civil.year)
        {
            flaws.insert(.rangeIsTooLong)
        }
        if let reminder, !(0..<1440).contains(reminder) { flaws.insert(.reminderIsNoTime) }
        if let follows, !(1...Counter.largestStep).contains(follows.target) {
            flaws.insert(.targetIsOutOfRange)
        }
        guard flaws.isEmpty else { throw Flaws(all: flaws) }
        self.name = name
        self.color = color
        self.start = start
        self.end = end
        self.reminder = reminder
        self.follows = follows
    }

    /// The draft of an existing goal.
    public init(_ goal: Goal) {
        name = goal.name
        color = goal.color
        start = goal.start
        end = goal.end
        reminder = goal.reminder
        follows = goal.follows
    }
}
