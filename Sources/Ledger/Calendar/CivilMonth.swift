// A month of the civil calendar.

/// A month of a year.
public struct CivilMonth: Sendable, Hashable, Comparable {
    /// Months since January of the year 0.
    public let number: Int

    /// - Parameter number: Months since January of the year 0; below 0 for earlier ones.
    public init(number: Int) { self.number = number }

    /// The month that contains a day.
    public init(of day: CivilDay) {
        let (year, month, _) = day.civil
        number = year * 12 + month - 1
    }

    /// Of the proleptic Gregorian calendar, which has a year 0.
    public var year: Int { number.quotient(roundedDownBy: 12) }

    /// 1 to 12.
    public var month: Int { number - year * 12 + 1 }

    /// The first of the month, whatever the weekday.
    public var firstDay: CivilDay { CivilDay(number: CivilDay.number(year: year, month: month)) }

    /// The month so many months later; an earlier one if `months` is below 0.
    public func adding(_ months: Int) -> CivilMonth { CivilMonth(number: number + months) }

    public static func < (one: CivilMonth, other: CivilMonth) -> Bool { one.number < other.number }
}
