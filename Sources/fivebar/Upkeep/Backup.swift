// Copies the database: `fivebar backup`.

import ArgumentParser
import Foundation
import Ledger

struct Backup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copy the database to a new file, while it is in use, and check the copy."
    )

    @OptionGroup var installation: Installation

    @Argument(help: "The file to make.")
    var file: String

    @Flag(help: "Print nothing unless something is wrong.")
    var quiet = false

    func validate() throws {
        guard !file.isEmpty else { throw ValidationError("Name the file to make.") }
    }

    func run() async throws {
        let settings = try installation.settings()
        let folder = URL(filePath: file).deletingLastPathComponent().path
        if let fault = AccessFault.entering(file) { throw CommandFailure(fault.description) }
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
        guard fault != .full, let access = AccessFault(to: file, isTyped: true) else {
            return fault.advice(file)
        }
        let folder =
            settings.backupFolder ?? URL(filePath: settings.database).deletingLastPathComponent().path
        return Advice(
            access.says,
            "Make the copy where that user may write, such as in \(folder), and take it from there."
        )
    }
}
