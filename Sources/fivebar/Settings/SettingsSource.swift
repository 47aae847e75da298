// Where settings come from: environment variables, and for unset ones a file,
// `/etc/fivebar.env` or `fivebar.env` beside the executable.

import ArgumentParser
import Foundation

/// A value that a setting, or an option of a command, cannot have.
struct SettingFault: Error, CustomStringConvertible {
    let name: String
    /// What is wrong with it, as the rest of a sentence that begins with the name.
    private let says: String

    init(_ name: String, _ says: String) {
        self.name = name
        self.says = says
    }

    var description: String { "\(name) \(says)" }
}

/// The environment, and the file of settings that belongs to it.
struct SettingsSource {
    /// The database of the machine's installation, as far as a server can tell whose environment knows nothing of it.
    enum InstalledDatabase {
        /// There is no installation, or this is it.
        case none
        case named(String)
        /// Its settings are there, and not to be read.
        case hidden
    }

    /// The file that settings come from, also where systemd has read it; nil if there is none.
    let file: String?
    /// The folder with templates and files to serve.
    let home: String
    /// Where systemd, or whoever installed Fivebar, keeps what it writes; nil if nobody has said.
    let stateFolder: String?
    let installedDatabase: InstalledDatabase

    private let environment: [String: String]
    /// What the file says.
    private let values: [String: String]
    /// Where a file is looked for.
    private let places: [String]
    /// The file that systemd read as root and handed on in the environment.
    private let handed: String?
    /// The file that this process has read.
    private let fileRead: String?
    /// What the file says that systemd hands on, where the unit's user can read it, too.
    private let installed: (path: String, values: [String: String])?

    private enum Place {
        case file(String)
        case environment
    }

    /// - Parameter findsInstallation: Whether somebody types a command. Then the settings are those of
    ///   `/etc/fivebar.env`, which systemd hands to the server only, if there is one and the environment names no
    ///   database and no home.
    /// - Parameter isDatabaseNamed: Whether the command names its database itself.
    /// - Throws: `ValidationError` for a name or a line that cannot be, ``SettingsFault`` for a file that is not to be read,
    ///   and where two files name two databases.
    init(environment: [String: String], findsInstallation: Bool, isDatabaseNamed: Bool) throws {
        self.environment = environment
        let beside = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .path
        try Instance.validate(environment)
        let instance = Instance(environment: environment), installed = instance.settings
        let isElsewhere = environment["FIVEBAR_HOME"] != nil || environment["FIVEBAR_DATABASE"] != nil
        // systemd reads the file as root and hands it on to a unit, whose user need not be able to read it.
        let isUnit = environment["INVOCATION_ID"] != nil && environment["STATE_DIRECTORY"] != nil
        // A command of an instance's serves that one, too.
        let isInstances = instance.name != nil && !isUnit
        let findsInstalled =
            (findsInstallation || isInstances) && !isElsewhere
            && (!isUnit || SettingsFile.isReadable(installed))
        if findsInstalled, !isUnit, let fault = instance.faultWithoutSettings { throw fault }
        let own = (environment["FIVEBAR_HOME"] ?? beside) + "/fivebar.env"
        places = findsInstalled ? [installed, own] : [own]
        let fileRead = places.first { SettingsFile.isThere($0) }
        self.fileRead = fileRead
        handed =
            isUnit && instance.name != nil && FileManager.default.fileExists(atPath: installed)
            ? installed : nil
        file = handed ?? fileRead
        let unitsFile = isUnit ? try? SettingsFile.values(installed, isTyped: false) : nil
        self.installed = unitsFile.map { (installed, $0) }
        values = try fileRead.map { try SettingsFile.values($0, isTyped: findsInstallation) } ?? [:]
        if !isDatabaseNamed, instance.name == nil, fileRead == installed, SettingsFile.isThere(own) {
            let others = try SettingsFile.values(own, isTyped: findsInstallation)
            if let fault = Self.twoDatabases(values, in: installed, others, in: own, beside) { throw fault }
        }
        for name in environment.keys.sorted() where SettingName.isMisspeltAccess(name) {
            throw ValidationError(SettingName.problem(name) ?? name)
        }
        home = environment["FIVEBAR_HOME"] ?? values["FIVEBAR_HOME"] ?? beside
        let states = (environment["STATE_DIRECTORY"] ?? "").split(separator: ":")
        let isInstalled = fileRead == installed || instance.name != nil
        stateFolder = states.first.map { String($0) } ?? (isInstalled ? instance.stateFolder : nil)
        // Whoever has a file of settings beside the program has an installation of their own.
        let isApart = findsInstallation || isElsewhere || fileRead != nil
        installedDatabase = isApart ? .none : Self.database(namedBy: installed, isUnit: isUnit)
    }

    /// Where a database lies: one file, in whichever folder somebody stands.
    ///
    /// - Parameter name: As it is set; nil or empty if it is not.
    static func database(_ name: String?, home: String) -> String {
        guard let name, !name.isEmpty else { return home + "/data/fivebar.sqlite" }
        return name.hasPrefix("/") ? name : "\(home)/\(name)"
    }

    /// Why nobody can tell which database a command is about; nil if both files are about one, or only the machine's is about
    /// any. The server that a file beside the program belongs to reads that one, and a command must change no other's.
    private static func twoDatabases(
        _ values: [String: String], in installed: String, _ others: [String: String], in own: String,
        _ beside: String
    ) -> SettingsFault? {
        let name = others["FIVEBAR_DATABASE"]
        let first = database(values["FIVEBAR_DATABASE"], home: values["FIVEBAR_HOME"] ?? beside)
        let second = database(name, home: others["FIVEBAR_HOME"] ?? beside)
        let isAny = name?.isEmpty == false || FileManager.default.fileExists(atPath: second)
        guard isAny, first != second else { return nil }
        return SettingsFault(
            advice: Advice(
                "\(installed) is about \(first), and \(own), beside this program, about \(second).",
                """
                Say which one is meant, with --database or by FIVEBAR_HOME=\(beside.shellWord) before the command for the \
                second; a file that nothing uses any more is best removed.
                """))
    }

    private static func database(namedBy installed: String, isUnit: Bool) -> InstalledDatabase {
        guard SettingsFile.isThere(installed) else { return .none }
        do {
            let values = try SettingsFile.values(installed, isTyped: false)
            return values["FIVEBAR_DATABASE"].map { .named($0) } ?? .none
        } catch {
            return isUnit ? .none : .hidden
        }
    }

    /// Where a setting is set; nil if it is not.
    private func place(of name: String) -> Place? {
        guard let value = value(name) else { return nil }
        guard environment[name] != nil else { return fileRead.map { .file($0) } }
        if let handed { return .file(handed) }
        if let installed, installed.values[name] == value { return .file(installed.path) }
        return .environment
    }

    /// What is wrong with a value, with where it is set.
    func placed(_ fault: SettingFault) -> ValidationError {
        switch place(of: fault.name) {
        case .file(let path): ValidationError("\(fault) It is set in \(path).")
        case .environment: ValidationError("\(fault) It is set in the environment.")
        case nil: ValidationError("\(fault)")
        }
    }

    /// Variables of the environment that look like settings and are none, in words.
    var misspelt: [String] {
        environment.keys.sorted().filter { $0.uppercased().hasPrefix("FIVEBAR_") }
            .compactMap { SettingName.problem($0) }
    }

    /// What is set, by name, besides the database, the home and the instance.
    var chosen: [String: String] {
        values.merging(environment) { $1 }.filter {
            SettingName.all.dropFirst(3).contains($0.key) && !$0.value.isEmpty
        }
    }

    /// Where another database would be named, in words.
    var databaseSetting: String {
        switch place(of: "FIVEBAR_DATABASE") {
        case .environment: "in FIVEBAR_DATABASE in the environment"
        case .file(let path): "in FIVEBAR_DATABASE (\(path))"
        case nil: "in FIVEBAR_DATABASE (\(fileRead ?? places[0]))"
        }
    }

    /// Where the database is named, in words.
    var databaseSource: String {
        if environment["FIVEBAR_DATABASE"].map({ !$0.isEmpty }) ?? false {
            handed.map { "named by \($0)" } ?? "named by FIVEBAR_DATABASE in the environment"
        } else if let fileRead {
            value("FIVEBAR_DATABASE") == nil
                ? "where it lies if \(fileRead) names no other" : "named by \(fileRead)"
        } else {
            "where it lies if nothing names another: there is no \(places.joined(separator: ", no ")) to read"
        }
    }
}

extension SettingsSource {
    /// A setting as it is written; nil if it is not set, or empty.
    func value(_ name: String) -> String? {
        (environment[name] ?? values[name]).flatMap { $0.isEmpty ? nil : $0 }
    }

    func number(_ name: String, _ range: ClosedRange<Int>, otherwise: Int) throws(SettingFault) -> Int {
        guard let text = value(name) else { return otherwise }
        guard let number = Int(text), range.contains(number) else {
            throw SettingFault(
                name, "is a number from \(range.lowerBound) to \(range.upperBound), not “\(text)”.")
        }
        return number
    }

    /// A limit; nil, written 0, means none.
    func limit(_ name: String, upTo most: Int = 1_000_000_000, otherwise standard: Int?)
        throws(SettingFault) -> Int?
    {
        let limit = try number(name, 0...most, otherwise: standard ?? 0)
        return limit == 0 ? nil : limit
    }

    /// One of two words; nil if it is not set.
    func either(_ name: String, _ yes: String, or no: String) throws(SettingFault) -> Bool? {
        switch value(name) {
        case nil: nil
        case yes: true
        case no: false
        case let other?: throw SettingFault(name, "is \(yes) or \(no), not “\(other)”.")
        }
    }
}
