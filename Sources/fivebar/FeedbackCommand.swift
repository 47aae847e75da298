// Shows feedback to the operator: `fivebar feedback`.

import ArgumentParser
import Foundation
import Ledger

struct FeedbackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feedback",
        abstract: "Read what people said, or remove it.",
        subcommands: [ListFeedback.self, RemoveFeedback.self]
    )
}

struct ListFeedback: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print all feedback, the newest first.",
        discussion: "Characters that would steer a terminal are spelled out, in JSON as well."
    )

    @OptionGroup var installation: Installation

    @Flag(help: "Print a JSON array. Without a star chosen there is no field `stars`.")
    var json = false

    @Option(help: ArgumentHelp("Only what was given on that day (UTC) or later.", valueName: "YYYY-MM-DD"))
    var since: String?

    func validate() throws { _ = try beginning }

    private var beginning: Moment {
        get throws { try since.map(Self.moment(of:)) ?? Moment(milliseconds: 0) }
    }

    func run() async throws {
        try await installation.withLedger { ledger in
            let all = try ledger.feedback(since: beginning)
            if json {
                print(try Self.json(all))
            } else if all.isEmpty {
                print("There is no feedback.")
            } else {
                print(all.map(Self.text(of:)).joined(separator: "\n\n"))
            }
        }
    }

    /// The first moment of a day.
    private static func moment(of day: String) throws -> Moment {
        let style = Date.ISO8601FormatStyle().year().month().day()
        // Formats it back for comparison, because a parser may read 31 April as 1 May.
        guard let date = try? style.parse(day), style.format(date) == day else {
            throw ValidationError("A day is written as 2026-01-31, not as “\(day.terminalSafe)”.")
        }
        return Moment(milliseconds: Int64(date.timeIntervalSince1970 * 1000))
    }

    /// A line of metadata, the sender, and the message, indented so that it
    /// cannot imitate another entry.
    private static func text(of given: StoredFeedback) -> String {
        let feedback = given.feedback
        let stars = feedback.stars.map {
            String(repeating: "★", count: $0) + String(repeating: "☆", count: 5 - $0)
        }
        let origin = given.origin
        let facts = [
            String(given.id), given.time, stars ?? "-", origin.device.terminalSafe,
            origin.language.terminalSafe, "Fivebar \(origin.version.terminalSafe)",
        ]
        let sender = [feedback.name, feedback.email].filter { !$0.isEmpty }.map(\.terminalSafe)
        var lines = [facts.joined(separator: "  ")]
        if !sender.isEmpty { lines.append("    From: " + sender.joined(separator: ", ")) }
        if !feedback.message.isEmpty {
            lines += feedback.message.split(separator: "\n", omittingEmptySubsequences: false).map {
                "    | " + $0.terminalSafe
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func json(_ all: [StoredFeedback]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(all.map(FeedbackRecord.init)), as: UTF8.self)
        var safe = ""
        for scalar in text.unicodeScalars {
            // Any remaining control characters are inside JSON strings, except
            // the encoder's own line feeds.
            if scalar.steersTerminal, scalar != "\n" {
                let digits = String(scalar.value, radix: 16)
                safe += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }
}

struct RemoveFeedback: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove feedback for good."
    )

    @OptionGroup var installation: Installation

    @Argument(help: "The number that `fivebar feedback list` begins it with.")
    var id: Int64

    func run() async throws {
        try await installation.withLedger { ledger in
            guard try await ledger.removeFeedback(id) else {
                throw CommandFailure("There is no feedback with the number \(id).")
            }
            print("Removed feedback \(id).")
        }
    }
}

/// Feedback as JSON.
private struct FeedbackRecord: Encodable {
    let id: Int64
    let createdAt: String
    let stars: Int?
    let message: String
    let name: String
    let email: String
    let version: String
    let device: String
    let language: String

    init(_ given: StoredFeedback) {
        id = given.id
        createdAt = given.time
        stars = given.feedback.stars
        message = given.feedback.message
        name = given.feedback.name
        email = given.feedback.email
        version = given.origin.version
        device = given.origin.device
        language = given.origin.language
    }
}

extension StoredFeedback {
    /// When it was submitted, in ISO 8601 and UTC.
    fileprivate var time: String {
        Date.ISO8601FormatStyle().format(
            Date(timeIntervalSince1970: Double(createdAt.milliseconds) / 1000))
    }
}
