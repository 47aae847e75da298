// Text that would keep a processor busy for minutes, told before it is compared with anything.

/// Runs of combining marks that nobody writes.
///
/// Swift compares and hashes text in its canonical form, and for that sorts each run of marks by insertion: 10,000 marks in
/// falling order, 20 KB, take three seconds, and ten times as many a hundred times as long. So no text from outside may be
/// compared, or be a key, before this has looked at it. Unicode's own bound, for the same reason, is 30 (UAX #15, 13,
/// Stream-Safe Text Format); letters that are drawn over and over for fun have more.
package enum CombiningMarks {
    package static let mostInARow = 128

    /// Whether more than ``mostInARow`` of them follow each other. Takes time in proportion to the text.
    package static func areTooMany(in text: some StringProtocol) -> Bool {
        guard text.utf8.contains(where: { $0 >= firstByte }) else { return false }
        var run = Run()
        return text.unicodeScalars.contains { run.isTooLong(with: $0) }
    }

    /// The same for JSON that is not read yet (RFC 8259 §7): a mark may be written as `\u0301`. Of no other type than `String`,
    /// for which the compiler makes this as fast in another module: a list of operations is looked through as it arrives.
    package static func areTooMany(inJSON text: String) -> Bool {
        guard text.utf8.contains(where: { $0 >= firstByte || $0 == UInt8(ascii: "\\") }) else { return false }
        var run = Run(), rest = Substring(text).unicodeScalars, high: UInt32?
        while let scalar = rest.popFirst() {
            guard scalar == "\\" else {
                if run.isTooLong(with: scalar) { return true }
                continue
            }
            guard rest.popFirst() == "u", let unit = UInt32(String(Substring(rest.prefix(4))), radix: 16)
            else {
                run = Run()
                continue
            }
            rest = rest.dropFirst(4)
            if (0xD800..<0xDC00).contains(unit) {
                high = unit
                continue
            }
            let value = high.map { 0x10000 &+ (($0 &- 0xD800) << 10) &+ (unit &- 0xDC00) } ?? unit
            high = nil
            if run.isTooLong(with: Unicode.Scalar(value) ?? "\u{FFFD}") { return true }
        }
        return false
    }

    /// The first byte of U+0300, before which there are no marks.
    private static let firstByte: UInt8 = 0xCC

    private struct Run {
        var length = 0

        mutating func isTooLong(with scalar: Unicode.Scalar) -> Bool {
            let isMark = scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
            length = isMark ? length + 1 : 0
            return length > CombiningMarks.mostInARow
        }
    }
}
