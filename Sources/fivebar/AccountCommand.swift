// What an operator can do for one account: `fivebar account`. Whose account a number is, nobody can tell from here:
// nothing that people wrote is printed.

import ArgumentParser
import Foundation
import Ledger
import Site

struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "List accounts by number, let somebody back in, or delete an account.",
        subcommands: [ListAccounts.self, ShowAccount.self, RecoverAccount.self, DeleteAccount.self]
    )

    static func noAccount(_ number: AccountID) -> CommandFailure {
        CommandFailure("There is no account with the number \(number). `fivebar account list` has them all.")
    }
}

struct RecoverAccount: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recover",
        abstract: "Print a new recovery link for somebody who cannot open their account any more.",
        discussion: """
            Whoever has the link can open the account, so be sure whose it is: ask when it was made and last used, and \
            what is in it, and compare with `fivebar account show`. A link that was made before stops working; \
            signed-in devices, codes, passkeys and the passphrase stay.
            """
    )

    @OptionGroup var installation: Installation

    @Argument(help: "The account's number.")
    var number: AccountID

    func run() async throws {
        let settings = try installation.settings()
        let ledger = try settings.openLedger(migrating: false)
        guard try ledger.details(of: number) != nil else { throw AccountCommand.noAccount(number) }
        let site = settings.site()
        let link = RecoveryLink(bytes: site.randomBytes(32), base: site.basePath)
        try await ledger.setRecovery(link.token, of: number, at: site.now())
        if let address = settings.address {
            print(address.origin + link.path)
        } else {
            print(link.path)
            FileHandle.standardError.write(
                Data("Put the address of your site before it, or set FIVEBAR_URL.\n".utf8))
        }
    }
}

struct DeleteAccount: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete an account with everything in it.",
        discussion: """
            The account is named by its number, or for certain by a recovery link, which whoever asks for this makes in \
            their settings, where it is shown for five minutes. Backups made before keep what was in them.
            """
    )

    @OptionGroup var installation: Installation

    @Argument(help: "The account's number, or its recovery link, or what stands after the link's last slash.")
    var account: String

    @Flag(help: "Delete it. Without this it is only told what would be deleted.")
    var yes = false

    func run() async throws {
        let ledger = try installation.openLedger()
        let (number, counters) = try found(in: ledger)
        guard yes else {
            print("Counters in this account: \(counters). Nothing was deleted: add --yes.")
            return
        }
        _ = try await ledger.deleteAccount(number)
        print("The account is deleted.")
    }

    private func found(in ledger: Ledger) throws -> (AccountID, counters: Int) {
        if let number = AccountID(account) {
            guard let details = try ledger.details(of: number) else {
                throw AccountCommand.noAccount(number)
            }
            return (number, details.summary.counters)
        }
        guard let token = RecoveryLink.token(in: account), let found = try ledger.recoverable(token) else {
            throw CommandFailure(
                "No account has this recovery link. A new link takes the place of the one before.")
        }
        return (found.account, found.counters)
    }
}
