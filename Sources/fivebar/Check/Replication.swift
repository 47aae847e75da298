// How far Litestream has come, as far as its notes beside the database tell (deploy/litestream). Where it sends them, only
// Litestream knows.

import Foundation
import Glibc
import Ledger

/// The replication of a database by Litestream.
struct Replication {
    /// When somebody counted last, and when Litestream last took something over.
    private let changed: Moment
    private let taken: Moment

    /// A minute: ten times as long as a slow network needs.
    static let longest: Int64 = 60_000

    static let look = "Look whether it runs, and what hinders it: systemctl status fivebar-litestream"

    init(changed: Moment, taken: Moment) {
        self.changed = changed
        self.taken = taken
    }

    /// Nil where Litestream has never run.
    init?(of database: String) {
        let place = URL(filePath: database)
        let notes = place.deletingLastPathComponent().path + "/.\(place.lastPathComponent)-litestream/ltx"
        guard let names = FileManager.default.subpaths(atPath: notes) else { return nil }
        let times = names.filter { $0.hasSuffix(".ltx") }.compactMap { Self.changed("\(notes)/\($0)") }
        taken = times.max() ?? Moment(milliseconds: 0)
        changed =
            [database, database + "-wal"].compactMap { Self.changed($0) }.max() ?? Moment(milliseconds: 0)
    }

    func result(at now: Moment) -> CheckResult {
        let waiting = changed.milliseconds - taken.milliseconds
        guard waiting > Self.longest, now.milliseconds - taken.milliseconds > Self.longest else {
            return .ok("replication", "Litestream has taken over what was counted.")
        }
        let minutes = waiting / 60_000
        return .warning(
            "replication",
            "What was counted in the last \(minutes == 1 ? "minute" : "\(minutes) minutes") was not taken over by Litestream.",
            mend: Self.look)
    }

    private static func changed(_ path: String) -> Moment? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Moment(
            milliseconds: Int64(status.st_mtim.tv_sec) * 1000 + Int64(status.st_mtim.tv_nsec) / 1_000_000)
    }
}
