// The operator's commands: migrate, backup, tidy.

import ArgumentParser
import Foundation
import Ledger

struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Bring the database up to date, or make it.",
        discussion: """
            Serving does so by itself. Run it before that, with Fivebar stopped, where a start must be quick.
            """
    )

    @OptionGroup var installation: Installation

    @Flag(help: "Make the database, if there is none yet.")
    var new = false

    func run() async throws {
        let settings = try installation.settings()
        guard new || settings.hasDatabase else {
            throw CommandFailure(StorageFault.missing.advice(settings).description)
        }
        guard !settings.hasDatabase || !Ledger.isOlderAndInUse(settings.database) else {
            throw CommandFailure(
                """
                \(settings.database) is in use, by a process that would go on writing to it in its version's way, so nothing \
                was changed. Stop Fivebar with its socket first: systemctl stop \(Instance.current.socketUnit) \
                \(Instance.current.service). A second process and Litestream have it open, too, while they run.
                """)
        }
        // Unlike what is printed, it is not held back where it goes to a file or to another program.
        let ledger = try settings.openLedger(migrating: true) { progress in
            FileHandle.standardError.write(Data("\(progress.line)\n".utf8))
        }
        try? ledger.close()
        print("\(settings.database) is ready.")
    }
}

extension MigrationProgress {
    fileprivate var line: String {
        switch self {
        case .began(let step): "Migration \(step) …"
        case .rewrote(let done, let total): "Rewriting operations: \(done) of \(total)"
        }
    }
}

struct Backup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copy the database to a new file, while it is in use, and check the copy."
    )

    @OptionGroup var installation: Installation

    @Argument(help: "The file to make.")
    var file: String

    @Flag(help: "Print nothing unless something is wrong.")
    var quiet = false

    func run() async throws {
        let settings = try installation.settings()
        let folder = URL(filePath: file).deletingLastPathComponent().path
        guard FileManager.default.fileExists(atPath: folder) else {
            throw CommandFailure("There is no folder \(folder) to put the copy in.")
        }
        let ledger = try settings.openLedger(migrating: false)
        defer { try? ledger.close(waitsForOthers: false) }
        let findings: [Finding]
        do {
            findings = try ledger.backUp(to: file)
        } catch BackupFault.fileExists {
            throw CommandFailure("\(file) exists. A backup never overwrites one.")
        } catch BackupFault.copyIsDamaged(let findings) {
            throw CommandFailure(
                "The copy is not sound and was removed:\n"
                    + findings.map(\.description).joined(separator: "\n"))
        } catch let fault as StorageFault {
            throw CommandFailure(advice(fault, settings).description)
        }
        guard findings.isEmpty else {
            throw CommandFailure(
                "\(file) is a copy of \(settings.database), in which sums are wrong. `\(Instance.current.command) repair` mends them.\n"
                    + findings.map(\.description).joined(separator: "\n"))
        }
        if !quiet { print("\(file) is a checked copy of \(settings.database).") }
    }

    /// Nobody is told to give a folder of their own away for a copy's sake.
    private func advice(_ fault: StorageFault, _ settings: Settings) -> Advice {
        // A new copy is damaged only if what it was made of is.
        if fault == .damaged { return fault.advice(settings) }
        guard fault != .full, let access = AccessFault(to: file) else { return fault.advice(file) }
        let folder =
            settings.backupFolder ?? URL(filePath: settings.database).deletingLastPathComponent().path
        return Advice(
            access.says,
            "Make the copy where that user may write, such as in \(folder), and take it from there."
        )
    }
}

struct Tidy: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Remove what is due: old trash, lapsed sessions, accounts nobody can open.",
        discussion: "`fivebar serve` does it once a day; where Fivebar runs as a CGI program, cron does."
    )

    @OptionGroup var installation: Installation

    @Flag(help: "Print nothing unless something is wrong.")
    var quiet = false

    @Flag(help: "Take the clock for right, although it went on by more than 60 days since the last time.")
    var trustClock = false

    func run() async throws {
        let settings = try installation.settings()
        let ledger = try settings.openLedger(migrating: false)
        defer { try? ledger.close(waitsForOthers: false) }
        do {
            let report = try await ledger.tidy(
                now: settings.site().now(), trustingClock: trustClock)
            guard !quiet else { return }
            print(
                "Removed \(report.counters) counters, \(report.accounts) accounts, \(report.devices) devices."
            )
        } catch let doubt as ClockDoubt {
            throw CommandFailure("\(doubt). \(doubt.advice)")
        } catch let fault as StorageFault {
            throw CommandFailure(fault.advice(settings.database).description)
        }
    }
}

extension ClockDoubt {
    var advice: String { "If the clock is right: \(Instance.current.command) tidy --trust-clock" }
}
