// Why the ledger cannot do what was requested, in the ledger's terms. Pages and
// commands turn these into messages.

/// Why the ledger refused a request; nothing has changed.
public enum Refusal: String, Error, Sendable, Equatable {
    /// No counter of this account has the id, or it is permanently deleted.
    case noSuchCounter
    /// The counter is in the trash.
    case counterIsDeleted
    /// No device has the token, or the device was signed out.
    case unknownDevice
    /// Whoever has no account may not make one by writing (``SignUp``).
    case signUpIsClosed
    /// The operation was made for another account than the device's current one.
    case otherAccount
    /// The title is empty, or only spaces.
    case titleIsEmpty
    /// The title is longer than ``Counter/longestTitle`` characters.
    case titleIsTooLong
    /// The address has created too many accounts within this hour, or sent too much today.
    case tooManyAccounts
    /// A count is below 0, a step is not from 1 to ``Counter/largestStep``, an hour
    /// is not from 0 to 23, or there is no such colour or weekday.
    case numberIsOutOfRange
    /// The counter has no such entry.
    case noSuchEntry
    /// The note is longer than ``Entry/longestNote`` characters, or on a goal's
    /// day than ``Goal/longestNote``.
    case noteIsTooLong
    /// When all counters were to be deleted, there were some the user had not seen.
    case countersWereAdded
    /// There is no such operation, or it cannot be undone.
    case cannotBeUndone
    /// No goal of this account has the id.
    case noSuchGoal
    /// The day is in the future where the operation was made: it can have a note, but no mark.
    case dayIsInFuture
    /// The day is outside of the goal's range.
    case dayIsOutsideGoal
    /// The address has sent too much feedback today.
    case tooMuchFeedback
    /// The address has uploaded too much today.
    case tooManyUploads
    /// The address, or anybody with the user name, has tried too often within this hour to open an account.
    case tooManySignIns
    /// The account has more than can be added to another one at once (``CopyAccount/mostRows``).
    case accountIsTooLarge
    /// Another account has the user name.
    case userNameIsTaken
    /// An account has the passkey already.
    case passkeyIsTaken
    /// The account has ``Passkey/mostOfAccount`` passkeys.
    case tooManyPasskeys
    /// An earlier operation with this id did something else.
    case operationIdIsTaken
    /// The book has reached its limit of counters (``Limits/counters``).
    case tooManyCounters
    /// The book has reached its limit of goals (``Limits/goals``).
    case tooManyGoals
    /// The book has had too many operations in a short time (``Limits/operationsPerSecond``).
    case tooManyOperations
    /// The book has had too many operations, or too much text, since midnight UTC (``Limits``).
    case tooManyOperationsToday
    /// A time is before ``Operation/earliest`` or in the future, or a UTC offset is invalid.
    case timeIsWrong
    /// The goal's name is empty, or only spaces.
    case goalNameIsEmpty
    /// The goal's name is longer than ``Goal/longestName`` characters.
    case goalNameIsTooLong
    /// The goal ends before it starts.
    case goalEndsTooSoon
    /// The goal has more days than ``Goal/longestRange``.
    case goalIsTooLong
    /// What the goal asks of its counter is not from 1 to ``Counter/largestStep``.
    case goalTargetIsOutOfRange
    /// The goal's colour or reminder is invalid, or it has a target without a counter.
    case goalIsUnsound
    /// This version of Fivebar does not know the change's kind.
    case kindIsUnknown
    /// The change's fields do not match its kind.
    case changeIsUnreadable

    /// Whether the book is over its limits: the same operation succeeds later.
    var isOverLimit: Bool { self == .tooManyOperations || self == .tooManyOperationsToday }

    /// Whether a retry of the same operation is always refused. Others may succeed later.
    var isFinal: Bool {
        switch self {
        case .unknownDevice, .signUpIsClosed, .tooManyAccounts, .tooMuchFeedback, .tooManyUploads,
            .tooManyOperations,
            .tooManyOperationsToday, .tooManySignIns, .userNameIsTaken, .passkeyIsTaken, .tooManyPasskeys,
            .operationIdIsTaken, .otherAccount,
            // A later version of Fivebar may understand it.
            .kindIsUnknown:
            false
        default: true
        }
    }
}
