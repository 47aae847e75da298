// The serving side of `fivebar top`.

import Foundation
import Glibc
import Ledger
import Site

/// Tells once a second what this process does, if somebody looks.
struct ActivityTelling: Sendable {
    let site: Site
    let database: String
    private let start = ContinuousClock.now

    init(site: Site, database: String) {
        self.site = site
        self.database = database
    }

    /// Until cancelled.
    func run() async {
        let files = ActivityFiles(of: database)
        while !Task.isCancelled {
            try? await Task.sleep(for: .seconds(1))
            guard !Task.isCancelled else { break }
            files.tell {
                site.complete(
                    Activity(
                        process: getpid(), uptime: (ContinuousClock.now - start) / .seconds(1),
                        memory: Self.memory))
            }
        }
        files.forget(getpid())
    }

    /// The bytes of memory that this process has; 0 where nothing tells.
    private static var memory: Int64 {
        let text = FileManager.default.contents(atPath: "/proc/self/statm").map {
            String(decoding: $0, as: UTF8.self)
        }
        let words = text?.split(separator: " ") ?? []
        guard words.count > 1, let pages = Int64(words[1]) else { return 0 }
        return pages * Int64(sysconf(CInt(_SC_PAGESIZE)))
    }
}
