// One day of a goal, as far as a drawing must know it.

/// A day as it is drawn.
public struct Dot: Sendable, Hashable {
    public enum State: Sendable, Hashable {
        case done
        /// Percent of the day's target. Below 1 it is drawn as 1, above 99 as 99.
        case partial(Int)
        case missed
        case future
        /// Today, not done so far.
        case open
    }

    /// The end of the day's address, such as `2026-01-03`.
    public let date: String
    /// What the day is called, such as "3 January", in plain text.
    public let label: String
    public let state: State
    public let isToday: Bool
    public let hasNote: Bool

    public init(date: String, label: String, state: State, isToday: Bool, hasNote: Bool) {
        self.date = date
        self.label = label
        self.state = state
        self.isToday = isToday
        self.hasNote = hasNote
    }
}
