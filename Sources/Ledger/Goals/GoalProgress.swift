// How far somebody has come with a goal.

/// A goal in figures, as of a day.
public struct GoalProgress: Sendable, Hashable {
    /// How many of the goal's days up to today are done.
    public let done: Int
    /// How many days the goal has, those to come among them.
    public let days: Int
    /// ``done`` of ``days``, rounded down: 100 only where all are done.
    public let percent: Int
    /// How many days in a row are done, up to today, or up to yesterday while
    /// today is not done; of a goal that has ended up to its last day. Days
    /// outside of the goal do not count.
    public let streak: Int
    /// Whether each of the goal's days is done.
    public let isCompleted: Bool
}
