// Whether the ledger can do its work, for whoever watches it.

extension Ledger {
    /// Commits a change of nothing, down to the disk, as a tap would be: what is wrong with a disk is not seen by reading.
    ///
    /// - Throws: ``StorageFault``.
    public func proveWriting() async throws {
        if let disk = Disk(of: path) {
            if disk.isReadOnly { throw StorageFault.readOnly }
            // A small write may still find room in the WAL.
            if disk.isFull { throw StorageFault.full }
        }
        if queue.isDamaged { throw StorageFault.damaged }
        try await queue.commit { try $0.run("UPDATE secret SET value = value WHERE name = 'address'") }
    }
}
