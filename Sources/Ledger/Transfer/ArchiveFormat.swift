// The two ways an archive is written down. Both hold the same, and what was
// read from either is written again byte for byte.

/// How a file of counters is written and read.
public enum ArchiveFormat: String, Sendable, CaseIterable {
    case json, csv

    /// The media type, with its character set where the type has one (RFC 8259, RFC 4180).
    public var mediaType: String {
        switch self {
        case .json: "application/json"
        case .csv: "text/csv; charset=utf-8; header=present"
        }
    }

    /// A writer that is asked for one piece of the file after the other.
    public var writer: any ArchiveWriter {
        switch self {
        case .json: JSONArchiveWriter()
        case .csv: CSVArchiveWriter()
        }
    }

    /// Reads a file, whichever format it has.
    ///
    /// - Parameter now: What is later, by more than a clock may be wrong, is refused.
    /// - Throws: ``ArchiveFault``.
    public static func read(_ bytes: ArraySlice<UInt8>, now: Moment) throws(ArchiveFault) -> Archive {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let content = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes
        let archive = try readCounters(content, now: now)
        guard !archive.counters.isEmpty else { throw ArchiveFault(.holdsNothing) }
        return archive
    }

    public static func read(_ bytes: [UInt8], now: Moment) throws(ArchiveFault) -> Archive {
        try read(bytes[...], now: now)
    }

    private static func readCounters(
        _ content: ArraySlice<UInt8>, now: Moment
    ) throws(ArchiveFault) -> Archive {
        let whitespace: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        switch content.first(where: { !whitespace.contains($0) }) {
        case UInt8(ascii: "{"): return try JSONArchive.read(content, now: now)
        case nil: throw ArchiveFault(.formatIsUnknown)
        default: return try CSVArchive.read(content, now: now)
        }
    }
}

/// Writes a file from its beginning to its end. Each function returns what is next in the file.
public protocol ArchiveWriter: Sendable {
    mutating func begin() -> String
    /// - Parameter count: After the last entry of the file.
    mutating func add(_ counter: ArchivedCounter, count: Int64) -> String
    /// Of the counter that was added last.
    mutating func add(_ entry: ArchivedEntry) -> String
    mutating func end() -> String
}
