// Opening, sharing and losing the database file.

import Foundation
import GRDB
import Synchronization
import Testing

@testable import Ledger

@Suite struct StorageTests {
    @Test func `the writer waits for the disk`() throws {
        let bench = try Bench()
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `sixty-four people tapping at once lose nothing`() async throws {
        let bench = try Bench()
        let people = (0..<64).map { _ in Person(bench.ledger) }
        try await withThrowingTaskGroup { group in
            for person in people {
                group.addTask {
                    let robins = try await person.creates()
                    for _ in 0..<20 { try await person.does(.increment(robins)) }
                    #expect(try person.counter(robins).count == 20)
                }
            }
            try await group.waitForAll()
        }
        #expect(try bench.number("SELECT COUNT(*) FROM entry") == 64 * 20)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `one refused operation does not undo those committed with it`() async throws {
        let bench = try Bench()
        let person = Person(bench.ledger)
        let robins = try await person.creates()
        await withTaskGroup { group in
            for number in 0..<40 {
                group.addTask {
                    _ = try? await person.does(.increment(number.isMultiple(of: 4) ? 999 : robins))
                }
            }
        }
        #expect(try person.counter(robins).count == 30)
    }

    @Test func `several openings of a fresh file make one database`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "ledger-\(UUID().uuidString)")
            .path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { _ = try Ledger(path: folder + "/fivebar.sqlite") }
            }
            try await group.waitForAll()
        }
        #expect(try Ledger(path: folder + "/fivebar.sqlite", migrating: false).check().isEmpty)
    }

    @Test func `two ledgers on one file count together`() async throws {
        let bench = try Bench()
        let here = Person(bench.ledger)
        let robins = try await here.creates()
        let second = try Ledger(path: bench.path)
        let before = try second.dataVersion()
        async let one: Void = { for _ in 0..<50 { try await here.does(.increment(robins)) } }()
        async let two: Void = {
            for _ in 0..<50 {
                _ = try await second.apply(
                    Operation(
                        id: .fresh(), mayBeRepeated: false, change: .increment(robins), madeAt: .start,
                        zoneOffset: 0),
                    by: .device(here.token), now: .start, limit: Limits(accountsPerHour: nil)
                )
            }
        }()
        _ = try await (one, two)
        #expect(try here.counter(robins).count == 100)
        #expect(try second.dataVersion() != before)
    }

    /// What SQLite does while another process has the lock: it waits until the test lets it give up.
    private final class Wait: Sendable {
        private let number = Mutex(0)
        private let begins = AsyncStream.makeStream(of: Void.self)
        private let end = DispatchSemaphore(value: 0)

        var times: Int { number.withLock { $0 } }
        func begun() async { for await _ in begins.stream { break } }
        func giveUp() { end.signal() }

        @Sendable func wait(_ attempt: Int) -> Bool {
            number.withLock { $0 += 1 }
            begins.continuation.yield()
            end.wait()
            end.signal()
            return false
        }
    }

    @Test func `a lock of another process is waited for once, by all who wait together`() async throws {
        let bench = try Bench(), wait = Wait()
        let ledger = try Ledger(path: bench.path, whenBusy: .callback(wait.wait))
        let person = Person(ledger)
        let robins = try await person.creates()
        var holding = Configuration()
        holding.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: bench.path, configuration: holding)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        await withTaskGroup(of: (any Error)?.self) { group in
            let tap: @Sendable () async -> (any Error)? = {
                do {
                    try await person.does(.increment(robins))
                    return nil
                } catch {
                    return error
                }
            }
            group.addTask(operation: tap)
            await wait.begun()
            for _ in 0..<11 { group.addTask(operation: tap) }
            while ledger.queue.length < 11 { await Task.yield() }
            wait.giveUp()
            for await error in group { #expect(error as? StorageFault == .busy) }
        }
        #expect(wait.times == 1)
        #expect(try person.counter(robins).count == 0)
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        try await person.does(.increment(robins))
        #expect(try person.counter(robins).count == 1)
    }

    @Test(arguments: [
        (ResultCode.SQLITE_IOERR, StorageFault.unreachable("disk I/O error")),
        (.SQLITE_IOERR_WRITE, .unreachable("disk I/O error")),
        (.SQLITE_IOERR_FSYNC, .unreachable("disk I/O error")),
        (.SQLITE_CANTOPEN, .unreachable("unable to open database file")),
        (.SQLITE_NOMEM, .unreachable("out of memory")),
        (.SQLITE_READONLY, .readOnly), (.SQLITE_FULL, .full), (.SQLITE_BUSY, .busy),
        (.SQLITE_CORRUPT, .damaged),
    ])
    func `what is wrong with the disk is a fault of storage`(_ code: ResultCode, _ fault: StorageFault) {
        let found = StorageFault(DatabaseError(resultCode: code))
        switch (found, fault) {
        // SQLite says it in its own words.
        case (.unreachable, .unreachable): break
        default: #expect(found == fault)
        }
    }

    @Test func `a missing database is not made where none is asked for`() throws {
        let nowhere = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        #expect(throws: StorageFault.missing) { try Ledger(path: nowhere, migrating: false) }
        #expect(!FileManager.default.fileExists(atPath: nowhere))
    }

    @Test func `a database of a newer version is left alone`() throws {
        let bench = try Bench()
        try bench.sql("INSERT INTO grdb_migrations VALUES ('999 of the future')")
        #expect(throws: StorageFault.newer) { try Ledger(path: bench.path) }
    }

    @Test func `a file that is no database is damaged, not overwritten`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        let text = Data(repeating: 65, count: 8192)
        try text.write(to: file)
        #expect(throws: StorageFault.damaged) { try Ledger(path: file.path) }
        #expect(try Data(contentsOf: file) == text)
    }
}
