// Exported counters: everything a user could miss, and nothing about where it was
// stored. A file contains no account and none of our row numbers; counters and
// entries are identified by the ids of the operations that created them, on any
// server.

/// A counter in a file, with all or some of its entries.
public struct ArchivedCounter: Sendable, Hashable {
    /// The operation that created the counter.
    public let origin: OperationID
    /// A single line that shows something.
    public let title: String
    /// Its index in the colour scheme.
    public let color: Int
    /// How the counter's marks are drawn.
    public let style: Counter.Style
    /// How much one tap adds; 1 to ``Counter/largestStep``.
    public let step: Int64
    /// Whether the counter's card is collapsed in the list.
    public let isCollapsed: Bool
    /// When the counter was created.
    public let createdAt: Moment
    /// The count before the file's first entry: 0 unless the file is a later part of several.
    public let countBefore: Int64
    /// In the order of the counter's history.
    public var entries: [ArchivedEntry] = []

    /// The count after the file's last entry.
    public var count: Int64 { entries.last?.count ?? countBefore }
}

/// An entry in a file.
public struct ArchivedEntry: Sendable, Hashable {
    /// The operation that created the entry.
    public let id: OperationID
    /// What made the entry.
    public let kind: Entry.Kind
    /// What it added to the count; below 0 if it subtracted.
    public let delta: Int64
    /// The count after this entry.
    public let count: Int64
    /// By the clock of the device that made it.
    public let madeAt: Moment
    /// Minutes east of UTC on that device.
    public let zoneOffset: Int
    /// For a void: the entry it undoes or redoes.
    public let voids: OperationID?
    /// Empty if there is none.
    public let note: String
}

/// The validated contents of a file.
public struct Archive: Sendable, Hashable {
    /// In list order; at most ``mostCounters``.
    public let counters: [ArchivedCounter]
    /// The number of repeated entries, which are used once only.
    public let repetitions: Int

    /// The maximum number of counters in a file.
    public static let mostCounters = 10_000
    /// The maximum size of a file, in bytes: whoever reads one has all of it in memory.
    public static let largestFile = 10 * 1024 * 1024
    /// The maximum size of an export that is to be imported again, in bytes: with room below ``largestFile`` for the form
    /// around it.
    static let bytesInPart = 9_500_000
    /// What an entry without a note takes in a file at most, in bytes, but for the title in CSV.
    static let bytesOfEntry = 190
}

/// Why a file was rejected. Nothing of it was imported.
public struct ArchiveFault: Error, Sendable, Equatable {
    /// What is wrong with a file.
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

    /// The first thing that was found wrong.
    public let reason: Reason
    /// Nil if it is not at one place.
    public var place: Place?

    /// - Parameter place: Nil if it is not at one place.
    public init(_ reason: Reason, at place: Place? = nil) {
        self.reason = reason
        self.place = place
    }
}
