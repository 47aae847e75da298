// Operations of before the log that were about others: undos, later words about the same, and a deletion of all.

import Testing

@testable import Ledger

@Suite struct MigratedUndoTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private func old(upTo migration: String = "9 goals", accounts: [Int64] = [1]) throws -> OldDatabase {
        try OldDatabase(bench.folder + "/before.sqlite", upTo: migration, accounts: accounts)
    }

    @Test(arguments: OldDatabase.migrationsBeforeLog.dropFirst(2))
    func `an undo of then is taken back, and so is the undo of that`(_ version: String) async throws {
        let old = try old(upTo: version), token = old.token
        // Counted, taken back; before there were undos, no entry's number was kept.
        let tap = try old.operation("increment", counter: 1, payload: "2", before: "1", count: 2)
        let untap = try old.operation("undo", counter: 1, payload: tap.text, before: "2")
        try old.counter(1, "One", entries: [("increment", 2, nil), ("void", -2, 1)], by: [tap, untap])
        let early = try old.operation("increment", counter: 2, count: 1)
        let unearly = try old.operation("undo", counter: 2, payload: early.text, before: "2")
        try old.counter(2, "Two", entries: [("increment", 1, nil), ("void", -1, 1)], by: [early, unearly])
        // Renamed, taken back, done again.
        let rename = try old.operation("rename", counter: 3, payload: "New", before: "Old")
        let back = try old.operation("undo", counter: 3, payload: rename.text, before: "New")
        let again = try old.operation("undo", counter: 3, payload: back.text, before: "Old")
        try old.counter(3, "New")
        // Deleted and taken back.
        let delete = try old.operation("delete", counter: 4)
        let undelete = try old.operation("undo", counter: 4, payload: delete.text)
        try old.counter(4, "Four")
        let ledger = try Ledger(path: try old.finished())

        func undo(_ id: OperationID) async throws -> OperationID {
            let undo = OperationID.fresh()
            try await ledger.apply(.undo(id), undo, by: token)
            return undo
        }
        let redone = try await undo(untap)
        #expect(try ledger.counter(1, of: 1).count == 2)
        _ = try await undo(redone)
        #expect(try ledger.counter(1, of: 1).count == 0)
        _ = try await undo(unearly)
        #expect(try ledger.counter(2, of: 1).count == 1)
        // It is undone already.
        _ = try await undo(back)
        #expect(try ledger.counter(3, of: 1).title == "New")
        let old3 = try await undo(again)
        #expect(try ledger.counter(3, of: 1).title == "Old")
        _ = try await undo(old3)
        #expect(try ledger.counter(3, of: 1).title == "New")
        _ = try await undo(undelete)
        #expect(try ledger.trash(of: 1, now: .start).map(\.id) == [4])
        #expect(try ledger.check().isEmpty)
    }

    @Test(arguments: OldDatabase.migrationsBeforeLog.dropFirst(2))
    func `of two words of then, the one that arrived last stands, whatever their devices' clocks said`(
        _ version: String
    ) async throws {
        let old = try old(upTo: version), token = old.token
        let first = try old.operation("rename", counter: 1, payload: "First", before: "None")
        let last = try old.operation(
            "rename", counter: 1, payload: "Last", before: "First", minutesEarlier: 30)
        try old.counter(1, "Last")
        let ledger = try Ledger(path: try old.finished())
        await #expect(throws: Refusal.cannotBeUndone) { try await ledger.apply(.undo(first), by: token) }
        try await ledger.apply(.undo(last), by: token)
        #expect(try ledger.counter(1, of: 1).title == "First")
    }

    @Test(arguments: OldDatabase.migrationsBeforeLog)
    func `a deletion of everything stays one`(_ version: String) async throws {
        let old = try old(upTo: version, accounts: [1, 2]), token = old.token
        let deletion = try old.operation("deleteAll", payload: "1")
        try old.counter(1, "One", deletedAt: Counter.longAgo)
        try old.counter(2, "Two", account: 2)
        let ledger = try Ledger(path: try old.finished())
        await #expect(throws: Refusal.cannotBeUndone) {
            try await ledger.apply(.undo(deletion), by: token)
        }
        #expect(try await ledger.apply(.deleteAll(newest: 1), deletion, by: token).revision == 1)
        #expect(try ledger.allCounters(of: 1).isEmpty)
        #expect(try ledger.counters(of: 2).map(\.id) == [2])
        await #expect(throws: Refusal.noSuchCounter) { try await ledger.apply(.increment(2), by: token) }
    }
}
