// Puts a backup in the place of the database: `fivebar restore`.
//
// Whatever goes wrong, and if the power fails in between, the name stands for one whole database, the one before or
// the copy; and the one before stays beside it, under another name.

import Foundation
import GRDB
import Glibc

/// Why a backup was not restored; the database is as it was.
public enum RestoreFault: Error, Sendable {
    /// Somebody has the database open.
    case isInUse
    /// The file is the database itself.
    case isItself
    /// The file cannot be opened or read, with the system's reason.
    case isUnreadable(String)
    /// There is a WAL or a journal beside the file: it was copied while it was in use, or is in use.
    case isNotAlone
    /// The file is no database, or another program's.
    case isForeign
    /// The file was made by a newer Fivebar.
    case isNewer
    case isDamaged([Finding])
    /// The copy cannot be put where the database lies, with the system's reason.
    case isNotMoved(String)
}

/// A file that is to be restored, open for reading, so that it may belong to somebody else than the database does.
public struct BackupFile: Sendable {
    fileprivate let handle: FileHandle
    /// Whether nothing lies beside it that belongs to it.
    fileprivate let isAlone: Bool

    /// - Throws: ``RestoreFault``.
    public init(path: String) throws {
        let file = OpenedFile.target(of: path)
        isAlone = ["-wal", "-journal"].allSatisfy { end in
            var status = stat()
            return stat(file + end, &status) != 0 || status.st_size == 0
        }
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw RestoreFault.isUnreadable(String(cString: strerror(errno))) }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Whether it is the file at a path, by whatever name.
    fileprivate func isFile(_ path: String) -> Bool {
        var own = stat(), other = stat()
        return fstat(handle.fileDescriptor, &own) == 0 && stat(path, &other) == 0
            && own.st_dev == other.st_dev && own.st_ino == other.st_ino
    }
}

extension Ledger {
    /// Checks a backup, and puts it in the place of the database at `path`, with that one's owner and mode.
    ///
    /// - Returns: Where the database before lies now; nil if there was none.
    /// - Throws: ``RestoreFault`` or ``StorageFault``; the database is as it was.
    public static func restore(_ backup: BackupFile, to path: String, now: Moment) throws -> String? {
        let name = path
        // The file itself, where the name is a link to it.
        let path = OpenedFile.target(of: name)
        guard !backup.isFile(path) else { throw RestoreFault.isItself }
        guard backup.isAlone else { throw RestoreFault.isNotAlone }
        try settle(path)
        StagedFile.removeLeavings(for: .restoration, of: path)
        // Its own: two at once must not write into one file.
        let staged = try StagedFile(for: .restoration, of: path)
        defer { staged.end() }
        try stage(backup, in: staged)
        try prove(staged.path)
        try takeOwner(of: path, for: staged)
        return try OpeningLock.exclusively(beside: name) {
            // Somebody may have opened it meanwhile; from here on nobody can.
            try settle(path)
            let kept = try keep(path, now: now)
            guard Glibc.rename(staged.path, path) == 0 else { throw hindrance() }
            syncFolder(of: path)
            try requireAlone(path)
            return kept
        }
    }

    /// Moves everything into the file, so that no WAL is left beside it.
    ///
    /// - Throws: ``RestoreFault/isInUse`` if somebody else has it open, for longer than a CGI program would;
    ///   ``StorageFault/foreign`` if it is another program's, which is left as it is.
    private static func settle(_ path: String) throws {
        for _ in 0..<20 {
            guard try isInUse(path) else { return }
            usleep(100_000)
        }
        throw RestoreFault.isInUse
    }

    /// Whether another process has the database open for longer than a CGI program would, and may write to it. Litestream has
    /// what it copies open as long as it runs, writes to nothing but its own tables, and hides whoever else there is.
    static func isKeptOpen(_ path: String) throws -> Bool {
        let place = URL(filePath: OpenedFile.target(of: path))
        let notes = ".\(place.lastPathComponent)-litestream"
        guard !exists(place.deletingLastPathComponent().appending(path: notes).path) else { return false }
        do {
            try settle(place.path)
            return false
        } catch RestoreFault.isInUse {
            return true
        }
    }

    /// Whether somebody else has the database open. If not, it has no WAL afterwards.
    private static func isInUse(_ path: String) throws -> Bool {
        // Somebody may have removed the file only: who has it open goes on with it and its WAL.
        guard exists(path) else { return try isLocked(path + "-shm", at: 120, length: 9) }
        do {
            // A damaged file must not be opened for writing, since its WAL, perhaps the better part of it, would go.
            guard try Schema.state(ofFile: path) != .foreign else { throw StorageFault.foreign }
            var configuration = Configuration()
            configuration.busyMode = .immediateError
            let database = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? database.close() }
            // Needs the file for itself.
            try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
            return false
        } catch let error as DatabaseError where StorageFault(error) == .busy {
            return true
        } catch StorageFault.foreign {
            throw StorageFault.foreign
        } catch {
            // It is damaged, which may be why it is replaced. SQLite then does not tell who has it open.
            return try isLocked(path, at: 0x4000_0000, length: 512)
        }
    }

    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Whether another process has locked some of a file's bytes, as it does with those of a database that it has open
    /// (https://www.sqlite.org/src/file/src/os.h, PENDING_BYTE) and of what lies beside it (os_unix.c, UNIX_SHM_BASE).
    ///
    /// - Throws: ``StorageFault`` if it may not be opened, so that nothing tells.
    private static func isLocked(_ path: String, at start: off_t, length: off_t) throws -> Bool {
        let descriptor = Glibc.open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return false }
            throw StorageFault(errno: errno)
        }
        defer { Glibc.close(descriptor) }
        var range = flock()
        range.l_type = Int16(F_WRLCK)
        range.l_whence = Int16(SEEK_SET)
        range.l_start = start
        range.l_len = length
        return fcntl(descriptor, F_GETLK, &range) != 0 || range.l_type != Int16(F_UNLCK)
    }

    /// Copies the backup to where it can take the database's name.
    private static func stage(_ backup: BackupFile, in staged: StagedFile) throws {
        var part = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = Glibc.read(backup.handle.fileDescriptor, &part, part.count)
            guard count >= 0 else { throw RestoreFault.isUnreadable(reason()) }
            if count == 0 { return }
            var written = 0
            while written < count {
                let more = part[written..<count].withUnsafeBytes {
                    write(staged.descriptor, $0.baseAddress, $0.count)
                }
                guard more > 0 else { throw hindrance() }
                written += more
            }
        }
    }

    /// Checks the copy as a ledger, brought up to date as the next start would do.
    private static func prove(_ staged: String) throws {
        switch try? Schema.state(ofFile: staged) {
        case .current, .older: break
        case .newer: throw RestoreFault.isNewer
        case .empty, .foreign, nil: throw RestoreFault.isForeign
        }
        do {
            let ledger = try Ledger(path: staged)
            let findings = try ledger.check().filter { $0.severity == .error }
            // Wrong sums can be mended afterwards, and such a copy may be the only one.
            guard findings.allSatisfy(\.isMendable) else { throw RestoreFault.isDamaged(findings) }
            try ledger.close()
            try StorageFault.translating {
                let copy = try DatabaseQueue(path: staged)
                try copy.write { try $0.skipNumbers() }
                try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
                try copy.close()
            }
        } catch StorageFault.damaged {
            throw RestoreFault.isDamaged([
                Finding(severity: .error, description: "SQLite cannot read all of it.")
            ])
        }
    }

    /// Gives the copy the owner and mode of the database before, and writes it down to the disk.
    private static func takeOwner(of path: String, for staged: StagedFile) throws {
        let descriptor = staged.descriptor
        var old = stat(), new = stat()
        if stat(path, &old) == 0, fstat(descriptor, &new) == 0 {
            guard
                old.st_uid == new.st_uid && old.st_gid == new.st_gid
                    || fchown(descriptor, old.st_uid, old.st_gid) == 0
            else { throw hindrance() }
            guard fchmod(descriptor, old.st_mode & 0o777) == 0 else { throw hindrance() }
        }
        guard fsync(descriptor) == 0 else { throw hindrance() }
    }

    private static let besides = ["-journal", "-wal", "-shm"]

    /// Gives the database a second name, with what lies beside it, even if the database itself is gone: SQLite would take a
    /// WAL or a journal that stayed for the copy's own, and write what is in it over the copy.
    private static func keep(_ path: String, now: Moment) throws -> String? {
        // More than one in a second have numbers.
        let first = "\(path).before-\(now.fileName)"
        var kept = first, number = 1
        while ([""] + besides).contains(where: { exists(kept + $0) }) {
            number += 1
            kept = "\(first)-\(number)"
        }
        let isThere = exists(path)
        // Some file systems have no second names.
        guard !isThere || link(path, kept) == 0 || Glibc.rename(path, kept) == 0 else { throw hindrance() }
        for end in besides where exists(path + end) {
            guard Glibc.rename(path + end, kept + end) == 0 else { throw hindrance() }
        }
        return isThere ? kept : nil
    }

    /// - Throws: ``RestoreFault/isNotMoved(_:)`` if something came beside the copy that another database left.
    private static func requireAlone(_ path: String) throws {
        guard let end = besides.first(where: { exists(path + $0) }) else { return }
        throw RestoreFault.isNotMoved("\(path + end) came meanwhile; remove it, and restore once more")
    }

    private static func syncFolder(of path: String) {
        let descriptor = Glibc.open(
            URL(filePath: path).deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        Glibc.close(descriptor)
    }

    /// What the system's last refusal means for a copy that is to take the database's place.
    private static func hindrance() -> any Error {
        let fault = StorageFault(errno: errno)
        return fault == .full || fault == .readOnly ? fault : RestoreFault.isNotMoved(reason())
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}

extension Database {
    /// Skips the numbers and revisions that the database before may have given since the copy was made: what browsers
    /// keep of it, pages and operations that wait, must not be taken for something newer with the same number.
    fileprivate func skipNumbers() throws {
        try execute(
            sql: """
                UPDATE book SET revision = revision + 1000000, oldestRevision = revision + 1000000,
                    lastCounter = lastCounter + 10000, lastGoal = lastGoal + 10000;
                UPDATE counter SET revision = (SELECT revision FROM book WHERE book.id = counter.book);
                UPDATE goal SET revision = (SELECT revision FROM book WHERE book.id = goal.book);
                UPDATE sqlite_sequence SET seq = seq + 1000000;
                -- What is good once, and may have been used since.
                DELETE FROM passkeyChallenge;
                DELETE FROM invitation;
                DELETE FROM signInCode WHERE expiresAt IS NOT NULL;
                """)
    }
}
