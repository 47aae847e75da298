// A point in time, independent of time zones.

/// A moment, in milliseconds since 1970-01-01 UTC.
public struct Moment: Sendable, Hashable, Comparable {
    /// Since 1970-01-01 UTC; below 0 for earlier moments.
    public let milliseconds: Int64

    /// - Parameter milliseconds: Since 1970-01-01 UTC; below 0 for earlier moments.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    public static func < (one: Moment, other: Moment) -> Bool { one.milliseconds < other.milliseconds }

    /// The moment so many times 24 hours later; an earlier one if `days` is below 0.
    public func advanced(byDays days: Int64) -> Moment {
        Moment(milliseconds: milliseconds + days * Self.day)
    }

    /// Whether the other one is at most a day before or after.
    public func isWithinDay(of other: Moment) -> Bool {
        let (distance, isOverflow) = other.milliseconds.subtractingReportingOverflow(milliseconds)
        return !isOverflow && (-Self.day...Self.day).contains(distance)
    }

    /// Minutes since midnight on a clock `zoneOffset` minutes east of UTC, 0 to 1,439.
    public func minuteOfDay(zoneOffset: Int) -> Int {
        minute(zoneOffset: zoneOffset) - CivilDay(of: self, zoneOffset: zoneOffset).number * 1440
    }

    /// Minutes since 1970-01-01T00:00 local time.
    ///
    /// - Parameter zoneOffset: One that no zone has is taken as the nearest that one may have.
    func minute(zoneOffset: Int) -> Int {
        let offsets = Operation.zoneOffsets
        return Int(milliseconds).quotient(roundedDownBy: 60_000)
            + min(max(zoneOffset, offsets.lowerBound), offsets.upperBound)
    }

    /// Items deleted before this moment can no longer be restored.
    var startOfTrash: Moment { advanced(byDays: -Counter.daysInTrash) }

    /// Days since 1970-01-01 UTC.
    var dayNumber: Int64 { milliseconds / Self.day }

    /// Hours since 1970-01-01 UTC.
    var hourNumber: Int64 { milliseconds / 3_600_000 }

    private static let day: Int64 = 86_400_000
}
