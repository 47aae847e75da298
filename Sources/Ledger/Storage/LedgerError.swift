// What can keep the ledger from doing what was asked, in the ledger's terms.
// Pages and commands put it into words.

import GRDB

/// Why the ledger refused, with nothing changed.
public enum Refusal: String, Error, Sendable, Equatable {
    /// No counter of this account has the id, or it is long deleted.
    case noSuchCounter
    /// The counter rests in the trash.
    case counterIsDeleted
    /// No device has the token, or it was signed out.
    case unknownDevice
    /// It was made for another account than the one that is open on the device now.
    case otherAccount
    /// The title is empty, or only spaces.
    case titleIsEmpty
    /// The title is longer than ``Counter/longestTitle`` characters.
    case titleIsTooLong
    /// So many accounts came from this address today that no more are made.
    case tooManyAccounts
    /// A count is below 0, a step is not one of 1 to ``Counter/largestStep``, or
    /// an hour is not one of 0 to 23.
    case numberIsOutOfRange
    /// The counter has no such entry.
    case noSuchEntry
    /// The note is longer than ``Entry/longestNote`` characters, or of a goal's
    /// day than ``Goal/longestNote``.
    case noteIsTooLong
    /// There are counters that were not known of when all were to be deleted.
    case countersWereAdded
    /// There is no such operation, or it is none that can be taken back.
    case cannotBeUndone
    /// No goal of this account has the id.
    case noSuchGoal
    /// The day has not come where the operation was made: it can be noted at, and not marked.
    case dayIsInFuture
    /// The day is before the goal's first one or after its last one.
    case dayIsOutsideGoal
    /// So much feedback came from this address today that no more is kept.
    case tooMuchFeedback
    /// So much was uploaded from this address today that no more is read.
    case tooManyUploads
    /// An operation with this id did something else before.
    case operationIdIsTaken
    /// The book holds as many counters as it may (``Limits/counters``).
    case tooManyCounters
    /// The book holds as many goals as it may (``Limits/goals``).
    case tooManyGoals
    /// So many operations came that no more are taken now (``Limits``).
    case tooManyOperations
    /// A time is before 1970 or has not come, or an offset is none that clocks have.
    case timeIsWrong
    /// The goal cannot be: its name, days, reminder or target are none that there are.
    case goalIsUnsound
    /// The change is of a kind that this Fivebar does not know, or not in this version of it.
    case kindIsUnknown
    /// The change's fields are not those of its kind.
    case changeIsUnreadable

    /// Whether the same operation is refused whenever it comes again. Others may be tried again later.
    var isFinal: Bool {
        switch self {
        case .unknownDevice, .tooManyAccounts, .tooMuchFeedback, .tooManyUploads, .tooManyOperations,
            .operationIdIsTaken, .otherAccount,
            // A later Fivebar may understand it.
            .kindIsUnknown, .changeIsUnreadable:
            false
        default: true
        }
    }
}

/// What is wrong with the place where the ledger is kept. Whether a write that
/// ended so was kept is unknown, which is why every write may be repeated.
public enum StorageFault: Error, Sendable, Equatable {
    case full
    case readOnly
    case busy
    case damaged
    /// A newer Fivebar has used the database.
    case newer
    /// An older Fivebar made the database; `fivebar migrate` brings it up to date.
    case older
    case unreachable(String)

    /// The fault behind an error of SQLite; nil where it is a bug of ours.
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

    /// Runs `body`, and throws SQLite's errors as faults.
    static func translating<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw StorageFault(error) ?? error
        }
    }
}
