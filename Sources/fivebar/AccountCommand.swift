// Deletes an account on somebody's request to the operator: `fivebar account delete`.

import ArgumentParser
import Ledger
import Site

struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Delete somebody's account.",
        subcommands: [DeleteAccount.self]
    )
}

struct DeleteAccount: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete an account with everything in it.",
        discussion: """
            The account is named by a recovery link, which whoever asks for this makes in their \
            settings, where it is shown for five minutes. Backups made before keep what was in them.
            """
    )

    @OptionGroup var installation: Installation

    @Argument(help: "The recovery link, or what stands after its last slash.")
    var link: String

    @Flag(help: "Delete it. Without this it is only told what would be deleted.")
    var yes = false

    func run() async throws {
        let ledger = try installation.openLedger()
        guard let token = RecoveryLink.token(in: link), let found = try ledger.recoverable(token) else {
            throw CommandFailure(
                "No account has this recovery link. A new link takes the place of the one before.")
        }
        guard yes else {
            print("Counters in this account: \(found.counters). Nothing was deleted: add --yes.")
            return
        }
        _ = try await ledger.deleteAccount(found.account)
        print("The account is deleted.")
    }
}
