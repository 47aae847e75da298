// Where serving processes tell `fivebar top` what they do: a folder beside the database, which is there only while
// somebody looks. Whoever can read the database can read it, and so nobody else.

import Foundation
import Glibc
import Ledger
import Site

/// The folder of a database's `fivebar top`: `watch`, which says that somebody looks, and a file of each process.
struct ActivityFiles: Sendable {
    private let folder: String

    /// How long ago, in seconds, somebody has looked who still looks, or a process has written that still serves.
    private static let lasts = 5.0
    private static let unfinished = ".new"

    init(of database: String) { folder = database + "-top" }

    private var watchFile: String { folder + "/watch" }

    private func file(of process: Int32) -> String { "\(folder)/\(process).json" }

    // A process's side. Whatever fails, as on a full disk, is no concern of those who count.

    /// Writes down what a process does, while somebody looks. Otherwise takes the folder away, with what was left in it by
    /// whoever was killed.
    func tell(_ activity: () -> Activity) {
        guard Self.isFresh(watchFile) else {
            leave()
            return
        }
        let activity = activity()
        guard let data = try? JSONEncoder().encode(activity) else { return }
        // As a whole, since it is read at any moment.
        let path = file(of: activity.process), new = path + Self.unfinished
        guard (try? data.write(to: URL(filePath: new))) != nil else {
            unlink(new)
            return
        }
        rename(new, path)
    }

    func forget(_ process: Int32) { unlink(file(of: process)) }

    // The side of `fivebar top`.

    /// Says for some seconds that somebody looks.
    ///
    /// - Throws: ``CommandFailure`` where nothing can be written.
    func watch() throws {
        mkdir(folder, 0o700)
        let descriptor = open(watchFile, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0, futimens(descriptor, nil) == 0 else {
            let reason = String(cString: strerror(errno))
            throw CommandFailure(
                "\(watchFile) cannot be written: \(reason). \(Instance.current.command) check says what mends it."
            )
        }
        close(descriptor)
    }

    /// The processes that serve now, by their numbers.
    func activities() -> [Activity] {
        names.filter { $0.hasSuffix(".json") }.compactMap { name -> Activity? in
            let path = "\(folder)/\(name)"
            guard Self.isFresh(path) else {
                // Its process was killed.
                unlink(path)
                return nil
            }
            return FileManager.default.contents(atPath: path)
                .flatMap { try? JSONDecoder().decode(Activity.self, from: $0) }
        }.sorted { $0.process < $1.process }
    }

    /// Nobody looks any more. Whoever still does says so again within a second.
    func leave() {
        for name in names where name == "watch" || [".json", Self.unfinished].contains(where: name.hasSuffix)
        {
            unlink("\(folder)/\(name)")
        }
        rmdir(folder)
    }

    /// Of a folder that is hardly ever there.
    private var names: [String] {
        access(folder, F_OK) == 0 ? (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] : []
    }

    private static func isFresh(_ path: String) -> Bool {
        var status = stat(), now = timespec()
        guard lstat(path, &status) == 0, clock_gettime(CLOCK_REALTIME, &now) == 0 else { return false }
        let age = Double(now.tv_sec - status.st_mtim.tv_sec)
        return abs(age) < lasts
    }
}
