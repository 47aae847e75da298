// A day of a goal: whether it is done, and its note.

import Ledger

struct DayPage: Page {
    static let template = "Goals/day"

    let id: Goal.ID
    let name: String
    let color: Int
    let date: String
    let heading: String
    let place: String
    /// Whether it can be marked: today and past days can, unless their counter reached the target.
    let canMark: Bool
    let isFuture: Bool
    let isDone: String
    let nextDone: String
    /// The count of the counter that the goal follows, if any.
    let counted: String?
    let note: String
    /// The note the form was rendered with: if another one is stored on submission, both are kept.
    let seen: String
    let noteProblem: String?
    /// The maximum length of a note, in characters, and the message for a longer one.
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
