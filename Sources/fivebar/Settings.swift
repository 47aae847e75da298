// The operator's settings: environment variables, and for unset ones the file
// `fivebar.env`. `deploy/fivebar.env` describes each variable.

import ArgumentParser
import Foundation
import Ledger
import Logging
import Site

/// The operator's settings.
struct Settings: Sendable {
    let home: String
    let database: String
    /// nil if it is not set; a CGI program can then detect it.
    let basePath: String?
    let limits: Limits
    let feedbackPerDay: Int?
    let streamsEvents: Bool?
    let eventStreams: Int
    let zone: String?
    let concurrentRequests: Int
    let logLevel: Logger.Level
    /// In megabytes.
    let uploadsPerDay: Int?

    static let names = [
        "FIVEBAR_HOME", "FIVEBAR_DATABASE", "FIVEBAR_BASE_PATH", "FIVEBAR_ACCOUNTS_PER_ADDRESS",
        "FIVEBAR_FEEDBACK_PER_ADDRESS", "FIVEBAR_EVENTS", "FIVEBAR_EVENT_STREAMS", "FIVEBAR_ZONE",
        "FIVEBAR_CONCURRENT_REQUESTS", "FIVEBAR_LOG_LEVEL", "FIVEBAR_UPLOADS_PER_ADDRESS", "FIVEBAR_COUNTERS",
        "FIVEBAR_GOALS",
        "FIVEBAR_OPERATIONS_PER_DAY", "FIVEBAR_OPERATIONS_PER_SECOND", "FIVEBAR_WORDS_PER_DAY",
    ]

    /// - Throws: `ValidationError` for an invalid value.
    init(environment: [String: String] = ProcessInfo.processInfo.environment) throws {
        let beside = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .path
        home = environment["FIVEBAR_HOME"] ?? beside
        let file = try Self.file(home + "/fivebar.env")
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
        database = value("FIVEBAR_DATABASE") ?? home + "/data/fivebar.sqlite"
        basePath = value("FIVEBAR_BASE_PATH")
        if let basePath, !basePath.hasPrefix("/") {
            throw ValidationError("FIVEBAR_BASE_PATH begins with a slash, unlike “\(basePath)”.")
        }
        /// A limit; 0 means none.
        func limit(_ name: String, otherwise standard: Int?) throws -> Int? {
            let limit = try number(name, 0...1_000_000_000, otherwise: standard ?? 0)
            return limit == 0 ? nil : limit
        }
        var limits = Limits.standard
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
                "FIVEBAR_LOG_LEVEL is one of \(Logger.Level.allCases.map(\.rawValue)), not “\(level)”.")
        }
        self.logLevel = logLevel
        let uploads = try number("FIVEBAR_UPLOADS_PER_ADDRESS", 0...1_000_000, otherwise: 50)
        uploadsPerDay = uploads == 0 ? nil : uploads
    }

    /// `NAME=value` lines; `#` starts a comment line.
    private static func file(_ path: String) throws -> [String: String] {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [:] }
        var values: [String: String] = [:]
        for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
            guard let equals = line.firstIndex(of: "=") else { continue }
            let name = String(line[..<equals])
            guard names.contains(name) else {
                throw ValidationError("\(path): there is no setting \(name).")
            }
            values[name] = String(line[line.index(after: equals)...]).trimmingCharacters(in: .whitespaces)
        }
        return values
    }

    func site(mountPath: String = "", isOneRequest: Bool = false) -> SiteConfiguration {
        var configuration = SiteConfiguration(
            home: home,
            basePath: basePath ?? mountPath,
            now: { Moment(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) },
            randomBytes: Self.randomBytes
        )
        configuration.program = Self.program
        configuration.limits = limits
        configuration.feedbackPerDay = feedbackPerDay
        configuration.zone = zone
        configuration.streamsEvents = eventStreams > 0 && streamsEvents ?? !isOneRequest
        configuration.eventStreams = eventStreams
        configuration.uploadBytesPerDay = uploadsPerDay.map { $0 << 20 }
        return configuration
    }

    /// Identifies this executable, to tell it from an earlier one at the same path.
    private static var program: String {
        let attributes = try? FileManager.default.attributesOfItem(
            atPath: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path)
        let changed = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        return "\(changed) \(attributes?[.size] ?? 0)"
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
