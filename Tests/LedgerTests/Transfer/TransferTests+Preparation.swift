// What a large import has to read is read before it reaches the writer.

import Foundation
import GRDB
import Testing

@testable import Ledger

extension TransferTests {
    /// As ``grown()``, for somebody whose writer reads two entries at most.
    private func grownForASmallWriter() async throws -> (someone: Person, copy: Counter.ID, archive: Archive)
    {
        var (someone, copy, file) = try await grown()
        someone.limit.entriesReplayed = 2
        return (someone, copy, try ArchiveFormat.read(file, now: .start))
    }

    @Test func `an import, its undo and its redo come to the same, whoever reads for them`() async throws {
        let (other, copy, archive) = try await grownForASmallWriter()
        let id = OperationID.fresh(), undo = OperationID.fresh()
        try await other.does(.importArchive(archive), id: id)
        #expect(try other.counter(copy).count == 18)
        try await other.does(.undo(id), id: undo)
        #expect(try other.counter(copy).count == 3)
        try await other.does(.increment(copy))
        try await other.does(.undo(undo))
        #expect(try other.counter(copy).count == 19)
        #expect(try other.ledger.check().isEmpty)
        // What is there already is not taken again, by whatever plan.
        try await other.does(.importArchive(archive))
        #expect(try other.counter(copy).count == 19)
    }

    @Test func `what changes between the reading and the writing is read again`() async throws {
        let (other, copy, archive) = try await grownForASmallWriter()
        let staged = try await stage(archive, by: other)
        #expect(staged.isEmpty && staged.plan != nil)
        try await other.does(.increment(copy))
        try await other.does(.void(copy, entry: 1, isVoid: true))
        let id = OperationID.fresh()
        try await other.does(.importArchive(archive, staged: staged), id: id)
        #expect(try other.counter(copy).count == 18)
        #expect(try other.ledger.check().isEmpty)
        try await other.does(.undo(id))
        #expect(try other.counter(copy).count == 3)
        #expect(try other.ledger.check().isEmpty)
    }

    @Test func `a plan of before is not used for a counter that has changed since, in whatever way`()
        async throws
    {
        let (other, copy, archive) = try await grownForASmallWriter()
        let staged = try await stage(archive, by: other)
        // The file itself, by another device.
        try await other.does(.importArchive(archive))
        try await other.does(.importArchive(archive, staged: staged))
        #expect(try other.counter(copy).count == 18)
        try await other.does(.delete(copy))
        try await other.does(.importArchive(archive, staged: staged))
        #expect(try other.counter(copy).count == 18)
        #expect(try other.ledger.counters(of: other.account).count == 1)
        #expect(try other.ledger.check().isEmpty)
    }

    @Test func `who counts on while an import is undone is not in its way`() async throws {
        let (other, copy, archive) = try await grownForASmallWriter()
        let id = OperationID.fresh(), taps = 40
        try await other.does(.importArchive(archive), id: id)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<taps { group.addTask { try await other.does(.increment(copy)) } }
            group.addTask { try await other.does(.undo(id)) }
            try await group.waitForAll()
        }
        #expect(try other.counter(copy).count == 3 + Int64(taps))
        #expect(try other.ledger.check().isEmpty)
    }

    @Test func `the writer reads an import that is out of date again and again, and refuses a replay`()
        async throws
    {
        let (other, _, archive) = try await grownForASmallWriter()
        let plan = try #require(try await stage(archive, by: other).plan)
        var limits = Limits()
        limits.entriesReplayed = 2
        var preparations = Preparations(limits)
        let trace = ImportTrace(grown: [.init(counter: 1, first: 1, last: 9)])
        let missing = MissingPreparation(request: .void(trace), entries: 9)
        #expect(throws: MissingPreparation.self) { try preparations.requireReadable(9, or: missing.request) }
        for _ in 0..<5 { try preparations.add(.importPlan(plan), for: missing) }
        try preparations.requireReadable(9, or: missing.request)
        let replay = MissingPreparation.Request.replay(.init(counter: 1, turning: []))
        #expect(throws: MissingPreparation.self) { try preparations.requireReadable(9, or: replay) }
    }
}
