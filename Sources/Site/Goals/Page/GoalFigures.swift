// The figures in a goal's header: each a number and what it counts.

import Ledger

/// The localised figures; empty where there is nothing to say.
struct GoalFigures: Sendable {
    /// "73%", of the days so far.
    let percent: String
    /// "so far"; of a goal that is completed or over "of 30 days".
    let percentLabel: String
    let streak: String
    let streakLabel: String
    /// "23 of 90 days"; a completed goal says that it is completed instead.
    let sum: String

    /// - Parameter isOver: Whether the goal's last day is before today.
    init(_ progress: GoalProgress, isOver: Bool, _ words: Words) {
        percent = words.percent(progress)
        percentLabel =
            progress.isCompleted || isOver
            ? words(.goalOfDays, number: Int64(progress.days)) : percent.isEmpty ? "" : words[.goalSoFar]
        let streak = Int64(progress.streak)
        self.streak = streak > 0 ? words.number(streak) : ""
        streakLabel = streak > 0 ? words(.goalStreakLabel, number: streak) : ""
        sum = progress.isCompleted ? "" : words.sum(progress)
    }
}
