// Whether the ledger can do its work, for whoever watches it.

import Foundation
import Glibc

extension Ledger {
    /// A disk with less room, in bytes, is full: the next taps would be refused.
    private static let leastRoom: UInt64 = 1 << 20

    /// Commits a change of nothing, down to the disk, as a tap would be: what is wrong with a disk is not seen by reading.
    ///
    /// - Throws: ``StorageFault``.
    public func proveWriting() async throws {
        var disk = statvfs()
        if statvfs(URL(filePath: path).deletingLastPathComponent().path, &disk) == 0 {
            if disk.f_flag & UInt(ST_RDONLY) != 0 { throw StorageFault.readOnly }
            // A small write may still find room in the WAL.
            if UInt64(disk.f_bavail) * UInt64(disk.f_frsize) < Self.leastRoom { throw StorageFault.full }
        }
        try await queue.commit { try $0.run("UPDATE secret SET value = value WHERE name = 'address'") }
    }
}
