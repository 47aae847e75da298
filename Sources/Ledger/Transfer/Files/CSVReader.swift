// Parses CSV (RFC 4180) into lines and fields, without interpreting them.

/// Reads record by record.
struct CSVReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int
    /// A spreadsheet may have saved the file with its locale's separator.
    private let separator: UInt8
    private var nextLine = 1
    /// The line on which the last read record began, counted from 1.
    private(set) var line = 1

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
        let separators = Array(",;\t".utf8)
        separator = bytes.first { separators.contains($0) || $0 == Self.feed } ?? separators[0]
    }

    private static let quote = UInt8(ascii: "\""), feed = UInt8(ascii: "\n"), carriage = UInt8(ascii: "\r")
    /// Our own files have less than half as many.
    private static let mostFields = 64

    /// The next record; nil at the end of the file.
    ///
    /// - Throws: ``ArchiveFault/Reason/isDamaged`` for an unterminated quotation, invalid
    ///   UTF-8, and more fields than any record has.
    mutating func next() throws(ArchiveFault) -> [String]? {
        guard position < bytes.endIndex else { return nil }
        line = nextLine
        var fields: [String] = []
        while true {
            fields.append(try field())
            guard fields.count <= Self.mostFields else { throw damaged }
            guard position < bytes.endIndex else { return fields }
            let end = bytes[position]
            position += 1
            if end == separator { continue }
            if end == Self.carriage, position < bytes.endIndex, bytes[position] == Self.feed { position += 1 }
            nextLine += 1
            return fields
        }
    }

    /// Reads up to the separator, the end of the line or the end of the file.
    private mutating func field() throws(ArchiveFault) -> String {
        guard position < bytes.endIndex, bytes[position] == Self.quote else {
            let start = position
            while position < bytes.endIndex, !isEnd(bytes[position]) { position += 1 }
            return try text(bytes[start..<position])
        }
        position += 1
        var content: [UInt8] = []
        while true {
            guard position < bytes.endIndex else { throw damaged }
            let byte = bytes[position]
            position += 1
            if byte == Self.feed { nextLine += 1 }
            if byte == Self.quote {
                guard position < bytes.endIndex, bytes[position] == Self.quote else { break }
                position += 1
            }
            content.append(byte)
        }
        guard position == bytes.endIndex || isEnd(bytes[position]) else { throw damaged }
        return try text(content[...])
    }

    private func isEnd(_ byte: UInt8) -> Bool {
        byte == separator || byte == Self.feed || byte == Self.carriage
    }

    private func text(_ bytes: ArraySlice<UInt8>) throws(ArchiveFault) -> String {
        guard let text = String(validating: bytes, as: UTF8.self), !CombiningMarks.areTooMany(in: text)
        else { throw damaged }
        return text
    }

    private var damaged: ArchiveFault { ArchiveFault(.isDamaged, at: .line(line)) }
}
