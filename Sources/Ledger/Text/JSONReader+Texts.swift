// Texts of JSON, and the escapes in them (RFC 8259 §7).

extension JSONReader {
    /// Most texts, and names, are ASCII, and so have no combining marks either. Nil for any other.
    static func asciiText(_ content: ArraySlice<UInt8>) -> String? {
        content.withUnsafeBufferPointer { buffer in
            var all: UInt8 = 0
            for byte in buffer { all |= byte }
            guard all < 0x80 else { return nil }
            return String(unsafeUninitializedCapacity: buffer.count) { $0.initialize(fromContentsOf: buffer) }
        }
    }

    static func text(_ content: ArraySlice<UInt8>) throws(Fault) -> String {
        do {
            return String(copying: try UTF8Span(validating: content.span))
        } catch {
            throw .isDamaged
        }
    }

    /// The text between quotation marks, with its escapes resolved.
    static func unescaped(_ content: ArraySlice<UInt8>) throws(Fault) -> String {
        var text: [UInt8] = []
        var place = content.startIndex
        while place < content.endIndex {
            guard content[place] == UInt8(ascii: "\\") else {
                text.append(content[place])
                place += 1
                continue
            }
            guard place + 1 < content.endIndex else { throw .isDamaged }
            place += 2
            switch content[place - 1] {
            case UInt8(ascii: "n"): text.append(0x0A)
            case UInt8(ascii: "t"): text.append(0x09)
            case UInt8(ascii: "r"): text.append(0x0D)
            case UInt8(ascii: "b"): text.append(0x08)
            case UInt8(ascii: "f"): text.append(0x0C)
            case let byte where "\"\\/".utf8.contains(byte): text.append(byte)
            case UInt8(ascii: "u"): text += Array(String(try scalar(content, &place)).utf8)
            default: throw .isDamaged
            }
        }
        guard let text = String(validating: text, as: UTF8.self) else { throw .isDamaged }
        return text
    }

    /// The scalar of one `\u` sequence, or of a surrogate pair.
    private static func scalar(_ content: ArraySlice<UInt8>, _ place: inout Int) throws(Fault)
        -> Unicode.Scalar
    {
        let unit = try unit(content, &place)
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard (0xD800..<0xDC00).contains(unit), content[place...].starts(with: "\\u".utf8) else {
            throw .isDamaged
        }
        place += 2
        let low = try Self.unit(content, &place)
        guard (0xDC00..<0xE000).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        else { throw .isDamaged }
        return scalar
    }

    private static func unit(_ content: ArraySlice<UInt8>, _ place: inout Int) throws(Fault) -> UInt32 {
        guard place + 4 <= content.endIndex else { throw .isDamaged }
        var unit: UInt32 = 0
        for byte in content[place..<(place + 4)] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw .isDamaged }
            unit = unit << 4 | UInt32(digit)
        }
        place += 4
        return unit
    }
}
