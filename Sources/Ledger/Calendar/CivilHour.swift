// An hour as a device's own clock told it.

/// An hour of a civil day. Twice a year in many zones it lasts twice as long,
/// or does not come at all.
public struct CivilHour: Sendable, Hashable, Comparable {
    /// Hours since 1970-01-01T00:00 on that clock.
    public let number: Int

    public init(number: Int) { self.number = number }

    /// The hour on a clock that goes `zoneOffset` minutes east of UTC.
    public init(of moment: Moment, zoneOffset: Int) {
        let minute = Int(moment.milliseconds).quotient(roundedDownBy: 60_000) + zoneOffset
        self.init(number: minute.quotient(roundedDownBy: 60))
    }

    /// - Parameter hour: 0 to 23.
    public init(_ day: CivilDay, hour: Int) { number = day.number * 24 + hour }

    public var day: CivilDay { CivilDay(number: number.quotient(roundedDownBy: 24)) }

    /// 0 to 23.
    public var hour: Int { number - day.number * 24 }

    public static func < (one: CivilHour, other: CivilHour) -> Bool { one.number < other.number }
}
