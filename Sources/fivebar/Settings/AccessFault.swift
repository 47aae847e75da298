// Why a database cannot be opened or written, as far as the file system tells. SQLite only says that it cannot.

import Foundation
import Glibc

/// What stands in the way to a file that has to be written.
struct AccessFault: CustomStringConvertible {
    /// What happened.
    let says: String
    /// What to do.
    let mend: String
    /// Whether the database has to lie elsewhere.
    private(set) var needsOtherFolder = false

    var description: String { "\(says) \(mend)" }

    /// Nil if nothing does, or the file system does not tell.
    ///
    /// - Parameter isTyped: Whether somebody has typed a command, who need not be the user that Fivebar runs as.
    init?(
        to database: String, isTyped: Bool = false,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: database, isDirectory: &isFolder), isFolder.boolValue {
            says = "\(database) is a folder."
            mend = "Name the file in it, such as \(database)/fivebar.sqlite."
            return
        }
        var place = URL(filePath: database).deletingLastPathComponent().path
        let folder = place
        if let fault = Self.entering(aFileTo: database) {
            self = fault
            return
        }
        while place != "/", access(place, F_OK) != 0, errno == ENOENT {
            place = URL(filePath: place).deletingLastPathComponent().path
        }
        // Those beside it are SQLite's; a command that somebody else ran may have left them.
        let closed = [place, database, database + "-wal", database + "-shm"].filter { path in
            access(path, F_OK) == 0 && access(path, path == place ? W_OK | X_OK : R_OK | W_OK) != 0
        }
        guard let blocked = closed.first ?? (access(place, F_OK) != 0 ? place : nil) else { return nil }
        _ = access(blocked, blocked == place ? W_OK | X_OK : R_OK | W_OK)
        let code = errno
        // All that is closed for the same reason, so that one line mends it.
        let alike = closed.filter { Self.userID(of: $0) == Self.userID(of: blocked) }.map(\.shellWord)
            .joined(separator: " ")
        let isService = environment["INVOCATION_ID"] != nil
        // What systemd has made for the service it may write.
        let isOwn = (environment["STATE_DIRECTORY"] ?? "").split(separator: ":").contains { state in
            folder == state || folder.hasPrefix(state + "/")
        }
        switch code {
        case EROFS where isService && !isOwn:
            says = "\(database) is outside of what the service may write."
            mend = """
                Name its folder in each of its units: systemctl edit \(Instance.current.services), and there, below \
                [Service], ReadWritePaths=\(folder). If they name it already, its disk is mounted for reading only: mount \
                it for writing.
                """
        case EROFS:
            says = "\(blocked) is on a file system that can only be read."
            mend = "Mount it for writing."
        case EACCES where Self.ownsFile(blocked):
            says = """
                \(blocked) belongs to \(Self.name(of: geteuid())), who may not write there: its permissions do not allow it.
                """
            mend = "chmod \(blocked == place ? "u+rwX" : "u+rw") \(alike)"
        case EACCES where blocked == folder && Self.isOthers(folder, for: database):
            needsOtherFolder = true
            says = """
                \(blocked) belongs to root and has other things in it, and \(Self.name(of: geteuid())) may not write there.
                """
            mend = """
                Name a folder of Fivebar's own in FIVEBAR_DATABASE, such as \(Instance.current.stateFolder)/fivebar.sqlite.
                """
        case EACCES where isTyped && !Installation.isRoots && Self.isStranger(to: database):
            let owner = Self.owner(of: blocked)
            says = "\(blocked) belongs to \(owner), and \(Self.name(of: geteuid())) may not write there."
            mend = "Run the command with sudo\(owner == "root" ? "" : ", or as \(owner)")."
        case EACCES where blocked == place && place != folder:
            let user = Self.name(of: geteuid())
            says = "\(folder) is not there, and the user \(user) may not make it in \(place)."
            mend =
                "Mount the disk that belongs there, or make it: install -d -o \(user) -m 0700 \(folder.shellWord)"
        case EACCES, EPERM:
            let hint =
                isService && ["/home/", "/root/"].contains { database.hasPrefix($0) }
                ? " The unit hides home folders (ProtectHome=): take another folder, such as /var/lib/fivebar."
                : ""
            says = """
                \(blocked) belongs to \(Self.owner(of: blocked)), and Fivebar runs as \(Self.name(of: geteuid())), who \
                may not write there.
                """
            let user = Self.name(of: geteuid())
            let all = alike.isEmpty ? blocked.shellWord : alike
            // Somebody's folder may have anything in it.
            let isSomebodys = blocked == place && Self.userID(of: blocked) != 0
            mend =
                isSomebodys
                ? "Take a folder of Fivebar's own, or run Fivebar as the owner of this one.\(hint)"
                : "Give it to that user: chown \(user): \(all). Or run Fivebar as its owner.\(hint)"
        default:
            says = "\(blocked) cannot be written: \(String(cString: strerror(code)))."
            mend = "Name another place in FIVEBAR_DATABASE."
        }
    }

    /// What a path to a folder leads to instead of one; nil if nothing is in its way.
    static func file(onTheWayTo folder: String) -> String? {
        var place = folder, status = stat()
        while place != "/", stat(place, &status) != 0, errno == ENOENT || errno == ENOTDIR {
            place = URL(filePath: place).deletingLastPathComponent().path
        }
        return stat(place, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR ? place : nil
    }

    private static func entering(aFileTo database: String) -> AccessFault? {
        let folder = URL(filePath: database).deletingLastPathComponent().path
        return file(onTheWayTo: folder).map {
            AccessFault(
                says: "\($0) is a file, and no folder that \(database) could be in.",
                mend: "Name another place in FIVEBAR_DATABASE.")
        }
    }

    /// What hides a database from whoever looks for it; nil if nothing does.
    static func entering(_ database: String) -> AccessFault? {
        if let fault = entering(aFileTo: database) { return fault }
        let folder = URL(filePath: database).deletingLastPathComponent().path
        guard let closed = closedFolder(onTheWayTo: database) else { return nil }
        let user = name(of: geteuid())
        // Nobody is to give away a folder that has other things in it.
        let parent = folder.hasSuffix("/backups") ? String(folder.dropLast("/backups".count)) : folder
        let own = [folder, parent, Instance.current.stateFolder]
        let isOwn = userID(of: closed) == 0 && own.contains(closed)
        let mend =
            if !Installation.isRoots {
                "Run the command with sudo, or as the user whom it belongs to."
            } else if isOwn && closed != "/root" {
                "chown \(user): \(closed.shellWord)"
            } else {
                "Let that user into it: chmod o+x \(closed.shellWord)"
            }
        return AccessFault(
            says: "\(closed) is closed to \(user), so nobody knows whether \(database) is there.", mend: mend)
    }

    /// The first folder on the way to a file that this process may not enter; nil if it may enter all that are there.
    static func closedFolder(onTheWayTo path: String) -> String? {
        URL(filePath: path).absoluteURL.path.placesOnTheWay.dropLast()
            .first { access($0, X_OK) != 0 && errno == EACCES }
    }

    /// Whether a database and its folder are somebody else's, so that whoever asks cannot know how they are.
    static func isStranger(to database: String) -> Bool {
        let folder = URL(filePath: database).deletingLastPathComponent().path
        let owners = [folder, database].compactMap { userID(of: $0) }
        return geteuid() != 0 && !owners.isEmpty && !owners.contains(geteuid())
    }

    /// Whether a folder is root's, and for more than a database: `/`, for example, which nobody is to give away.
    private static func isOthers(_ folder: String, for database: String) -> Bool {
        guard userID(of: folder) == 0 else { return false }
        guard folder != "/root" else { return true }
        let name = URL(filePath: database).lastPathComponent
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let own: Set = ["backups", "lost+found"]
        return names.contains { !$0.hasPrefix(name) && !$0.contains(".sqlite") && !own.contains($0) }
    }

    private init(says: String, mend: String) {
        self.says = says
        self.mend = mend
    }

    private static func ownsFile(_ path: String) -> Bool { userID(of: path) == geteuid() }

    private static func owner(of path: String) -> String {
        userID(of: path).map { name(of: $0) } ?? "somebody else"
    }

    /// Nil if nothing tells.
    private static func userID(of path: String) -> uid_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_uid : nil
    }

    static func name(of user: uid_t) -> String {
        getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "user number \(user)"
    }
}

extension String {
    /// What an absolute path leads through, from the first folder below the root to the file itself.
    var placesOnTheWay: [String] {
        split(separator: "/").reduce(into: []) { $0.append(($0.last ?? "") + "/" + $1) }
    }
}
