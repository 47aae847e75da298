// What a script is told of a day and of its goal.

import Figures
import Ledger

extension GoalAnswer {
    /// - Parameter progress: The goal's as of today, which is the same for all its days.
    init(
        _ record: GoalRecord, _ day: CivilDay, _ progress: GoalProgress, today: CivilDay, revision: Int64,
        _ words: Words, _ links: Links
    ) {
        goal = record.goal.id
        self.day = day.description
        state =
            switch record.state(of: day, today: today) {
            case .done: "done"
            case .partial: "partial"
            case .missed: "missed"
            case .open: "open"
            case .future: "future"
            }
        let figures = GoalFigures(progress, isOver: record.goal.end < today, words)
        percent = figures.percent
        percentLabel = figures.percentLabel
        streak = figures.streak
        streakLabel = figures.streakLabel
        sum = figures.sum
        isCompleted = progress.isCompleted
        self.revision = revision
        dot = DotGrid.items(
            record.dots(day...day, today: today, words), address: links.days(of: record.goal.id),
            words: words.dots)
    }
}
