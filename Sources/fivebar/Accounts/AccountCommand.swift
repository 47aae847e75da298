// What an operator can do for one account: `fivebar account`. Whose account a number is, nobody can tell from here:
// nothing that people wrote is printed.

import ArgumentParser
import Foundation
import Ledger
import Site

struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "List accounts by number, let somebody in or back in, limit or delete an account.",
        subcommands: [
            ListAccounts.self, ShowAccount.self, InviteToAccount.self, ListInvitations.self,
            WithdrawInvitation.self, CreateAccount.self, RecoverAccount.self, SignOutAccount.self,
            LimitAccount.self, DeleteAccount.self,
        ]
    )

    static func noAccount(_ number: AccountID) -> CommandFailure {
        CommandFailure(
            "There is no account with the number \(number). `\(Instance.current.command) account list` has them all."
        )
    }

    /// Prints a link of the site, alone on standard output.
    static func printLink(_ path: String, _ settings: Settings) {
        if let address = settings.address {
            print(address.origin + path)
        } else {
            print(path)
            tell("Put the address of your site before this link, or set FIVEBAR_URL.")
        }
    }

    /// - Throws: Where no link opens an account.
    static func checkLinks(_ settings: Settings) throws {
        guard settings.signsInByWebServer else { return }
        throw CommandFailure(
            "With FIVEBAR_REMOTE_USER=yes the web server alone lets people in: a link would open nothing.")
    }

    /// Says a sentence where it does not get between what is printed.
    static func tell(_ sentence: String) {
        FileHandle.standardError.write(Data("\(sentence)\n".utf8))
    }
}

struct InviteToAccount: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Print an invitation: a link that makes an account for whoever opens it.",
        discussion: """
            It works once, for \(Invitation.days) days. With FIVEBAR_SIGN_UP=invitation nobody comes to an account in \
            another way, but by this or by `fivebar account create`.
            """
    )

    @OptionGroup var installation: Installation

    func run() async throws {
        let settings = try installation.settings()
        try AccountCommand.checkLinks(settings)
        switch settings.limits.signUp {
        case .open: AccountCommand.tell("Nobody needs it: FIVEBAR_SIGN_UP=open lets anybody count.")
        case .invitation: break
        case .closed:
            throw CommandFailure(
                "FIVEBAR_SIGN_UP=closed takes no invitation. `\(Instance.current.command) account create` makes an account."
            )
        }
        try await settings.withLedger { ledger in
            let site = settings.site()
            let link = InvitationLink(bytes: site.randomBytes(32), base: site.basePath)
            try await ledger.invite(by: link.token, until: site.now().advanced(byDays: Invitation.days))
            AccountCommand.printLink(link.path, settings)
        }
    }
}

struct CreateAccount: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Make an account, and print the recovery link that opens it.",
        discussion: """
            It can be opened by the link on any number of devices. Whoever gets it does well to replace the link by a new \
            one, under Settings, Devices, once they are in.
            """
    )

    @OptionGroup var installation: Installation

    func run() async throws {
        let settings = try installation.settings()
        try AccountCommand.checkLinks(settings)
        try await settings.withLedger { ledger in
            let site = settings.site()
            let link = RecoveryLink(bytes: site.randomBytes(32), base: site.basePath)
            let number = try await ledger.makeAccount(
                openedBy: link.token, version: SiteConfiguration.version, at: site.now())
            AccountCommand.tell("This opens the account with the number \(number):")
            AccountCommand.printLink(link.path, settings)
        }
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
        try AccountCommand.checkLinks(settings)
        try await settings.withLedger { ledger in
            guard try ledger.details(of: number) != nil else { throw AccountCommand.noAccount(number) }
            let site = settings.site()
            let link = RecoveryLink(bytes: site.randomBytes(32), base: site.basePath)
            try await ledger.setRecovery(link.token, of: number, by: nil, at: site.now())
            AccountCommand.printLink(link.path, settings)
        }
    }
}

struct SignOutAccount: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out",
        abstract: "Sign an account out on all its devices, for somebody who has lost one of them.",
        discussion: """
            Codes for further devices stop working as well. The recovery link, recovery codes, the passphrase and passkeys \
            open it again: whoever may know one of them replaces it afterwards, under Settings, or gets a new link by \
            `fivebar account recover`.
            """
    )

    @OptionGroup var installation: Installation

    @Argument(help: "The account's number.")
    var number: AccountID

    func run() async throws {
        try await installation.withLedger { ledger in
            guard let details = try ledger.details(of: number) else { throw AccountCommand.noAccount(number) }
            print("Devices that were signed out: \(try await ledger.signOut(allBut: nil, of: number)).")
            let isOpened =
                details.recoveryLinkFrom != nil || details.recoveryCodes > 0 || details.hasPassphrase
                || details.passkeys > 0
            guard !isOpened else { return }
            AccountCommand.tell(
                "Nothing opens the account any more. `\(Instance.current.command) account recover \(number)` makes a link that does."
            )
        }
    }
}

struct DeleteAccount: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete an account with everything in it.",
        discussion: """
            The account is named by its number, or for certain by a recovery link, which whoever asks for this makes in \
            their settings, where it is shown for five minutes. With FIVEBAR_REMOTE_USER=yes it is named by --user. Backups \
            made before keep what was in them.
            """
    )

    @OptionGroup var installation: Installation

    @Argument(help: "The account's number, or its recovery link, or what stands after the link's last slash.")
    var account: String?

    @Option(help: "The name by which the web server signs somebody in, instead of the account.")
    var user: String?

    @Flag(help: "Delete it. Without this it is only told what would be deleted.")
    var yes = false

    func validate() throws {
        guard (account == nil) != (user == nil) else {
            throw ValidationError("Name the account by its number, its recovery link or --user.")
        }
    }

    func run() async throws {
        try await installation.withLedger { ledger in
            let account = try found(in: ledger).summary
            guard yes else {
                print(
                    "Counters: \(account.counters), goals: \(account.goals). Nothing was deleted: add --yes.")
                return
            }
            _ = try await ledger.deleteAccount(account.id, by: nil)
            print("The account is deleted.")
        }
    }

    private func found(in ledger: Ledger) throws -> AccountDetails {
        if let user {
            guard let number = try WebServerUser(user).flatMap({ try ledger.account(of: $0) }) else {
                throw CommandFailure("The web server has signed nobody in as “\(user)”.")
            }
            return try found(number, in: ledger)
        }
        let account = account ?? ""
        if let number = AccountID(account) { return try found(number, in: ledger) }
        guard let token = RecoveryLink.token(in: account), let found = try ledger.recoverable(token) else {
            throw CommandFailure(
                "No account has this recovery link. A new link takes the place of the one before.")
        }
        return try self.found(found.account, in: ledger)
    }

    private func found(_ number: AccountID, in ledger: Ledger) throws -> AccountDetails {
        guard let details = try ledger.details(of: number) else { throw AccountCommand.noAccount(number) }
        return details
    }
}
