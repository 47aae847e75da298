// The limit of open files, and how many connections fit below it. Beyond the
// limit, a process does not just stop accepting: libdispatch aborts if it cannot
// open a timer, and SQLite cannot open its files.

import Glibc

/// This process's limit of open files.
public enum OpenFiles {
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

    /// Raises the soft limit to the hard limit.
    ///
    /// - Returns: How many connections there is room for.
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

    /// How many of `files` may be connections. An eighth, at least 64, or half of
    /// a small limit, is reserved for everything else.
    static func connections(below files: Int) -> Int {
        files - min(files / 2, max(64, files / 8))
    }
}
