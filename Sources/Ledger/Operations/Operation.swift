// A change to the ledger, and the answer to it. Form posts, scripts and the
// outbox all speak in these.

/// A change that somebody asks for.
public enum Change: Sendable, Hashable {
    /// A new counter at the bottom of the list.
    case createCounter(title: String, style: Counter.Style)
    case increment(Counter.ID)
    /// Takes one away, and nothing from a counter at 0.
    case decrement(Counter.ID)
    /// Takes away what its device had seen, so that taps made elsewhere
    /// meanwhile stay (product.md, Sync); everything where it cannot tell.
    case reset(Counter.ID, seen: Int64?)
    case rename(Counter.ID, title: String)
    case collapse(Counter.ID, isCollapsed: Bool)
    case restyle(Counter.ID, Counter.Style)
    /// Puts the counter into the trash for ``Counter/daysInTrash`` days.
    case delete(Counter.ID)
    case restore(Counter.ID)

    var kind: String {
        switch self {
        case .createCounter: "create"
        case .increment: "increment"
        case .decrement: "decrement"
        case .reset: "reset"
        case .rename: "rename"
        case .collapse: "collapse"
        case .restyle: "restyle"
        case .delete: "delete"
        case .restore: "restore"
        }
    }

    /// What the kind and the counter do not say, kept with the operation.
    var payload: String? {
        switch self {
        case .createCounter(let title, let style): "\(style.rawValue) \(title)"
        case .rename(_, let title): title
        case .restyle(_, let style): style.rawValue
        case .reset(_, let seen): seen.map { String($0) }
        case .collapse(_, let isCollapsed): isCollapsed ? "yes" : "no"
        case .increment, .decrement, .delete, .restore: nil
        }
    }
}

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
    public let counter: Counter.ID
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
