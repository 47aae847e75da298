// The ledger: Fivebar's data and the rules for changing it. Every query or write
// the site and the commands use is a method here or in an extension in its
// feature's folder.

import Foundation
import GRDB
import Glibc

/// Counters, their entries and the accounts they belong to, in one SQLite file.
///
/// A write returns when it is on disk and survives a power cut (WAL with
/// `synchronous=FULL`). Several processes may use the file at once, but only on
/// one machine: WAL does not work across a network file system.
public final class Ledger: Sendable {
    let pool: DatabasePool
    let queue: CommitQueue
    let replayQueue = ReplayQueue()
    private let readers: Readers
    /// The path of the database file.
    public let path: String

    /// Opens the database at `path`, and creates or migrates it if `migrating` is true.
    ///
    /// - Parameters:
    ///   - migrating: Whether to create a missing database or migrate an older
    ///     one. Several processes may do so at once; one of them does the work.
    ///   - report: Called now and then during a long migration with the work done and the total.
    ///   - busyTimeout: How long to wait for another process's write, in seconds.
    /// - Throws: ``StorageFault``.
    public init(
        path: String, migrating: Bool = true, busyTimeout: Double = 5,
        reporting report: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
    ) throws {
        self.path = path
        var configuration = Configuration()
        configuration.busyMode = .timeout(busyTimeout)
        configuration.label = "ledger"
        pool = try StorageFault.translating { [configuration] in
            try Self.open(path, migrating: migrating, configuration, report)
        }
        // Each operation can be rolled back by itself, so SQLite saves the pages
        // it touches: a separate file for that would cost as much as everything
        // else together. Migrations sort more than should be held in memory.
        try StorageFault.translating { [pool] in
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA temp_store = MEMORY") }
        }
        readers = Readers(path: path, configuration: configuration)
        queue = CommitQueue(pool)
    }

    private static func open(
        _ path: String, migrating: Bool, _ configuration: Configuration,
        _ report: @escaping @Sendable (Int, Int) -> Void
    ) throws -> DatabasePool {
        let exists = FileManager.default.fileExists(atPath: path)
        guard exists || migrating else { throw StorageFault.older }
        let folder = URL(filePath: path).deletingLastPathComponent().path
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw StorageFault.unreachable("The folder \(folder) cannot be made.")
        }
        if !exists {
            // Several processes that create the same file at once can collide.
            return try withLock(beside: path) { try openPool(path, configuration, migrating: true) }
        }
        let pool: DatabasePool
        do {
            pool = try openPool(path, configuration, migrating: false)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && migrating {
            // Another process is creating the file; the switch to WAL does not wait by itself.
            pool = try withLock(beside: path) { try openPool(path, configuration, migrating: false) }
        }
        switch try state(of: pool) {
        case .current: return pool
        case .newer: throw StorageFault.newer
        case .older where migrating:
            try withLock(beside: path) { try Schema.migrator(reporting: report).migrate(pool) }
        case .older: throw StorageFault.older
        }
        return pool
    }

    private static func openPool(
        _ path: String, _ configuration: Configuration, migrating: Bool
    ) throws -> DatabasePool {
        let pool = try DatabasePool(path: path, configuration: configuration)
        if migrating { try Schema.migrator.migrate(pool) }
        // The pool's default is NORMAL, with which a power cut loses acknowledged writes.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        return pool
    }

    private enum SchemaState { case current, older, newer }

    private static func state(of pool: DatabasePool) throws -> SchemaState {
        try pool.read { database in
            if try Schema.migrator.hasBeenSuperseded(database) { return .newer }
            return try Schema.migrator.hasCompletedMigrations(database) ? .current : .older
        }
    }

    private static func withLock<Value>(beside path: String, _ body: () throws -> Value) throws -> Value {
        let descriptor = Glibc.open(path + ".lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw errno == EROFS || errno == EACCES
                ? StorageFault.readOnly : StorageFault.unreachable(String(cString: strerror(errno)))
        }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 && errno == EINTR {}
        return try body()
    }

    /// Reads without a transaction: for single statements, or for several that
    /// may see different states. Blocks for microseconds: a reader never waits
    /// for a writer.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try StorageFault.translating { try readers.read(body) }
    }

    /// Reads several things from one consistent snapshot.
    func readTogether<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try read { database in
            try database.run("BEGIN DEFERRED")
            do {
                let value = try body(database)
                try database.run("COMMIT")
                return value
            } catch {
                if database.isInsideTransaction { try? database.run("ROLLBACK") }
                throw error
            }
        }
    }

    /// A number that changes when another process has written to the file. Only
    /// comparing two values from the same ledger is meaningful.
    public func dataVersion() throws -> Int64 {
        try StorageFault.translating {
            try pool.writeWithoutTransaction { try $0.row("PRAGMA data_version", [])?[0] ?? 0 }
        }
    }
}
