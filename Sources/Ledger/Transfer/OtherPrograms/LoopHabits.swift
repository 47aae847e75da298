// What the two files of Loop Habit Tracker have in common: how it tells what a day was.

/// A habit of Loop's, and how a day's value is understood.
struct LoopHabit {
    /// Whose days have an amount.
    struct Amount {
        /// In thousandths.
        let target: Int64
        let isAtMost: Bool
        let unit: String
        /// Whether the target is that of a single day, and not of a week or a month.
        let isDaily: Bool
    }

    var habit: Habit
    /// Nil for a habit that is done or not.
    let amount: Amount?

    /// The values that a day can have (`Entry` in its source), and the words of its CSV files.
    enum Value {
        static let skip: Int64 = 3
        static let manual: Int64 = 2
        static let words: [String: Int64] = [
            "UNKNOWN": -1, "NO": 0, "YES_AUTO": 1, "YES_MANUAL": manual, "SKIP": skip,
        ]
    }

    /// Adds what is known of a day. What Loop only concludes from other days is not done.
    mutating func add(_ value: Int64, note: String, on day: CivilDay) {
        var record = Habit.Day()
        if value == Value.skip {
            record.isSkipped = true
        } else if let amount, value >= 0 {
            record.isDone = amount.isReached(by: value)
            record.lines = [amount.text(of: value)]
        } else if amount == nil {
            record.isDone = value == Value.manual
        }
        if !note.isEmpty { record.lines.append(note) }
        if record.isDone || record.isSkipped || !record.lines.isEmpty { habit.days[day] = record }
    }
}

extension LoopHabit.Amount {
    /// A target of a week or a month says nothing of one day: if it is one to reach, anything counts.
    fileprivate func isReached(by value: Int64) -> Bool {
        if isAtMost { return value <= target }
        return isDaily ? value >= target && value > 0 : value > 0
    }

    /// `12.5 km`.
    fileprivate func text(of value: Int64) -> String {
        var digits = String(value % 1_000 + 1_000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        let number = String(value / 1_000) + (digits.isEmpty ? "" : "." + digits)
        return unit.isEmpty ? number : "\(number) \(unit)"
    }
}
