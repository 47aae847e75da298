// An hour of local time on a device.

/// An hour of a civil day. At clock changes, which many zones have twice a year,
/// it lasts twice as long or is skipped.
public struct CivilHour: Sendable, Hashable, Comparable {
    /// Hours since 1970-01-01T00:00 local time.
    public let number: Int

    /// - Parameter number: Hours since 1970-01-01T00:00 local time; below 0 for earlier ones.
    public init(number: Int) { self.number = number }

    /// The hour on a clock `zoneOffset` minutes east of UTC.
    public init(of moment: Moment, zoneOffset: Int) {
        self.init(number: moment.minute(zoneOffset: zoneOffset).quotient(roundedDownBy: 60))
    }

    /// - Parameter hour: 0 to 23.
    public init(_ day: CivilDay, hour: Int) { number = day.number * 24 + hour }

    /// The calendar's day, which begins at midnight. ``DayStart/day(of:)`` has the user's day.
    public var day: CivilDay { CivilDay(number: number.quotient(roundedDownBy: 24)) }

    /// 0 to 23.
    public var hour: Int { number - day.number * 24 }

    /// The ``number`` of an entry in SQL, which rounds a quotient towards 0: a local time may be before 1970.
    static let number = "(madeAt + zoneOffset * 60000 + 86400000) / 3600000 - 24"

    public static func < (one: CivilHour, other: CivilHour) -> Bool { one.number < other.number }
}
