// Why the database could not be read or written.

import GRDB

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
