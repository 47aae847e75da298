// Strict digit-by-digit parsing of dates and times. Independent of the calendar.

/// Scans the characters of a date or a time.
struct DigitScanner<Bytes: Sequence<UInt8>> {
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

    /// A number with exactly `length` digits.
    mutating func number(_ length: Int) -> Int? {
        var value = 0
        for _ in 0..<length {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    /// A fraction in thousandths; further digits are dropped.
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
