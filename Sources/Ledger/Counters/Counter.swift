// The current state of a counter.

/// A named count in an account.
public struct Counter: Sendable, Hashable, Identifiable {
    /// Numbered within its book, and never reused.
    public typealias ID = Int64

    /// Its number in the book, which is part of its address.
    public let id: ID
    /// A single line that shows something, of at most ``longestTitle`` characters.
    public let title: String
    /// An index into the colour scheme's sequence, which repeats.
    public let color: Int
    /// Whether its card is collapsed in the list, on all devices of the account.
    public let isCollapsed: Bool
    /// From 0 to 2⁶³−1: the sum of the deltas of its entries.
    public let count: Int64
    /// The account's revision when the counter last changed.
    public let revision: Int64
    /// Its position in the book's list; lower ranks come first.
    public let rank: Int64
    /// Whether it is in the trash.
    public let isDeleted: Bool
    /// How its marks are drawn.
    public let style: Style
    /// How much one tap adds.
    public let step: Int64
    /// The operation that created it; devices refer to the counter by it.
    public let origin: OperationID

    /// A counter of nobody: what a page is drawn from that a browser fills in itself.
    public static let blank = Counter(
        id: 0, title: "", color: 0, isCollapsed: false, count: 0, revision: 0, rank: 0, isDeleted: false,
        style: .fractal, step: 1, origin: OperationID(bytes: [UInt8](repeating: 0, count: 16)))

    /// How the counter's marks are drawn.
    public enum Style: String, Sendable, CaseIterable, Codable {
        case fractal, western
        /// 正, zhèng.
        case zheng
    }

    /// In grapheme clusters.
    public static let longestTitle = 200
    /// The smallest is 1.
    public static let largestStep: Int64 = 1_000_000_000
    /// How long a deleted counter can be restored, by the server's clock.
    public static let daysInTrash: Int64 = 30
    /// The deletion time, in milliseconds, of a counter that is permanently
    /// deleted: so long ago that the trash no longer shows it.
    /// ``Ledger/tidy(now:trustingClock:)`` removes its rows.
    static let longAgo: Int64 = 0

    /// The title and style of a new counter. A title that begins with `_` asks
    /// for 正; the `_` is not part of the title.
    ///
    /// - Parameter preferred: The style if the title asks for none.
    /// - Throws: ``Refusal/titleIsEmpty``, ``Refusal/titleIsTooLong``.
    public static func naming(
        from typed: String, preferred: Style
    ) throws(Refusal) -> (title: String, style: Style) {
        let title = try title(from: typed)
        guard title.hasPrefix("_") else { return (title, preferred) }
        return (try self.title(from: String(title.dropFirst())), .zheng)
    }

    /// The title as it is stored: without surrounding whitespace, and without
    /// control characters, which could break the line.
    ///
    /// - Throws: ``Refusal/titleIsEmpty``, ``Refusal/titleIsTooLong``.
    public static func title(from typed: String) throws(Refusal) -> String {
        let title = typed.normalizedLine
        guard !title.showsNothing else { throw .titleIsEmpty }
        guard !title.isLonger(than: longestTitle) else { throw .titleIsTooLong }
        return title
    }
}
