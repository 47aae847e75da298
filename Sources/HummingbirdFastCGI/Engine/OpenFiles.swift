// The limit of open files, and how many connections fit below it. Past the
// limit a process does not merely accept nobody: libdispatch ends it when it
// cannot open a timer, and SQLite cannot open its files.

import Glibc

/// The files that this process may have open.
public enum OpenFiles {
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

    /// Raises the limit to the most that the system lets this process have.
    ///
    /// - Returns: How many connections it has room for.
    public static func raiseLimit() -> Int {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return 0 }
        if limit.rlim_cur < limit.rlim_max {
            var raised = limit
            raised.rlim_cur = raised.rlim_max
            if setrlimit(resource, &raised) == 0 { limit = raised }
        }
        return connections(below: Int(clamping: limit.rlim_cur))
    }

    /// Of a limit of `files`, so many may be connections. What is left is for
    /// everything else: an eighth, at least 64, and of few files half.
    static func connections(below files: Int) -> Int {
        files - min(files / 2, max(64, files / 8))
    }
}
