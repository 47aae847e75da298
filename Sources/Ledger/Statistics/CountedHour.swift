// What statistics are made of.

/// What was counted in an hour of the device's own clock.
public struct CountedHour: Sendable, Hashable {
    public let hour: CivilHour
    /// With what was taken back: 0 or below where that was more.
    public let marks: Int64
    /// When the first and the last of them were made.
    public let firstAt, lastAt: Moment

    public init(hour: CivilHour, marks: Int64, firstAt: Moment, lastAt: Moment) {
        self.hour = hour
        self.marks = marks
        self.firstAt = firstAt
        self.lastAt = lastAt
    }
}
