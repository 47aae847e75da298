// Copies the ledger while it is in use: `fivebar backup`.

import Foundation
import GRDB
import Glibc

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
        StagedFile.removeLeavings(for: .backup, of: path)
        // Its own: two at once must not write into one file.
        let unfinished = try StagedFile(for: .backup, of: path)
        defer { unfinished.end() }
        return try StorageFault.translating {
            let copy = try DatabaseQueue(path: unfinished.path)
            try pool.backup(to: copy)
            try copy.becomeAlone()
            try copy.close()
            let ledger = try Ledger(path: unfinished.path, migrating: false)
            let findings = try ledger.check().filter { $0.severity == .error }
            try ledger.close()
            guard findings.allSatisfy(\.isMendable) else { throw BackupFault.copyIsDamaged(findings) }
            let checked = try DatabaseQueue(path: unfinished.path)
            try checked.becomeAlone()
            try checked.close()
            try Self.name(unfinished.path, path)
            return findings
        }
    }

    /// Gives a file a name that no other one has.
    private static func name(_ unfinished: String, _ path: String) throws {
        if link(unfinished, path) == 0 { return }
        switch errno {
        case EEXIST: throw BackupFault.fileExists
        // Some file systems have no second names.
        case EPERM, EOPNOTSUPP, ENOSYS, EMLINK:
            guard !FileManager.default.fileExists(atPath: path) else { throw BackupFault.fileExists }
            guard Glibc.rename(unfinished, path) == 0 else { throw StorageFault(errno: errno) }
        default: throw StorageFault(errno: errno)
        }
    }
}

extension DatabaseQueue {
    /// Makes it a single file, without WAL files beside it.
    fileprivate func becomeAlone() throws {
        try writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    }
}
