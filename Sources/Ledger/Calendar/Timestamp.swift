// A moment together with the clock it was read from, as ISO 8601 writes it.

/// A moment on a clock that goes so many minutes east of UTC.
public struct Timestamp: Sendable, Hashable {
    public let moment: Moment
    public let zoneOffset: Int

    public init(_ moment: Moment, zoneOffset: Int = 0) {
        self.moment = moment
        self.zoneOffset = zoneOffset
    }

    /// Reads what ``text`` writes, and its like: a space for the T, no seconds or
    /// no fraction of one, `Z` for no offset (ISO 8601-1 §5.4.2.1, extended format).
    ///
    /// - Returns: nil for anything else, for times that no clock shows, and for
    ///   offsets of more than 18 hours. Years have four digits.
    public init?(_ text: some StringProtocol) {
        var digits = Scanner(text.utf8)
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
            + "T\(Self.padded(hour)):\(Self.padded(minute)):\(Self.padded(time / 1000 % 60))"
            + ".\(time % 1000 < 100 ? "0" : "")\(Self.padded(time % 1000))"
            + (zoneOffset < 0 ? "-" : "+")
            + "\(Self.padded(Int(offset) / 60)):\(Self.padded(Int(offset) % 60))"
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}

/// Walks through the characters of a time.
private struct Scanner<Bytes: Sequence<UInt8>> {
    private var rest: Bytes.Iterator
    private var next: UInt8?

    init(_ bytes: Bytes) {
        rest = bytes.makeIterator()
        next = rest.next()
    }

    var isAtEnd: Bool { next == nil }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        next = rest.next()
        return true
    }

    private mutating func digit() -> Int? {
        guard let next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) else { return nil }
        self.next = rest.next()
        return Int(next - UInt8(ascii: "0"))
    }

    /// A number of just so many digits.
    mutating func number(_ length: Int) -> Int? {
        var value = 0
        for _ in 0..<length {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    /// A fraction in thousandths; what is finer is cut off.
    mutating func thousandths() -> Int? {
        guard var value = digit() else { return nil }
        value *= 100
        for weight in [10, 1] {
            guard let digit = digit() else { return value }
            value += digit * weight
        }
        while digit() != nil {}
        return value
    }

    /// Minutes east of UTC.
    mutating func offset() -> Int? {
        if skip("Z") || skip("z") { return 0 }
        let sign: Int
        if skip("+") {
            sign = 1
        } else if skip("-") {
            sign = -1
        } else {
            return nil
        }
        guard let hours = number(2) else { return nil }
        let isParted = skip(":")
        let minutes = isParted || !isAtEnd ? number(2) : 0
        guard let minutes, minutes < 60, hours * 60 + minutes <= 1080 else { return nil }
        return sign * (hours * 60 + minutes)
    }
}
