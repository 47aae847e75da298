// A counter as files have it, with its entries.

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
    /// The count before the file's first entry, if the file is a later part of several.
    public let countBefore: Int64?
    /// In the order of the counter's history.
    public var entries: [ArchivedEntry] = []

    /// The count after the file's last entry.
    public var count: Int64 { entries.last?.count ?? countBefore ?? 0 }
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
