// A change with its author's circumstances, and the answer to it.

/// A change, by whom, and when on their device.
public struct Operation: Sendable, Hashable {
    public let id: OperationID
    /// False where the server made the id for a plain form: then it cannot have been seen before.
    public let mayBeRepeated: Bool
    public let change: Change
    public let madeAt: Moment
    /// Minutes east of UTC on the device.
    public let zoneOffset: Int

    public init(id: OperationID, mayBeRepeated: Bool, change: Change, madeAt: Moment, zoneOffset: Int) {
        self.id = id
        self.mayBeRepeated = mayBeRepeated
        self.change = change
        self.madeAt = madeAt
        self.zoneOffset = max(-1080, min(1080, zoneOffset))
    }
}

/// The answer to an operation; the same for the same id.
public struct Receipt: Sendable, Hashable {
    /// 0 where it is about no counter by itself.
    public let counter: Counter.ID
    /// Nil where it is about no goal.
    public let goal: Goal.ID?
    /// The counter's count with the operation.
    public let count: Int64
    /// The counter's, as it is now.
    public let style: Counter.Style
    /// The account's revision with the operation.
    public let revision: Int64
    public let account: AccountID
    /// Whether the operation's author had no account, and has one now.
    public let isNewcomer: Bool
}
