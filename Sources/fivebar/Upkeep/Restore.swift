// Goes back to a backup: `fivebar restore`.

import ArgumentParser
import Foundation
import Ledger

struct Restore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Go back to a copy that `fivebar backup` made.",
        discussion: """
            Stop Fivebar first, with its socket. The copy is checked before anything changes, and the database of now \
            is kept beside it. What was counted since the copy was made is only in there.
            """
    )

    @OptionGroup var installation: Installation

    @Argument(help: "The copy.")
    var file: String

    func validate() throws {
        guard !file.isEmpty else { throw ValidationError("Name the copy to go back to.") }
    }

    func run() async throws {
        let backup: BackupFile
        do {
            // Opened first, since root may read what the database's owner may not.
            backup = try BackupFile(path: file)
        } catch let fault as RestoreFault {
            throw CommandFailure(Self.advice(fault, file, ""))
        }
        let settings = try installation.settings()
        let kept = try restore(backup, settings)
        let isWhole = try requireSound(settings.database, kept)
        print(
            isWhole
                ? "\(file) is sound, and is the database now: \(settings.database)"
                : """
                \(file) is the database now: \(settings.database)
                It is whole, but some of its sums are wrong: `\(Instance.current.command) repair` mends them.
                """)
        if let kept { print(Self.sentence(of: kept)) }
        print(
            """
            Start Fivebar again. Accounts that were deleted since the copy was made are to be deleted again, and \
            devices, links, codes, passphrases and passkeys that were removed since open their accounts again.
            """)
    }

    /// - Returns: Where the database before lies now; nil if there was none.
    private func restore(_ backup: BackupFile, _ settings: Settings) throws -> String? {
        do {
            return try Ledger.restore(backup, to: settings.database, now: settings.site().now())
        } catch let fault as RestoreFault {
            throw CommandFailure(Self.advice(fault, file, settings.database))
        } catch let fault as StorageFault {
            let advice = fault.advice(settings)
            // The disk of before may have had just room enough for the database.
            let mend =
                fault.seen(at: settings.database) == .full
                ? "Make room for one more copy on its disk, and try again." : advice.mend
            throw CommandFailure("\(advice.says) Nothing was lost. \(mend)")
        }
    }

    /// - Returns: Whether nothing has to be mended in what is the database now.
    /// - Throws: ``CommandFailure`` if it is damaged, or cannot be read.
    private func requireSound(_ database: String, _ kept: String?) throws -> Bool {
        let before = kept.map { " \(Self.sentence(of: $0))." } ?? ""
        guard let restored = try? Ledger(path: database, migrating: false),
            let findings = try? restored.check()
        else {
            throw CommandFailure(
                "\(file) is the database now, \(database), but it cannot be read there.\(before)")
        }
        defer { try? restored.close(waitsForOthers: false) }
        let damage = findings.filter { $0.severity == .error && !$0.isMendable }
        guard damage.isEmpty else {
            throw CommandFailure(
                "\(file) is the database now, \(database), but it is not sound there.\(before)\n"
                    + damage.map(\.description).joined(separator: "\n"))
        }
        return !findings.contains(where: \.isMendable)
    }

    private static func sentence(of kept: String) -> String { "The database before is kept as \(kept)" }

    private static func advice(_ fault: RestoreFault, _ file: String, _ database: String) -> String {
        switch fault {
        case .isInUse:
            """
            \(database) is in use, so nothing was changed. \(Instance.current.stopping) A second process and Litestream \
            have it open, too, while they run.
            """
        case .isItself: "\(file) is the database itself, \(database). Nothing was changed. Name a copy."
        case .isUnreadable(let reason): "\(file) cannot be read: \(reason). Nothing was changed."
        case .isNotAlone:
            """
            \(file) has a file \(file)-wal beside it: it is in use, or was copied or looked at while it was. Nothing was \
            changed. Make a whole copy of it: \(Instance.current.command) backup --database \(file) NEW
            """
        case .isForeign: "\(file) is no database of Fivebar's, or a part of one. Nothing was changed."
        case .isNewer:
            "\(file) was made by a newer version of Fivebar. Nothing was changed. Install that version first."
        case .isDamaged(let findings):
            "\(file) is not sound. Nothing was changed.\n"
                + findings.map(\.description).joined(separator: "\n")
        case .isNotMoved(let reason):
            "The copy cannot take the place of \(database): \(reason). Nothing was lost. Look at its folder, and at the disk."
        }
    }
}
