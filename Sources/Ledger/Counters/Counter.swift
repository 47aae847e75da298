// A counter as it stands.

/// A named count of one account.
public struct Counter: Sendable, Hashable, Identifiable {
    /// Counted within its book, and never given again.
    public typealias ID = Int64

    public let id: ID
    public let title: String
    /// Its place in the colour scheme's sequence, which repeats.
    public let color: Int
    public let isCollapsed: Bool
    /// From 0 to 2⁶³−1: the sum of the deltas of its entries.
    public let count: Int64
    /// The account's revision when the counter last changed.
    public let revision: Int64
    /// Where it stands in the book's list: lower ones come first.
    public let rank: Int64
    public let isDeleted: Bool
    public let style: Style
    /// How much one tap counts.
    public let step: Int64
    /// The operation that made it, by which devices name it.
    public let origin: OperationID

    /// How the counter's marks are drawn.
    public enum Style: String, Sendable, CaseIterable, Codable {
        case fractal, western
        /// 正, zhèng.
        case zheng
    }

    /// In characters as a person counts them.
    public static let longestTitle = 200
    public static let largestStep: Int64 = 1_000_000_000
    /// How long a deleted counter can be restored (product.md, Counters).
    public static let daysInTrash: Int64 = 30
    /// When a counter that is gone for good was deleted, in milliseconds: so
    /// long ago that no trash holds it. Its rows go with the next ``Ledger/tidy(now:)``.
    static let longAgo: Int64 = 0

    /// The title and the style of a new counter. A title that begins with `_`
    /// asks for 正 (seed 000, Alternative Tally Types); the sign itself is no part of it.
    ///
    /// - Parameter preferred: The style where the title asks for none.
    /// - Throws: ``Refusal/titleIsEmpty``, ``Refusal/titleIsTooLong``.
    public static func naming(
        from typed: String, preferred: Style
    ) throws(Refusal) -> (title: String, style: Style) {
        let title = try title(from: typed)
        guard title.hasPrefix("_") else { return (title, preferred) }
        return (try self.title(from: String(title.dropFirst())), .zheng)
    }

    /// The title as it is kept: without space around it and control
    /// characters in it, which could only break its line.
    ///
    /// - Throws: ``Refusal/titleIsEmpty``, ``Refusal/titleIsTooLong``.
    public static func title(from typed: String) throws(Refusal) -> String {
        let title = typed.keptLine
        guard !title.showsNothing else { throw .titleIsEmpty }
        guard !title.isLonger(than: longestTitle) else { throw .titleIsTooLong }
        return title
    }
}
