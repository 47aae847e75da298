// What the settings set.

import ArgumentParser
import Foundation
import Testing

@testable import Ledger
@testable import fivebar

@Suite struct SettingsTests {
    private func settings(_ environment: [String: String]) throws -> Settings {
        try Settings(environment: ["FIVEBAR_HOME": "/nowhere"].merging(environment) { $1 })
    }

    @Test func `each limit has its own setting`() throws {
        let limits: [(String, (Limits) -> Int?)] = [
            ("FIVEBAR_ACCOUNTS_PER_ADDRESS", { $0.accountsPerHour }), ("FIVEBAR_COUNTERS", { $0.counters }),
            ("FIVEBAR_GOALS", { $0.goals }), ("FIVEBAR_OPERATIONS_PER_DAY", { $0.operationsPerDay }),
            ("FIVEBAR_OPERATIONS_PER_SECOND", { $0.operationsPerSecond }),
        ]
        let environment = Dictionary(uniqueKeysWithValues: limits.enumerated().map { ($1.0, "\($0 + 11)") })
        let set = try settings(environment).limits,
            none = try settings(environment.mapValues { _ in "0" }).limits
        for (place, (name, limit)) in limits.enumerated() {
            #expect(limit(set) == place + 11 && limit(none) == nil, "\(name)")
        }
        let megabyte = 1024 * 1024
        #expect(try settings(["FIVEBAR_WORDS_PER_DAY": "3"]).limits.wordsPerDay == 3 * megabyte)
        #expect(try settings(["FIVEBAR_UPLOADS_PER_ADDRESS": "7"]).uploadsPerDay == 7)
        #expect(try settings(["FIVEBAR_FEEDBACK_PER_ADDRESS": "8"]).feedbackPerDay == 8)
        #expect(try settings(["FIVEBAR_EVENT_STREAMS": "9"]).eventStreams == 9)
        #expect(try settings([:]).limits == .standard)
    }

    @Test(arguments: ["-1", "1.5", "1e3", "many", "9223372036854775808", "1,000"])
    func `a limit that is no number is refused by its name`(text: String) throws {
        for name in ["FIVEBAR_COUNTERS", "FIVEBAR_WORDS_PER_DAY", "FIVEBAR_EVENT_STREAMS"] {
            let error = #expect(throws: ValidationError.self) { try settings([name: text]) }
            #expect(error?.message.contains(name) == true)
        }
    }

    @Test func `a value that is none is told with where it is set`() throws {
        let home = FileManager.default.temporaryDirectory.appending(path: "home-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: home) }
        let own = ["FIVEBAR_HOME": home]
        let typed = #expect(throws: ValidationError.self) {
            try Settings(environment: own.merging(["FIVEBAR_EVENTS": "of"]) { $1 })
        }
        #expect(typed?.message == "FIVEBAR_EVENTS is stream or off, not “of”. It is set in the environment.")
        try Data("FIVEBAR_EVENTS=of\n".utf8).write(to: URL(filePath: home + "/fivebar.env"))
        let read = #expect(throws: ValidationError.self) { try Settings(environment: own) }
        #expect(read?.message.hasSuffix("not “of”. It is set in \(home)/fivebar.env.") == true)
    }

    @Test func `units are named where they are only`() {
        let instance = Instance(environment: ["FIVEBAR_INSTANCE": "club"])
        let stop = "systemctl stop fivebar@club.socket fivebar@club.service"
        #expect(instance.stopping(hasUnits: true).contains(stop))
        let without = instance.stopping(hasUnits: false)
        #expect(without.contains("the web server that starts Fivebar") && !without.contains("systemctl"))
    }

    @Test func `a database is one file, whatever folder somebody stands in`() throws {
        for (named, path) in [
            ("count.sqlite", "/nowhere/count.sqlite"), ("data/count.sqlite", "/nowhere/data/count.sqlite"),
            ("/srv/count.sqlite", "/srv/count.sqlite"), ("", "/nowhere/data/fivebar.sqlite"),
        ] {
            #expect(try settings(["FIVEBAR_DATABASE": named]).database == path)
        }
        // What is typed begins where it is typed, as all files do.
        #expect(try Settings(environment: [:], database: "count.sqlite").database == "count.sqlite")
    }

    @Test func `a file is read as systemd reads it`() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).env").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let text =
            " FIVEBAR_ZONE = Europe/Berlin \r\n; a comment\n\n# another\nFIVEBAR_URL='https://x.example'\nX=$(y) & z\n"
        try Data(text.utf8).write(to: URL(filePath: path))
        #expect(
            try SettingsFile.values(path, isTyped: true) == [
                "FIVEBAR_ZONE": "Europe/Berlin", "FIVEBAR_URL": "https://x.example", "X": "$(y) & z",
            ])
    }
}
