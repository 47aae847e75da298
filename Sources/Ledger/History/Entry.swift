// What happened to a counter, one thing at a time.

/// A line of a counter's history.
public struct Entry: Sendable, Hashable, Identifiable {
    /// Its place in the counter's history: 1, 2, 3 … without a gap.
    public typealias Number = Int64

    public enum Kind: String, Sendable, CaseIterable {
        case increment, decrement, reset, set
        /// Another entry was taken back, or stands again.
        case void
    }

    public let number: Number
    public let kind: Kind
    public let delta: Int64
    /// The counter's count with this entry.
    public let count: Int64
    /// When it was made, on the device.
    public let madeAt: Moment
    /// Minutes east of UTC on the device.
    public let zoneOffset: Int
    /// The entry that a void is about.
    public let voids: Number?
    /// Whether it was taken back and does not stand again.
    public let isVoid: Bool
    /// Empty for none.
    public let note: String

    public var id: Number { number }

    /// In characters as a person counts them.
    public static let longestNote = 500

    /// The note as it is kept: in one line, without space around it; empty where nothing is seen.
    ///
    /// - Throws: ``Refusal/noteIsTooLong``.
    static func note(from typed: String) throws(Refusal) -> String {
        let note = typed.keptLine
        guard !note.isLonger(than: longestNote) else { throw .noteIsTooLong }
        return note
    }
}
