// Where one day ends and the next begins, for people whose days do not start at
// midnight. All code that assigns something to a day goes through this type.

/// The local hour at which somebody's days begin.
public struct DayStart: Sendable, Hashable {
    /// 0 to 23.
    public let hour: Int

    /// The start of the calendar's own days, and of everybody's who has chosen no other.
    public static let midnight = DayStart()

    private init() { hour = 0 }

    /// Nil if the hour is not from 0 to 23.
    public init?(hour: Int) {
        guard (0...23).contains(hour) else { return nil }
        self.hour = hour
    }

    /// The day that a local hour belongs to: hours before the start of the day
    /// belong to the previous day.
    public func day(of hour: CivilHour) -> CivilDay { CivilHour(number: hour.number - self.hour).day }

    /// The day of a moment on a clock `zoneOffset` minutes east of UTC.
    public func day(of moment: Moment, zoneOffset: Int) -> CivilDay {
        day(of: CivilHour(of: moment, zoneOffset: zoneOffset))
    }

    /// The local hour at which the day begins.
    public func firstHour(of day: CivilDay) -> CivilHour { CivilHour(day, hour: hour) }
}
