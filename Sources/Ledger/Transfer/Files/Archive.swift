// Exported counters: everything a user could miss, and nothing about where it was
// stored. A file contains no account and none of our row numbers; counters and
// entries are identified by the ids of the operations that created them, on any
// server.

/// A counter in a file, with all or some of its entries.
public struct ArchivedCounter: Sendable, Hashable {
    /// The operation that created the counter.
    public let origin: OperationID
    public let title: String
    /// Its index in the colour scheme.
    public let color: Int
    public let style: Counter.Style
    public let step: Int64
    public let isCollapsed: Bool
    public let createdAt: Moment
    /// The count before the file's first entry: 0 unless the file is a later part of several.
    public let countBefore: Int64
    public var entries: [ArchivedEntry] = []

    /// The count after the file's last entry.
    public var count: Int64 { entries.last?.count ?? countBefore }
}

/// An entry in a file.
public struct ArchivedEntry: Sendable, Hashable {
    /// The operation that created the entry.
    public let id: OperationID
    public let kind: Entry.Kind
    public let delta: Int64
    /// The count after this entry.
    public let count: Int64
    public let madeAt: Moment
    public let zoneOffset: Int
    /// For a void: the entry it undoes or redoes.
    public let voids: OperationID?
    /// Empty if there is none.
    public let note: String
}

/// The validated contents of a file.
public struct Archive: Sendable, Hashable {
    public let counters: [ArchivedCounter]
    /// The number of repeated entries, which are used once only.
    public let repetitions: Int

    /// The maximum number of counters in a file.
    public static let mostCounters = 10_000
    /// The maximum size of a file, in bytes (architecture.md, Safety).
    public static let largestFile = 10 * 1024 * 1024
    /// The maximum size of an export that is to be imported again, in bytes: with room below ``largestFile`` for the form
    /// around it.
    static let bytesInPart = 9_500_000
    /// What an entry without a note takes in a file at most, in bytes, but for the title in CSV.
    static let bytesOfEntry = 190
}

/// Why a file was rejected. Nothing of it was imported.
public struct ArchiveFault: Error, Sendable, Equatable {
    public enum Reason: Sendable, Equatable {
        /// It is neither JSON nor CSV as ``JSONArchive`` and ``CSVArchive`` describe them.
        case formatIsUnknown
        /// It contains no counter.
        case holdsNothing
        /// It is truncated or corrupt.
        case isDamaged
        /// A later Fivebar wrote it.
        case isNewer
        /// A value is missing, or not valid for its field.
        case valueIsWrong(field: String)
        /// A time is before 1970 or in the future.
        case timeIsWrong
        /// The counts are inconsistent.
        case countIsWrong
        /// A void refers to an entry that does not exist.
        case voidsNothing
        /// It contains more than ``Archive/mostCounters``.
        case hasTooManyCounters
        /// It continues a counter whose beginning is in another file that was not imported yet.
        case earlierPartIsMissing
    }

    /// Where in the file.
    public enum Place: Sendable, Equatable {
        /// Counted from 1.
        case line(Int)
        /// A counter, and one of its entries, both counted from 1; entry 0 is the counter itself.
        case entry(Int, ofCounter: Int)
    }

    public let reason: Reason
    public var place: Place?

    public init(_ reason: Reason, at place: Place? = nil) {
        self.reason = reason
        self.place = place
    }
}
