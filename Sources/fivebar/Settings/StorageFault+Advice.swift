// Storage faults as messages for the operator, with advice.

import Foundation
import Glibc
import Ledger

extension StorageFault {
    /// - Parameter isTyped: Whether somebody has typed a command.
    func advice(_ database: String, isTyped: Bool = false) -> Advice {
        switch seen(at: database) {
        case .full: Advice("The disk of \(database) is full.", "Make room; nothing that was saved is lost.")
        case .readOnly:
            AccessFault(to: database, isTyped: isTyped)?.advice
                ?? Advice(
                    "\(database) cannot be written.",
                    "The file and its folder must belong to the user who runs fivebar."
                )
        case .busy: Advice("\(database) has been in use by another process for too long.", "Try again.")
        case .damaged:
            Advice(
                "\(database) is damaged, or no database.",
                "Go back to a backup: `\(Instance.current.command) restore FILE`.")
        case .newer:
            Advice(
                "\(database) was used by a newer version of Fivebar.",
                "Run that version, or restore a backup.")
        case .older:
            Advice(
                "\(database) is of an older version of Fivebar.",
                "`\(Instance.current.command) migrate` brings it up to date.")
        case .missing:
            Advice(
                "There is no database \(database).",
                "`fivebar serve` makes one when it starts, or `\(Instance.current.command) migrate --new` now."
            )
        case .foreign:
            Advice(
                "\(database) is the database of another program, and was left as it is.",
                "Name a file of Fivebar's own in FIVEBAR_DATABASE, or with --database.")
        case .replaced:
            Advice(
                "\(database) is another file than the one that Fivebar has open.",
                """
                Fivebar ends, to start on this one: what was counted before is in the other only. To replace a \
                database, stop Fivebar with its socket, or let `\(Instance.current.command) restore FILE` do it.
                """)
        case .removed:
            Advice(
                "\(database) was moved or removed while Fivebar has it open, so nothing is taken.",
                "Put it back, or a copy: Fivebar then starts on it.")
        case .unreachable(let reason):
            AccessFault(to: database, isTyped: isTyped)?.advice
                ?? Advice("\(database) cannot be reached: \(reason).", "Look at its folder, and at the disk.")
        }
    }

    /// SQLite calls a disk that is full to the last byte an I/O error.
    func seen(at database: String) -> StorageFault {
        guard case .unreachable = self, Disk(of: database)?.isFull ?? false else { return self }
        return .full
    }

    /// The advice about the database of an installation.
    func advice(_ settings: Settings) -> Advice {
        switch seen(at: settings.database) {
        case .missing:
            let says = "There is no database \(settings.database), \(settings.databaseSource)."
            return AccessFault.entering(settings.database)?.advice
                ?? settings.waysOnWithoutDatabase.map { Advice(says, $0) }
                ?? Advice(
                    says,
                    """
                    \(settings.wayToAnotherDatabase) Otherwise Fivebar makes this one when it starts, and \
                    `\(Instance.current.command) migrate --new` now.
                    """
                )
        case .readOnly, .unreachable:
            let advice = self.advice(settings.database, isTyped: settings.isTyped)
            // Without a service or settings of the machine's, as on a shared host, it lies where it is meant to.
            guard !settings.isDatabaseNamed, settings.isMachines else { return advice }
            return Advice(
                "No setting names a database: FIVEBAR_DATABASE in \(Instance.current.settings) does. \(advice.says)",
                advice.mend)
        default: return self.advice(settings.database, isTyped: settings.isTyped)
        }
    }
}

extension AccessFault {
    fileprivate var advice: Advice { Advice(says, mend) }
}

extension Settings {
    /// Opens the ledger; a fault ends the command with a message.
    /// - Parameter report: Called as a migration goes on.
    func openLedger(
        migrating: Bool, reporting report: @escaping @Sendable (MigrationProgress) -> Void = { _ in }
    ) throws -> Ledger {
        do {
            return try Ledger(path: database, migrating: migrating, reporting: report)
        } catch StorageFault.older where migrating {
            throw CommandFailure(adviceWhereOlderIsOpen.description, mayPass: true)
        } catch let fault as StorageFault {
            throw failure(fault)
        }
    }

    /// The advice about an older database that was to be brought up to date.
    var adviceWhereOlderIsOpen: Advice {
        Advice(
            """
            \(database) is of an older version of Fivebar, and is in use by a process that would go on writing to it in that \
            version's way, so nothing was changed.
            """,
            isTyped
                ? "\(Instance.current.stopping) A second process has it open, too, while it runs."
                : """
                End that process: one that was not restarted with this one, such as a second one \
                (\(Guide.current.path("growth.md"))).
                """)
    }

    /// Does what a command is for with the ledger, which must exist; a fault ends the command with a message.
    func withLedger<Answer>(_ work: (Ledger) async throws -> Answer) async throws -> Answer {
        let ledger = try openLedger(migrating: false)
        defer { try? ledger.close(waitsForOthers: false) }
        do {
            return try await work(ledger)
        } catch let fault as StorageFault {
            throw failure(fault)
        }
    }

    private func failure(_ fault: StorageFault) -> CommandFailure {
        CommandFailure(
            fault.advice(self).description, mayPass: [.full, .busy].contains(fault.seen(at: database)))
    }

    /// The ledger for a server, which begins a database where there is none, and no other could be meant.
    func openLedgerToServe() throws -> Ledger {
        if let reason = reasonNotToBeginAnew { throw CommandFailure(reason) }
        return try openLedger(migrating: true)
    }

    /// Why a server does not begin a database: one that is gone has left copies, the machine's installation has another, or
    /// one that lies near is meant. People would come to an empty Fivebar, and in two weeks nightly copies of it would have
    /// replaced theirs.
    var reasonNotToBeginAnew: String? {
        guard !hasDatabase else { return nil }
        let says = "There is no database \(database)."
        if let waysOnBesideCopies { return "\(says) \(waysOnBesideCopies)" }
        switch installedDatabase {
        case .named(let other) where other != database:
            let instance = Instance.current
            return """
                \(instance.settings) names \(other), and nothing has handed that on, so Fivebar makes no second \
                database, \(database). To start the service: systemctl start \(instance.socketUnit) \(instance.service). \
                Where a web server starts Fivebar, its file names FIVEBAR_DATABASE as well. To serve another database, name \
                it in the environment.
                """
        case .none, .named:
            // Whoever tries Fivebar out names a database of their own, beside any other.
            let isForATry = isTyped && backupFolder == nil
            return isForATry ? nil : waysOnBesideAnother.map { "\(says) \($0)" }
        case .hidden:
            return """
                \(Instance.current.settings) cannot be read by \(AccessFault.name(of: geteuid())), or not as settings, and \
                may name another database, so Fivebar makes none, \(database). To serve one without that file, name it in \
                FIVEBAR_DATABASE in the environment.
                """
        }
    }

    /// What there is to do where a server makes no database by itself; nil where it does.
    fileprivate var waysOnWithoutDatabase: String? { waysOnBesideCopies ?? waysOnBesideAnother }

    /// The same where a database that has left copies is gone. Whoever has mistyped a name would by a copy divide in two what
    /// people count, so that comes last.
    private var waysOnBesideCopies: String? {
        guard !hasDatabase, let copy = BackupFiles(of: database, also: backupFolder).newestNightly else {
            return nil
        }
        return """
            There are copies of one, so Fivebar makes no new one by itself. \(wayToAnotherDatabase) If its disk is not mounted, \
            mount it. To begin anew: \(Instance.current.command) migrate --new. If it is gone for good, to go on with the newest \
            copy: \(Instance.current.command) restore \(copy.path)
            """
    }

    /// The same where its name may be that of one nearby, mistyped.
    private var waysOnBesideAnother: String? {
        let near = backupFolder == nil ? databasesBeside : otherDatabases
        guard !hasDatabase, !near.isEmpty else { return nil }
        return """
            Fivebar makes no new one beside another by itself. \(wayToAnotherDatabase) To begin this one: \
            \(Instance.current.command) migrate --new
            """
    }

    /// What whoever meant another file does, with the files that may be meant.
    fileprivate var wayToAnotherDatabase: String {
        let way = "If another file is meant, name it \(databaseSetting)"
        let others = otherDatabases
        return others.isEmpty ? "\(way)." : "\(way): there is \(others.joined(separator: " and "))."
    }

    /// Databases in the same folder.
    private var databasesBeside: [String] {
        let folder = URL(filePath: database).deletingLastPathComponent().path
        return BackupFiles(of: database, also: nil).copies.map(\.path).filter {
            URL(filePath: $0).deletingLastPathComponent().path == folder
        }
    }

    /// Databases in the same folder, and the one at the usual place.
    private var otherDatabases: [String] {
        let beside = databasesBeside, usual = Instance.current.stateFolder + "/fivebar.sqlite"
        let isAnother = usual != URL(filePath: database).path && !beside.contains(usual)
        return beside + (isAnother && Ledger.isCopy(usual) ? [usual] : [])
    }
}
