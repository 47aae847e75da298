// An account's calendar settings. They belong to the account so that the same
// count never falls on different days on two devices.

/// When somebody's days and weeks begin.
public struct CalendarChoice: Sendable, Hashable {
    /// The local hour at which days begin.
    public let dayStart: DayStart
    /// Nil: the default of the reader's language.
    public let weekStart: Weekday?

    /// The default.
    public static let standard = CalendarChoice(dayStart: .midnight, weekStart: nil)

    /// - Parameter weekStart: Nil: the default of the reader's language.
    public init(dayStart: DayStart, weekStart: Weekday?) {
        self.dayStart = dayStart
        self.weekStart = weekStart
    }

    /// As an account's row has it.
    init(hour: Int, weekday: Int?) {
        self.init(
            dayStart: DayStart(hour: hour) ?? .midnight, weekStart: weekday.flatMap { Weekday(rawValue: $0) })
    }
}
