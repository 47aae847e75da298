// A file for what is too large for the memory, beside the database, where there is room for it.

import Glibc

/// A file that is gone when nobody holds it any more, also if the process is killed, once it has no name.
public final class TemporaryFile: Sendable {
    /// Open for reading and writing.
    public let descriptor: CInt
    /// Its name, until ``removeName()``.
    let path: String

    /// Nobody but this process's user can read it.
    ///
    /// - Throws: ``StorageFault``.
    public init(in folder: String) throws(StorageFault) {
        var path = Array((folder + "/.upload-XXXXXX").utf8CString)
        descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw StorageFault(errno: errno) }
        self.path = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { close(descriptor) }

    /// Leaves it to those who have it open.
    public func removeName() { unlink(path) }

    /// Adds bytes at the end.
    ///
    /// - Throws: ``StorageFault``.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(StorageFault) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = UnsafeRawBufferPointer(rebasing: rest)
            let written = Glibc.write(descriptor, part.baseAddress, part.count)
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw StorageFault(errno: written < 0 ? errno : EIO) }
            rest = rest.dropFirst(written)
        }
    }
}

extension StorageFault {
    /// - Parameter number: What the system says of a file.
    public init(errno number: CInt) {
        self =
            switch number {
            case ENOSPC, EDQUOT: .full
            case EROFS, EACCES, EPERM: .readOnly
            default: .unreachable(String(cString: strerror(number)))
            }
    }
}
