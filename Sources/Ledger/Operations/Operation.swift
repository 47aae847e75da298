// A change with its author's circumstances, and the answer to it.

/// Identifies a book: what has one order of operations. An account's own book
/// has the account's number.
public typealias BookID = Int64

/// A change, by whom, and when on their device.
public struct Operation: Sendable, Hashable {
    public let id: OperationID
    /// False where the server made the id for a plain form: then it cannot have been seen before.
    public let mayBeRepeated: Bool
    public let change: Change
    public let madeAt: Moment
    /// Minutes east of UTC on the device.
    public let zoneOffset: Int
    /// The account it was made for: another account has things with the same numbers. Nil where the device did not say.
    public let account: AccountID?

    /// The offsets that clocks have, in minutes.
    public static let zoneOffsets = -1080...1080
    /// 2020-01-01: before it there was no Fivebar, and a clock that tells such a time is wrong.
    public static let earliest = Moment(milliseconds: 1_577_836_800_000)

    public init(
        id: OperationID, mayBeRepeated: Bool, change: Change, madeAt: Moment, zoneOffset: Int,
        account: AccountID? = nil
    ) {
        self.id = id
        self.mayBeRepeated = mayBeRepeated
        self.change = change
        self.madeAt = madeAt
        self.zoneOffset = zoneOffset
        self.account = account
    }
}

/// The answer to an operation that was applied; the same for the same id.
public struct Receipt: Sendable, Hashable {
    public let operation: OperationID
    /// Nil where it is about no counter by itself.
    public let counter: Counter.ID?
    /// Nil where it is about no goal.
    public let goal: Goal.ID?
    /// The counter's count with the operation; 0 where it is about none.
    public let count: Int64
    /// The counter's, as it is now.
    public let style: Counter.Style
    /// Whether the counter rests in the trash.
    public let isDeleted: Bool
    /// The book's revision with the operation.
    public let revision: Int64
    public let account: AccountID
    /// Whether the operation's author had no account, and has one now.
    public let isNewcomer: Bool
}

/// What a list of operations came to.
public struct ListReceipt: Sendable, Hashable {
    /// One to each operation, in their order.
    public let answers: [Answer]
    /// The book's revision after them.
    public let revision: Int64
    public let account: AccountID
    /// Whether the list's author had no account, and has one now.
    public let isNewcomer: Bool
}

/// What an operation of a list came to.
public enum Answer: Sendable, Hashable {
    case applied(Receipt)
    /// Kept, so that the same id is refused again.
    case refused(OperationID, Refusal)
}
