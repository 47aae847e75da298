// Removes what nobody needs any more: `fivebar tidy`.

import ArgumentParser
import Ledger

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
        do {
            let report = try await settings.withLedger { ledger in
                try await ledger.tidy(now: settings.site().now(), trustingClock: trustClock)
            }
            guard !quiet else { return }
            print(
                "Removed \(report.counters) counters, \(report.accounts) accounts, \(report.devices) devices."
            )
        } catch let doubt as ClockDoubt {
            throw CommandFailure("\(doubt). \(doubt.advice)")
        }
    }
}

extension ClockDoubt {
    var advice: String { "If the clock is right: \(Instance.current.command) tidy --trust-clock" }
}
