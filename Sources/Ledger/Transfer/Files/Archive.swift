// Exported counters: everything a user could miss, and nothing about where it was
// stored. A file contains no account and none of our row numbers; counters and
// entries are identified by the ids of the operations that created them, on any
// server.

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
