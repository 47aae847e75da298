// Mends sums from the entries they follow from: `fivebar repair`.

import ArgumentParser
import Foundation
import Ledger

struct Repair: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make every count the sum of its entries again.",
        discussion: """
            For what `fivebar check` finds wrong with sums. A copy of the database is made beside it first, and what \
            was changed is printed. People may count meanwhile. A damaged file is not mended: restore a backup.
            """
    )

    @OptionGroup var installation: Installation

    func run() async throws {
        let settings = try installation.settings()
        try await settings.withLedger { try await repair($0, settings) }
    }

    private func repair(_ ledger: Ledger, _ settings: Settings) async throws {
        let findings = try ledger.check()
        guard findings.contains(where: { $0.severity == .error }) else {
            print("\(settings.database): every count is the sum of its entries. Nothing had to be mended.")
            return
        }
        let copy = "\(settings.database).before-repair-\(settings.site().now().fileName)"
        do {
            try ledger.backUp(to: copy)
            print("The database before is kept as \(copy)")
            for sentence in try await ledger.repair() { print(sentence) }
        } catch BackupFault.copyIsDamaged(let findings), RepairFault.fileIsDamaged(let findings) {
            throw CommandFailure(
                "\(settings.database) is damaged, which nothing mends but a backup: \(Instance.current.command) restore FILE\n"
                    + findings.map(\.description).joined(separator: "\n"))
        } catch BackupFault.fileExists {
            throw CommandFailure("\(copy) is there already. Nothing was changed; try again in a second.")
        }
        let left = try ledger.check().filter { $0.severity == .error }
        guard left.isEmpty else {
            throw CommandFailure("This is left:\n" + left.map(\.description).joined(separator: "\n"))
        }
        print("\(settings.database): every count is the sum of its entries.")
    }
}
