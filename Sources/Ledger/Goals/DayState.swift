// What a day of a goal has come to.

/// How a day of a goal stands.
public enum DayState: Sendable, Hashable {
    case done
    /// Of a goal that follows a counter: something was counted, but not enough. In percent, 1 to 99.
    case partial(Int)
    /// The day is over, and nothing was done.
    case missed
    /// It is today, and nothing is done yet.
    case open
    /// The day has not come.
    case future
}
