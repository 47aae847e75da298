// A number as somebody types it.

extension Words {
    /// The whole number that was typed, as ``number(_:)`` of this language
    /// writes it or without its grouping marks; nil where it is none.
    func typedNumber(_ text: String) -> Int64? { text.typedNumber(grouping: self[.numberGrouping]) }
}

extension String {
    /// The whole number that was typed, in groups parted by spaces or in none; nil where it is none.
    var typedNumber: Int64? { typedNumber(grouping: "") }

    /// The whole number that was typed, in whichever script's digits.
    ///
    /// - Parameter grouping: What parts groups of three digits, besides a space of any width.
    /// - Returns: Nil where it is none, and where a mark stands elsewhere than between groups:
    ///   in another language it parts off a fraction.
    func typedNumber(grouping: String) -> Int64? {
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
        return Int64(digits)
    }

    private static let signs: [Character: String] = ["+": "", "＋": "", "-": "-", "\u{2212}": "-", "－": "-"]
}

extension Character {
    /// The digit it is in a decimal system; 十 and 億 are numbers, and no digits.
    fileprivate var decimalDigit: Int? {
        guard unicodeScalars.count == 1, unicodeScalars.first?.properties.numericType == .decimal else {
            return nil
        }
        return wholeNumberValue
    }

    /// A keyboard for Chinese or Japanese writes wide marks beside wide digits.
    fileprivate var halfWidth: Character {
        switch self {
        case "，": ","
        case "．": "."
        default: self
        }
    }
}
