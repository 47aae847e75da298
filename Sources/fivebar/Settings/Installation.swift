// Which installation a command is about. Everybody who types a command means the one that runs on this machine, so
// its settings and its user are found here; nobody has to name them.

import ArgumentParser
import Foundation
import Glibc
import Ledger

/// The option that each of the operator's commands has.
struct Installation: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The database. Without it the one that the environment, /etc/fivebar.env or fivebar.env beside the executable names.",
            valueName: "file"))
    var database: String?

    /// The installation's settings. Run by root, the process is its database's owner from here on.
    func settings() throws -> Settings {
        let settings = try Settings(database: database, findsInstallation: true)
        try Self.becomeOwner(of: settings)
        return settings
    }

    /// The installation's ledger, which must exist.
    func openLedger() throws -> Ledger { try settings().openLedger(migrating: false) }

    /// Gives up root for the user who owns a file, or the folder that it is in or would be in: what is made beside a
    /// database has to be its service's, and nobody needs more rights than the service has. A file of root's in the
    /// service's folder is a fault, which the service's user sees; where both are root's, the folder that systemd has made
    /// for the service tells who that is.
    private static func becomeOwner(of settings: Settings) throws {
        let path = settings.database
        let folder = URL(filePath: path).deletingLastPathComponent().path
        let state = settings.backupFolder.map { URL(filePath: $0).deletingLastPathComponent().path }
        let owners = [path, folder, state].compactMap { (place: String?) -> stat? in
            var status = stat()
            guard let place, stat(place, &status) == 0 else { return nil }
            return status
        }
        guard geteuid() == 0, let status = owners.first(where: { $0.st_uid != 0 }) else { return }
        var groups = [status.st_gid]
        let entry = getpwuid(status.st_uid)
        let areGroupsSet =
            entry.map { initgroups($0.pointee.pw_name, $0.pointee.pw_gid) == 0 }
            ?? (setgroups(1, &groups) == 0)
        guard areGroupsSet, setgid(status.st_gid) == 0, setuid(status.st_uid) == 0 else {
            throw CommandFailure("\(path) belongs to user number \(status.st_uid), who cannot be taken here.")
        }
    }
}
