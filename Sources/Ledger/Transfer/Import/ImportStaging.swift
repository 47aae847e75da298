// Writes a large file piece by piece into hidden counters, so that other users' taps are written in between. The
// import itself then only makes the counters visible.

import GRDB

/// The counters of an archive that are already written.
public struct StagedImport: Sendable, Hashable {
    struct Row: Sendable, Hashable {
        let id: Int64
        let entries: Entry.Number
        let count: Int64
    }

    /// By the operation that created the counter.
    fileprivate var rows: [OperationID: Row] = [:]
    /// What the archive was going to change; nil if nothing was read yet.
    private(set) var plan: ImportPlan?

    /// Nothing is written yet.
    public init() {}

    fileprivate init(_ plan: ImportPlan) { self.plan = plan }

    /// Whether nothing is written yet.
    var isEmpty: Bool { rows.isEmpty }

    /// The rows that still exist as they were written.
    func rows(in database: Database) throws -> [OperationID: Row] {
        try rows.filter { try database.stagedRow($0.value.id) == $0.value }
    }
}

extension Ledger {
    /// Writes the new counters of a large archive without showing them. `fivebar tidy` removes those that are
    /// never shown, because the process was killed or someone else was faster.
    ///
    /// - Parameter atOnce: The number of counters and entries written per commit.
    /// - Throws: ``ArchiveFault``, ``StorageFault``, ``Refusal/tooManyOperations`` or
    ///   ``Refusal/tooManyOperationsToday`` with nothing written.
    public func stage(
        _ archive: Archive, of account: AccountID, now: Moment, limits: Limits, atOnce: Int = 1_000
    ) async throws -> StagedImport {
        let limits = limits.with(try self.limits(of: account) ?? AccountLimits())
        // What is written before a refusal would stay until it is tidied away.
        try requireAllowance(of: account, now: now, limits: limits)
        let (read, room) = try read { database in
            (
                try ImportPlan(.init(archive: archive, book: account, now: now), in: database),
                try database.roomForCounters(in: account, limits)
            )
        }
        let plan = Array(zip(archive.counters, read.fitting(room, archive)))
        try requireAllowance(
            of: account, words: plan.reduce(0) { $0 + $1.1.words(of: $1.0) }, now: now, limits: limits)
        let counters = plan.filter { $0.1.fate == .isNew }
        guard counters.reduce(0, { $0 + 1 + $1.1.additions.count }) > atOnce else {
            return StagedImport(read)
        }
        var staged = StagedImport(read), piece = ImportPiece(book: account, now: now, limits: limits)
        for (counter, planned) in counters {
            var written = 0
            repeat {
                let end = min(written + max(atOnce - piece.size, 1), planned.additions.count)
                piece.parts.append(.init(counter: counter, additions: planned.additions[written..<end]))
                written = end
                guard piece.size >= atOnce else { continue }
                guard try await write(&piece, to: &staged) else { return staged }
            } while written < planned.additions.count
        }
        _ = try await write(&piece, to: &staged)
        return staged
    }

    /// Removes what was written of an import that was refused: whoever repeats it must not fill the disk. What is shown
    /// by now stays.
    public func discard(_ staged: StagedImport, now: Moment) async throws {
        _ = try await removeCounters(
            staged.rows.values.map(\.id), deletedBefore: Counter.longAgo + 1, at: now)
    }

    /// - Returns: False if what was written before no longer exists.
    private func write(_ piece: inout ImportPiece, to staged: inout StagedImport) async throws -> Bool {
        let next = piece
        let unfinished = next.parts.first.flatMap { staged.rows.removeValue(forKey: $0.counter.origin) }
        guard let rows = try await queue.commitPiece({ try next.write(to: $0, after: unfinished) })
        else {
            return false
        }
        staged.rows.merge(rows) { $1 }
        piece.parts = []
        return true
    }
}

/// A piece of an archive, written in one commit.
private struct ImportPiece: Sendable {
    /// A part of a counter. The first one may continue the last one of the previous piece.
    struct Part: Sendable {
        let counter: ArchivedCounter
        let additions: ArraySlice<PlannedCounter.Addition>
    }

    let book: BookID
    let now: Moment
    let limits: Limits
    var parts: [Part] = []

    var size: Int { parts.reduce(0) { $0 + 1 + $1.additions.count } }

    /// - Parameter unfinished: The row of the first part, if it is already begun.
    /// - Returns: The counters' rows; nil if the unfinished one or its account no longer exists.
    func write(
        to database: Database, after unfinished: StagedImport.Row?
    ) throws -> [OperationID: StagedImport.Row]? {
        guard try database.exists("SELECT 1 FROM book WHERE id = ?", [book]),
            try unfinished.map({ try database.stagedRow($0.id) == $0 }) ?? true
        else { return nil }
        var rows: [OperationID: StagedImport.Row] = [:], unfinished = unfinished
        for part in parts {
            let context = WriteContext(
                database: database, book: book, revision: 0, operation: part.counter.origin, device: 0,
                madeAt: now, zoneOffset: 0, now: now, limits: limits, wordsLeft: nil,
                preparations: Preparations(limits))
            let row =
                try unfinished
                ?? StagedImport.Row(
                    id: context.insert(part.counter, isHidden: true), entries: 0, count: 0)
            unfinished = nil
            try context.append(part.additions, to: row.id, after: row.entries)
            var hours: [Int64: CountedMarks] = [:]
            hours.add(part.additions)
            for (hour, counted) in hours { try context.add(counted, to: hour, of: row.id) }
            let end = StagedImport.Row(
                id: row.id, entries: row.entries + Int64(part.additions.count),
                count: part.additions.last?.count ?? row.count)
            try database.run(
                "UPDATE counter SET count = ?, entries = ? WHERE id = ?", [end.count, end.entries, end.id])
            rows[part.counter.origin] = end
        }
        return rows
    }
}

extension Database {
    /// The row of a hidden counter; nil if it no longer exists or is visible.
    fileprivate func stagedRow(_ id: Int64) throws -> StagedImport.Row? {
        try first(
            "SELECT entries, count FROM counter WHERE id = ? AND deletedAt = ?", [id, Counter.longAgo]
        ) { StagedImport.Row(id: id, entries: $0[0], count: $0[1]) }
    }
}
