// The list of goals: a card for each, and the archived ones.

import Figures
import Ledger

struct GoalsPage: Page {
    static let template = "Goals/goals"

    struct Card: Sendable {
        let id: Goal.ID
        let name: String
        let color: Int
        let isCompleted: Bool
        /// The accessible name of the dots.
        let percent: String
        let streak: String
        let drawing: String
        /// The accessible name of the card's drag handle.
        let grip: String

        init(_ record: GoalRecord, today: CivilDay, _ words: Words) {
            let goal = record.goal, progress = record.progress(today: today)
            id = goal.id
            name = goal.name
            color = goal.color
            isCompleted = progress.isCompleted
            percent = words.percent(progress)
            streak = words.streak(progress)
            drawing = DotGrid.preview(record.latest(today: today))
            grip = words(.goalsMove, goal.name)
        }
    }

    let notice: Notice?
    let cards: [Card]
    let archived: [Card]
    let hasArchived: Bool
    let archivedCount: String
    let zone: String
    let zoneSentence: String

    init(_ records: [GoalRecord], _ today: Today, notice: Notice?, _ words: Words) {
        self.notice = notice
        let cards = records.map { (isArchived: $0.goal.isArchived, card: Card($0, today: today.day, words)) }
        self.cards = cards.filter { !$0.isArchived }.map { $0.card }
        archived = cards.filter { $0.isArchived }.map { $0.card }
        hasArchived = !archived.isEmpty
        archivedCount = words.number(Int64(archived.count))
        zone = today.zone.name
        zoneSentence = words.days(in: today.zone)
    }
}

/// The goals as a reorderable list.
struct ArrangeGoalsPage: Page {
    static let template = "Goals/arrange"

    struct Row: Sendable {
        let id: Goal.ID
        let name: String
        let color: Int
        let moves: Moves
    }
    let goals: [Row]

    init(_ goals: [Goal], _ words: Words, _ links: Links) {
        let ids = goals.map(\.id)
        self.goals = goals.enumerated().map { place, goal in
            Row(
                id: goal.id, name: goal.name, color: goal.color,
                moves: Moves(at: place, of: ids, named: goal.name, address: links.goal(goal.id), words))
        }
    }
}
