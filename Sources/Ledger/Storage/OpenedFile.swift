// The file that a database's name stood for when it was opened. SQLite goes on with that file whatever becomes of the
// name, so that what is written to it may be found by nobody afterwards.

import Foundation
import Glibc
import Synchronization

/// A database's file, as it was opened, and what SQLite has beside it.
final class OpenedFile: Sendable {
    private struct Identity: Equatable {
        let device: UInt64
        let inode: UInt64

        /// Nil if there is no such file. One that cannot be looked at is taken for the one expected.
        init?(_ path: String, expected: Identity? = nil) {
            var status = stat()
            if stat(path, &status) == 0 {
                (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
            } else if let expected, errno != ENOENT, errno != ENOTDIR {
                self = expected
            } else {
                return nil
            }
        }
    }

    private let path: String
    /// The file itself, where the path is a link to it: SQLite has its own files beside that.
    private let target: String
    private let identity: Identity?
    private let besides: [(path: String, identity: Identity?)]
    private let isLost = Mutex(false)

    /// - Parameter path: Of a database that is open.
    init(_ path: String) {
        self.path = path
        identity = Identity(path)
        let target = Self.target(of: path)
        self.target = target
        besides = ["-wal", "-shm"].map { (target + $0, Identity(target + $0)) }
    }

    /// The file that a path stands for, by whatever links.
    static func target(of path: String) -> String { URL(filePath: path).resolvingSymlinksInPath().path }

    /// Whether nothing is in a file yet; false where nothing tells. Foundation would look up the owner's name as well.
    static func isEmpty(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_size == 0
    }

    /// Why nothing may be written to the file any more; nil while the path stands for it. Once it has not, the file stays
    /// lost, since ``abandon()`` may have been called.
    var fault: StorageFault? {
        let found = Identity(path, expected: identity)
        let isLost = isLost.withLock { isLost in
            isLost = isLost || found != identity
            return isLost
        }
        guard isLost else { return nil }
        return found == nil ? .removed : .replaced
    }

    /// Removes the WAL that lies where this file lay, if it is still this file's: SQLite would take it for that of the file
    /// which lies there now, and damage that.
    func abandon() {
        // Where only a link leads elsewhere now, the file has it beside it as before.
        guard Identity(target) != identity else { return }
        for (path, identity) in besides where identity != nil && Identity(path) == identity { unlink(path) }
    }
}
