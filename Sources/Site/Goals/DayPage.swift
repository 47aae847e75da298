// A day of a goal: whether it is done, and what is to be remembered of it.

import Ledger

struct DayPage: Page {
    static let template = "Goals/day"

    let id: Goal.ID
    let name: String
    let color: Int
    let date: String
    let heading: String
    let place: String
    /// Today and the past can be marked, but for a day whose counter reached its target.
    let canMark: Bool
    let isFuture: Bool
    let isDone: String
    let nextDone: String
    /// What the goal's counter counted, of a goal that follows one.
    let counted: String?
    let note: String
    /// The note that the form came with: where another one stands when it is sent, both are kept.
    let seen: String
    let noteProblem: String?
    /// The longest note, in characters, and what is said of a longer one.
    let most: Int
    let tooLong: String
    let zone: String
    let zoneSentence: String

    init(
        _ record: GoalRecord, _ day: CivilDay, note: String, seen: String? = nil, isTooLong: Bool,
        _ today: Today, _ words: Words
    ) {
        let goal = record.goal, count = record.counted[day] ?? 0
        id = goal.id
        name = goal.name
        color = goal.color
        date = day.description
        heading = words.date(day, withWeekday: true, withYear: day.civil.year != today.day.civil.year)
        place = words.place(of: day, in: goal)
        isFuture = day > today.day
        let isReached = goal.follows.map { count >= $0.target } ?? false
        canMark = !isFuture && !isReached
        let isDone = record.isDone(day)
        self.isDone = isDone ? "true" : "false"
        nextDone = isDone ? "no" : "yes"
        counted = goal.follows.map { words(.dayCounted, words.number(count), words.number($0.target)) }
        self.note = note
        self.seen = seen ?? note
        most = Goal.longestNote
        tooLong = words(.noteTooLong, number: Int64(Goal.longestNote))
        noteProblem = isTooLong ? tooLong : nil
        zone = today.zone.name
        zoneSentence = words.days(in: today.zone)
    }
}
