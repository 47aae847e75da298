// The input of statistics.

/// The marks counted in an hour of the device's local time.
public struct CountedHour: Sendable, Hashable {
    /// By the device's clock.
    public let hour: CivilHour
    /// Net of marks taken back: 0 or below if those were more.
    public let marks: Int64
    /// When the first and the last mark were made.
    public let firstAt, lastAt: Moment

    /// - Parameter marks: Net of marks taken back.
    public init(hour: CivilHour, marks: Int64, firstAt: Moment, lastAt: Moment) {
        self.hour = hour
        self.marks = marks
        self.firstAt = firstAt
        self.lastAt = lastAt
    }
}
