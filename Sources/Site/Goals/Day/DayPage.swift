// A day of a goal: whether it is done, and its note.

import Ledger

struct DayPage: Page {
    static let template = "Goals/day"

    struct Link: Sendable {
        let address: String
        let name: String
    }

    let id: Goal.ID
    let name: String
    let color: Int
    let date: String
    /// The account's revision at which the goal last changed, by which a script tells a page that was kept.
    let revision: Int64
    let heading: String
    let place: String
    /// The addresses of the days around it; nil at the ends of the goal.
    let previous: String?
    let next: String?
    /// done | part | miss | open | future, as the dot is drawn.
    let state: String
    /// How much of the day's target was counted, in percent; nil unless the day is partly done.
    let slice: Int?
    let isToday: Bool
    /// Whether it can be marked: today and past days can, unless their counter reached the target.
    let canMark: Bool
    let isFuture: Bool
    let isDone: String
    let nextDone: String
    /// The count of the counter that the goal follows, if any, and the counter unless it is deleted.
    let counted: String?
    let counter: Link?
    let note: String
    /// The note the form was rendered with: if another one is stored on submission, both are kept.
    let seen: String
    let noteProblem: String?
    /// The maximum length of a note, in characters, and the message for a longer one.
    let most: Int
    let tooLong: String
    let zone: String
    let zoneSentence: String
    var notice: Notice?

    init(
        _ goalDay: GoalDay, counter: Counter?, note: String, seen: String? = nil, isTooLong: Bool,
        notice: Notice? = nil, _ today: Today, _ words: Words, _ links: Links
    ) {
        self.notice = notice
        let goal = goalDay.goal, day = goalDay.day
        id = goal.id
        name = goal.name
        color = goal.color
        date = day.description
        revision = goal.revision
        heading = words.heading(day, withYear: day.civil.year != today.day.civil.year)
        place = words.place(of: day, in: goal)
        previous = day > goal.start ? links.day(day.adding(-1), of: goal.id) : nil
        next = day < goal.end ? links.day(day.adding(1), of: goal.id) : nil
        let state = goalDay.state(today: today.day)
        if case .partial(let counted) = state { slice = Int(counted) } else { slice = nil }
        self.state =
            switch state {
            case .done: "done"
            case .partial: "part"
            case .missed: "miss"
            case .open: "open"
            case .future: "future"
            }
        isToday = day == today.day
        isFuture = day > today.day
        canMark = !isFuture && !goalDay.hasReachedTarget
        isDone = goalDay.isDone ? "true" : "false"
        nextDone = goalDay.isDone ? "no" : "yes"
        counted = goal.follows.map {
            words.counted(goalDay.counted, of: $0.target, .dayCounted, more: .dayCountedMore)
        }
        self.counter = counter.map { Link(address: links.counter($0.id), name: $0.title) }
        self.note = note
        self.seen = seen ?? note
        most = Goal.longestNote
        tooLong = words(.noteTooLong, number: Int64(Goal.longestNote))
        noteProblem = isTooLong ? tooLong : nil
        zone = today.zone.name
        zoneSentence = words.days(in: today.zone)
    }
}
