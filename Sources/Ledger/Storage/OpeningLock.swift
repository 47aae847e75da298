// The lock beside a database. SQLite's own locks belong to a file; this one belongs to its name, so that nobody opens a
// database while it is being made, migrated or replaced by another file.

import Glibc

/// A lock on `PATH.lock`, which lasts while somebody opens or makes the database at that path.
enum OpeningLock {
    /// Runs `body` while nobody else opens, makes or replaces the database; waits for them before.
    static func exclusively<Value>(beside path: String, _ body: () throws -> Value) throws -> Value {
        let descriptor = try made(beside: path)
        defer { close(descriptor) }
        wait(for: LOCK_EX, on: descriptor)
        return try body()
    }

    /// Runs `body`, which opens a database that exists, while nobody makes or replaces it.
    ///
    /// Where there is no such file nobody does, and where it cannot be opened nobody could: then it is done without.
    static func shared<Value>(beside path: String, _ body: () throws -> Value) rethrows -> Value {
        let descriptor = open(path + ".lock", O_RDONLY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        if descriptor >= 0 { wait(for: LOCK_SH, on: descriptor) }
        return try body()
    }

    private static func made(beside path: String) throws -> CInt {
        let descriptor = open(path + ".lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw errno == EROFS || errno == EACCES
                ? StorageFault.readOnly : StorageFault.unreachable(String(cString: strerror(errno)))
        }
        return descriptor
    }

    private static func wait(for kind: CInt, on descriptor: CInt) {
        while flock(descriptor, kind) != 0 && errno == EINTR {}
    }
}
