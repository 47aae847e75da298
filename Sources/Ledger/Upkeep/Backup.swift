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
    /// Whether a file is a database of Fivebar's and as long as it says, so that somebody may go back to it. Whether all in it
    /// is sound, only reading it as a whole tells.
    public static func isCopy(_ path: String) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path),
            let head = try? file.read(upToCount: 100).map({ [UInt8]($0) }), head.count == 100,
            let length = try? file.seekToEnd(), head.starts(with: "SQLite format 3\0".utf8)
        else { return false }
        /// https://www.sqlite.org/fileformat.html
        func number(_ place: Range<Int>) -> UInt64 { head[place].reduce(0) { $0 << 8 | UInt64($1) } }
        let pageSize = number(16..<18) == 1 ? 65_536 : number(16..<18)
        let isLengthKnown = number(24..<28) == number(92..<96)
        guard !isLengthKnown || number(28..<32) * pageSize <= length else { return false }
        // Reading one with a WAL would leave files beside it.
        guard head[18] == 1 else { return true }
        return switch try? Schema.state(ofFile: path) {
        case .current, .older, .newer: true
        case .empty, .foreign, nil: false
        }
    }

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
