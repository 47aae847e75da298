// The goal form: for a new goal, for an existing one, and after a rejection.

import Ledger

struct GoalFormPage: Page {
    static let template = "Goals/form"

    struct Color: Sendable {
        let value: Int
        let name: String
        let isChosen: Bool
    }

    /// A length, in full and as short as its button.
    struct Length: Sendable {
        let value: String
        let name: String
        let short: String
        let isChosen: Bool
    }

    let heading: String
    let action: String
    let back: String
    let save: String
    /// The form's operation id, so that resubmitting it creates only one goal.
    let operation: String
    /// What the form shows of an existing goal, so that only fields changed in
    /// the form are changed.
    let draft: String?
    let name: String
    /// The maximum length of a name, in characters.
    let longestName: Int
    /// Whether the name is what one fills in first.
    let startsWithName: Bool
    let colors: [Color]
    let start: String
    let lengths: [Length]
    let end: String
    /// Both, and how many days they are; the page's own script says it anew.
    let span: String
    /// The end date the form was rendered with.
    let shown: String
    let reminder: String
    /// The address of the reminder's calendar file; nil for a goal without a reminder.
    let calendarFile: String?
    /// The account's counters; empty if there is none to follow.
    let counters: [Choice]
    let hasCounters: Bool
    let follows: Bool
    let target: String
    /// What is said of a longer name, also by the page's own script.
    let nameTooLong: String
    let nameProblem: String?
    let colorProblem: String?
    let startProblem: String?
    let endProblem: String?
    /// The most days that a goal may have.
    let mostDays: Int
    let reminderProblem: String?
    let targetProblem: String?
    /// What a script says of a wrong target, and what it has to know for that.
    let targetWrong: String
    let largestTarget: Int64
    /// The address that archives or unarchives an existing goal.
    let archive: String?
    let nextArchived: String
    let archiveButton: String
    /// The hour at which the device's days begin, by which the page's own script tells today.
    let dayStart: Int
    let zone: String
    let zoneSentence: String
    /// Whether it is of no goal, and a browser without a network fills it in.
    var isBlank = false

    /// - Parameter goal: The existing goal; nil for a new one.
    init(
        _ form: GoalForm, _ flaws: GoalForm.Flaws, of goal: Goal?, counters: [Counter], today: Today,
        operation: String, _ words: Words, _ links: Links
    ) {
        heading = words[goal == nil ? .goalsNew : .goalSettings]
        action = goal.map { links.goal($0.id) } ?? links.goals
        back = goal.map { links.goalToday($0.id) } ?? links.goals
        save = words[goal == nil ? .counterCreate : .formSave]
        self.operation = operation
        draft = form.draft
        name = form.name ?? ""
        longestName = Goal.longestName
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
        if let first = CivilDay(start), let last = CivilDay(end) {
            span = words.span(first, last, today: today.day)
        } else {
            span = ""
        }
        calendarFile = goal.flatMap { $0.reminder == nil ? nil : links.reminder(of: $0.id) }
        let followed = form.counter ?? ""
        let choices = counters.map {
            Choice(value: String($0.id), name: $0.title, isChosen: String($0.id) == followed)
        }
        hasCounters = !choices.isEmpty
        self.counters =
            [Choice(value: "", name: words[.goalFollowsNone], isChosen: followed.isEmpty)] + choices
        follows = !followed.isEmpty
        target = form.target ?? ""

        nameTooLong = words(.goalNameTooLong, number: Int64(Goal.longestName))
        nameProblem =
            flaws.draft.contains(.nameIsEmpty)
            ? words[.goalNameEmpty]
            : flaws.draft.contains(.nameIsTooLong)
                ? nameTooLong : nil
        startsWithName = nameProblem != nil || goal == nil && flaws == GoalForm.Flaws()
        colorProblem = flaws.draft.contains(.colorIsUnknown) ? words[.goalColorUnknown] : nil
        startProblem =
            flaws.startIsNoDate ? words[start.isEmpty ? .goalDateMissing : .goalNoDate] : nil
        mostDays = Goal.longestRange
        endProblem =
            flaws.endIsNoDate
            ? words[end.isEmpty ? .goalDateMissing : .goalNoDate]
            : flaws.draft.contains(.endIsBeforeStart)
                ? words[.goalEndsTooSoon] : flaws.draft.contains(.rangeIsTooLong) ? words[.goalTooLong] : nil
        reminderProblem = flaws.draft.contains(.reminderIsNoTime) ? words[.goalNoTime] : nil
        targetWrong = words(.goalNoTarget, words.number(Counter.largestStep))
        targetProblem = flaws.draft.contains(.targetIsOutOfRange) ? targetWrong : nil
        largestTarget = Counter.largestStep

        archive = goal.map { links.archive($0.id) }
        let isArchived = goal?.isArchived ?? false
        nextArchived = isArchived ? "no" : "yes"
        dayStart = today.dayStart.hour
        zone = today.zone.name
        zoneSentence = words.days(in: today.zone)
        archiveButton = words[isArchived ? .goalUnarchive : .goalArchive]
    }
}

extension Words {
    /// The lengths offered as buttons.
    fileprivate func lengths(chosen: String?) -> [GoalFormPage.Length] {
        let chosen = chosen ?? GoalForm.lengths.first.map { String($0) }
        func length(_ value: String, _ name: String, _ short: String) -> GoalFormPage.Length {
            GoalFormPage.Length(value: value, name: name, short: short, isChosen: value == chosen)
        }
        return GoalForm.lengths.map {
            length(String($0), self(.goalDays, number: Int64($0)), number(Int64($0)))
        } + [length(GoalForm.untilDate, self[.goalUntil], self[.goalUntilShort])]
    }
}
