// The progress of a goal.

/// A goal's figures as of a day.
public struct GoalProgress: Sendable, Hashable {
    /// How many of the goal's days up to today are done.
    public let done: Int
    /// How many days the goal has, including future days.
    public let days: Int
    /// ``done`` of the days so far, rounded down; today is one of them once it is
    /// done. Nil as long as there is none.
    public let percent: Int?
    /// The number of consecutive days done, up to today, or up to yesterday while
    /// today is not done; for a goal that has ended, up to its last day. Days
    /// outside of the goal do not count.
    public let streak: Int
    /// Whether all of the goal's days are done.
    public let isCompleted: Bool
}
