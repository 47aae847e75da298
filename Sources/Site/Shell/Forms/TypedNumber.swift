// Parses numbers that users type.

extension Words {
    /// The typed whole number, in the format of ``number(_:)`` for this language
    /// or without grouping; nil if it is invalid.
    func typedNumber(_ text: String) -> Int64? { text.typedNumber(grouping: self[.numberGrouping]) }

    /// Whether it is a number like that, but beyond the largest one.
    func isTooLarge(_ text: String) -> Bool {
        guard let digits = text.typedDigits(grouping: self[.numberGrouping]) else { return false }
        return digits.first?.isNumber == true && Int64(digits) == nil
    }
}

extension String {
    /// The typed whole number, grouped by spaces or not at all; nil if it is invalid.
    var typedNumber: Int64? { typedNumber(grouping: "") }

    /// The typed whole number, in the digits of any script.
    ///
    /// - Parameter grouping: The separators of groups of three digits, besides spaces of any width.
    /// - Returns: Nil if it is invalid, or if a separator is anywhere but between
    ///   groups: in another language it is the decimal separator.
    func typedNumber(grouping: String) -> Int64? { typedDigits(grouping: grouping).flatMap { Int64($0) } }

    /// Its digits after its sign, if that is a minus; without any digit it is no number yet.
    fileprivate func typedDigits(grouping: String) -> String? {
        guard utf8.count <= 100 else { return nil }
        var rest = drop(while: \.isWhitespace)
        while rest.last?.isWhitespace ?? false { rest.removeLast() }
        var digits = ""
        if let sign = rest.first, let plain = Self.signs[sign] {
            digits.append(plain)
            rest.removeFirst()
        }
        var groups = [0]
        var mark: Character?
        for character in rest {
            if let digit = character.decimalDigit {
                digits.append(String(digit))
                groups[groups.count - 1] += 1
            } else {
                let plain: Character = character.isWhitespace ? " " : character.halfWidth
                guard plain == " " || String(plain) == grouping, mark ?? plain == plain else { return nil }
                mark = plain
                groups.append(0)
            }
        }
        if groups.count > 1 {
            guard (1...3).contains(groups[0]), groups.dropFirst().allSatisfy({ $0 == 3 }) else { return nil }
        }
        return digits
    }

    private static let signs: [Character: String] = ["+": "", "＋": "", "-": "-", "\u{2212}": "-", "－": "-"]
}

extension Character {
    /// Its value as a decimal digit; 十 and 億 are numbers, but not digits.
    fileprivate var decimalDigit: Int? {
        guard unicodeScalars.count == 1, unicodeScalars.first?.properties.numericType == .decimal else {
            return nil
        }
        return wholeNumberValue
    }

    /// Chinese and Japanese keyboards produce full-width separators along with full-width digits.
    fileprivate var halfWidth: Character {
        switch self {
        case "，": ","
        case "．": "."
        default: self
        }
    }
}
