// The form of a goal as a page: for a new one, for one that stands, and again
// after it was refused.

import Ledger

struct GoalFormPage: Page {
    static let template = "Goals/form"

    struct Color: Sendable {
        let value: Int
        let name: String
        let isChosen: Bool
    }

    let heading: String
    let action: String
    let back: String
    let save: String
    /// The form's own operation, so that it makes one goal however often it is sent.
    let operation: String
    /// What the form shows of a goal that stands, so that only what is changed on it is changed.
    let draft: String?
    let name: String
    let colors: [Color]
    let start: String
    let lengths: [Choice]
    let end: String
    /// The end before anybody chose another one.
    let shown: String
    let reminder: String
    /// Where the reminder is had as a calendar file; nil for a goal without one.
    let calendarFile: String?
    /// The account's counters; none where it has none to follow.
    let counters: [Choice]
    let hasCounters: Bool
    let follows: Bool
    let target: String
    let nameProblem: String?
    let colorProblem: String?
    let startProblem: String?
    let endProblem: String?
    let reminderProblem: String?
    let targetProblem: String?
    /// Where a goal that stands is put away or brought back.
    let archive: String?
    let nextArchived: String
    let archiveButton: String
    let zone: String
    let zoneSentence: String

    /// - Parameter goal: The one that stands; nil for a new one.
    init(
        _ form: GoalForm, _ flaws: GoalForm.Flaws, of goal: Goal?, counters: [Counter], today: Today,
        operation: String, _ words: Words, _ links: Links
    ) {
        heading = words[goal == nil ? .goalsNew : .goalSettings]
        action = goal.map { links.goal($0.id) } ?? links.goals
        back = goal.map { links.goalToday($0.id) } ?? links.goals
        save = words[goal == nil ? .goalCreate : .formSave]
        self.operation = operation
        draft = form.draft
        name = form.name ?? ""
        let color = form.color ?? "0"
        colors = words.names(.goalColors).prefix(Goal.colors).enumerated().map { value, name in
            Color(value: value, name: name, isChosen: color == String(value))
        }
        start = form.start ?? today.day.description
        let end = form.end ?? today.day.adding((GoalForm.lengths.first ?? 1) - 1).description
        lengths = words.lengths(chosen: form.length)
        reminder = form.reminder ?? ""
        self.end = end
        shown = form.shown ?? end
        calendarFile = goal.flatMap { $0.reminder == nil ? nil : links.reminder(of: $0.id) }
        let followed = form.counter ?? ""
        let choices = counters.filter { !$0.isDeleted || String($0.id) == followed }.map {
            Choice(value: String($0.id), name: $0.title, isChosen: String($0.id) == followed)
        }
        hasCounters = !choices.isEmpty
        self.counters =
            [Choice(value: "", name: words[.goalFollowsNone], isChosen: followed.isEmpty)] + choices
        follows = !followed.isEmpty
        target = form.target ?? ""

        nameProblem =
            flaws.draft.contains(.nameIsEmpty)
            ? words[.goalNameEmpty]
            : flaws.draft.contains(.nameIsTooLong)
                ? words(.goalNameTooLong, number: Int64(Goal.longestName)) : nil
        colorProblem = flaws.draft.contains(.colorIsUnknown) ? words[.goalColorUnknown] : nil
        startProblem = flaws.startIsNoDate ? words[.goalNoDate] : nil
        endProblem =
            flaws.endIsNoDate
            ? words[.goalNoDate]
            : flaws.draft.contains(.endIsBeforeStart)
                ? words[.goalEndsTooSoon] : flaws.draft.contains(.rangeIsTooLong) ? words[.goalTooLong] : nil
        reminderProblem = flaws.draft.contains(.reminderIsNoTime) ? words[.goalNoTime] : nil
        targetProblem =
            flaws.draft.contains(.targetIsOutOfRange)
            ? words(.goalNoTarget, words.number(Counter.largestStep)) : nil

        archive = goal.map { links.goal($0.id) + "/archive" }
        let isArchived = goal?.isArchived ?? false
        nextArchived = isArchived ? "no" : "yes"
        zone = today.zone.name
        zoneSentence = words.days(in: today.zone)
        archiveButton = words[isArchived ? .goalUnarchive : .goalArchive]
    }
}

extension Words {
    /// How long a goal can be, at a touch.
    fileprivate func lengths(chosen: String?) -> [Choice] {
        let presets = GoalForm.lengths.map { (value: String($0), name: self(.goalDays, number: Int64($0))) }
        let all = presets + [(value: GoalForm.untilDate, name: self[.goalUntil])]
        let chosen = chosen ?? presets.first?.value
        return all.map { Choice(value: $0.value, name: $0.name, isChosen: $0.value == chosen) }
    }
}
