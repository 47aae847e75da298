// A pull parser for JSON (RFC 8259) that works in place and does not interpret values. The
// caller requests value by value, so that only what it keeps takes memory: other parsers
// turn ten megabytes of brackets into a tree of hundreds.

import Glibc

/// Reads value by value. Skipped values are validated as well.
package struct JSONReader {
    package enum Fault: Error {
        /// It is not JSON, is truncated, or is nested too deeply.
        case isDamaged
        /// There is a value, but not of the requested type.
        case isOfAnotherType
    }

    private let bytes: ArraySlice<UInt8>
    /// The position of the next byte. May be set back to an earlier position.
    var position: Int
    private static let deepest = 512

    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    // MARK: Objects and arrays

    /// Enters an object.
    ///
    /// - Returns: Whether there is one, and not `null`.
    package mutating func beginObject() throws(Fault) -> Bool { try begin(UInt8(ascii: "{")) }

    /// Enters an array.
    ///
    /// - Returns: Whether there is one, and not `null`.
    package mutating func beginArray() throws(Fault) -> Bool { try begin(UInt8(ascii: "[")) }

    /// The name of the object's next value, which must be read next; nil after its end.
    ///
    /// - Parameter isFirst: Whether it may be the first one; set to false.
    package mutating func nextName(_ isFirst: inout Bool) throws(Fault) -> String? {
        guard try next(&isFirst, before: UInt8(ascii: "}")) else { return nil }
        guard peek() == UInt8(ascii: "\""), let name = try string() else { throw .isDamaged }
        guard peek() == UInt8(ascii: ":") else { throw .isDamaged }
        position += 1
        return name
    }

    /// Whether the array has another value, which must be read next; false after its end.
    package mutating func hasNext(_ isFirst: inout Bool) throws(Fault) -> Bool {
        try next(&isFirst, before: UInt8(ascii: "]"))
    }

    private mutating func begin(_ bracket: UInt8) throws(Fault) -> Bool {
        switch peek() {
        case bracket:
            position += 1
            return true
        case UInt8(ascii: "n"):
            try word("null")
            return false
        case nil: throw .isDamaged
        default: throw .isOfAnotherType
        }
    }

    private mutating func next(_ isFirst: inout Bool, before end: UInt8) throws(Fault) -> Bool {
        defer { isFirst = false }
        switch peek() {
        case end:
            position += 1
            return false
        case UInt8(ascii: ",") where !isFirst:
            position += 1
            guard peek() != end else { throw .isDamaged }
            return true
        case nil: throw .isDamaged
        default:
            guard isFirst else { throw .isDamaged }
            return true
        }
    }

    // MARK: Single values. Each is nil for `null`.

    /// A text with more combining marks in a row than anybody writes is taken for damage (``CombiningMarks``).
    package mutating func string() throws(Fault) -> String? {
        guard try isValue(beginning: UInt8(ascii: "\"")) else { return nil }
        let (content, hasEscapes) = try quoted()
        if !hasEscapes, let text = Self.asciiText(content) { return text }
        let text = try hasEscapes ? Self.unescaped(content) : Self.text(content)
        guard !CombiningMarks.areTooMany(in: text) else { throw .isDamaged }
        return text
    }

    /// A number without a fractional part, in any notation.
    mutating func integer() throws(Fault) -> Int64? {
        if peek() == UInt8(ascii: "n") {
            try word("null")
            return nil
        }
        let start = position
        guard let first = peek(), first == UInt8(ascii: "-") || Self.isDigit(first) else {
            throw peek() == nil ? .isDamaged : .isOfAnotherType
        }
        try number()
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let number = Int64(text) ?? Double(text).flatMap({ Int64(exactly: $0) }) else {
            throw .isOfAnotherType
        }
        return number
    }

    mutating func boolean() throws(Fault) -> Bool? {
        switch peek() {
        case UInt8(ascii: "t"):
            try word("true")
            return true
        case UInt8(ascii: "f"):
            try word("false")
            return false
        case UInt8(ascii: "n"):
            try word("null")
            return nil
        case nil: throw .isDamaged
        default: throw .isOfAnotherType
        }
    }

    /// Skips the next value of any type.
    package mutating func skip() throws(Fault) { try skip(depth: 0) }

    /// Passes the next value by its brackets and quotation marks alone, which takes half the time: for a file that
    /// whoever made it has validated.
    package mutating func pass() throws(Fault) {
        switch peek() {
        case UInt8(ascii: "{"), UInt8(ascii: "["): try pass(brackets: 0)
        case UInt8(ascii: "\""):
            let end = bytes.withUnsafeBufferPointer { buffer in
                Self.closingQuotationMark(in: buffer, after: position - bytes.startIndex)
            }
            guard let end else { throw .isDamaged }
            position = bytes.startIndex + end + 1
        default: try skip()
        }
    }

    /// Passes all that is left of an object or an array in the same way, and its end.
    package mutating func passRest() throws(Fault) { try pass(brackets: 1) }

    /// - Parameter open: How many brackets are open at the present position.
    private mutating func pass(brackets open: Int) throws(Fault) {
        let end = bytes.withUnsafeBufferPointer { buffer -> Int? in
            guard let first = buffer.baseAddress else { return nil }
            var offset = position - bytes.startIndex, open = open
            while offset < buffer.count {
                switch first[offset] {
                case UInt8(ascii: "\""):
                    guard let closing = Self.closingQuotationMark(in: buffer, after: offset) else {
                        return nil
                    }
                    offset = closing
                case UInt8(ascii: "{"), UInt8(ascii: "["): open += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    open -= 1
                    if open == 0 { return bytes.startIndex + offset + 1 }
                default: break
                }
                offset += 1
            }
            return nil
        }
        guard let end else { throw .isDamaged }
        position = end
    }

    /// The quotation mark that ends the text that begins after one. Most of what is passed are texts, which the C library
    /// searches many bytes at a time.
    private static func closingQuotationMark(
        in buffer: UnsafeBufferPointer<UInt8>, after opening: Int
    ) -> Int? {
        let mark = UInt8(ascii: "\""), escape = UInt8(ascii: "\\")
        var start = opening + 1
        while start < buffer.count, let first = buffer.baseAddress,
            let found = memchr(first + start, Int32(mark), buffer.count - start)
        {
            let place = UnsafeRawPointer(found) - UnsafeRawPointer(first)
            var escapes = 0
            while buffer[place - 1 - escapes] == escape { escapes += 1 }
            if escapes.isMultiple(of: 2) { return place }
            start = place + 1
        }
        return nil
    }

    /// Whether only whitespace follows.
    package mutating func isAtEnd() -> Bool { peek() == nil }

    private mutating func skip(depth: Int) throws(Fault) {
        guard depth < Self.deepest else { throw .isDamaged }
        var isFirst = true
        switch peek() {
        case UInt8(ascii: "{"):
            position += 1
            while try next(&isFirst, before: UInt8(ascii: "}")) {
                guard peek() == UInt8(ascii: "\"") else { throw .isDamaged }
                _ = try quoted()
                guard peek() == UInt8(ascii: ":") else { throw .isDamaged }
                position += 1
                try skip(depth: depth + 1)
            }
        case UInt8(ascii: "["):
            position += 1
            while try next(&isFirst, before: UInt8(ascii: "]")) { try skip(depth: depth + 1) }
        case UInt8(ascii: "\""): _ = try quoted()
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        case let byte? where byte == UInt8(ascii: "-") || Self.isDigit(byte): try number()
        default: throw .isDamaged
        }
    }

    // MARK: Bytes

    /// The next byte that is not whitespace.
    private mutating func peek() -> UInt8? {
        position = position { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D } ?? bytes.endIndex
        return position < bytes.endIndex ? bytes[position] : nil
    }

    private mutating func isValue(beginning first: UInt8) throws(Fault) -> Bool {
        switch peek() {
        case first: return true
        case UInt8(ascii: "n"):
            try word("null")
            return false
        case nil: throw .isDamaged
        default: throw .isOfAnotherType
        }
    }

    private mutating func word(_ word: StaticString) throws(Fault) {
        let end = position + word.utf8CodeUnitCount
        guard end <= bytes.endIndex else { throw .isDamaged }
        let isThere = word.withUTF8Buffer { bytes[position..<end].elementsEqual($0) }
        guard isThere else { throw .isDamaged }
        position = end
    }

    /// Reads from the next byte, a quotation mark, past the closing one.
    private mutating func quoted() throws(Fault) -> (content: ArraySlice<UInt8>, hasEscapes: Bool) {
        let start = position + 1
        var hasEscapes = false
        position = start
        while let special = position(where: {
            $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") || $0 < 0x20
        }) {
            position = special + 1
            switch bytes[special] {
            case UInt8(ascii: "\""): return (bytes[start..<special], hasEscapes)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                position += 1
            default: throw .isDamaged
            }
        }
        throw .isDamaged
    }

    /// The position of the first byte, from the present one on, of which `isWanted` is true.
    ///
    /// Most of a file is passed here, so this does without the checks of an array's subscript, and without the library's
    /// `firstIndex`, which a build for tests does not specialize for bytes.
    private func position(where isWanted: (UInt8) -> Bool) -> Int? {
        bytes.withUnsafeBufferPointer { buffer in
            guard let first = buffer.baseAddress else { return nil }
            var offset = position - bytes.startIndex
            while offset < buffer.count {
                if isWanted(first[offset]) { return bytes.startIndex + offset }
                offset += 1
            }
            return nil
        }
    }

    private mutating func number() throws(Fault) {
        if bytes[position] == UInt8(ascii: "-") { position += 1 }
        let first = position
        guard digits() else { throw .isDamaged }
        guard bytes[first] != UInt8(ascii: "0") || position == first + 1 else { throw .isDamaged }
        if position < bytes.endIndex, bytes[position] == UInt8(ascii: ".") {
            position += 1
            guard digits() else { throw .isDamaged }
        }
        if position < bytes.endIndex, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position < bytes.endIndex, "+-".utf8.contains(bytes[position]) { position += 1 }
            guard digits() else { throw .isDamaged }
        }
    }

    /// - Returns: Whether there was at least one.
    private mutating func digits() -> Bool {
        let start = position
        while position < bytes.endIndex, Self.isDigit(bytes[position]) { position += 1 }
        return position > start
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
