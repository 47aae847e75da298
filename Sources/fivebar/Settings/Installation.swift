// Which installation a command is about. Everybody who types a command means the one that runs on this machine, so
// its settings and its user are found here; nobody has to name them.

import ArgumentParser
import Foundation
import Glibc
import Ledger
import Synchronization

/// The option that each of the operator's commands has.
struct Installation: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The database. Without it the one that the environment, /etc/fivebar.env or fivebar.env beside the executable names.",
            valueName: "file"))
    var database: String?

    mutating func validate() throws {
        guard database != "" else { throw ValidationError("--database names no file.") }
    }

    /// Whether root has typed the command, who is told of no sudo: this process has become the database's owner.
    static var isRoots: Bool { hasGivenUpRoot.withLock { $0 } }
    private static let hasGivenUpRoot = Mutex(false)

    /// The installation's settings. Run by root, the process is its database's owner from here on.
    func settings() throws -> Settings {
        let settings = try Settings(database: database, findsInstallation: true)
        try Self.becomeOwner(of: settings)
        return settings
    }

    /// Does what a command is for with the installation's ledger, which must exist.
    func withLedger<Answer>(_ work: (Ledger) async throws -> Answer) async throws -> Answer {
        try await settings().withLedger(work)
    }

    /// Gives up root for the user who owns a file, or the folder that it is in or would be in: what is made beside a
    /// database has to be its service's, and nobody needs more rights than the service has. A file of root's in the
    /// service's folder is a fault, which the service's user sees; where both are root's, the folder that systemd has made
    /// for the service tells who that is.
    ///
    /// - Throws: ``CommandFailure``, also where a link leads there that somebody else could have laid: they would have root do
    ///   to that user's files what they may not do themselves.
    private static func becomeOwner(of settings: Settings) throws {
        guard geteuid() == 0 else { return }
        let path = URL(filePath: settings.database).absoluteURL.path
        let folder = URL(filePath: path).deletingLastPathComponent().path
        let state = settings.backupFolder.map { URL(filePath: $0).deletingLastPathComponent().path }
        let places = [path, folder, state].compactMap { (place: String?) in place.flatMap { OwnedPlace($0) } }
        guard let place = places.first(where: { $0.owner != 0 }) else { return }
        if let (link, stranger) = place.strangersLink {
            throw CommandFailure(
                """
                \(link.path) is a link that \(AccessFault.name(of: stranger)) could have laid, and leads to \(place.path), \
                which belongs to \(AccessFault.name(of: place.owner)). Root follows no such link. If it is meant, name the \
                file itself: --database \(place.path). If not, remove the link.
                """)
        }
        var groups = [place.group]
        let entry = getpwuid(place.owner)
        let areGroupsSet =
            entry.map { initgroups($0.pointee.pw_name, $0.pointee.pw_gid) == 0 }
            ?? (setgroups(1, &groups) == 0)
        guard areGroupsSet, setgid(place.group) == 0, setuid(place.owner) == 0 else {
            throw CommandFailure("\(path) belongs to user number \(place.owner), who cannot be taken here.")
        }
        hasGivenUpRoot.withLock { $0 = true }
    }
}
