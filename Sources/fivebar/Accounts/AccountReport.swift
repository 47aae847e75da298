// Accounts in numbers: `fivebar account list` and `fivebar account show`. Days are those of UTC.

import ArgumentParser
import Foundation
import Ledger

struct ListAccounts: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print all accounts by number: when they were made and last used, and how much is in them."
    )

    @OptionGroup var installation: Installation

    @Flag(help: "Print a JSON array.")
    var json = false

    func run() async throws {
        try await installation.withLedger { ledger in
            if json {
                // Piece by piece: a large site has a million.
                var separator = "[\n"
                try forEach(in: ledger) { account in
                    print(separator + (try AccountRecord(account).json), terminator: "")
                    separator = ",\n"
                }
                print(separator == "[\n" ? "[]" : "\n]")
                return
            }
            var isEmpty = true
            try forEach(in: ledger) { account in
                if isEmpty { print(Self.line(Self.columns)) }
                isEmpty = false
                print(
                    Self.line([
                        String(account.id), account.createdAt.day, account.seenAt.day,
                        String(account.devices),
                        String(account.counters), String(account.goals), String(account.operations),
                    ]))
            }
            if isEmpty { print("There are no accounts.") }
        }
    }

    private func forEach(in ledger: Ledger, _ body: (AccountSummary) throws -> Void) throws {
        var last: AccountID = 0
        while case let some = try ledger.accounts(after: last, most: 500), let end = some.last {
            for account in some { try body(account) }
            last = end.id
        }
    }

    private static let columns = [
        "number", "made on", "last used", "devices", "counters", "goals", "operations",
    ]

    /// Aligned to the right, in columns as wide as their heads, or as a day.
    private static func line(_ fields: [String]) -> String {
        zip(fields, columns).map { field, head in
            String(repeating: " ", count: max(0, max(10, head.count) - field.count)) + field
        }.joined(separator: " ")
    }
}

struct ShowAccount: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print more about one account: what is in it, and how it can be opened."
    )

    @OptionGroup var installation: Installation

    @Argument(help: "The account's number.")
    var number: AccountID

    @Flag(help: "Print a JSON object.")
    var json = false

    func run() async throws {
        try await installation.withLedger { ledger in
            guard let details = try ledger.details(of: number) else {
                throw AccountCommand.noAccount(number)
            }
            guard !json else {
                print(try AccountRecord(details).json)
                return
            }
            let account = details.summary
            let facts: [(String, String)] = [
                ("number", String(account.id)), ("made on", account.createdAt.day),
                ("made with", details.version.map { "Fivebar \($0)" } ?? "unknown"),
                ("last used", account.seenAt.day), ("devices", String(account.devices)),
                ("counters", String(account.counters)), ("in the trash", String(details.countersInTrash)),
                ("shared by link", String(details.sharedCounters)), ("entries", String(details.entries)),
                ("goals", String(account.goals)), ("operations", String(account.operations)),
                ("recovery link", details.recoveryLinkFrom.map { "made on \($0.day)" } ?? "none"),
                ("recovery codes", String(details.recoveryCodes)),
                ("passphrase", details.hasPassphrase ? "set" : "none"),
                ("passkeys", String(details.passkeys)),
                ("limits", details.limits.summary ?? "the site's"),
            ]
            for (name, value) in facts {
                print(name + ":" + String(repeating: " ", count: 16 - name.count) + value)
            }
        }
    }
}

/// An account as JSON.
private struct AccountRecord: Encodable {
    let number: AccountID
    let madeOn: String
    let lastUsed: String
    let devices: Int
    let counters: Int
    let goals: Int
    let operations: Int
    /// The following are of one account alone.
    var madeWith: String?
    var countersInTrash: Int?
    var sharedCounters: Int?
    var entries: Int?
    var recoveryLinkFrom: String?
    var recoveryCodes: Int?
    var hasPassphrase: Bool?
    var passkeys: Int?
    /// Those of its own; 0 means none.
    var limits: [String: Int]?

    init(_ account: AccountSummary) {
        number = account.id
        madeOn = account.createdAt.day
        lastUsed = account.seenAt.day
        devices = account.devices
        counters = account.counters
        goals = account.goals
        operations = account.operations
    }

    init(_ details: AccountDetails) {
        self.init(details.summary)
        madeWith = details.version
        countersInTrash = details.countersInTrash
        sharedCounters = details.sharedCounters
        entries = details.entries
        recoveryLinkFrom = details.recoveryLinkFrom?.day
        recoveryCodes = details.recoveryCodes
        hasPassphrase = details.hasPassphrase
        passkeys = details.passkeys
        limits = [
            "counters": details.limits.counters, "goals": details.limits.goals,
            "operationsPerDay": details.limits.operationsPerDay,
            "operationsPerSecond": details.limits.operationsPerSecond,
            "bytesOfWordsPerDay": details.limits.wordsPerDay,
        ].compactMapValues(\.self)
    }

    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}

extension Moment {
    /// Of UTC, as 2026-01-31.
    fileprivate var day: String { CivilDay(of: self, zoneOffset: 0).description }
}
