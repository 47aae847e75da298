// What can be wrong with a file of counters or goals.

/// Why a file was rejected. Nothing of it was imported.
public struct ArchiveFault: Error, Sendable, Equatable {
    /// What is wrong with a file.
    public enum Reason: Sendable, Equatable {
        /// It is neither JSON nor CSV as ``JSONArchive`` and ``CSVArchive`` describe them.
        case formatIsUnknown
        /// It contains no counter, or no goal.
        case holdsNothing
        /// It is truncated or corrupt.
        case isDamaged
        /// It is text, but not in UTF-8.
        case isNotUTF8
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
        /// It contains more entries or days than are read at once.
        case hasTooManyEntries
        /// It continues a counter whose beginning is in another file that was not imported yet.
        case earlierPartIsMissing
    }

    /// Where in the file.
    public enum Place: Sendable, Equatable {
        /// Counted from 1.
        case line(Int)
        /// A counter, and one of its entries, both counted from 1; entry 0 is the counter itself.
        case entry(Int, ofCounter: Int)
        /// A goal, counted from 1.
        case goal(Int)
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
