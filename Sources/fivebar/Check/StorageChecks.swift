// What is around the database: rights, room, the file system, copies, and the socket.

import Foundation
import Glibc
import Ledger

struct StorageChecks {
    let database: String
    /// Where the units keep copies, if not beside the database.
    var backupFolder: String?
    let now: Moment
    /// Whether it is what it is called. Nobody is told to give rights to what is something else.
    var isFivebars = true
    /// Whether it is worth a warning that there is no copy at all. Whoever makes copies elsewhere is not told each night.
    var expectsBackups = true
    /// systemd/fivebar.socket's; where there is none it is nobody's business.
    var socket = Instance.current.socket
    /// What Litestream is to replicate, where deploy/litestream was followed.
    var replicationSettings = "/etc/fivebar-litestream.yml"

    func results() -> [CheckResult] {
        guard isFivebars else { return [socketResult()].compactMap(\.self) }
        var results: [CheckResult] = []
        let access = AccessFault(to: database)
        // Whoever may not look says nothing of what they did not see. The first line has told them how to look.
        let sees = access == nil || !AccessFault.isStranger(to: database)
        if sees || access?.needsOtherFolder == true { results.append(writing(access)) }
        if let socket = socketResult() { results.append(socket) }
        guard sees else { return results }
        if let openness = openness() { results.append(openness) }
        if let disk = Disk(of: database) { results += [room(on: disk), fileSystem(of: disk)] }
        results += backups()
        results += leavings()
        if let replication = replication() { results.append(replication) }
        return results
    }

    private func replication() -> CheckResult? {
        if let replication = Replication(of: database) { return replication.result(at: now) }
        let settings = FileManager.default.contents(atPath: replicationSettings)
        guard let settings, String(decoding: settings, as: UTF8.self).contains(database) else { return nil }
        return .warning(
            "replication",
            "\(replicationSettings) names the database, but Litestream has never taken anything over.",
            mend: Replication.look)
    }

    private var folder: String { URL(filePath: database).deletingLastPathComponent().path }

    private func writing(_ access: AccessFault?) -> CheckResult {
        if let access { return .fault("permissions", access.says, mend: access.mend) }
        return .ok("permissions", "\(AccessFault.name(of: geteuid())) can write in \(folder).")
    }

    /// Whether others can read what people count; nil if nobody can.
    private func openness() -> CheckResult? {
        // A closed folder on the way closes everything in it.
        func grants(_ right: mode_t, _ path: String) -> Bool {
            var status = stat()
            return stat(path, &status) == 0 && status.st_mode & right != 0
        }
        let file = URL(filePath: database).absoluteURL.resolvingSymlinksInPath()
        var place = file.deletingLastPathComponent()
        while place.path != "/", grants(0o001, place.path) { place.deleteLastPathComponent() }
        guard place.path == "/" else { return nil }
        let open = [file.path, file.path + "-wal"].filter { grants(0o004, $0) }
        guard let first = open.first else { return nil }
        return .warning(
            "permissions", "Everybody on this machine can read \(first), and so all that people count.",
            mend: "chmod o-rwx \(open.map(\.shellWord).joined(separator: " "))")
    }

    private func socketResult() -> CheckResult? {
        var file = stat(), place = stat()
        let folder = URL(filePath: socket).deletingLastPathComponent().path
        guard stat(socket, &file) == 0, stat(folder, &place) == 0 else { return nil }
        if file.st_mode & 0o002 != 0 {
            return .warning(
                "socket",
                "Everybody on this machine can write to \(socket), and so say that they are any visitor.",
                mend: "SocketMode=0660 in \(Instance.current.socketUnit), or `--mode 660`")
        }
        // The socket's group is the web server's.
        let isOpenToGroup = place.st_gid == file.st_gid && place.st_mode & 0o010 != 0
        if place.st_mode & 0o001 == 0, !isOpenToGroup {
            return .fault(
                "socket", "\(folder) is closed to the web server.",
                mend: "DirectoryMode=0755 in \(Instance.current.socketUnit), or chmod 755 \(folder.shellWord)"
            )
        }
        return .ok("socket", "\(socket) is open to its group.")
    }

    func room(on disk: Disk) -> CheckResult {
        let size = Disk.bytes(ofFile: database) + Disk.walBytes(of: database)
        let free = Self.text(bytes: disk.free)
        if disk.isFull {
            return .fault(
                "disk", "\(free) are free on the disk of \(database): what people count is refused.",
                mend: "Make room. Nothing that was saved is lost.")
        }
        // The database grows while it is copied.
        guard disk.free > size + size / 4 + 64 << 20 else {
            return .warning(
                "disk",
                "\(free) are free on the disk of \(database), and it has \(Self.text(bytes: size)) itself.",
                mend:
                    "Make room: backup, restore, repair and a newer version each need that of one more copy.")
        }
        return .ok("disk", "\(free) are free, and the database has \(Self.text(bytes: size)).")
    }

    func fileSystem(of disk: Disk) -> CheckResult {
        if let weakness = disk.weakness {
            return .warning(
                "file system", weakness, mend: "Set FIVEBAR_DATABASE to a file on a disk of this machine.")
        }
        let name = disk.fileSystem
        return .ok("file system", name.isEmpty ? "Nothing tells which." : "\(name), on this machine.")
    }

    /// The newest of the copies in `backups/` beside the database, right beside it, or where the units make one each night.
    private func backups() -> [CheckResult] {
        let files = BackupFiles(of: database, also: backupFolder)
        let others = files.others.map {
            CheckResult.warning(
                "backups", "\($0) is called like a copy of the database, and is no whole one.",
                mend: "Remove it. \(Instance.current.command) backup FILE makes a copy now.")
        }
        return [newest(of: files)].compactMap(\.self) + others
    }

    /// What restore or backup have left where they were killed: as large as the database, and nobody's.
    private func leavings() -> [CheckResult] {
        BackupFiles(of: database, also: backupFolder).folders.flatMap { StagedFile.leavings(in: $0) }.map {
            path in
            let size = Self.text(bytes: Disk.bytes(ofFile: path))
            let all = ["", "-wal", "-shm", "-journal", "-maker", ".lock"].map { (path + $0).shellWord }
            return .warning(
                "leavings",
                "\(path) is what a restore or backup left that did not come to its end (\(size)).",
                mend:
                    "Remove it, with what begins with its name: rm -f \(all.joined(separator: " "))"
            )
        }
    }

    private func newest(of files: BackupFiles) -> CheckResult? {
        guard let newest = files.newest else {
            let places = files.folders.dropFirst().joined(separator: " or ")
            return expectsBackups
                ? .warning(
                    "backups", "There is no copy of the database in \(places).",
                    mend: """
                        \(Instance.current.backupTimer) or cron (\(Guide.current.path("cron/fivebar"))) has one made each night, \
                        \(Instance.current.command) backup FILE one now; unless copies are made elsewhere.
                        """
                )
                : nil
        }
        let hours = max(0, now.milliseconds - newest.made.milliseconds) / 3_600_000
        guard hours >= 48 else {
            return .ok(
                "backups", "The newest is \(Self.age(hours: hours)) old: \(newest.path)")
        }
        return .warning(
            "backups", "The newest is \(hours / 24) days old: \(newest.path)",
            mend: """
                Look why none was made since: systemctl status \(Instance.current.backupTimer) \
                \(Instance.current.backupService)
                """)
    }

    private static func age(hours: Int64) -> String {
        hours == 0 ? "less than an hour" : hours == 1 ? "1 hour" : "\(hours) hours"
    }

    private static func text(bytes: Int64) -> String {
        let units: [(Int64, String)] = [(1 << 30, "GB"), (1 << 20, "MB"), (1 << 10, "KB")]
        guard let (unit, name) = units.first(where: { bytes >= $0.0 }) else { return "\(bytes) bytes" }
        let tenths = bytes / unit >= 100 ? nil : bytes % unit * 10 / unit
        return "\(bytes / unit)\(tenths.map { ".\($0)" } ?? "") \(name)"
    }
}
