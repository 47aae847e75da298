// A moment together with the UTC offset of the clock that showed it, as in ISO 8601.

/// A moment on a clock with a given offset from UTC.
public struct Timestamp: Sendable, Hashable {
    /// The moment itself, whatever the clock showed.
    public let moment: Moment
    /// Minutes east of UTC.
    public let zoneOffset: Int

    /// - Parameter zoneOffset: Minutes east of UTC.
    public init(_ moment: Moment, zoneOffset: Int = 0) {
        self.moment = moment
        self.zoneOffset = zoneOffset
    }

    /// Parses the format of ``text`` and its variants: a space instead of the T,
    /// no seconds or no fraction, `Z` instead of an offset (ISO 8601-1 §5.4.2.1,
    /// extended format).
    ///
    /// - Returns: nil for anything else, for times that do not exist, and for
    ///   offsets of more than 18 hours. Years have four digits.
    public init?(_ text: some StringProtocol) {
        var digits = DigitScanner(text.utf8)
        guard let year = digits.number(4), digits.skip("-"), let month = digits.number(2), digits.skip("-"),
            let dayOfMonth = digits.number(2),
            let day = CivilDay(year: year, month: month, day: dayOfMonth),
            digits.skip("T") || digits.skip("t") || digits.skip(" "),
            let hour = digits.number(2), hour < 24, digits.skip(":"), let minute = digits.number(2),
            minute < 60
        else { return nil }
        var milliseconds = 0
        if digits.skip(":") {
            guard let second = digits.number(2), second < 60 else { return nil }
            milliseconds = second * 1000
            if digits.skip(".") || digits.skip(",") {
                guard let fraction = digits.thousandths() else { return nil }
                milliseconds += fraction
            }
        }
        guard let offset = digits.offset(), digits.isAtEnd else { return nil }
        let minutes = (day.number * 24 + hour) * 60 + minute - offset
        moment = Moment(milliseconds: Int64(minutes * 60_000 + milliseconds))
        zoneOffset = offset
    }

    /// `2026-11-21T18:20:05.123+01:00`.
    public var text: String {
        let local = Int(moment.milliseconds) + zoneOffset * 60_000
        let day = local.quotient(roundedDownBy: 86_400_000)
        let time = local - day * 86_400_000
        let (hour, minute) = (time / 3_600_000, time / 60_000 % 60)
        let offset = zoneOffset.magnitude
        return CivilDay(number: day).description
            + "T\(hour.padded()):\(minute.padded()):\((time / 1000 % 60).padded()).\((time % 1000).padded(to: 3))"
            + (zoneOffset < 0 ? "-" : "+")
            + "\((offset / 60).padded()):\((offset % 60).padded())"
    }
}

extension Moment {
    /// For a file's name: `2026-11-21T182005Z`.
    public var fileName: String { Timestamp(self).text.prefix(19).replacing(":", with: "") + "Z" }
}
