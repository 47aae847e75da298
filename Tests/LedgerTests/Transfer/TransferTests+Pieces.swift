// An import into counters that are there, and its undo, take several commits: others have their turn in between, and what is
// broken off goes on, or is taken back as a whole.

import GRDB
import Testing

@testable import Ledger

extension Person {
    /// Does the first commit of an operation, as if the process was killed then.
    func begins(_ change: Change, id: OperationID) async throws {
        let operation = Operation(
            id: id, mayBeRepeated: true, change: change, madeAt: .start, zoneOffset: 60)
        let (token, limit) = (token, limit)
        let isUnfinished = try await ledger.queue.commit { database in
            var device = try Author.device(token).identify(in: database, at: .start, limits: limit)
            let applied = try operation.apply(
                to: database, by: &device, now: .start, limits: limit, preparations: Preparations(Limits()))
            try device.saveBook(in: database)
            return applied.isUnfinished
        }
        #expect(isUnfinished)
    }
}

extension TransferTests {
    /// As ``grown()``, for somebody whose writer writes two entries at once.
    private func grownInPieces() async throws -> (someone: Person, copy: Counter.ID, archive: Archive) {
        var (someone, copy, file) = try await grown()
        someone.limit.entriesAtOnce = 2
        return (someone, copy, try ArchiveFormat.read(file, now: .start))
    }

    private func revision(of someone: Person) throws -> Int64 {
        try #require(try someone.ledger.visitor(someone.token)?.revision)
    }

    @Test func `an import into a counter, its undo and its redo take a commit for some entries each`()
        async throws
    {
        let (other, copy, archive) = try await grownInPieces()
        let id = OperationID.fresh(), undo = OperationID.fresh()
        var revision = try revision(of: other)
        func expectCommits(_ least: Int64) throws {
            let now = try self.revision(of: other)
            #expect(now >= revision + least)
            revision = now
        }
        try await other.does(.importArchive(archive), id: id)
        #expect(try other.counter(copy).count == 18)
        try expectCommits(3)
        try await other.does(.undo(id), id: undo)
        #expect(try other.counter(copy).count == 3)
        try expectCommits(3)
        try await other.does(.undo(undo))
        #expect(try other.counter(copy).count == 18)
        try expectCommits(3)
        #expect(try other.ledger.check().isEmpty)
    }

    @Test func `an undo in a list does all of it before what comes after it`() async throws {
        let (other, copy, archive) = try await grownInPieces()
        let id = OperationID.fresh()
        try await other.does(.importArchive(archive), id: id)
        let list: [Change] = [.increment(copy), .undo(id), .increment(copy), .set(copy, count: 70)]
        let receipt = try await other.ledger.apply(
            list.map {
                Operation(id: .fresh(), mayBeRepeated: true, change: $0, madeAt: .start, zoneOffset: 0)
            }, by: .device(other.token), now: .start, limit: other.limit)
        #expect(receipt.answers.count == 4)
        let counts = receipt.answers.map { answer -> Int64? in
            if case .applied(let receipt) = answer { receipt.count } else { nil }
        }
        #expect(counts == [19, 4, 5, 70])
        #expect(try receipt.revision == revision(of: other))
    }

    @Test func `an import that was broken off goes on, once`() async throws {
        let (other, copy, archive) = try await grownInPieces()
        let id = OperationID.fresh()
        try await other.begins(.importArchive(archive), id: id)
        #expect(try other.ledger.check().isEmpty)
        // Somebody counts in between, on whatever device.
        try await other.does(.increment(copy))
        for _ in 0..<2 { try await other.does(.importArchive(archive), id: id) }
        #expect(try other.counter(copy).count == 19)
        try await other.does(.undo(id))
        #expect(try other.counter(copy).count == 4)
        #expect(try other.ledger.check().isEmpty)
    }

    @Test func `what was broken off is undone as a whole, and goes on no more`() async throws {
        let (other, copy, archive) = try await grownInPieces()
        let id = OperationID.fresh()
        try await other.begins(.importArchive(archive), id: id)
        try await other.does(.undo(id))
        #expect(try other.counter(copy).count == 3)
        try await other.does(.importArchive(archive), id: id)
        #expect(try other.counter(copy).count == 3)
        #expect(try other.ledger.check().isEmpty)
    }

    @Test func `an undo that was broken off goes on, once`() async throws {
        let (other, copy, archive) = try await grownInPieces()
        let id = OperationID.fresh(), undo = OperationID.fresh()
        try await other.does(.importArchive(archive), id: id)
        try await other.begins(.undo(id), id: undo)
        try await other.does(.increment(copy))
        for _ in 0..<2 { try await other.does(.undo(id), id: undo) }
        #expect(try other.counter(copy).count == 4)
        try await other.does(.undo(undo))
        #expect(try other.counter(copy).count == 19)
        #expect(try other.ledger.check().isEmpty)
    }

    @Test func `what nobody goes on with is settled after a day`() async throws {
        let (other, copy, archive) = try await grownInPieces()
        let id = OperationID.fresh(), undo = OperationID.fresh()
        try await other.begins(.importArchive(archive), id: id)
        _ = try await other.ledger.tidy(now: .start)
        #expect(try other.ledger.entries(of: copy, of: other.account, limit: 9).count == 5)
        _ = try await other.ledger.tidy(now: .start.advanced(byDays: 2))
        #expect(try other.counter(copy).count == 3)
        _ = try await other.ledger.tidy(now: .start.advanced(byDays: 4))
        #expect(try other.counter(copy).count == 3)

        let again = OperationID.fresh()
        try await other.does(.importArchive(archive), id: again)
        #expect(try other.counter(copy).count == 18)
        try await other.begins(.undo(again), id: undo)
        _ = try await other.ledger.tidy(now: .start.advanced(byDays: 6))
        #expect(try other.counter(copy).count == 3)
        #expect(try other.ledger.check().isEmpty)
    }

    @Test func `what was broken off stays where the same file came once more`() async throws {
        let (other, copy, archive) = try await grownInPieces()
        try await other.begins(.importArchive(archive), id: .fresh())
        try await other.does(.importArchive(archive), id: .fresh())
        #expect(try other.counter(copy).count == 18)
        _ = try await other.ledger.tidy(now: .start.advanced(byDays: 2))
        #expect(try other.counter(copy).count == 18)
        #expect(try other.ledger.check().isEmpty)
    }
}
