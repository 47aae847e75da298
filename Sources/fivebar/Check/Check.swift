// `fivebar check`: what is as it should be, what is not, and what mends it.

import ArgumentParser
import Foundation
import Ledger
import Site

struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Look whether all is well, and say what mends what is not.",
        discussion: """
            Prints a line for each thing that is looked at, which begins with ok, warning or fault; below one that is \
            not ok stands its mend. Ends with status 1 where there is a fault.
            Where FIVEBAR_URL or --url names the address that people use, the web server is asked there, by curl: \
            whether it leads to this version of Fivebar, how it hands out static files, what it lets through, whether \
            events come through at once, and whether Fivebar is told each visitor's own address. That makes no \
            account and leaves nothing behind.
            """
    )

    @OptionGroup var installation: Installation

    @Option(
        help: ArgumentHelp(
            "The address to ask the web server at. Without it FIVEBAR_URL; without that it is not asked.",
            valueName: "address"))
    var url: String?

    @Flag(help: "Print nothing unless something is wrong, and ask no web server: for a timer.")
    var quiet = false

    @Flag(help: "Print a JSON array of objects with check, outcome, says and mend.")
    var json = false

    func validate() throws { _ = try address }

    private var address: SiteAddress? {
        get throws(ValidationError) {
            guard let url else { return nil }
            do {
                return try Settings.address(url, named: "--url")
            } catch {
                throw ValidationError("\(error)")
            }
        }
    }

    func run() async throws {
        let results = try results().filter { !quiet || $0.outcome != .ok }
        if json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            print(String(decoding: try encoder.encode(results), as: UTF8.self))
        } else {
            CheckResult.lines(results).forEach { print($0) }
        }
        guard results.allSatisfy({ $0.outcome != .fault }) else { throw ExitCode.failure }
    }

    private func results() throws -> [CheckResult] {
        let settings: Settings
        do {
            settings = try installation.settings()
        } catch let error as ValidationError {
            let guide = Guide.current.path("fivebar.env")
            return [
                .fault(
                    "settings", error.message,
                    mend: "Change it where it is set; \(guide) describes each setting.")
            ]
        } catch let fault as SettingsFault {
            return [.fault("settings", fault.advice.says, mend: fault.advice.mend)]
        }
        let now = settings.site().now()
        let files = FileChecks(settings: settings)
        let database = DatabaseChecks(settings: settings, now: now)
        var results = database.results()
        results.insert(contentsOf: SettingChecks(settings: settings).results(), at: 1)
        results += StorageChecks(
            database: settings.database, backupFolder: settings.backupFolder, now: now,
            isFivebars: !database.isSomethingElse, expectsBackups: !quiet
        ).results()
        results.append(files.wholeness)
        guard !quiet else { return results }
        let hasUnits = Instance.current.hasUnits
        if let limit = hasUnits ? MemoryLimit(of: .current) : MemoryLimit() {
            results.append(.warning("memory", limit.advice.says, mend: limit.advice.mend))
        }
        if let readability = files.readability() { results.append(readability) }
        if let address = try address ?? settings.address {
            let ledger = try? Ledger(path: settings.database, migrating: false)
            defer { try? ledger?.close(waitsForOthers: false) }
            results += WebServerChecks(
                address: address, files: files.whole, style: files.style,
                prove: ledger.map { ledger in
                    { try ledger.operatorProof(for: $0, at: settings.site().now()) }
                }, settings: settings
            ).results()
        }
        return results
    }
}
