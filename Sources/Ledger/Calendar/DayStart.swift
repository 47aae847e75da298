// Where one day ends and the next begins, for those whose days do not turn at
// midnight. Whatever belongs to a day is asked for here which one it is.

/// The hour of the clock that somebody's days begin with.
public struct DayStart: Sendable, Hashable {
    /// 0 to 23.
    public let hour: Int

    public static let midnight = DayStart()

    private init() { hour = 0 }

    /// Nil for an hour there is not.
    public init?(hour: Int) {
        guard (0...23).contains(hour) else { return nil }
        self.hour = hour
    }

    /// The day that an hour of the clock belongs to: before the hour that days
    /// begin with it is still the day before.
    public func day(of hour: CivilHour) -> CivilDay { CivilHour(number: hour.number - self.hour).day }

    /// The day of a moment on a clock that goes `zoneOffset` minutes east of UTC.
    public func day(of moment: Moment, zoneOffset: Int) -> CivilDay {
        day(of: CivilHour(of: moment, zoneOffset: zoneOffset))
    }

    /// The hour of the clock that the day begins with.
    public func firstHour(of day: CivilDay) -> CivilHour { CivilHour(day, hour: hour) }
}
