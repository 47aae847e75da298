// Dates of the civil calendar in pure integer arithmetic: no clock, no time zone,
// no Foundation. The conversions between a date and its number are those of H.
// Hinnant, "chrono-Compatible Low-Level Date Algorithms".

/// A date of the proleptic Gregorian calendar.
public struct CivilDay: Sendable, Hashable, Comparable {
    /// Days since 1970-01-01.
    public let number: Int

    /// - Parameter number: Days since 1970-01-01; below 0 for earlier dates.
    public init(number: Int) { self.number = number }

    /// The date on a clock `zoneOffset` minutes east of UTC.
    public init(of moment: Moment, zoneOffset: Int) {
        self.init(number: moment.minute(zoneOffset: zoneOffset).quotient(roundedDownBy: 1440))
    }

    /// Nil if the calendar has no such date.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), (-999_999...999_999).contains(year) else { return nil }
        let first = Self.number(year: year, month: month)
        let next =
            month < 12 ? Self.number(year: year, month: month + 1) : Self.number(year: year + 1, month: 1)
        guard day >= 1, day <= next - first else { return nil }
        self.init(number: first + day - 1)
    }

    /// Parses a date in the format of ``description``: `yyyy-mm-dd` with a year from 0001 to 9999.
    ///
    /// - Returns: nil for anything else, and for dates that do not exist.
    public init?(_ text: some StringProtocol) {
        var digits = DigitScanner(text.utf8)
        guard let year = digits.number(4), year > 0, digits.skip("-"), let month = digits.number(2),
            digits.skip("-"),
            let day = digits.number(2), digits.isAtEnd
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The number of the first day of a month.
    static func number(year: Int, month: Int) -> Int {
        // With a year that begins in March, the leap day comes last.
        let year = month > 2 ? year : year - 1
        let era = year.quotient(roundedDownBy: 400)
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The year, the month from 1 to 12 and the day of the month.
    public var civil: (year: Int, month: Int, day: Int) {
        let days = number + 719_468
        let era = days.quotient(roundedDownBy: 146_097)
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let isNextYear = month >= 10
        return (
            year: era * 400 + yearOfEra + (isNextYear ? 1 : 0), month: isNextYear ? month - 9 : month + 3,
            day: dayOfYear - (153 * month + 2) / 5 + 1
        )
    }

    /// The same in all zones: it follows from the date alone.
    public var weekday: Weekday {
        // 1970-01-01 was a Thursday.
        let place = number + Weekday.thursday.rawValue
        return Weekday(rawValue: place - 7 * place.quotient(roundedDownBy: 7)) ?? .monday
    }

    /// The first day of this day's week.
    public func startOfWeek(from first: Weekday) -> CivilDay {
        adding(-((weekday.rawValue - first.rawValue + 7) % 7))
    }

    /// The date so many days later; an earlier one if `days` is below 0.
    public func adding(_ days: Int) -> CivilDay { CivilDay(number: number + days) }

    public static func < (one: CivilDay, other: CivilDay) -> Bool { one.number < other.number }
}

extension CivilDay: CustomStringConvertible {
    /// ISO 8601: `2026-11-21`.
    public var description: String {
        let (year, month, day) = civil
        return "\(year.padded(to: 4))-\(month.padded())-\(day.padded())"
    }
}

extension Int {
    /// The quotient rounded towards minus infinity, so that dates before 1970 work like all others.
    func quotient(roundedDownBy divisor: Int) -> Int {
        self >= 0 ? self / divisor : -((-1 - self) / divisor) - 1
    }
}

/// Encoded as its ``description``.
extension CivilDay: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let day = CivilDay(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a date")
        }
        self = day
    }

    public func encode(to encoder: any Encoder) throws {
        // Only dates with four-digit years can be decoded again.
        guard Self(year: 1, month: 1, day: 1).map({ $0 <= self }) ?? false,
            Self(year: 9999, month: 12, day: 31).map({ self <= $0 }) ?? false
        else {
            throw EncodingError.invalidValue(
                self, .init(codingPath: encoder.codingPath, debugDescription: "not a date"))
        }
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
