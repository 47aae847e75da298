// The operator's settings: environment variables, and for unset ones a file,
// `/etc/fivebar.env` or `fivebar.env` beside the executable. `deploy/fivebar.env`
// describes each variable.

import ArgumentParser
import Foundation
import Ledger
import Logging
import Site

/// The operator's settings.
struct Settings: Sendable {
    let home: String
    let database: String
    /// Where the database is named, in words.
    let databaseSource: String
    let isDatabaseNamed: Bool
    /// Whether somebody has typed a command about an installation.
    let isTyped: Bool
    /// Where the units keep copies of the database, wherever it lies itself; nil if they keep none of this one.
    let backupFolder: String?
    /// The database of the installation that a server's environment knows nothing of; nil if there is none.
    let installedDatabase: String?
    /// Whether a server cannot know of it, because the settings of one are there and not to be read.
    let hidesInstallation: Bool
    /// The file that settings come from; nil if there is none.
    let file: String?
    /// nil if it is not set; a CGI program can then detect it.
    let basePath: String?
    /// The address that people use; nil if it is not set.
    let address: SiteAddress?
    /// Whether the web server signs people in.
    let signsInByWebServer: Bool
    let limits: Limits
    let feedbackPerDay: Int?
    let streamsEvents: Bool?
    let eventStreams: Int
    let zone: String?
    let concurrentRequests: Int
    let logLevel: Logger.Level
    /// In megabytes.
    let uploadsPerDay: Int?

    /// Variables of the environment that look like settings and are none, in words.
    let misspelt: [String]
    /// What is set, by name, besides the database, the home and the instance.
    let chosen: [String: String]

    /// - Parameters:
    ///   - database: A database that takes precedence over the settings.
    ///   - findsInstallation: Whether somebody types a command. Then the settings are those of `/etc/fivebar.env`, which
    ///     systemd hands to the server only, if there is one and the environment names no database and no home.
    /// - Throws: `ValidationError` for an invalid value, ``SettingsFault`` for a file that is not to be read.
    init(
        environment: [String: String] = ProcessInfo.processInfo.environment, database named: String? = nil,
        findsInstallation: Bool = false
    ) throws {
        let beside = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .path
        let isElsewhere = environment["FIVEBAR_HOME"] != nil || environment["FIVEBAR_DATABASE"] != nil
        let own = (environment["FIVEBAR_HOME"] ?? beside) + "/fivebar.env"
        try Instance.validate(environment)
        let instance = Instance(environment: environment), installed = instance.settings
        // systemd reads the file as root and hands it on to a unit, whose user need not be able to read it.
        let isUnit = environment["INVOCATION_ID"] != nil && environment["STATE_DIRECTORY"] != nil
        // A command of an instance's serves that one, too.
        let isInstances = instance.name != nil && !isUnit
        let findsInstalled =
            (findsInstallation || isInstances) && !isElsewhere
            && (!isUnit || SettingsFile.isReadable(installed))
        if findsInstalled, !isUnit, let fault = instance.faultWithoutSettings { throw fault }
        let paths = findsInstalled ? [installed, own] : [own]
        let path = paths.first { SettingsFile.isThere($0) }
        let handed =
            isUnit && instance.name != nil && FileManager.default.fileExists(atPath: installed)
            ? installed : nil
        self.file = handed ?? path
        let file = try path.map { try SettingsFile.values($0, isTyped: findsInstallation) } ?? [:]
        misspelt = environment.keys.sorted().filter { $0.uppercased().hasPrefix("FIVEBAR_") }
            .compactMap { SettingName.problem($0) }
        for name in environment.keys.sorted() where SettingName.isMisspeltAccess(name) {
            throw ValidationError(SettingName.problem(name) ?? name)
        }
        chosen = file.merging(environment) { $1 }.filter {
            SettingName.all.dropFirst(3).contains($0.key) && !$0.value.isEmpty
        }
        let home = environment["FIVEBAR_HOME"] ?? file["FIVEBAR_HOME"] ?? beside
        self.home = home
        func value(_ name: String) -> String? {
            (environment[name] ?? file[name]).flatMap { $0.isEmpty ? nil : $0 }
        }
        func number(_ name: String, _ range: ClosedRange<Int>, otherwise: Int) throws -> Int {
            guard let text = value(name) else { return otherwise }
            guard let number = Int(text), range.contains(number) else {
                throw ValidationError(
                    "\(name) is a number from \(range.lowerBound) to \(range.upperBound), not “\(text)”.")
            }
            return number
        }
        // In whichever folder somebody stands, it is one file.
        let database = value("FIVEBAR_DATABASE").map { $0.hasPrefix("/") ? $0 : "\(home)/\($0)" }
        self.database = named ?? database ?? home + "/data/fivebar.sqlite"
        databaseSource =
            if named != nil {
                "named by --database"
            } else if environment["FIVEBAR_DATABASE"].map({ !$0.isEmpty }) ?? false {
                handed.map { "named by \($0)" } ?? "named by FIVEBAR_DATABASE in the environment"
            } else if let path, value("FIVEBAR_DATABASE") != nil {
                "named by \(path)"
            } else {
                path.map { "where it lies if \($0) names no other" }
                    ?? "where it lies if nothing names another: there is no \(paths.joined(separator: ", no ")) to read"
            }
        let states = environment["STATE_DIRECTORY"].map { $0.split(separator: ":") } ?? []
        let isInstalled = path == installed || instance.name != nil
        let stateFolder =
            states.first.map { String($0) }
            ?? (isInstalled ? instance.stateFolder : nil)
        backupFolder = named == nil ? stateFolder.map { $0 + "/backups" } : nil
        isTyped = findsInstallation
        isDatabaseNamed = named != nil || database != nil
        // Whoever has a file of settings beside the program has an installation of their own.
        let isApart = findsInstallation || isElsewhere || path != nil
        do {
            let isLookedAt = !isApart && SettingsFile.isThere(installed)
            installedDatabase =
                isLookedAt ? try SettingsFile.values(installed, isTyped: false)["FIVEBAR_DATABASE"] : nil
            hidesInstallation = false
        } catch {
            installedDatabase = nil
            hidesInstallation = !isUnit
        }
        let basePath = value("FIVEBAR_BASE_PATH")
        if let basePath, !SiteAddress.isPath(basePath) {
            throw ValidationError(
                """
                FIVEBAR_BASE_PATH is a path such as /count, of letters, digits and . _ ~ @ + -, without a slash at \
                its end, not “\(basePath)”. Without a path it is left out.
                """)
        }
        address = try value("FIVEBAR_URL").map { try Self.address($0, named: "FIVEBAR_URL") }
        if let basePath, let address, address.path != basePath {
            throw ValidationError(
                """
                FIVEBAR_URL says that Fivebar is at “\(address.path)/”, FIVEBAR_BASE_PATH that it is at “\(basePath)/”. \
                Leave FIVEBAR_BASE_PATH out: FIVEBAR_URL names the path, too.
                """)
        }
        self.basePath = address?.path ?? basePath
        switch value("FIVEBAR_REMOTE_USER") {
        case nil, "no": signsInByWebServer = false
        case "yes": signsInByWebServer = true
        case let other?: throw ValidationError("FIVEBAR_REMOTE_USER is yes or no, not “\(other)”.")
        }
        /// A limit; 0 means none.
        func limit(_ name: String, otherwise standard: Int?) throws -> Int? {
            let limit = try number(name, 0...1_000_000_000, otherwise: standard ?? 0)
            return limit == 0 ? nil : limit
        }
        var limits = Limits.standard
        if let text = value("FIVEBAR_SIGN_UP") {
            guard let signUp = SignUp(rawValue: text) else {
                throw ValidationError("FIVEBAR_SIGN_UP is open, invitation or closed, not “\(text)”.")
            }
            limits.signUp = signUp
        }
        limits.accountsPerHour = try limit("FIVEBAR_ACCOUNTS_PER_ADDRESS", otherwise: limits.accountsPerHour)
        limits.counters = try limit("FIVEBAR_COUNTERS", otherwise: limits.counters)
        limits.goals = try limit("FIVEBAR_GOALS", otherwise: limits.goals)
        limits.operationsPerDay = try limit("FIVEBAR_OPERATIONS_PER_DAY", otherwise: limits.operationsPerDay)
        limits.operationsPerSecond = try limit(
            "FIVEBAR_OPERATIONS_PER_SECOND", otherwise: limits.operationsPerSecond)
        limits.wordsPerDay = try limit(
            "FIVEBAR_WORDS_PER_DAY", otherwise: limits.wordsPerDay.map { $0 / 1_048_576 }
        ).map { $0 * 1_048_576 }
        self.limits = limits
        let feedback = try number("FIVEBAR_FEEDBACK_PER_ADDRESS", 0...1_000_000, otherwise: 20)
        feedbackPerDay = feedback == 0 ? nil : feedback
        switch value("FIVEBAR_EVENTS") {
        case nil: streamsEvents = nil
        case "stream": streamsEvents = true
        case "off": streamsEvents = false
        case let other?: throw ValidationError("FIVEBAR_EVENTS is stream or off, not “\(other)”.")
        }
        eventStreams = try number("FIVEBAR_EVENT_STREAMS", 0...100_000, otherwise: 2000)
        zone = value("FIVEBAR_ZONE")
        if let zone, !SiteConfiguration.isZone(zone) {
            throw ValidationError(
                "FIVEBAR_ZONE is the name of a time zone, such as Europe/Berlin, not “\(zone)”.")
        }
        concurrentRequests = try number("FIVEBAR_CONCURRENT_REQUESTS", 1...10_000, otherwise: 256)
        let level = value("FIVEBAR_LOG_LEVEL") ?? "notice"
        guard let logLevel = Logger.Level(rawValue: level) else {
            throw ValidationError(
                "FIVEBAR_LOG_LEVEL is one of \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")), not “\(level)”."
            )
        }
        self.logLevel = logLevel
        let uploads = try number("FIVEBAR_UPLOADS_PER_ADDRESS", 0...1_000_000, otherwise: 50)
        uploadsPerDay = uploads == 0 ? nil : uploads
    }

    /// - Parameter name: Where the address was named.
    static func address(_ text: String, named name: String) throws -> SiteAddress {
        do {
            return try SiteAddress(text)
        } catch {
            throw ValidationError("\(name) \(error.rawValue), not “\(text)”.")
        }
    }

    /// Whether there is one, with something in it.
    var hasDatabase: Bool {
        let size = try? FileManager.default.attributesOfItem(atPath: database)[.size] as? Int
        return size ?? 0 > 0
    }

    /// The one line that a start writes to the log.
    ///
    /// - Parameter isNew: Whether there was no database before.
    func startLine(_ address: String, isNew: Bool) -> String {
        let others = chosen.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
        let found = isNew ? "a new database, \(database)" : database
        return "Fivebar \(SiteConfiguration.version) starts on \(address), with \(found)"
            + (others.isEmpty ? "." : " and \(others).")
    }

    func site(mountPath: String = "", isOneRequest: Bool = false) -> SiteConfiguration {
        var configuration = SiteConfiguration(
            home: home,
            basePath: basePath ?? mountPath,
            now: { Moment(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) },
            randomBytes: Self.randomBytes
        )
        configuration.address = address
        configuration.program = FileStamp(path: "/proc/self/exe")?.description ?? ""
        configuration.signsInByWebServer = signsInByWebServer
        configuration.limits = limits
        configuration.feedbackPerDay = feedbackPerDay
        configuration.zone = zone
        configuration.streamsEvents = eventStreams > 0 && streamsEvents ?? !isOneRequest
        configuration.eventStreams = eventStreams
        configuration.uploadBytesPerDay = uploadsPerDay.map { $0 << 20 }
        return configuration
    }

    /// From the system's generator, eight bytes per system call.
    private static func randomBytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            withUnsafeBytes(of: UInt64.random(in: .min ... .max)) { bytes.append(contentsOf: $0) }
        }
        return Array(bytes.prefix(count))
    }

    /// Logs to standard error, where systemd and web servers expect it.
    func makeLogger() -> Logger {
        var logger = Logger(label: "fivebar") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = logLevel
        return logger
    }
}
