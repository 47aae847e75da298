// Storage faults as messages for the operator, with advice.

import Ledger

extension StorageFault {
    func advice(_ database: String) -> String {
        switch self {
        case .full: "The disk of \(database) is full. Make room; nothing that was saved is lost."
        case .readOnly:
            Obstacle(to: database)?.description
                ?? "\(database) cannot be written. The file and its folder must belong to the user who runs fivebar."
        case .busy: "\(database) is in use by another process for too long. Try again."
        case .damaged: "\(database) is damaged, or no database. Go back to a backup: `fivebar restore FILE`."
        case .newer:
            "\(database) was used by a newer version of Fivebar. Run that version, or restore a backup."
        case .older: "\(database) is of an older version of Fivebar. `fivebar migrate` brings it up to date."
        case .missing:
            "There is no database \(database). `fivebar serve` makes one when it starts, or `fivebar migrate --new` now."
        case .foreign: "\(database) is the database of another program. It was left as it is."
        case .unreachable(let reason):
            Obstacle(to: database)?.description ?? "\(database) cannot be reached: \(reason)"
        }
    }
}

extension StorageFault {
    /// The advice about the database of an installation.
    func advice(_ settings: Settings) -> String {
        switch self {
        case .missing:
            Obstacle.entering(settings.database)
                ?? """
                There is no database \(settings.database), \(settings.databaseSource). \
                Name the right one with --database; or `fivebar serve` makes this one when it starts, \
                and `fivebar migrate --new` now.
                """
        case .readOnly, .unreachable:
            settings.isDatabaseNamed
                ? advice(settings.database)
                : "No setting names a database: FIVEBAR_DATABASE in /etc/fivebar.env does. "
                    + advice(settings.database)
        default: advice(settings.database)
        }
    }
}

extension Settings {
    /// Opens the ledger; a fault ends the command with a message.
    /// - Parameter report: Called now and then during a long migration with the
    ///   work done and the total.
    func openLedger(
        migrating: Bool, reporting report: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
    ) throws -> Ledger {
        do {
            return try Ledger(path: database, migrating: migrating, reporting: report)
        } catch let fault as StorageFault {
            throw CommandFailure(fault.advice(self), mayPass: fault == .full || fault == .busy)
        }
    }
}

/// Why a command failed, as a message for the operator.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String
    /// Whether the same may succeed later, without anybody mending anything.
    let mayPass: Bool

    init(_ sentence: String, mayPass: Bool = false) {
        description = sentence
        self.mayPass = mayPass
    }
}
