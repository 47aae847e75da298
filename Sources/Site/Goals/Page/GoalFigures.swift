// The figures in a goal's header: each a number and what it counts.

import Ledger

/// The localised figures; empty where there is nothing to say (product.md, Goals).
struct GoalFigures: Sendable {
    /// "73%", of the days so far.
    let percent: String
    /// "so far"; of a completed goal "of 30 days".
    let percentLabel: String
    let streak: String
    let streakLabel: String
    /// "23 of 90 days"; a completed goal says that it is completed instead.
    let sum: String

    init(_ progress: GoalProgress, _ words: Words) {
        percent = words.percent(progress)
        percentLabel =
            progress.isCompleted
            ? words(.goalOfDays, number: Int64(progress.days)) : percent.isEmpty ? "" : words[.goalSoFar]
        let streak = Int64(progress.streak)
        self.streak = streak > 0 ? words.number(streak) : ""
        streakLabel = streak > 0 ? words(.goalStreakLabel, number: streak) : ""
        sum = progress.isCompleted ? "" : words.sum(progress)
    }
}
