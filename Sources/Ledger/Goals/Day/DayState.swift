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

    /// A day after today is `future` even if it is marked: a device that travels
    /// west sees a date twice. Today is `partial` as soon as something is
    /// counted, and `open` before.
    ///
    /// - Parameter counted: By the counter that the goal follows; 0 if it follows none.
    init(_ day: CivilDay, of goal: Goal, isDone: Bool, counted: Int64, today: CivilDay) {
        if day > today {
            self = .future
        } else if isDone {
            self = .done
        } else if let follows = goal.follows, counted > 0 {
            self = .partial(Int(max(1, counted * 100 / follows.target)))
        } else {
            self = day == today ? .open : .missed
        }
    }
}
