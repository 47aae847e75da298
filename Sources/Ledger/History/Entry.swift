// The individual events of a counter's history.

/// A line of a counter's history.
public struct Entry: Sendable, Hashable, Identifiable {
    /// Its position in the counter's history: 1, 2, 3 … without gaps.
    public typealias Number = Int64

    /// What made an entry, by the names that files of counters have for it.
    public enum Kind: String, Sendable, CaseIterable {
        case increment, decrement, reset, set
        /// Another entry was undone or redone.
        case void
    }

    /// In the order in which the server took them, which ``madeAt`` may contradict.
    public let number: Number
    /// What made it.
    public let kind: Kind
    /// What it added to the count; below 0 if it subtracted.
    public let delta: Int64
    /// The count after this entry.
    public let count: Int64
    /// When it was made, by the device's clock.
    public let madeAt: Moment
    /// Minutes east of UTC on the device.
    public let zoneOffset: Int
    /// For a void: the entry it undoes or redoes.
    public let voids: Number?
    /// Whether it is currently undone.
    public let isVoid: Bool
    /// Empty if there is none.
    public let note: String

    /// Unique within its counter only.
    public var id: Number { number }

    /// How often one entry can be undone and redone. Whoever reads it counts these, which with a hundred thousand
    /// would take the writer 40 ms each time.
    static let mostVoids = 1_000
    /// How many of them are read: all that there may be. Even, so that an entry with more, which only a file that an earlier
    /// version took in can have brought, is read as one that stands.
    static let voidsRead = mostVoids + 2
    /// In grapheme clusters.
    public static let longestNote = 500
    /// Likewise, where devices that had not seen each other's notes wrote one each.
    static let longestJoinedNote = 8 * longestNote
    /// After so many bytes of notes no more entries are read at once: a hundred usual notes have half as many, and whoever
    /// fills notes with emoji does not fill the memory.
    static let noteBytesAtOnce = 256 << 10

    /// The note as it is stored: a single line without surrounding whitespace;
    /// empty if nothing is visible.
    ///
    /// - Throws: ``Refusal/noteIsTooLong``.
    static func note(from typed: String, atMost most: Int = longestNote) throws(Refusal) -> String {
        let note = typed.normalizedLine
        guard !note.isLonger(than: most) else { throw .noteIsTooLong }
        return note
    }
}
