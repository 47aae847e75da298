// What somebody chose of their calendar. It belongs to the account: the same
// count must not fall on two days on two devices.

/// When somebody's days and weeks begin.
public struct CalendarChoice: Sendable, Hashable {
    public let dayStart: DayStart
    /// Nil: the day that weeks begin with in the reader's language.
    public let weekStart: Weekday?

    /// Of whoever has chosen nothing.
    public static let standard = CalendarChoice(dayStart: .midnight, weekStart: nil)

    public init(dayStart: DayStart, weekStart: Weekday?) {
        self.dayStart = dayStart
        self.weekStart = weekStart
    }
}
