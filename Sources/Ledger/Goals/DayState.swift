// The state of a goal's day.

/// The state of a goal's day.
public enum DayState: Sendable, Hashable {
    case done
    /// Only for a goal that follows a counter: something was counted, but not
    /// enough. In percent, 1 to 99.
    case partial(Int)
    /// The day is over, and nothing was done.
    case missed
    /// It is today, and nothing is done yet.
    case open
    /// The day is still to come.
    case future
}
