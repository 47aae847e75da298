// The ledger: Fivebar's data and the rules for changing it. Every query or write
// the site and the commands use is a method here or in an extension in its
// feature's folder.

import Foundation
import GRDB

/// Counters, their entries and the accounts they belong to, in one SQLite file.
///
/// A write returns when it is on disk and survives a power cut (WAL with
/// `synchronous=FULL`). Several processes may use the file at once, but only on
/// one machine: WAL does not work across a network file system.
public final class Ledger: Sendable {
    let pool: DatabasePool
    let queue: CommitQueue
    let preparationQueue = PreparationQueue()
    private let readers: Readers
    private let file: OpenedFile
    /// The path of the database file.
    public let path: String
    /// Where the database lies, and files beside it.
    public var folder: String { URL(filePath: path).deletingLastPathComponent().path }

    /// Opens the database at `path`, and creates or migrates it if `migrating` is true.
    ///
    /// - Parameters:
    ///   - migrating: Whether to create a missing database or migrate an older
    ///     one. Several processes may do so at once; one of them does the work.
    ///   - report: Called as a migration goes on.
    ///   - busyTimeout: How long to wait for another process's write, in seconds.
    /// - Throws: ``StorageFault``; ``StorageFault/older`` also if an older database was to be migrated and another process
    ///   keeps it open, which would go on writing to it in its version's way.
    public convenience init(
        path: String, migrating: Bool = true, busyTimeout: Double = 5,
        reporting report: @escaping @Sendable (MigrationProgress) -> Void = { _ in }
    ) throws {
        try self.init(
            path: path, migrating: migrating, whenBusy: .timeout(busyTimeout), reporting: report)
    }

    /// - Parameter busyMode: How to wait for another process's write.
    init(
        path: String, migrating: Bool = true, whenBusy busyMode: Database.BusyMode,
        reporting report: @escaping @Sendable (MigrationProgress) -> Void = { _ in }
    ) throws {
        self.path = path
        var configuration = Configuration()
        configuration.busyMode = busyMode
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
        file = OpenedFile(path)
        queue = CommitQueue(pool, file: file)
    }

    private static func open(
        _ path: String, migrating: Bool, _ configuration: Configuration,
        _ report: @escaping @Sendable (MigrationProgress) -> Void
    ) throws -> DatabasePool {
        guard FileManager.default.fileExists(atPath: path) else {
            guard migrating else { throw StorageFault.missing }
            let folder = URL(filePath: path).deletingLastPathComponent().path
            do {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            } catch {
                throw StorageFault.unreachable("The folder \(folder) cannot be made.")
            }
            // Several processes that create the same file at once can collide.
            return try OpeningLock.exclusively(beside: path) {
                try Schema.migrate(path, configuration)
                return try openPool(path, configuration)
            }
        }
        // Opening would write into an empty file, which is no database and nobody's to begin here.
        if !migrating, OpenedFile.isEmpty(path), !hasWAL(path) {
            throw StorageFault.missing
        }
        var opened: (pool: DatabasePool, state: Schema.State)?
        do {
            opened = try OpeningLock.shared(beside: path) { try openExisting(path, configuration) }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && migrating {
            // Another process is creating the file; the switch to WAL does not wait by itself.
        }
        let (pool, state) =
            try opened
            ?? OpeningLock.exclusively(beside: path) { try openExisting(path, configuration) }
        switch state {
        case .current: return pool
        case .newer: throw StorageFault.newer
        case .foreign: throw StorageFault.foreign
        case .empty:
            guard migrating else { throw StorageFault.missing }
            try OpeningLock.exclusively(beside: path) { try Schema.migrate(path, configuration) }
            return pool
        case .older:
            guard migrating else { throw StorageFault.older }
            // Whoever has it open from here on is another process.
            try pool.close()
            return try OpeningLock.exclusively(beside: path) {
                try migrateAlone(path, configuration, report)
                return try openPool(path, configuration)
            }
        }
    }

    /// Brings an older database up to date, unless another process was faster, or keeps it open.
    private static func migrateAlone(
        _ path: String, _ configuration: Configuration,
        _ report: @escaping @Sendable (MigrationProgress) -> Void
    ) throws {
        guard try Schema.state(ofFile: path) == .older else { return }
        guard try !isKeptOpen(path) else { throw StorageFault.older }
        try Schema.migrate(path, configuration, reporting: report)
    }

    /// Once the state is read, SQLite's own lock keeps the file from being replaced.
    private static func openExisting(
        _ path: String, _ configuration: Configuration
    ) throws -> (pool: DatabasePool, state: Schema.State) {
        // Opening switches a file to WAL, which must not happen to another program's. What has a WAL has been switched.
        if !hasWAL(path),
            (try? Schema.state(ofFile: path)) == .foreign
        {
            throw StorageFault.foreign
        }
        let pool = try openPool(path, configuration)
        // By the connection that is open: a CGI program needs no second one for this.
        return (pool, try pool.writeWithoutTransaction { try Schema.state(of: $0) })
    }

    private static func hasWAL(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: OpenedFile.target(of: path) + "-wal")
    }

    /// From how many pages on the WAL is moved into the database, 16 MB. With SQLite's 1,000, every tap among many accounts
    /// read and wrote more than a page again for it.
    private static let pagesOfWAL = 4_000

    private static func openPool(_ path: String, _ configuration: Configuration) throws -> DatabasePool {
        let pool = try DatabasePool(path: path, configuration: configuration)
        // The pool's default is NORMAL, with which a power cut loses acknowledged writes.
        try pool.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = \(pagesOfWAL)")
        }
        return pool
    }

    /// Moves what lies in the WAL into the database, and closes it: the file alone then holds everything, unless another
    /// process has it open. Nothing can be read or written afterwards.
    ///
    /// - Parameter waitsForOthers: False for a command, which holds up nobody: then what lies in the WAL is moved only if no
    ///   other process has it open.
    public func close(waitsForOthers: Bool = true) throws {
        guard file.fault == nil else { return abandon() }
        try StorageFault.translating {
            // Before the writer, since the last connection removes the WAL, and these cannot write.
            try readers.close()
            pool.invalidateReadOnlyConnections()
            if waitsForOthers { try checkpoint() }
            try pool.close()
        }
    }

    /// Moves as much of the WAL into the database as nobody reads any more. Litestream reads as long as it runs: whoever
    /// waited for it would wait in vain, and with them everybody who counts.
    private func checkpoint() throws {
        try pool.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA busy_timeout = 200; PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }

    /// Empties a WAL that has become long, if nobody else is using it at this moment.
    ///
    /// For a process that answers one request and does not close the database. Where no other has it open, the next one
    /// reads the whole WAL, and knows nothing of what was moved into the database before: it would move all of it again,
    /// and go on behind it for ever.
    public func shortenWAL() {
        guard Disk.walBytes(of: path) > Self.longWAL else { return }
        try? pool.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }

    /// In bytes: what is read in a quarter of a millisecond, and written in a dozen taps.
    private static let longWAL: Int64 = 256 << 10

    /// Tells each time that a write found the database's file moved, replaced or removed (``StorageFault/removed``,
    /// ``StorageFault/replaced``): nothing is kept from then on, and whoever serves opens what lies there anew. Tells once
    /// that the file is damaged (``StorageFault/damaged``), which others' writes may outlive.
    public var losses: AsyncStream<StorageFault> { queue.losses }

    /// Leaves a lost file as whole as it can be, and what lies in its place without its WAL.
    public func abandon() {
        try? checkpoint()
        file.abandon()
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
            try pool.writeWithoutTransaction { try $0.first("PRAGMA data_version", []) { $0[0] } ?? 0 }
        }
    }
}
