// `fivebar account limit`: one account's own limits, for whoever needs more than everybody else, or is to have less.

import ArgumentParser
import Ledger

/// A limit as it is typed.
private struct TypedLimit: Sendable {
    /// Nil: the site's; 0: none.
    let most: Int?

    init(_ text: String) throws {
        if text == Self.site {
            most = nil
        } else {
            guard let number = Int(text), (0...1_000_000_000).contains(number) else {
                throw ValidationError(
                    "A limit is a number up to a billion, 0 for none, or “site” for the site's, not “\(text)”."
                )
            }
            most = number
        }
    }

    static let site = "site"
}

struct LimitAccount: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limit",
        abstract: "Print the limits of one account, or give it others than the site's.",
        discussion: """
            Each is a number up to a billion, 0 for no limit, or “site” for the site's limit again, which is the one in \
            fivebar.env. What changes holds at once. What an account has already stays, however low its limit.
            """
    )

    @OptionGroup var installation: Installation

    @Argument(help: "The account's number.")
    var number: AccountID

    @Option(
        help: ArgumentHelp("Counters, not counting the trash.", valueName: "most"), transform: TypedLimit.init
    )
    private var counters: TypedLimit?

    @Option(
        help: ArgumentHelp("Goals, archived ones as well.", valueName: "most"), transform: TypedLimit.init)
    private var goals: TypedLimit?

    @Option(
        help: ArgumentHelp("Changes, taps and everything else, on a day.", valueName: "most"),
        transform: TypedLimit.init)
    private var operationsPerDay: TypedLimit?

    @Option(
        help: ArgumentHelp("Changes a second, on average.", valueName: "most"), transform: TypedLimit.init)
    private var operationsPerSecond: TypedLimit?

    @Option(
        help: ArgumentHelp("Megabytes of titles and notes on a day.", valueName: "most"),
        transform: TypedLimit.init)
    private var wordsPerDay: TypedLimit?

    @Flag(help: "The site's limits throughout again.")
    var reset = false

    func validate() throws {
        guard !reset || !isChanged else { throw ValidationError("Name limits, or --reset.") }
    }

    private var isChanged: Bool {
        [counters, goals, operationsPerDay, operationsPerSecond, wordsPerDay].contains { $0 != nil }
    }

    func run() async throws {
        let settings = try installation.settings()
        try await settings.withLedger { ledger in
            let own =
                reset || isChanged
                ? try await ledger.setLimits(of: number) { [self] in change(&$0) }
                : try ledger.limits(of: number)
            guard let own else { throw AccountCommand.noAccount(number) }
            for line in own.lines(beside: settings.limits) { print(line) }
        }
    }

    private func change(_ limits: inout AccountLimits) {
        if reset { limits = AccountLimits() }
        if let counters { limits.counters = counters.most }
        if let goals { limits.goals = goals.most }
        if let operationsPerDay { limits.operationsPerDay = operationsPerDay.most }
        if let operationsPerSecond { limits.operationsPerSecond = operationsPerSecond.most }
        if let wordsPerDay { limits.wordsPerDay = wordsPerDay.most.map { $0 * 1_048_576 } }
    }
}

extension AccountLimits {
    /// Each limit in a line: the account's own beside the site's.
    fileprivate func lines(beside site: Limits) -> [String] {
        func text(_ limit: Int?) -> String { limit.map { $0 == 0 ? "none" : String($0) } ?? "none" }
        func megabytes(_ bytes: Int?) -> Int? { bytes.map { $0 / 1_048_576 } }
        let all: [(String, own: Int?, site: Int?)] = [
            ("counters", counters, site.counters), ("goals", goals, site.goals),
            ("operations a day", operationsPerDay, site.operationsPerDay),
            ("operations a second", operationsPerSecond, site.operationsPerSecond),
            ("MB of words a day", megabytes(wordsPerDay), megabytes(site.wordsPerDay)),
        ]
        return all.map { name, own, site in
            let label = name + ":" + String(repeating: " ", count: 21 - name.count)
            guard let own else { return label + text(site) }
            return label + "\(text(own)) (the site's: \(text(site)))"
        }
    }

    /// The account's own limits in words; nil if it has none.
    var summary: String? {
        func text(_ limit: Int?, _ name: String) -> String? {
            limit.map { $0 == 0 ? "any \(name)" : "\($0) \(name)" }
        }
        let own = [
            text(counters, "counters"), text(goals, "goals"), text(operationsPerDay, "operations a day"),
            text(operationsPerSecond, "operations a second"),
            text(wordsPerDay.map { $0 / 1_048_576 }, "MB of words a day"),
        ].compactMap(\.self)
        return own.isEmpty ? nil : own.joined(separator: ", ")
    }
}
