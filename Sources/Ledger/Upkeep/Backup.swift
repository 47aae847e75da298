// Copies the ledger while it is in use: `fivebar backup`.

import Foundation
import GRDB

/// Why a backup was not made.
public enum BackupFault: Error, Sendable {
    case fileExists
    /// The copy was corrupt and has been removed.
    case copyIsDamaged([Finding])
}

extension Ledger {
    /// Writes a consistent copy of the database to a new file, and checks the copy.
    ///
    /// The file appears under its name only when it is complete.
    ///
    /// - Returns: What is wrong with the copy and ``repair()`` mends: such a copy is better than none.
    @discardableResult
    public func backUp(to path: String) throws -> [Finding] {
        guard !FileManager.default.fileExists(atPath: path) else { throw BackupFault.fileExists }
        let unfinished = path + ".unfinished"
        try? FileManager.default.removeItem(atPath: unfinished)
        defer {
            for end in ["", "-wal", "-shm", ".lock"] {
                try? FileManager.default.removeItem(atPath: unfinished + end)
            }
        }
        try StorageFault.translating {
            let copy = try DatabaseQueue(path: unfinished)
            try pool.backup(to: copy)
            // A single file, without WAL files beside it.
            try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
            try copy.close()
        }
        let ledger = try Ledger(path: unfinished, migrating: false)
        let findings = try ledger.check().filter { $0.severity == .error }
        try ledger.close()
        guard findings.allSatisfy(\.isMendable) else { throw BackupFault.copyIsDamaged(findings) }
        try DatabaseQueue(path: unfinished).writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA journal_mode = DELETE")
        }
        try FileManager.default.moveItem(atPath: unfinished, toPath: path)
        return findings
    }
}
