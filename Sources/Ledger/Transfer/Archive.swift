// Counters as they leave the ledger and come back: everything a person could
// miss, and nothing of where it lay. What is written in a file knows no account
// and no number of ours; counters and entries are told apart by the ids of the
// operations that made them, wherever that was.

/// A counter in a file, with all or some of its entries.
public struct ArchivedCounter: Sendable, Hashable {
    /// The operation that made the counter.
    public let origin: OperationID
    public let title: String
    /// Its place in the colour scheme's sequence.
    public let color: Int
    public let style: Counter.Style
    public let step: Int64
    public let isCollapsed: Bool
    public let createdAt: Moment
    /// The count before the first entry of the file: 0 unless the file is a later part of several.
    public let countBefore: Int64
    public var entries: [ArchivedEntry] = []

    /// The count after the last entry of the file.
    public var count: Int64 { entries.last?.count ?? countBefore }
}

/// An entry in a file.
public struct ArchivedEntry: Sendable, Hashable {
    /// The operation that made the entry.
    public let id: OperationID
    public let kind: Entry.Kind
    public let delta: Int64
    /// The counter's count with this entry.
    public let count: Int64
    public let madeAt: Moment
    public let zoneOffset: Int
    /// Of a void, the entry it is about.
    public let voids: OperationID?
    /// Empty for none.
    public let note: String
}

/// What was read from a file, and holds together.
public struct Archive: Sendable, Hashable {
    public let counters: [ArchivedCounter]
    /// How many entries came more than once, and are taken once.
    public let repetitions: Int

    /// The most counters that one file may bring in.
    public static let mostCounters = 10_000
    /// The largest file that is read, in bytes (architecture.md, Safety).
    public static let largestFile = 10 * 1024 * 1024
    /// How many entries go into a file that shall be read in again: at most
    /// about 180 bytes each, and rarely a note, so that it stays below ``largestFile``.
    static let entriesInPart = 50_000
}

/// Why a file was not read. Nothing of it has been taken.
public struct ArchiveFault: Error, Sendable, Equatable {
    public enum Reason: Sendable, Equatable {
        /// It is neither JSON nor CSV as ``JSONArchive`` and ``CSVArchive`` describe them.
        case formatIsUnknown
        /// It holds no counter.
        case holdsNothing
        /// It ends too early, or is damaged.
        case isDamaged
        /// A later Fivebar wrote it.
        case isNewer
        /// A value is missing, or is none that its field takes.
        case valueIsWrong(field: String)
        /// A time is before 1970 or in the future.
        case timeIsWrong
        /// The counts do not follow from one another.
        case countIsWrong
        /// A void is about an entry that is not there.
        case voidsNothing
        /// It holds more than ``Archive/mostCounters``.
        case hasTooManyCounters
        /// It continues a counter whose beginning is in another file that was not read in yet.
        case earlierPartIsMissing
    }

    /// Where in the file.
    public enum Place: Sendable, Equatable {
        /// From 1 on.
        case line(Int)
        /// A counter from 1 on, and one of its entries from 1 on or 0 for the counter itself.
        case entry(Int, ofCounter: Int)
    }

    public let reason: Reason
    public var place: Place?

    public init(_ reason: Reason, at place: Place? = nil) {
        self.reason = reason
        self.place = place
    }
}
