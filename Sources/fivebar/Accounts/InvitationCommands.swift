// Invitations that were made and not used yet: `fivebar account invitations` and `fivebar account withdraw`. Their links are
// not known any more, so each goes by a number.

import ArgumentParser
import Foundation
import Ledger

struct ListInvitations: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invitations",
        abstract:
            "Print the invitations that nobody has used yet, by number, with the day on which each lapses."
    )

    @OptionGroup var installation: Installation

    func run() async throws {
        let settings = try installation.settings()
        try await settings.withLedger { ledger in
            let invitations = try ledger.invitations(at: settings.site().now())
            guard !invitations.isEmpty else {
                print("There are no invitations.")
                return
            }
            for invitation in invitations {
                print("\(invitation.number)  \(CivilDay(of: invitation.end, zoneOffset: 0).description)")
            }
        }
    }
}

struct WithdrawInvitation: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw",
        abstract: "Make an invitation worthless."
    )

    @OptionGroup var installation: Installation

    @Argument(help: "The number that `fivebar account invitations` prints.")
    var number: String?

    @Flag(help: "All of them.")
    var all = false

    func validate() throws {
        guard (number == nil) == all else {
            throw ValidationError("Name one invitation by its number, or --all.")
        }
    }

    func run() async throws {
        try await installation.withLedger { ledger in
            let withdrawn = try await ledger.withdrawInvitations(number?.lowercased())
            guard all || withdrawn > 0 else {
                throw CommandFailure(
                    "There is no such invitation. `\(Instance.current.command) account invitations` has them all."
                )
            }
            print("Invitations that open nothing any more: \(withdrawn).")
        }
    }
}
