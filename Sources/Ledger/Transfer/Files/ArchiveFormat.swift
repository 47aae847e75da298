// The two file formats of an archive. Both contain the same data, and reading and
// writing either again gives the same bytes.

/// A file format of exported counters.
public enum ArchiveFormat: String, Sendable, CaseIterable {
    case json, csv

    /// The media type, with a charset if the type has one (RFC 8259, RFC 4180).
    public var mediaType: String {
        switch self {
        case .json: "application/json"
        case .csv: "text/csv; charset=utf-8; header=present"
        }
    }

    /// A writer that produces the file piece by piece.
    public var writer: any ArchiveWriter {
        switch self {
        case .json: JSONArchiveWriter()
        case .csv: CSVArchiveWriter()
        }
    }

    /// Reads a file in either format.
    ///
    /// - Parameter now: Later times are rejected, with a tolerance for wrong clocks.
    /// - Throws: ``ArchiveFault``.
    public static func read(_ bytes: ArraySlice<UInt8>, now: Moment) throws(ArchiveFault) -> Archive {
        let archive = try readCounters(bytes.withoutByteOrderMark, now: now)
        guard !archive.counters.isEmpty else { throw ArchiveFault(.holdsNothing) }
        return archive
    }

    /// The same for a file that is a whole array.
    public static func read(_ bytes: [UInt8], now: Moment) throws(ArchiveFault) -> Archive {
        try read(bytes[...], now: now)
    }

    private static func readCounters(
        _ content: ArraySlice<UInt8>, now: Moment
    ) throws(ArchiveFault) -> Archive {
        let whitespace: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        switch content.first(where: { !whitespace.contains($0) }) {
        case UInt8(ascii: "{"): return try JSONArchive.read(content, now: now)
        case nil: throw ArchiveFault(.holdsNothing)
        default: return try CSVArchive.read(content, now: now)
        }
    }
}

/// Writes a file from beginning to end. Each function returns the next piece of the file.
public protocol ArchiveWriter: Sendable {
    mutating func begin() -> String
    /// - Parameter count: The count after the file's last entry.
    mutating func add(_ counter: ArchivedCounter, count: Int64) -> String
    /// Adds an entry of the counter that was added last.
    mutating func add(_ entry: ArchivedEntry) -> String
    mutating func end() -> String
}
