// A change with its id, device time and account, and its receipt.

/// Identifies a book, the unit with one order of operations. An account's own
/// book has the account's number.
public typealias BookID = Int64

/// A change with its id and its time on the device.
public struct Operation: Sendable, Hashable {
    /// By which a retry is told from a new request.
    public let id: OperationID
    /// False if the server created the id for a plain form: then it cannot have been seen before.
    public let mayBeRepeated: Bool
    /// What it asks for.
    public let change: Change
    /// By the device's clock. If that is before ``earliest`` or ahead of the server's, the server's time
    /// counts.
    public let madeAt: Moment
    /// Minutes east of UTC on the device.
    public let zoneOffset: Int
    /// The account it was made for: numbers in another account mean other things.
    /// Nil if the device did not say.
    public let account: AccountID?

    /// Whether its change could be read. Otherwise it is refused when it is applied.
    public var isReadable: Bool { !(change.content is UnreadableChange) }

    /// The valid UTC offsets, in minutes.
    public static let zoneOffsets = -1080...1080
    /// 2020-01-01: older than Fivebar, so a device clock with an earlier time is wrong.
    public static let earliest = Moment(milliseconds: 1_577_836_800_000)

    /// ``madeAt``, but not after it was received; if that is before ``earliest``, when it was received.
    public func moment(receivedAt now: Moment) -> Moment {
        madeAt < Self.earliest ? now : min(madeAt, now)
    }

    /// - Parameters:
    ///   - zoneOffset: Minutes east of UTC.
    ///   - account: Nil if the device did not say.
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

/// The receipt for an applied operation; the same for every retry with the same id.
public struct Receipt: Sendable, Hashable {
    /// The operation's own id.
    public let operation: OperationID
    /// Nil if it did not affect a single counter.
    public let counter: Counter.ID?
    /// Nil if it did not affect a goal.
    public let goal: Goal.ID?
    /// The counter's count after the operation; 0 without a counter.
    public let count: Int64
    /// The counter's current style.
    public let style: Counter.Style
    /// Whether the counter is in the trash.
    public let isDeleted: Bool
    /// The book's revision after the operation.
    public let revision: Int64
    /// The author's account.
    public let account: AccountID
    /// Whether the operation created its author's account.
    public let isNewcomer: Bool
}

/// The receipt for a list of operations.
public struct ListReceipt: Sendable, Hashable {
    /// One for each operation, in the same order.
    public let answers: [Answer]
    /// The book's revision after the list.
    public let revision: Int64
    /// The author's account.
    public let account: AccountID
    /// Whether the list created its author's account.
    public let isNewcomer: Bool
}

/// The result of an operation in a list.
public enum Answer: Sendable, Hashable {
    case applied(Receipt)
    /// Stored, so that the same id is refused again.
    case refused(OperationID, Refusal)
}
