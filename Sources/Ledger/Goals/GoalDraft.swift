// What a person chooses of a goal. Whoever has a draft has one that can be kept.

/// A goal as somebody wants it. Only a sound one can be made.
public struct GoalDraft: Sendable, Hashable {
    /// What can be wrong with it.
    public enum Flaw: Sendable, Hashable, CaseIterable {
        /// The name is empty, or nothing is seen of it.
        case nameIsEmpty
        /// The name is longer than ``Goal/longestName`` characters.
        case nameIsTooLong
        /// The color is none of 0 to ``Goal/colors`` − 1.
        case colorIsUnknown
        case endIsBeforeStart
        /// The goal has more than ``Goal/longestRange`` days, or days in years that no date of four digits has.
        case rangeIsTooLong
        /// The reminder is no minute of a day.
        case reminderIsNoTime
        /// The target is none of 1 to ``Counter/largestStep``.
        case targetIsOutOfRange
    }

    /// All that is wrong with what was typed.
    public struct Flaws: Error, Sendable, Equatable {
        public let all: Set<Flaw>
    }

    /// In one line, without space around it.
    public let name: String
    public let color: Int
    public let start: CivilDay
    /// The last day, which is one of the goal's.
    public let end: CivilDay
    /// A minute of the day, 0 to 1439; nil: none.
    public let reminder: Int?
    public let follows: Goal.Following?

    private static let years = 1...9999

    /// - Throws: ``Flaws``, all that there are.
    public init(
        name typed: String, color: Int, start: CivilDay, end: CivilDay, reminder: Int?,
        follows: Goal.Following?
    ) throws(Flaws) {
        let name = typed.keptLine
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

    /// What was chosen of a goal that stands.
    public init(_ goal: Goal) {
        name = goal.name
        color = goal.color
        start = goal.start
        end = goal.end
        reminder = goal.reminder
        follows = goal.follows
    }
}
