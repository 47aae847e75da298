// The goal form's fields, parsed into the ledger's types.

import Ledger

/// The form's fields. All are optional: radio buttons are not sent unless chosen.
struct GoalForm: Decodable, Sendable {
    var name: String?
    /// 0 … 7
    var color: String?
    /// As `2026-01-03`.
    var start: String?
    /// 30 | 90 | 180 | 365, or `date`: until the given end.
    var length: String?
    var end: String?
    /// The end the form was rendered with. A different `end` overrides the length.
    var shown: String?
    /// As `20:30`; empty for none.
    var reminder: String?
    /// The counter to follow; empty for none.
    var counter: String?
    var target: String?
    /// For an existing goal, what its form showed, as ``GoalDraft/shownText``.
    var draft: String?

    static let lengths = [30, 90, 180, 365]
    /// The length of a goal with an end date of the user's choice.
    static let untilDate = "date"

    init() {}

    /// The fields that represent an existing goal.
    init(_ goal: Goal) {
        name = goal.name
        color = String(goal.color)
        start = goal.start.description
        length = Self.untilDate
        end = goal.end.description
        reminder = goal.reminder.map { Self.time(minuteOfDay: $0) }
        counter = goal.follows.map { String($0.counter) }
        target = goal.follows.map { String($0.target) }
        draft = GoalDraft(goal).shownText
    }

    /// What the form showed; nil if unknown.
    var shownDraft: GoalDraft? { draft.flatMap { GoalDraft(shownText: $0) } }

    /// Whether it makes a goal: nothing was shown before.
    private var isNew: Bool { draft == nil }

    /// The errors in the form.
    struct Flaws: Error, Sendable, Equatable {
        var draft: Set<GoalDraft.Flaw> = []
        /// Dates that are missing, or do not exist.
        var startIsNoDate = false
        var endIsNoDate = false
    }

    /// - Parameters:
    ///   - today: The first day of a new goal if none is given.
    ///   - words: The language that numbers are written in.
    func draft(today: CivilDay, _ words: Words) throws(Flaws) -> GoalDraft {
        let first = isEmpty(start) && isNew ? today : CivilDay(start ?? "")
        let last: CivilDay?
        let isChosen = !isEmpty(end) && shown != nil && end != shown
        if let length, length != Self.untilDate, !isChosen {
            // A length that is not offered becomes an invalid range.
            last = first?.adding((Self.lengths.first { String($0) == length } ?? 0) - 1)
        } else {
            last = CivilDay(end ?? "")
        }
        let isPreset = !isChosen && length.map { $0 != Self.untilDate } ?? false
        var flaws = Flaws(startIsNoDate: first == nil, endIsNoDate: last == nil && !isPreset)
        do {
            // If one date is invalid, the other one replaces it, so that all
            // other flaws are still found.
            let draft = try GoalDraft(
                name: name ?? "", color: isEmpty(color) ? 0 : Int(color ?? "") ?? -1,
                start: first ?? last ?? today, end: last ?? first ?? today, reminder: minuteOfReminder,
                follows: following(words))
            if flaws == Flaws() { return draft }
        } catch let found {
            flaws.draft = found.all
        }
        throw flaws
    }

    /// Nil for none; −1 for an invalid time.
    private var minuteOfReminder: Int? {
        guard let reminder, !isEmpty(reminder) else { return nil }
        let parts = reminder.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let hour = Self.twoDigits(parts[0]), let minute = Self.twoDigits(parts[1]),
            hour < 24, minute < 60
        else { return -1 }
        return hour * 60 + minute
    }

    /// An invalid counter gets a number that no counter has.
    private func following(_ words: Words) -> Goal.Following? {
        guard let counter, !isEmpty(counter) else { return nil }
        return Goal.Following(
            counter: Counter.ID(counter) ?? 0, target: words.typedNumber(target ?? "") ?? 0)
    }

    private func isEmpty(_ text: String?) -> Bool { text?.allSatisfy(\.isWhitespace) ?? true }

    private static func twoDigits(_ text: Substring) -> Int? {
        guard (1...2).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}

extension GoalForm {
    /// A minute of the day in the format of time fields: `20:30`.
    static func time(minuteOfDay minute: Int) -> String {
        "\((minute / 60).padded()):\((minute % 60).padded())"
    }
}

extension GoalDraft {
    /// The draft for a hidden form field, so that a page older than the goal
    /// changes only what the user has changed. The name comes last because it may
    /// contain spaces.
    var shownText: String {
        let follows = follows.map { "\($0.counter):\($0.target)" } ?? "-"
        return "\(color) \(start) \(end) \(reminder.map { String($0) } ?? "-") \(follows) \(name)"
    }

    /// - Returns: Nil if it is not in the format of ``shownText``.
    init?(shownText text: String) {
        // Works on bytes: a name may begin with a combining mark that forms one
        // character with the space.
        let parts = text.utf8.split(separator: UInt8(ascii: " "), maxSplits: 5)
            .map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 6, let color = Int(parts[0]), let start = CivilDay(parts[1]),
            let end = CivilDay(parts[2])
        else { return nil }
        let numbers = parts[4].split(separator: ":").compactMap { Int64($0) }
        let follows = numbers.count == 2 ? Goal.Following(counter: numbers[0], target: numbers[1]) : nil
        try? self.init(
            name: parts[5], color: color, start: start, end: end, reminder: Int(parts[3]), follows: follows)
    }
}
