// The operator's settings. `deploy/fivebar.env` describes each variable.

import ArgumentParser
import Foundation
import Glibc
import Ledger
import Logging
import Site

/// The operator's settings.
struct Settings: Sendable {
    let home: String
    let database: String
    /// Where the database is named, in words.
    let databaseSource: String
    /// Where another one would be named, in words: “in …”.
    let databaseSetting: String
    let isDatabaseNamed: Bool
    /// Whether somebody has typed a command about an installation.
    let isTyped: Bool
    /// Where the units keep copies of the database, wherever it lies itself; nil if they keep none of this one.
    let backupFolder: String?
    let installedDatabase: SettingsSource.InstalledDatabase
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
    /// - Throws: `ValidationError` for an invalid value, ``SettingsFault`` for a file that is not to be read, and where two
    ///   files name two databases.
    init(
        environment: [String: String] = ProcessInfo.processInfo.environment, database named: String? = nil,
        findsInstallation: Bool = false
    ) throws {
        let source = try SettingsSource(
            environment: environment, findsInstallation: findsInstallation, isDatabaseNamed: named != nil)
        do {
            try self.init(source, database: named, isTyped: findsInstallation)
        } catch {
            throw source.placed(error)
        }
    }

    private init(_ source: SettingsSource, database named: String?, isTyped: Bool) throws(SettingFault) {
        file = source.file
        misspelt = source.misspelt
        chosen = source.chosen
        let home = source.home
        self.home = home
        self.isTyped = isTyped
        let database = source.value("FIVEBAR_DATABASE")
        self.database = named ?? SettingsSource.database(database, home: home)
        databaseSource = named == nil ? source.databaseSource : "named by --database"
        databaseSetting = named == nil ? source.databaseSetting : "with --database"
        isDatabaseNamed = named != nil || database != nil
        backupFolder = named == nil ? source.stateFolder.map { $0 + "/backups" } : nil
        installedDatabase = source.installedDatabase
        (address, basePath) = try Self.address(source)
        signsInByWebServer = try source.either("FIVEBAR_REMOTE_USER", "yes", or: "no") ?? false
        limits = try Self.limits(source)
        feedbackPerDay = try source.limit("FIVEBAR_FEEDBACK_PER_ADDRESS", upTo: 1_000_000, otherwise: 20)
        streamsEvents = try source.either("FIVEBAR_EVENTS", "stream", or: "off")
        eventStreams = try source.number("FIVEBAR_EVENT_STREAMS", 0...100_000, otherwise: 2000)
        zone = source.value("FIVEBAR_ZONE")
        if let zone, !SiteConfiguration.isZone(zone) {
            throw SettingFault(
                "FIVEBAR_ZONE", "is the name of a time zone, such as Europe/Berlin, not “\(zone)”.")
        }
        concurrentRequests = try source.number("FIVEBAR_CONCURRENT_REQUESTS", 1...10_000, otherwise: 256)
        let level = source.value("FIVEBAR_LOG_LEVEL") ?? "notice"
        guard let logLevel = Logger.Level(rawValue: level) else {
            let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
            throw SettingFault("FIVEBAR_LOG_LEVEL", "is one of \(levels), not “\(level)”.")
        }
        self.logLevel = logLevel
        uploadsPerDay = try source.limit("FIVEBAR_UPLOADS_PER_ADDRESS", upTo: 1_000_000, otherwise: 50)
    }

    private static func address(_ source: SettingsSource) throws(SettingFault) -> (
        SiteAddress?, basePath: String?
    ) {
        let basePath = source.value("FIVEBAR_BASE_PATH")
        if let basePath, !SiteAddress.isPath(basePath) {
            throw SettingFault(
                "FIVEBAR_BASE_PATH",
                """
                is a path such as /count, of letters, digits and . _ ~ @ + -, without a slash at its end, not \
                “\(basePath)”. Without a path it is left out.
                """)
        }
        let address = try source.value("FIVEBAR_URL").map { text throws(SettingFault) in
            try Self.address(text, named: "FIVEBAR_URL")
        }
        if let basePath, let address, address.path != basePath {
            throw SettingFault(
                "FIVEBAR_URL",
                """
                says that Fivebar is at “\(address.path)/”, FIVEBAR_BASE_PATH that it is at “\(basePath)/”. \
                Leave FIVEBAR_BASE_PATH out: FIVEBAR_URL names the path, too.
                """)
        }
        return (address, address?.path ?? basePath)
    }

    private static func limits(_ source: SettingsSource) throws(SettingFault) -> Limits {
        var limits = Limits.standard
        if let text = source.value("FIVEBAR_SIGN_UP") {
            guard let signUp = SignUp(rawValue: text) else {
                throw SettingFault("FIVEBAR_SIGN_UP", "is open, invitation or closed, not “\(text)”.")
            }
            limits.signUp = signUp
        }
        limits.accountsPerHour = try source.limit(
            "FIVEBAR_ACCOUNTS_PER_ADDRESS", otherwise: limits.accountsPerHour)
        limits.counters = try source.limit("FIVEBAR_COUNTERS", otherwise: limits.counters)
        limits.goals = try source.limit("FIVEBAR_GOALS", otherwise: limits.goals)
        limits.operationsPerDay = try source.limit(
            "FIVEBAR_OPERATIONS_PER_DAY", otherwise: limits.operationsPerDay)
        limits.operationsPerSecond = try source.limit(
            "FIVEBAR_OPERATIONS_PER_SECOND", otherwise: limits.operationsPerSecond)
        limits.wordsPerDay = try source.limit(
            "FIVEBAR_WORDS_PER_DAY", otherwise: limits.wordsPerDay.map { $0 / 1_048_576 }
        ).map { $0 * 1_048_576 }
        return limits
    }

    /// - Parameter name: Where the address was named.
    static func address(_ text: String, named name: String) throws(SettingFault) -> SiteAddress {
        do {
            return try SiteAddress(text)
        } catch {
            throw SettingFault(name, "\(error.rawValue), not “\(text)”.")
        }
    }

    /// Whether they are those of the machine's installation, and not of a folder's own.
    var isMachines: Bool {
        file == Instance.current.settings
            || file == nil && ProcessInfo.processInfo.environment["INVOCATION_ID"] != nil
    }

    /// Whether there is one, with something in it.
    var hasDatabase: Bool {
        // Foundation would look up the owner's name with the size, of a directory server on some hosts.
        var status = stat()
        return lstat(database, &status) == 0 && status.st_size > 0
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
