// The JSON response to a script that marked a day or set its note.

import Figures
import Hummingbird
import Ledger

struct GoalAnswer: Encodable, Sendable {
    let goal: Goal.ID
    let day: String
    /// done | partial | missed | open | future
    let state: String
    let percent: String
    let percentLabel: String
    let streak: String
    let streakLabel: String
    let sum: String
    let isCompleted: Bool
    /// The account's revision after the operation.
    let revision: Int64
    /// The day's dot as HTML.
    let dot: String
    /// What is said of a note that was changed elsewhere meanwhile, with the offer to undo it, as HTML.
    var notice: String?

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
