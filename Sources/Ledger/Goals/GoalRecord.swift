// What was done on a goal's days, and the figures derived from it. Does not read
// the clock: callers pass in today's date.

/// A goal with all its days, including days outside of its current range.
public struct GoalRecord: Sendable, Hashable {
    /// As it is now, whatever it was on earlier days.
    public let goal: Goal
    /// The days marked as done by hand.
    public let marked: Set<CivilDay>
    /// The days with a note.
    public let noted: Set<CivilDay>
    /// The daily counts of the counter that the goal follows, by the account's
    /// start of the day; empty if it follows none. A day on which more was
    /// subtracted than added is below 0.
    public let counted: [CivilDay: Int64]

    /// That of nobody's goal of a single day: what a page is drawn from that a browser fills in itself.
    public static func blank(on day: CivilDay) -> GoalRecord {
        let goal = Goal(
            id: 0, name: "", color: 0, start: day, end: day, reminder: nil, follows: nil, isArchived: false,
            rank: 0, revision: 0)
        return GoalRecord(goal: goal, marked: [], noted: [], counted: [:])
    }

    /// Whether the day is done, by hand or because the target was reached. Does
    /// not check whether the day is in the future or in the goal's range.
    public func isDone(_ day: CivilDay) -> Bool { marked.contains(day) || hasReachedTarget(day) }

    /// The state of a day, whether or not it is within the goal's range.
    public func state(of day: CivilDay, today: CivilDay) -> DayState {
        DayState(day, of: goal, isDone: isDone(day), counted: counted[day] ?? 0, today: today)
    }

    /// The goal's figures.
    ///
    /// Counts the goal's days from its first day up to today: marks outside of
    /// its range or after today are ignored. The percentage is of the days so
    /// far, rounded down. A partial day is not done.
    public func progress(today: CivilDay) -> GoalProgress {
        let last = min(today, goal.end)
        func counts(_ day: CivilDay) -> Bool { goal.start <= day && day <= last }
        var done = marked.count(where: counts)
        if goal.follows != nil {
            done += counted.keys.count(where: { counts($0) && hasReachedTarget($0) && !marked.contains($0) })
        }
        // Today can still be done.
        let open = last == today && !isDone(today) ? 1 : 0
        let daysSoFar = last.number - goal.start.number + 1 - open
        return GoalProgress(
            done: done, days: goal.days, percent: daysSoFar > 0 ? done * 100 / daysSoFar : nil,
            streak: streak(today: today), isCompleted: done == goal.days)
    }

    private func hasReachedTarget(_ day: CivilDay) -> Bool {
        counted[day].map { goal.isReached(by: $0) } ?? false
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
