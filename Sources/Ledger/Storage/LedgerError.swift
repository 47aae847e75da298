// Why the ledger cannot do what was requested, in the ledger's terms. Pages and
// commands turn these into messages.

import GRDB

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
    /// The goal's name, days, reminder or target is invalid.
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

/// A fault of the storage. Whether the write was committed is unknown, which is
/// why every write can be retried.
public enum StorageFault: Error, Sendable, Equatable, CustomStringConvertible {
    case full
    case readOnly
    case busy
    case damaged
    /// The database was written by a newer Fivebar.
    case newer
    /// The database was created by an older Fivebar; `fivebar migrate` updates it.
    case older
    /// There is no database, and none was to be made.
    case missing
    /// The file is another program's database.
    case foreign
    /// Another file lies where the opened one did.
    case replaced
    /// The opened file was moved or removed, and none lies in its place.
    case removed
    case unreachable(String)

    /// For a log.
    public var description: String {
        switch self {
        case .full: "the disk is full"
        case .readOnly: "the database cannot be written"
        case .busy: "the database is in use for too long"
        case .damaged: "the database is damaged"
        case .newer: "the database is of a newer version"
        case .older: "the database is of an older version"
        case .missing: "there is no database"
        case .foreign: "the database is another program's"
        case .replaced: "the database was replaced while it was in use"
        case .removed: "the database was moved or removed while it was in use"
        case .unreachable(let reason): "the database cannot be reached (\(reason))"
        }
    }

    /// The fault behind an SQLite error; nil if the error is a bug in Fivebar.
    init?(_ error: DatabaseError) {
        switch error.resultCode {
        case .SQLITE_FULL: self = .full
        case .SQLITE_READONLY, .SQLITE_PERM: self = .readOnly
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: self = .busy
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged
        case .SQLITE_CANTOPEN, .SQLITE_IOERR, .SQLITE_NOMEM, .SQLITE_NOLFS, .SQLITE_AUTH:
            self = .unreachable(error.message ?? "\(error.resultCode)")
        default: return nil
        }
    }

    /// Runs `body`, and translates SQLite's errors to faults.
    static func translating<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw StorageFault(error) ?? error
        }
    }
}
