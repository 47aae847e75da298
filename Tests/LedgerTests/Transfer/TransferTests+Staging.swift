// A large file is written piece by piece, and becomes visible all at once.

import Foundation
import Testing

@testable import Ledger

extension TransferTests {
    /// Somebody elsewhere, and an archive of all that the person here has.
    private func archive() async throws -> (Person, Archive) {
        _ = try await fill()
        let other = Person(elsewhere.ledger)
        _ = try await other.creates("Before")
        return (other, try ArchiveFormat.read(try export(.json), now: .start))
    }

    func stage(_ archive: Archive, by someone: Person, atOnce: Int = 3) async throws -> StagedImport {
        try await someone.ledger.stage(
            archive, of: someone.account, now: .start, limits: Limits(), atOnce: atOnce)
    }

    @Test(arguments: [1, 2, 3, 7])
    func `what was written in pieces is the same as what was written at once`(_ atOnce: Int) async throws {
        let (other, archive) = try await archive()
        let staged = try await stage(archive, by: other, atOnce: atOnce)
        #expect(!staged.isEmpty)
        try await other.does(.importArchive(archive, staged: staged))
        let before = try #require(try other.ledger.counters(of: other.account).first)
        #expect(before.title == "Before")
        try await other.does(.delete(before.id))
        #expect(try export(.json, of: other) == export(.json))
        #expect(try other.ledger.check().isEmpty)
    }

    @Test func `nobody sees what is only written, and other people's taps come in between`() async throws {
        let (other, archive) = try await archive()
        let revision = try other.ledger.visitor(other.token)?.revision
        let staged = try await stage(archive, by: other)
        #expect(try other.ledger.counters(of: other.account).map(\.title) == ["Before"])
        #expect(try other.ledger.deletionScope(of: other.account).counters == 1)
        #expect(try other.ledger.trash(of: other.account, now: .start).isEmpty)
        #expect(try other.ledger.visitor(other.token)?.revision == revision)
        #expect(try other.ledger.check().isEmpty)

        // What is counted and made meanwhile stays.
        let late = try await other.creates("Late")
        try await other.does(.increment(late))
        try await other.does(.importArchive(archive, staged: staged))
        let titles = try other.ledger.counters(of: other.account).map(\.title)
        #expect(titles == ["Before", "Late"] + archive.counters.map(\.title))
        #expect(try other.counter(late).count == 1)
        #expect(try other.ledger.check().isEmpty)
    }

    @Test func `what is discarded leaves nothing, and what was imported cannot be discarded`() async throws {
        let (other, archive) = try await archive()
        for _ in 0..<2 {
            let staged = try await stage(archive, by: other)
            #expect(try await hidden(by: other) > 0)
            try await other.ledger.discard(staged, now: .start)
            #expect(try await hidden(by: other) == 0)
        }
        // No device has ever heard of it.
        let gone: Int? = try other.ledger.read { database in
            try database.first("SELECT COUNT(*) FROM gone", []) { $0[0] }
        }
        #expect(gone == 0)
        let staged = try await stage(archive, by: other)
        try await other.does(.importArchive(archive, staged: staged))
        let counters = try other.ledger.counters(of: other.account)
        try await other.ledger.discard(staged, now: .start)
        #expect(try other.ledger.counters(of: other.account) == counters)
        #expect(try other.ledger.check().isEmpty)
    }

    /// Counters that nobody sees, with their entries.
    private func hidden(by someone: Person) async throws -> Int {
        try someone.ledger.read { database in
            try [
                "counter WHERE deletedAt = 0",
                "entry WHERE counter IN (SELECT id FROM counter WHERE deletedAt = 0)",
            ]
            .reduce(0) { sum, rows in
                try sum + (database.first("SELECT COUNT(*) FROM \(rows)", []) { $0[0] as Int } ?? 0)
            }
        }
    }

    @Test func `a piece is small, and each is a commit of its own`() async throws {
        let (other, archive) = try await archive()
        let size = archive.counters.reduce(0) { $0 + 1 + $1.entries.count }
        let all = try await stage(archive, by: other, atOnce: size)
        #expect(all.isEmpty)
        #expect(try await !stage(archive, by: other, atOnce: size - 1).isEmpty)
    }

    @Test func `what was written and not shown, because the process was killed, is tidied up`() async throws {
        let (other, archive) = try await archive()
        _ = try await stage(archive, by: other)
        _ = try await other.ledger.tidy(now: .start)
        try await other.does(.importArchive(archive, staged: try await stage(archive, by: other)))
        #expect(try other.ledger.counters(of: other.account).count == 1 + archive.counters.count)
        #expect(try other.ledger.check().isEmpty)
    }

    @Test func `what is gone meanwhile is written once more, and what is there meanwhile is not`()
        async throws
    {
        let (other, archive) = try await archive()
        let gone = try await stage(archive, by: other)
        _ = try await other.ledger.tidy(now: .start)
        let late = try await stage(archive, by: other)
        try await other.does(.importArchive(archive, staged: gone))
        try await other.does(.importArchive(archive, staged: late))
        #expect(try other.ledger.counters(of: other.account).count == 1 + archive.counters.count)
        #expect(try other.ledger.check().isEmpty)
    }

    @Test func `an import that was written in pieces is taken back as one, and brought again`() async throws {
        let (other, archive) = try await archive()
        let id = OperationID.fresh(), undo = OperationID.fresh()
        let staged = try await stage(archive, by: other)
        try await other.does(.importArchive(archive, staged: staged), id: id)
        try await other.does(.undo(id), id: undo)
        let standing = { try other.ledger.counters(of: other.account).count }
        #expect(try standing() == 1)
        try await other.does(.undo(undo))
        #expect(try standing() == 1 + archive.counters.count)
        #expect(try other.ledger.check().isEmpty)
    }

    @Test func `as many counters come as there is room for, written beforehand or not`() async throws {
        let (other, archive) = try await archive()
        let limits = Limits(counters: 2)
        let staged = try await other.ledger.stage(
            archive, of: other.account, now: .start, limits: limits, atOnce: 3)
        var person = other
        person.limit = limits
        try await person.does(.importArchive(archive, staged: staged))
        #expect(try other.ledger.counters(of: other.account).count == 2)
        #expect(try other.ledger.check().isEmpty)
    }

    @Test func `what an import shows while leftovers are tidied up stays`() async throws {
        let person = Person(elsewhere.ledger), old = try await person.creates("Old")
        let row = try #require(try elsewhere.number("SELECT id FROM counter WHERE number = \(old)"))
        // So many entries that they are removed in fifty commits.
        try elsewhere.sql(
            """
            WITH RECURSIVE place(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM place LIMIT 100000)
            INSERT INTO entry (counter, number, kind, delta, count, madeAt, zoneOffset, operation)
            SELECT ?, number, 'increment', 1, number, 0, 0, zeroblob(16) FROM place
            """, [row])
        try elsewhere.sql(
            "UPDATE counter SET count = 100000, entries = 100000, deletedAt = 1 WHERE id = ?", [row])
        let empty = (0..<20).map { number in
            ArchivedCounter(
                origin: .fresh(), title: "Empty \(number)", color: 0, style: .fractal, step: 1,
                isCollapsed: false, createdAt: .start, countBefore: nil)
        }
        let archive = Archive(counters: empty, repetitions: 0)
        let staged = try await stage(archive, by: person, atOnce: 5)
        let tidying = Task { try await person.ledger.tidy(now: .start) }
        while try elsewhere.number("SELECT entries FROM counter WHERE id = \(row)") != 0 {
            await Task.yield()
        }
        try await person.does(.importArchive(archive, staged: staged))
        let report = try await tidying.value
        #expect(report.counters == 1)
        #expect(try person.ledger.counters(of: person.account).count == 20)
        #expect(try person.ledger.check().isEmpty)
    }

    @Test func `what failed imports have left takes no room from the next one`() async throws {
        let (other, archive) = try await archive()
        let limits = Limits(counters: archive.counters.count + 1)
        for _ in 0..<3 {
            _ = try await other.ledger.stage(
                archive, of: other.account, now: .start, limits: limits, atOnce: 3)
        }
        var person = other
        person.limit = limits
        try await person.does(.importArchive(archive))
        #expect(try other.ledger.counters(of: other.account).count == archive.counters.count + 1)
        #expect(try other.ledger.check().isEmpty)
    }

    @Test func `who is over a limit leaves nothing behind by trying again`() async throws {
        let (other, archive) = try await archive()
        let before = try elsewhere.number("SELECT COUNT(*) FROM entry")
        var limits = Limits()
        limits.operationsPerDay = 1
        for _ in 0..<3 {
            await #expect(throws: Refusal.tooManyOperationsToday) {
                try await other.ledger.stage(
                    archive, of: other.account, now: .start, limits: limits, atOnce: 3)
            }
        }
        #expect(try elsewhere.number("SELECT COUNT(*) FROM entry") == before)
    }

    @Test func `the texts of a file are words of the day, staged or not`() async throws {
        var (other, archive) = try await archive()
        let words = try other.ledger.plan(for: archive, of: other.account, now: .start)
            .enumerated().reduce(0) { $0 + $1.element.words(of: archive.counters[$1.offset]) }
        #expect(words > archive.counters.reduce(0) { $0 + $1.title.utf8.count })
        let staged = try await stage(archive, by: other)
        let used = Int(try elsewhere.number("SELECT usageWords FROM book") ?? 0)
        other.limit.wordsPerDay = used + words - 1
        for staged in [staged, StagedImport()] {
            await #expect(throws: Refusal.tooManyOperationsToday) {
                try await other.does(.importArchive(archive, staged: staged))
            }
        }
        await #expect(throws: Refusal.tooManyOperationsToday) {
            _ = try await other.ledger.stage(
                archive, of: other.account, now: .start, limits: other.limit, atOnce: 3)
        }
        #expect(try other.ledger.counters(of: other.account).map(\.title) == ["Before"])
        other.limit.wordsPerDay = used + words
        try await other.does(.importArchive(archive, staged: staged))
        await #expect(throws: Refusal.tooManyOperationsToday) { _ = try await other.creates("One more") }
        // What is there already is no word more.
        other.limit.wordsPerDay = used + words
        try await other.does(.importArchive(archive))
    }
}
