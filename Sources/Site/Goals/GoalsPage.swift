// The list of goals: a card for each, and the archived ones.

import Figures
import Ledger

struct GoalsPage: Page {
    static let template = "Goals/goals"

    struct Card: Sendable {
        let id: Goal.ID
        let name: String
        let color: Int
        let isArchived: Bool
        let isCompleted: Bool
        /// The account's revision at which the goal last changed, by which the browser tells whether it has the goal's page.
        let revision: Int64
        /// The accessible name of the dots.
        let percent: String
        let streak: String
        /// What is special today: "5 of 8" counted, "starts 1 Dec", or that it is over.
        let counted: String?
        let starts: String?
        let over: String?
        /// What a browser has to know, besides the dots, to fill in the goal's page without a network.
        let days: Days?
        /// The day of the first dot, as `2026-01-03`; empty without dots.
        let first: String
        let drawing: String
        /// What the goal follows while it is under way: taps that wait are added to what was counted.
        let following: Following?

        struct Following: Sendable {
            let counter: Counter.ID
            let target: Int64
            let counted: Int64
            /// As `2026-01-03`.
            let day: String
            /// Whether the day is marked as done, whatever was counted.
            let isMarked: Bool
        }

        struct Days: Sendable {
            /// As the goal's form has it, see ``GoalDraft/shownText``.
            let draft: String
            /// Of the days before the first dot: how many are done, and how many right before it.
            let done: Int
            let streak: Int
        }

        /// What a goal that was made without a network is drawn from: no words, and one dot of each kind.
        static let blank = Card()

        private init() {
            id = 0
            name = ""
            color = 0
            isArchived = false
            isCompleted = false
            revision = 0
            percent = ""
            streak = ""
            counted = nil
            starts = nil
            over = nil
            days = nil
            first = ""
            drawing = DotGrid.preview([.done, .missed, .open])
            following = nil
        }

        init(_ record: GoalRecord, today: CivilDay, _ words: Words) {
            let goal = record.goal, progress = record.progress(today: today)
            id = goal.id
            name = goal.name
            color = goal.color
            isArchived = goal.isArchived
            isCompleted = progress.isCompleted
            revision = goal.revision
            percent = words.percent(progress)
            streak = words.streak(progress)
            let isUnderWay = goal.start <= today && today <= goal.end
            following = goal.follows.flatMap {
                isUnderWay
                    ? Following(
                        counter: $0.counter, target: $0.target, counted: record.counted[today] ?? 0,
                        day: today.description, isMarked: record.marked.contains(today)) : nil
            }
            counted = following.map { words.counted($0.counted, of: $0.target) }
            starts =
                today < goal.start
                ? words(
                    .goalsStarts,
                    words.date(goal.start, .short, withYear: goal.start.civil.year != today.civil.year)) : nil
            // A completed one says so already.
            over = goal.end < today && !progress.isCompleted ? words[.goalsOver] : nil
            let latest = record.latest(today: today), firstDay = latest.first?.day ?? goal.start
            let counts = GoalCounts(record, shown: firstDay...goal.end, progress, today: today)
            days = Days(
                draft: GoalDraft(goal).shownText, done: counts.done, streak: counts.streak ?? 0)
            first = firstDay.description
            drawing = DotGrid.preview(latest.map(\.state))
        }
    }

    let notice: Notice?
    let cards: [Card]
    let hasCards: Bool
    /// Whether its cookie opens nothing: signed out elsewhere, unused for long, or the account is deleted.
    let isUnrecognized: Bool
    let blank = Card.blank
    let archived: [Card]
    let hasArchived: Bool
    let archivedCount: String
    /// The hour at which the device's days begin, by which the page's own script tells today.
    let dayStart: Int
    let zone: String
    let zoneSentence: String

    init(
        _ records: [GoalRecord], _ today: Today, notice: Notice?, isUnrecognized: Bool = false, _ words: Words
    ) {
        self.notice = notice
        self.isUnrecognized = isUnrecognized
        let all = records.map { Card($0, today: today.day, words) }
        cards = all.filter { !$0.isArchived }
        hasCards = !cards.isEmpty
        archived = all.filter { $0.isArchived }
        hasArchived = !archived.isEmpty
        archivedCount = words.number(Int64(archived.count))
        dayStart = today.dayStart.hour
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
    let hasGoals: Bool
    /// For what waits in the browser.
    let dayStart: Int
    let notice: Notice?

    init(_ goals: [Goal], _ dayStart: DayStart, notice: Notice?, _ words: Words, _ links: Links) {
        self.dayStart = dayStart.hour
        self.notice = notice
        hasGoals = !goals.isEmpty
        let ids = goals.map(\.id)
        self.goals = goals.enumerated().map { place, goal in
            Row(
                id: goal.id, name: goal.name, color: goal.color,
                moves: Moves(at: place, of: ids, named: goal.name, address: links.goal(goal.id), words))
        }
    }
}
