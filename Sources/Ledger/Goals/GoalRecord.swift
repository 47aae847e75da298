// What was done on a goal's days, and what that comes to. Knows no clock: which
// day is today is handed in.

/// A goal with all that is known of its days, of those outside of its present range too.
public struct GoalRecord: Sendable, Hashable {
    public let goal: Goal
    /// The days that are marked as done by hand.
    public let marked: Set<CivilDay>
    /// The days with a note.
    public let noted: Set<CivilDay>
    /// What the counter that the goal follows counted on each day, by the hour
    /// that the account's days begin with; empty where it follows none. A day
    /// on which more was taken away than added is below 0.
    public let counted: [CivilDay: Int64]

    /// Whether the day is done, by hand or because the target was reached.
    /// Whether it has come, or is one of the goal's, is not asked.
    public func isDone(_ day: CivilDay) -> Bool { marked.contains(day) || hasReachedTarget(day) }

    /// How a day stands, one outside of the goal's range like one within.
    ///
    /// A day after today is to come, even if it is marked: a device that
    /// travels west meets a date again. Today is partial as soon as something
    /// is counted, and open before.
    public func state(of day: CivilDay, today: CivilDay) -> DayState {
        if day > today { return .future }
        if isDone(day) { return .done }
        if let follows = goal.follows, let count = counted[day], count > 0 {
            return .partial(Int(max(1, count * 100 / follows.target)))
        }
        return day == today ? .open : .missed
    }

    /// The goal in figures.
    ///
    /// Counted are the goal's days from its first to its last one, as many of
    /// them as have come: what is marked outside of its range, or after today,
    /// counts nowhere. Of the percentage all its days are the whole, and a part
    /// of a percent is left out. A partial day is not done.
    public func progress(today: CivilDay) -> GoalProgress {
        let last = min(today, goal.end)
        func counts(_ day: CivilDay) -> Bool { goal.start <= day && day <= last }
        var done = marked.count(where: counts)
        if goal.follows != nil {
            done += counted.keys.count(where: { counts($0) && hasReachedTarget($0) && !marked.contains($0) })
        }
        return GoalProgress(
            done: done, days: goal.days, percent: done * 100 / goal.days, streak: streak(today: today),
            isCompleted: done == goal.days)
    }

    private func hasReachedTarget(_ day: CivilDay) -> Bool {
        guard let follows = goal.follows, let count = counted[day] else { return false }
        return count >= follows.target
    }

    private func streak(today: CivilDay) -> Int {
        var day = min(today, goal.end)
        // Today can still be done.
        if day == today, !isDone(day) { day = day.adding(-1) }
        var streak = 0
        while day >= goal.start, isDone(day) {
            streak += 1
            day = day.adding(-1)
        }
        return streak
    }
}
