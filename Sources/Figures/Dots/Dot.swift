// One day of a goal, for drawing.

/// A drawn day.
public struct Dot: Sendable, Hashable {
    /// What was done on a day, by which the style sheet draws its dot.
    public enum State: Sendable, Hashable {
        case done
        /// Percent of the day's target, clamped to 1...99.
        case partial(Int)
        case missed
        case future
        /// Today, not done so far.
        case open
    }

    /// The last part of the day's address, such as `2026-01-03`.
    public let date: String
    /// The day's name, such as "3 January", in plain text.
    public let label: String
    /// What was done on the day.
    public let state: State
    /// Whether it is the reader's date, which the dot's name says as well.
    public let isToday: Bool
    /// Whether there is a note on the day, which the dot's name says as well.
    public let hasNote: Bool
    /// The name of the month or year that begins with this day, or with which the
    /// goal begins, in plain text.
    public let heading: String?

    /// - Parameter heading: Nil for a day with which no month or year begins.
    public init(
        date: String, label: String, state: State, isToday: Bool, hasNote: Bool, heading: String? = nil
    ) {
        self.date = date
        self.label = label
        self.state = state
        self.isToday = isToday
        self.hasNote = hasNote
        self.heading = heading
    }
}
