// A number as somebody types it.

extension String {
    /// The whole number that was typed, in whichever script's digits and with
    /// spaces in it; nil where it is none.
    var typedNumber: Int64? {
        guard utf8.count <= 100 else { return nil }
        let digits = filter { !$0.isWhitespace }.map { $0.decimalDigit.map(String.init) ?? String($0) }
        return Int64(digits.joined())
    }
}

extension Character {
    /// The digit it is in a decimal system; 十 and 億 are numbers, and no digits.
    fileprivate var decimalDigit: Int? {
        guard unicodeScalars.count == 1, unicodeScalars.first?.properties.numericType == .decimal else {
            return nil
        }
        return wholeNumberValue
    }
}
