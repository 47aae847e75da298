// What `fivebar check` says of a prepared folder.

import Foundation
import GRDB
import Testing

@testable import Ledger
@testable import Site
@testable import fivebar

@Suite struct CheckTests {
    private let installation: Prepared

    init() throws { installation = try Prepared() }

    @Test func `where all is well, all is ok and nothing is to be mended`() throws {
        try installation.backUp("7-Sunday.sqlite")
        let settings = try installation.settings()
        let results =
            DatabaseChecks(settings: settings, now: .now).results()
            + SettingChecks(settings: settings).results()
            + installation.storage.results() + [FileChecks(settings: settings).wholeness]
        let others = results.filter { $0.outcome != .ok }
        #expect(others.isEmpty)
        #expect(results.allSatisfy { $0.outcome != .ok || $0.mend.isEmpty })
        #expect(results.first?.says.hasPrefix(installation.database) == true)
    }

    @Test func `a name that is no setting's is a warning that names the nearest`() throws {
        let results = SettingChecks(settings: try installation.settings(["FIVEBAR_ZON": "UTC"])).results()
        #expect(results.outcomes == [.ok, .warning])
        #expect(results.last?.says.contains("FIVEBAR_ZONE") == true)
    }

    @Test func `settings that differ are told, with the file they are in`() throws {
        let file = installation.folder + "/home/fivebar.env"
        try Data("FIVEBAR_EVENTS=off\n".utf8).write(to: URL(filePath: file))
        let result = SettingChecks(settings: try installation.settings()).results()[0]
        #expect(result.says == "FIVEBAR_EVENTS=off; \(file) was read.")
    }

    @Test func `a database of another version is a fault of migrations`() throws {
        let ledger = try Ledger(path: installation.database)
        try ledger.pool.write {
            try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('999 of the future')")
        }
        try ledger.close()
        let results = DatabaseChecks(settings: try installation.settings(), now: .now).results()
        #expect(results.map(\.check) == ["database", "migrations"])
        #expect(results.outcomes == [.ok, .fault])
        #expect(results.last?.says.contains("newer") == true)
    }

    @Test func `a database that is not there is a fault, and is not made`() throws {
        let path = installation.folder + "/data/other.sqlite"
        let settings = try installation.settings(["FIVEBAR_DATABASE": path])
        let results = DatabaseChecks(settings: settings, now: .now).results()
        #expect(results.of("database").outcomes == [.fault])
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `a clock that is behind what was counted is a fault`() throws {
        let checks = DatabaseChecks(settings: try installation.settings(), now: .now)
        #expect(checks.clock(newest: nil).outcome == .ok)
        #expect(checks.clock(newest: Moment.now.advanced(byDays: 1)).outcome == .ok)
        #expect(checks.clock(newest: Moment.now.advanced(byDays: 2)).outcome == .fault)
    }

    @Test(arguments: ["a folder", "no database", "another program's"])
    func `of what is no database of Fivebar's nothing is said that would give rights to it`(
        kind: String
    ) throws {
        var path = installation.folder + "/data/other.sqlite"
        switch kind {
        case "a folder": path = installation.folder + "/data"
        case "no database": try Data("root:x:0:0:root".utf8).write(to: URL(filePath: path))
        default:
            try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE theirs (name TEXT)") }
        }
        let checks = DatabaseChecks(
            settings: try installation.settings(["FIVEBAR_DATABASE": path]), now: .now)
        #expect(checks.results().of("database").outcomes == [.fault] && checks.isSomethingElse)
        let storage = StorageChecks(
            database: path, now: .now, isFivebars: false, socket: installation.folder + "/run/fivebar.sock")
        #expect(storage.results().isEmpty)
        #expect(try !DatabaseChecks(settings: installation.settings(), now: .now).isSomethingElse)
    }

    @Test func `a copy that was just made is less than an hour old`() throws {
        try installation.backUp("4-Thursday.sqlite")
        let found = try #require(installation.storage.results().of("backups").first)
        #expect(found.says.contains("is less than an hour old"))
    }

    @Test func `all that is closed to the web server is opened by one line`() throws {
        let settings = try installation.settings()
        try installation.set([.posixPermissions: 0o600], of: settings.home + "/Public/css/shell/base.css")
        try installation.set([.posixPermissions: 0o700], of: settings.home)
        let mend = try #require(FileChecks(settings: settings).readability()).mend
        #expect(mend.contains("chmod o+x") && mend.contains(" && chmod -R o+rX \(settings.home)/Public"))
    }

    @Test func `a folder that cannot be written is a fault`() throws {
        // A file is no folder, for root neither.
        let storage = StorageChecks(database: installation.database + "/fivebar.sqlite", now: .now)
        #expect(storage.results().of("permissions").outcomes == [.fault])
    }

    @Test func `a template, a style or a module that is missing is named`() throws {
        let settings = try installation.settings()
        for name in ["Views/page.mustache", "Public/css/shell/base.css", "Public/js/sync/stamp.js"] {
            let path = "\(settings.home)/\(name)", content = try Data(contentsOf: URL(filePath: path))
            try FileManager.default.removeItem(atPath: path)
            let result = FileChecks(settings: settings).wholeness
            #expect(result.outcome == .fault)
            #expect(result.says.contains(path))
            try content.write(to: URL(filePath: path))
        }
        #expect(FileChecks(settings: settings).wholeness.outcome == .ok)
    }

    @Test func `a file that others cannot read is named with the line that opens it`() throws {
        let settings = try installation.settings(), path = settings.home + "/Public/css/shell/base.css"
        try installation.set([.posixPermissions: 0o600], of: path)
        try installation.set([.posixPermissions: 0o755], of: settings.home + "/Public/css/shell")
        let result = try #require(FileChecks(settings: settings).readability())
        #expect(result.outcome == .warning)
        #expect(result.says.contains(path) || result.mend.hasPrefix("chmod o+x"))
    }

    @Test func `an old backup, or none, is a warning`() throws {
        #expect(installation.storage.results().of("backups").outcomes == [.warning])
        var atNight = installation.storage
        atNight.expectsBackups = false
        #expect(atNight.results().of("backups").isEmpty)
        try installation.backUp("4-Thursday.sqlite", at: Moment.now.advanced(byDays: -3))
        let old = try #require(atNight.results().of("backups").first)
        #expect(old.outcome == .warning && old.says.contains("3 days"))
        try installation.backUp("6-Saturday.sqlite", at: Moment.now.advanced(byDays: -1))
        #expect(atNight.results().of("backups").outcomes == [.ok])
    }

    @Test func `copies of a database that was moved are found where the units make them`() throws {
        let kept = installation.folder + "/state/fivebar/backups"
        let states = "\(installation.folder)/state/fivebar:\(kept)"
        let settings = try installation.settings(["STATE_DIRECTORY": states])
        #expect(settings.backupFolder == kept)
        var storage = installation.storage
        storage.backupFolder = settings.backupFolder
        let missing = try #require(storage.results().of("backups").first)
        #expect(missing.outcome == .warning && missing.says.contains(kept))
        try installation.make(folder: "state/fivebar/backups")
        let copy = kept + "/1-Monday.sqlite"
        try Ledger(path: installation.database, migrating: false).backUp(to: copy)
        let made = Date(timeIntervalSince1970: Double(Moment.now.milliseconds) / 1000)
        try installation.set([.modificationDate: made], of: copy)
        let found = try #require(storage.results().of("backups").first)
        #expect(found.outcome == .ok && found.says.contains(copy))
    }

    @Test func `what is called like a copy and is none is a warning, and no newest copy`() throws {
        let path = installation.folder + "/data/backups/5-Friday.sqlite"
        try Data("a copy".utf8).write(to: URL(filePath: path))
        let results = installation.storage.results().of("backups")
        #expect(results.outcomes == [.warning, .warning])
        #expect(results[0].says.contains("There is no copy") && results[1].says.contains(path))
        try installation.backUp("4-Thursday.sqlite", at: Moment.now.advanced(byDays: -1))
        #expect(installation.storage.results().of("backups").outcomes == [.ok, .warning])
    }

    @Test func `what a killed command left of a copy is a warning that names it`() throws {
        try installation.backUp("4-Thursday.sqlite")
        let left = [
            installation.database + ".restoring-16441",
            installation.folder + "/data/backups/1.sqlite.unfinished-1a",
        ]
        for path in left { try Data("a part".utf8).write(to: URL(filePath: path)) }
        let results = installation.storage.results().of("leavings")
        #expect(results.outcomes == [.warning, .warning])
        for (result, path) in zip(results, left) {
            #expect(result.says.contains(path) && result.mend.contains("rm -f \(path)"))
        }
    }

    @Test func `what Litestream has not taken over is a warning`() throws {
        #expect(installation.storage.results().of("replication").isEmpty)
        var storage = installation.storage
        storage.replicationSettings = installation.folder + "/litestream.yml"
        for (database, outcomes) in [("/srv/other.sqlite", []), (installation.database, [.warning])]
            as [(String, [CheckResult.Outcome])]
        {
            try Data("dbs:\n  - path: \(database)\n".utf8).write(
                to: URL(filePath: storage.replicationSettings))
            #expect(storage.results().of("replication").outcomes == outcomes)
        }
        let notes = "data/.fivebar.sqlite-litestream/ltx/0"
        try installation.make(folder: notes)
        #expect(installation.storage.results().of("replication").outcomes == [.warning])
        try Data("taken".utf8).write(to: URL(filePath: "\(installation.folder)/\(notes)/1.ltx"))
        #expect(installation.storage.results().of("replication").outcomes == [.ok])
        let late = Replication(changed: .now, taken: Moment(milliseconds: Moment.now.milliseconds - 180_000))
        let result = late.result(at: .now)
        #expect(result.outcome == .warning && result.says.contains("3 minutes"))
    }

    @Test func `at the top of the file system paths have one slash`() {
        let files = BackupFiles(of: "/count.sqlite", also: "/var/lib/fivebar/backups")
        #expect(files.folders == ["/", "/backups", "/var/lib/fivebar/backups"])
        #expect(!files.copies.contains { $0.path.hasPrefix("//") })
    }

    @Test func `a database that is named has copies beside it only`() throws {
        let environment = ["STATE_DIRECTORY": "/var/lib/fivebar", "FIVEBAR_DATABASE": installation.database]
        #expect(try Settings(environment: environment, database: "/tmp/other.sqlite").backupFolder == nil)
        let club = ["FIVEBAR_INSTANCE": "club", "FIVEBAR_DATABASE": installation.database]
        #expect(try Settings(environment: club).backupFolder == "/var/lib/fivebar-club/backups")
        #expect(try Settings(environment: ["FIVEBAR_DATABASE": installation.database]).backupFolder == nil)
    }

    @Test(
        arguments: [
            (0, .fault), (Disk.leastRoom - 1, .fault), (Disk.leastRoom, .warning), (1 << 40, .ok),
        ] as [(Int64, CheckResult.Outcome)])
    func `a disk is to have room for a copy`(_ free: Int64, _ outcome: CheckResult.Outcome) {
        let disk = Disk(free: free, fileSystem: "ext4")
        #expect(installation.storage.room(on: disk).outcome == outcome)
    }

    @Test func `a network file system is a warning`() {
        let storage = installation.storage
        #expect(storage.fileSystem(of: Disk(free: 1 << 40, fileSystem: "nfs4")).outcome == .warning)
        #expect(storage.fileSystem(of: Disk(free: 1 << 40, fileSystem: "ext4")).outcome == .ok)
    }

    @Test func `a socket that is open to everybody is a warning, a closed folder a fault`() throws {
        let storage = installation.storage
        #expect(storage.results().of("socket").isEmpty)
        try installation.make(folder: "run")
        try Data().write(to: URL(filePath: storage.socket))
        try installation.set([.posixPermissions: 0o755], of: installation.folder + "/run")
        try installation.set([.posixPermissions: 0o660], of: storage.socket)
        #expect(storage.results().of("socket").outcomes == [.ok])
        try installation.set([.posixPermissions: 0o666], of: storage.socket)
        #expect(storage.results().of("socket").outcomes == [.warning])
        try installation.set([.posixPermissions: 0o660], of: storage.socket)
        try installation.set([.posixPermissions: 0o750], of: installation.folder + "/run")
        #expect(storage.results().of("socket").outcomes == [.ok])
        try installation.set([.posixPermissions: 0o700], of: installation.folder + "/run")
        #expect(storage.results().of("socket").outcomes == [.fault])
    }

    @Test func `a mend stands below the last of the lines that share it`() {
        let lines = CheckResult.lines([
            .ok("database", "A."), .fault("sums", "B.", mend: "D."), .fault("sums", "C.", mend: "D."),
        ])
        #expect(lines == ["ok       database: A.", "fault    sums: B.", "fault    sums: C.", "         D."])
    }
}

@Suite struct WebRequestTests {
    @Test func `an answer is read behind those that announce it`() throws {
        let answer = try #require(
            WebRequest.answer(
                Data(
                    "HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\nHTTP/2 200 \r\nCache-Control:  no-store\r\n\r\nok\r\n\r\n"
                        .utf8)))
        #expect(answer.status == 200)
        #expect(answer.headers == ["cache-control": "no-store"])
        #expect(answer.text == "ok\r\n\r\n")
    }

    @Test(arguments: ["", "nothing", "HTTP/1.1 100 Continue\r\n\r\n", "SSH-2.0\r\n\r\n"])
    func `what is no answer is none`(_ text: String) {
        #expect(WebRequest.answer(Data(text.utf8)) == nil)
    }
}
