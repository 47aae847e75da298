// The days of the week.

/// A day of the week.
public enum Weekday: Int, Sendable, CaseIterable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday

    /// All seven days, starting with this one.
    public var andTheNextSix: [Weekday] {
        (0..<7).compactMap { Weekday(rawValue: (rawValue + $0) % 7) }
    }
}
