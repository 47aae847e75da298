// Why a database cannot be opened or written, as far as the file system tells. SQLite only says that it cannot.

import Foundation
import Glibc

/// What stands in the way to a file that has to be written.
struct Obstacle: CustomStringConvertible {
    /// What happened, and what to do.
    let description: String

    /// Nil if nothing does, or the file system does not tell.
    init?(to database: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
        var place = URL(filePath: database).deletingLastPathComponent().path
        let folder = place
        while place != "/", access(place, F_OK) != 0, errno == ENOENT {
            place = URL(filePath: place).deletingLastPathComponent().path
        }
        let blocked =
            [place, database].first { path in
                access(path, F_OK) == 0 && access(path, path == place ? W_OK | X_OK : R_OK | W_OK) != 0
            } ?? (access(place, F_OK) != 0 ? place : nil)
        guard let blocked else { return nil }
        _ = access(blocked, blocked == place ? W_OK | X_OK : R_OK | W_OK)
        let code = errno
        let isService = environment["INVOCATION_ID"] != nil
        switch code {
        case EROFS where isService:
            description = """
                \(database) is outside of what the service may write. Name its folder in the unit: systemctl edit \
                fivebar, and there, below [Service], ReadWritePaths=\(folder)
                """
        case EROFS:
            description = "\(blocked) is on a file system that can only be read. Mount it for writing."
        case EACCES, EPERM:
            let hint =
                isService && ["/home/", "/root/"].contains { database.hasPrefix($0) }
                ? " The unit hides home folders (ProtectHome=): take another folder, such as /var/lib/fivebar."
                : ""
            description = """
                \(blocked) belongs to \(Self.owner(of: blocked)), and Fivebar runs as \(Self.name(of: geteuid())), who \
                may not write there. Give it to that user with chown, or run Fivebar as its owner.\(hint)
                """
        default: description = "\(blocked) cannot be written: \(String(cString: strerror(code)))."
        }
    }

    /// What hides a database from whoever looks for it; nil if nothing does.
    static func entering(_ database: String) -> String? {
        let folder = URL(filePath: database).deletingLastPathComponent().path
        guard access(folder, X_OK) != 0, errno == EACCES else { return nil }
        return """
            \(folder) is closed to \(name(of: geteuid())), so nobody knows whether \(database) is there. Run the \
            command with sudo, or as the user whom it belongs to.
            """
    }

    private static func owner(of path: String) -> String {
        var status = stat()
        return stat(path, &status) == 0 ? name(of: status.st_uid) : "somebody else"
    }

    private static func name(of user: uid_t) -> String {
        getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "user number \(user)"
    }
}
