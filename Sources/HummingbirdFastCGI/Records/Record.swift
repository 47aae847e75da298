// A FastCGI record as it arrives (FastCGI 1.0 §3.3).

/// The kinds of records (FastCGI 1.0 §8) that a responder gets or sends.
enum RecordKind: UInt8 {
    case beginRequest = 1
    case abortRequest = 2
    case endRequest = 3
    case parameters = 4
    case standardInput = 5
    case standardOutput = 6
    case getValues = 9
    case valuesResult = 10
    case unknownType = 11
}

/// What stands before a record's content.
struct RecordHeader: Equatable {
    let kind: UInt8
    /// The request it belongs to; 0 for the connection itself.
    let request: UInt16
    let contentLength: Int
    let paddingLength: Int

    /// Its own size, in bytes.
    static let size = 8

    /// How many bytes the whole record has.
    var recordLength: Int { Self.size + contentLength + paddingLength }

    /// - Parameter bytes: Those that have arrived; only the first ``size`` are read.
    /// - Returns: nil if there are too few.
    /// - Throws: ``MalformedRecords`` if the version is not 1.
    init?(_ bytes: some RandomAccessCollection<UInt8>) throws(MalformedRecords) {
        guard let version = bytes.first else { return nil }
        guard version == 1 else { throw MalformedRecords() }
        guard bytes.count >= Self.size else { return nil }
        func byte(_ offset: Int) -> UInt8 { bytes[bytes.index(bytes.startIndex, offsetBy: offset)] }
        kind = byte(1)
        request = UInt16(byte(2)) << 8 | UInt16(byte(3))
        contentLength = Int(byte(4)) << 8 | Int(byte(5))
        paddingLength = Int(byte(6))
    }

    func isOf(_ kind: RecordKind) -> Bool { self.kind == kind.rawValue }
}

/// The peer sends something that is not FastCGI.
struct MalformedRecords: Error, Equatable {}

/// Name-value pairs (FastCGI 1.0 §3.4), one after another.
struct NameValuePairs: Sequence, IteratorProtocol {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Whether all bytes were read. If ``next()`` has ended before, they are malformed.
    var isAtEnd: Bool { position == bytes.count }

    /// Where the next name and its value lie; nil at the end, and where a length exceeds what there is.
    mutating func next() -> (name: Range<Int>, value: Range<Int>)? {
        let start = position
        guard let name = length(), let value = length(), name <= bytes.count - position,
            value <= bytes.count - position - name
        else {
            position = start
            return nil
        }
        let end = position + name
        position = end + value
        return (name: (end - name)..<end, value: end..<position)
    }

    /// One byte, or four if the first one's highest bit is set.
    private mutating func length() -> Int? {
        guard position < bytes.count else { return nil }
        let first = bytes[position]
        guard first & 0x80 != 0 else {
            position += 1
            return Int(first)
        }
        guard bytes.count - position >= 4 else { return nil }
        defer { position += 4 }
        return bytes[(position + 1)..<(position + 4)].reduce(Int(first & 0x7F)) { $0 << 8 | Int($1) }
    }
}
