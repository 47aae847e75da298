// The single writer of this process. Writes are served in order, and all that are
// waiting share one transaction and so one fsync: sixty people tapping cost
// little more than one.

import Foundation
import GRDB
import Synchronization

/// Runs writes one after another on its own thread, several per transaction.
/// Nobody gets an answer before the transaction is on disk.
final class CommitQueue: Sendable {
    private struct Job: Sendable {
        /// Does the work and stores its value. May run again after a rollback.
        let work: @Sendable (Database) throws -> Void
        let answer: @Sendable ((any Error)?) -> Void
    }

    private struct Waiting {
        var jobs: [Job] = []
        /// Pieces of long jobs.
        var pieces: [Job] = []
    }

    private let pool: DatabasePool
    private let file: OpenedFile
    /// Tells each time that a write found the database's file moved, replaced or removed.
    let losses: AsyncStream<StorageFault>
    private let loss: AsyncStream<StorageFault>.Continuation
    private let waiting = Mutex(Waiting())
    let meter = WriteMeter()
    private let bell = DispatchSemaphore(value: 0)
    private static let largestBatch = 256

    init(_ pool: DatabasePool, file: OpenedFile) {
        self.pool = pool
        self.file = file
        (losses, loss) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        let thread = Thread { [weak self, bell] in
            while true {
                bell.wait()
                guard let self else { return }
                self.commitWaiting()
            }
        }
        thread.name = "commit"
        thread.start()
    }

    deinit {
        loss.finish()
        bell.signal()
    }

    /// Commits what `work` writes, together with other concurrent writes.
    ///
    /// - Parameter work: If it throws, only its own writes are undone. It may run again.
    /// - Throws: What `work` throws, or a ``StorageFault``.
    func commit<Value: Sendable>(_ work: @escaping @Sendable (Database) throws -> Value) async throws -> Value
    {
        try await enqueue(work) { $0.jobs.append($1) }
    }

    /// Commits a piece of a long job. A transaction has one of them at most: other writes wait for a single piece,
    /// however many long jobs there are.
    func commitPiece<Value: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await enqueue(work) { $0.pieces.append($1) }
    }

    private func enqueue<Value: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Value, as append: (inout Waiting, Job) -> Void
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let result = JobResult<Value>()
            let job = Job(
                work: { database in result.set(try work(database)) },
                answer: { error in
                    if let error {
                        continuation.resume(throwing: error)
                    } else {
                        continuation.resume(with: result.value)
                    }
                }
            )
            waiting.withLock { append(&$0, job) }
            bell.signal()
        }
    }

    /// The number of writes that wait for those under way.
    var length: Int { waiting.withLock { $0.jobs.count + $0.pieces.count } }

    private func commitWaiting() {
        let batch = waiting.withLock { waiting in
            let batch = Array(waiting.jobs.prefix(Self.largestBatch) + waiting.pieces.prefix(1))
            waiting.jobs.removeFirst(min(waiting.jobs.count, Self.largestBatch))
            waiting.pieces = Array(waiting.pieces.dropFirst())
            return batch
        }
        // Empty if the previous batch already included the jobs of this wake-up.
        if !batch.isEmpty { commit(batch) }
    }

    private func commit(_ batch: [Job]) {
        do {
            try requireFile()
            let start = ContinuousClock.now
            let failures = try StorageFault.translating {
                try pool.writeWithoutTransaction { try Self.write(batch, to: $0) }
            }
            meter.committed(batch.count, in: .now - start)
            // It may have been replaced meanwhile: then nobody would find what was written.
            try requireFile()
            for (job, failure) in zip(batch, failures) { job.answer(failure) }
        } catch StorageFault.busy {
            // Another process holds the lock, and SQLite has waited up to its
            // timeout. Waiting again for each job would make the last job wait
            // once per job, so this wait counts for all of them, including those
            // that arrived meanwhile.
            let late = waiting.withLock { waiting in
                defer { waiting = Waiting() }
                return waiting.jobs + waiting.pieces
            }
            for job in batch + late { job.answer(StorageFault.busy) }
        } catch {
            // A full disk or an I/O error rolls back the whole transaction,
            // whichever job caused it: each job is then retried in its own.
            if batch.count == 1 {
                batch[0].answer(error)
            } else {
                for job in batch { commit([job]) }
            }
        }
    }

    /// - Throws: ``StorageFault/replaced`` or ``StorageFault/removed``.
    private func requireFile() throws {
        guard let fault = file.fault else { return }
        loss.yield(fault)
        throw fault
    }

    /// Runs all jobs in one transaction. Jobs rarely throw, so they first run
    /// without savepoints, which saves SQLite from keeping the pages each one
    /// touches. If one throws, all run again, each in its own savepoint.
    ///
    /// - Returns: For each job, why it was undone, or nil.
    /// - Throws: If nothing was committed.
    private static func write(_ batch: [Job], to database: Database) throws -> [(any Error)?] {
        do {
            try database.inOneTransaction {
                for job in batch { try job.work(database) }
            }
            return batch.map { _ in nil }
        } catch  where !isOfStorage(error) {
            guard batch.count > 1 else { return [error] }
            return try database.inOneTransaction { try writeEach(batch, to: database) }
        }
    }

    private static func writeEach(_ batch: [Job], to database: Database) throws -> [(any Error)?] {
        try batch.map { job in
            try database.run("SAVEPOINT job")
            do {
                try job.work(database)
                try database.run("RELEASE job")
                return nil
            } catch {
                guard database.isInsideTransaction, !isOfStorage(error) else { throw error }
                try database.run("ROLLBACK TO job")
                try database.run("RELEASE job")
                return error
            }
        }
    }

    private static func isOfStorage(_ error: any Error) -> Bool {
        error is StorageFault || (error as? DatabaseError).flatMap { StorageFault($0) } != nil
    }
}

/// Holds a job's value, which may be written more than once.
private final class JobResult<Value: Sendable>: Sendable {
    private let latest = Mutex<Value?>(nil)

    func set(_ new: Value) {
        latest.withLock { $0 = new }
    }

    var value: Result<Value, any Error> {
        latest.withLock { $0 }.map { .success($0) } ?? .failure(CancellationError())
    }
}

extension Database {
    /// Commits all that `body` writes, or nothing.
    fileprivate func inOneTransaction<Value>(_ body: () throws -> Value) throws -> Value {
        try run("BEGIN IMMEDIATE")
        do {
            let value = try body()
            try run("COMMIT")
            return value
        } catch {
            if isInsideTransaction { try? run("ROLLBACK") }
            throw error
        }
    }

    /// Runs a cached prepared statement.
    func run(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// The first row of a cached prepared statement.
    func row(_ sql: String, _ arguments: StatementArguments) throws -> Row? {
        try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }

    /// A value from the first row of a statement. Unlike ``row(_:_:)`` it copies no row.
    func first<Value>(
        _ sql: String, _ arguments: StatementArguments, _ read: (Row) throws -> Value
    ) throws -> Value? {
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        // The row belongs to the statement and is only valid while the cursor is.
        return try withExtendedLifetime(rows) { try rows.next().map(read) }
    }
}
