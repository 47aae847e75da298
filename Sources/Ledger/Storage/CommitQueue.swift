// The single writer of this process. Taps are served in order, and all that are
// waiting share one transaction and so one fsync: sixty people tapping cost
// little more than one. What may take longer comes after them, and only for a
// short time before it is the turn of taps again.

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
        let isPiece: Bool
    }

    private struct Waiting {
        /// They take next to no time.
        var quick: [Job] = []
        /// They may take longer.
        var slow: [Job] = []
        /// Pieces of long jobs.
        var pieces: [Job] = []
        /// Whether the next piece comes before what is slow: each lets the other have its turn.
        var isPieceFirst = false

        var count: Int { quick.count + slow.count + pieces.count }

        mutating func takeQuick() -> [Job] {
            let batch = Array(quick.prefix(largestBatch))
            quick.removeFirst(batch.count)
            return batch
        }

        /// Of pieces one at most, so that other writes wait for a single one, however many long jobs there are.
        mutating func takeSlow() -> [Job] {
            let batch = slow.prefix(largestBatch), piece = pieces.prefix(1)
            slow.removeFirst(batch.count)
            pieces.removeFirst(piece.count)
            isPieceFirst.toggle()
            return Array(isPieceFirst ? piece + batch : batch + piece)
        }
    }

    private let pool: DatabasePool
    private let file: OpenedFile
    /// Tells each time that a write found the database's file moved, replaced or removed, and once that it is damaged.
    let losses: AsyncStream<StorageFault>
    private let loss: AsyncStream<StorageFault>.Continuation
    private let waiting = Mutex(Waiting())
    let meter = WriteMeter()
    private let damage = Atomic(false)
    /// Whether a write has found the database damaged. It stays so: others may still succeed, where they do not meet it.
    var isDamaged: Bool { damage.load(ordering: .relaxed) }
    private let bell = DispatchSemaphore(value: 0)
    private static let largestBatch = 256
    /// How long the writer works on what is slow, until it is the turn of taps.
    private static let longestTurn = Duration.milliseconds(20)

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
    /// - Parameters:
    ///   - isQuick: Whether it takes next to no time, as a tap does. Whatever does comes first.
    ///   - work: If it throws, only its own writes are undone. It may run again.
    /// - Throws: What `work` throws, or a ``StorageFault``.
    func commit<Value: Sendable>(
        isQuick: Bool = false, _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await enqueue(work, isPiece: false) { isQuick ? $0.quick.append($1) : $0.slow.append($1) }
    }

    /// Commits a piece of a long job. A transaction has one of them at most.
    func commitPiece<Value: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await enqueue(work, isPiece: true) { $0.pieces.append($1) }
    }

    private func enqueue<Value: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Value, isPiece: Bool,
        as append: (inout Waiting, Job) -> Void
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
                },
                isPiece: isPiece
            )
            waiting.withLock { append(&$0, job) }
            bell.signal()
        }
    }

    /// The number of writes that wait for those under way.
    var length: Int { waiting.withLock { $0.count } }

    private func commitWaiting() {
        // Both are empty if an earlier batch included the jobs of this wake-up.
        let quick = waiting.withLock { $0.takeQuick() }
        if !quick.isEmpty { commit(quick) }
        let slow = waiting.withLock { $0.takeSlow() }
        if !slow.isEmpty { commit(slow, for: Self.longestTurn) }
    }

    /// - Parameter longestTurn: What is not begun by then is for another turn; nil if all is to be done.
    /// - Returns: False if another process holds the lock.
    @discardableResult
    private func commit(_ batch: [Job], for longestTurn: Duration? = nil) -> Bool {
        do {
            try requireFile()
            let start = ContinuousClock.now
            let failures = try StorageFault.translating {
                try pool.writeWithoutTransaction { try Self.write(batch, for: longestTurn, to: $0) }
            }
            meter.committed(failures.count, in: .now - start)
            // It may have been replaced meanwhile: then nobody would find what was written.
            try requireFile()
            for (job, failure) in zip(batch, failures) { job.answer(failure) }
            putBack(batch.dropFirst(failures.count))
        } catch StorageFault.busy {
            // Another process holds the lock, and SQLite has waited up to its
            // timeout. Waiting again for each job would make the last job wait
            // once per job, so this wait counts for all of them, including those
            // that arrived meanwhile.
            let late = waiting.withLock { waiting in
                defer { waiting = Waiting() }
                return waiting.quick + waiting.slow + waiting.pieces
            }
            for job in batch + late { job.answer(StorageFault.busy) }
            return false
        } catch {
            if error as? StorageFault == .damaged, !damage.exchange(true, ordering: .relaxed) {
                loss.yield(.damaged)
            }
            // A full disk or an I/O error rolls back the whole transaction,
            // whichever job caused it: each job is then retried in its own.
            if batch.count == 1 {
                batch[0].answer(error)
            } else {
                var isFree = true
                for job in batch {
                    if isFree { isFree = commit([job]) } else { job.answer(StorageFault.busy) }
                }
            }
        }
        return true
    }

    /// As the first of their kind. Each has rung the bell, and a turn takes one job at least, so none is forgotten.
    private func putBack(_ jobs: ArraySlice<Job>) {
        guard !jobs.isEmpty else { return }
        waiting.withLock {
            $0.pieces.insert(contentsOf: jobs.filter(\.isPiece), at: 0)
            $0.slow.insert(contentsOf: jobs.filter { !$0.isPiece }, at: 0)
        }
    }

    /// - Throws: ``StorageFault/replaced`` or ``StorageFault/removed``.
    private func requireFile() throws {
        guard let fault = file.fault else { return }
        loss.yield(fault)
        throw fault
    }

    /// Runs the jobs in one transaction, all or those for which there is time. Jobs
    /// rarely throw, so they first run without savepoints, which saves SQLite from
    /// keeping the pages each one touches. If one throws, they run again, each in its
    /// own savepoint.
    ///
    /// - Returns: For each job that had its turn, why it was undone, or nil.
    /// - Throws: If nothing was committed.
    private static func write(
        _ batch: [Job], for longestTurn: Duration?, to database: Database
    ) throws -> [(any Error)?] {
        do {
            return try database.inOneTransaction {
                try inTurn(batch, for: longestTurn) { job in
                    try MissingValues.refusing { try job.work(database) }
                    return nil
                }
            }
        } catch  where !isOfStorage(error) {
            guard batch.count > 1 else { return [error] }
            return try database.inOneTransaction {
                try inTurn(batch, for: longestTurn) { try write($0, to: database) }
            }
        }
    }

    /// Does the jobs as long as there is time, and the first one in any case.
    private static func inTurn(
        _ batch: [Job], for longestTurn: Duration?, _ write: (Job) throws -> (any Error)?
    ) rethrows -> [(any Error)?] {
        let time = WorkTime()
        var failures: [(any Error)?] = []
        for job in batch {
            if let longestTurn, !failures.isEmpty, time.elapsed(from: longestTurn) >= longestTurn { break }
            failures.append(try write(job))
        }
        return failures
    }

    /// - Returns: Why it was undone, or nil.
    private static func write(_ job: Job, to database: Database) throws -> (any Error)? {
        try database.run("SAVEPOINT job")
        do {
            try MissingValues.refusing { try job.work(database) }
            try database.run("RELEASE job")
            return nil
        } catch {
            guard database.isInsideTransaction, !isOfStorage(error) else { throw error }
            try database.run("ROLLBACK TO job")
            try database.run("RELEASE job")
            return error
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
}
