// Determines what an archive would change: one place for both the preview and the
// import itself.

import Foundation
import GRDB

extension Ledger {
    /// What the archive would change, counter by counter, in the archive's order.
    ///
    /// - Throws: ``ArchiveFault``.
    public func plan(
        for archive: Archive, of account: AccountID, now: Moment, limits: Limits = Limits()
    ) throws -> [PlannedCounter] {
        let limits = limits.with(try self.limits(of: account) ?? AccountLimits())
        return try read { database in
            try ImportPlan(.init(archive: archive, book: account, now: now), in: database)
                .fitting(database.roomForCounters(in: account, limits), archive)
        }
    }
}

/// What an archive would change in a book. For each counter it holds as long as that counter does not change.
struct ImportPlan: Sendable, Hashable {
    struct Request: Sendable {
        let archive: Archive
        let book: BookID
        let now: Moment
    }

    /// What the book has of a counter.
    fileprivate struct Known: Sendable, Hashable {
        /// The counter's row.
        let id: Int64
        let title: String
        let count: Int64
        let entries: Int64
        let isDeleted: Bool
        let revision: Int64
    }

    /// By the operation that created the counter.
    fileprivate let known: [OperationID: Known]
    /// In the archive's order, as if there were room for all of them.
    fileprivate let counters: [PlannedCounter]

    /// - Throws: ``ArchiveFault``.
    init(_ request: Request, in database: Database) throws {
        // A read blocks nobody, so it needs no limits.
        self = try ImportPlanner(
            database: database, book: request.book, now: request.now, preparations: Preparations(Limits())
        ).plan(request.archive)
    }

    fileprivate init(known: [OperationID: Known], counters: [PlannedCounter]) {
        self.known = known
        self.counters = counters
    }

    /// - Parameter room: For how many counters the book has room.
    func fitting(_ room: Int, _ archive: Archive) -> [PlannedCounter] {
        var room = room
        return zip(archive.counters, counters).map { counter, planned in
            guard planned.fate == .isNew || planned.fate == .isRestored else { return planned }
            room -= 1
            return room < 0 ? .leftOut(counter) : planned
        }
    }
}

/// Compares an archive with the tables.
struct ImportPlanner {
    private typealias Known = ImportPlan.Known

    let database: Database
    let book: BookID
    let now: Moment
    let preparations: Preparations

    /// An entry that a void may undo or redo.
    private struct Target {
        let number: Entry.Number
        let kind: Entry.Kind
        let delta: Int64
        let madeAt: Moment
        let zoneOffset: Int
        /// How often it was undone and redone.
        var voids: Int
        /// Its last void; nil if there is none, and for entries of the archive.
        var lastVoid: OperationID?
        var hasNote = false

        var isVoid: Bool { voids % 2 == 1 }
    }

    /// - Parameters:
    ///   - staged: What of the archive is already written. It is not compared again, unless the
    ///     book has got the counter some other way meanwhile.
    ///   - earlier: A plan of the same archive, to take over what still holds.
    /// - Throws: ``ArchiveFault``, ``MissingPreparation``.
    func plan(
        _ archive: Archive, staged: StagedImport = StagedImport(), earlier: ImportPlan? = nil
    ) throws -> ImportPlan {
        let known = try knownCounters(of: archive), staged = try staged.rows(in: database)
        let toRead = known.reduce(0) { sum, found in
            earlier?.known[found.key] == found.value ? sum : sum + Int(found.value.entries)
        }
        try preparations.requireReadable(
            toRead, or: .importPlan(.init(archive: archive, book: book, now: now)))
        var isImports: [OperationID: Bool] = [:]
        let counters = try archive.counters.enumerated().map { index, counter in
            let found = known[counter.origin]
            if found == nil, let row = staged[counter.origin] { return PlannedCounter.staged(counter, row) }
            if let earlier, earlier.known[counter.origin] == found { return earlier.counters[index] }
            do {
                return try plan(counter, found, &isImports)
            } catch let fault as ArchiveFault {
                throw ArchiveFault(fault.reason, at: .entry(0, ofCounter: index + 1))
            }
        }
        return ImportPlan(known: known, counters: counters)
    }

    /// Those of the archive's counters that the book has.
    private func knownCounters(of archive: Archive) throws -> [OperationID: Known] {
        let named = Set(archive.counters.map(\.origin))
        var known: [OperationID: Known] = [:]
        let rows = try database.rows(
            """
            SELECT origin, id, title, count, entries, deletedAt IS NOT NULL, revision FROM counter
            WHERE book = ? AND (deletedAt IS NULL OR deletedAt >= ?)
            """,
            [book, now.advanced(byDays: -Counter.daysInTrash).milliseconds])
        while let row = try rows.next() {
            let origin = OperationID(row[0] as Data)
            guard named.contains(origin) else { continue }
            known[origin] = Known(
                id: row[1], title: row[2], count: row[3], entries: row[4], isDeleted: row[5],
                revision: row[6])
        }
        return known
    }

    /// - Parameter isImports: Which series of operations undid an import, as far as it is known.
    private func plan(
        _ counter: ArchivedCounter, _ known: Known?, _ isImports: inout [OperationID: Bool]
    ) throws -> PlannedCounter {
        var targets = try known.map { try self.targets(of: counter, in: $0) } ?? [:]
        let fresh = counter.entries.filter { targets[$0.id] == nil }
        // A later part continues where the earlier ones ended.
        guard counter.countBefore == nil || (known?.entries ?? 0) > 0 else {
            throw ArchiveFault(.earlierPartIsMissing)
        }
        let revival =
            try known.map { try self.revival(of: counter, $0, targets, &isImports) } ?? BulkVoid(count: 0)
        let annotations = counter.entries.compactMap { entry -> PlannedCounter.Annotation? in
            guard !entry.note.isEmpty, let target = targets[entry.id], !target.hasNote else { return nil }
            return .init(entry: target.number, note: entry.note)
        }
        let revived = Set(revival.lines.map(\.voids))
        if !revived.isEmpty {
            for (id, target) in targets where revived.contains(target.number) { targets[id]?.voids += 1 }
        }
        var count = revival.count, number = (known?.entries ?? 0) + Int64(revival.lines.count)
        var additions: [PlannedCounter.Addition] = []
        for entry in fresh {
            number += 1
            let voided = try entry.voids.map { id in
                guard let target = targets[id], target.kind != .void else {
                    throw ArchiveFault(.voidsNothing)
                }
                // A file has no more of them, but the earlier ones may be from other files, or made by hand.
                guard target.voids < Entry.mostVoids else {
                    throw ArchiveFault(.valueIsWrong(field: "voids"))
                }
                return target
            }
            // The entry was made at a different count: the count moves within its bounds.
            let delta = entry.delta < 0 ? max(entry.delta, -count) : min(entry.delta, .max - count)
            count += delta
            let marks =
                voided.map {
                    PlannedCounter.Marks(
                        kind: $0.kind, delta: $0.isVoid ? $0.delta : -$0.delta, madeAt: $0.madeAt,
                        zoneOffset: $0.zoneOffset)
                }
                ?? PlannedCounter.Marks(
                    kind: entry.kind, delta: delta, madeAt: entry.madeAt, zoneOffset: entry.zoneOffset)
            additions.append(
                .init(entry: entry, delta: delta, count: count, voids: voided?.number, marks: marks))
            targets[entry.id] = Target(
                number: number, kind: entry.kind, delta: delta, madeAt: entry.madeAt,
                zoneOffset: entry.zoneOffset, voids: 0)
            if let id = entry.voids { targets[id]?.voids += 1 }
        }
        let fate: ImportFate =
            if let known {
                known.isDeleted
                    ? .isRestored
                    : fresh.isEmpty && revived.isEmpty && annotations.isEmpty ? .staysAsItIs : .grows
            } else {
                .isNew
            }
        return PlannedCounter(
            title: known?.title ?? counter.title, fate: fate, entries: fresh.count + revived.count,
            notes: annotations.count, count: count, id: known?.id, revival: revival, additions: additions,
            annotations: annotations)
    }

    /// The archive's entries that exist, but differ in being undone or not only because
    /// an import was undone, and not because a user changed them.
    private func revival(
        of counter: ArchivedCounter, _ known: Known, _ targets: [OperationID: Target],
        _ isImports: inout [OperationID: Bool]
    ) throws -> BulkVoid {
        var voids: [OperationID: Int] = [:]
        for entry in counter.entries { if let voided = entry.voids { voids[voided, default: 0] += 1 } }
        let numbers = try counter.entries.compactMap { entry -> Entry.Number? in
            guard let target = targets[entry.id], let void = target.lastVoid,
                target.isVoid != ((voids[entry.id] ?? 0) % 2 == 1)
            else { return nil }
            let series = void.startOfSeries
            let isOfImport = try isImports[series] ?? isUndoOfImport(series)
            isImports[series] = isOfImport
            return isOfImport ? target.number : nil
        }
        guard !numbers.isEmpty else { return BulkVoid(count: known.count) }
        return try BulkVoid(
            turning: numbers, of: known.id, count: known.count, in: database, preparations: preparations)
    }

    private func isUndoOfImport(_ series: OperationID) throws -> Bool {
        try database.exists(
            """
            SELECT 1 FROM operation WHERE book = ? AND id BETWEEN ? AND ? AND kind = 'undo'
                AND json_extract(inverse, '$.kind') = 'takeBackImport' LIMIT 1
            """,
            [book, series.data, series.endOfSeries.data])
    }

    /// The counter's entries that the archive refers to.
    private func targets(of counter: ArchivedCounter, in known: Known) throws -> [OperationID: Target] {
        let named = Set(counter.entries.map(\.id)).union(counter.entries.compactMap(\.voids))
        var targets: [OperationID: Target] = [:]
        guard !named.isEmpty else { return targets }
        func read(_ rows: FastDatabaseValueCursor<RowValues>) throws {
            while let row = try rows.next() {
                let operation = OperationID(row[0] as Data)
                guard named.contains(operation) else { continue }
                targets[operation] = Target(
                    number: row[1], kind: Entry.Kind(rawValue: row[2]) ?? .increment, delta: row[3],
                    madeAt: Moment(milliseconds: row[4]), zoneOffset: row[5], voids: row[6],
                    lastVoid: (row[7] as Data?).map { OperationID($0) }, hasNote: row[8])
            }
        }
        // Of an entry that is not named it takes a tenth of the time to see only that.
        if Int64(named.count) < known.entries / 4 {
            let statement = try database.cachedStatement(sql: Self.target)
            for number in try numbers(of: named, in: known.id) {
                try read(RowValues.fetchCursor(statement, arguments: [known.id, number]))
            }
        } else {
            try read(
                database.rows(Self.targets, [known.id]))
        }
        return targets
    }

    private func numbers(of named: Set<OperationID>, in id: Int64) throws -> [Entry.Number] {
        var numbers: [Entry.Number] = []
        let rows = try database.rows("SELECT operation, number FROM entry WHERE counter = ?", [id])
        while let row = try rows.next() {
            if named.contains(OperationID(row[0] as Data)) { numbers.append(row[1]) }
        }
        return numbers
    }

    /// Parameter: the counter's row.
    private static let targets = """
        SELECT operation, number, kind, delta, madeAt, zoneOffset, (
            SELECT COUNT(*) FROM entry AS void INDEXED BY entryByVoided
            WHERE void.counter = ?1 AND void.voids = entry.number), (
            SELECT operation FROM entry AS last WHERE last.counter = ?1 AND last.number = (
                SELECT MAX(number) FROM entry AS void INDEXED BY entryByVoided
                WHERE void.counter = ?1 AND void.voids = entry.number)),
            EXISTS (SELECT 1 FROM note WHERE note.counter = ?1 AND note.number = entry.number)
        FROM entry WHERE counter = ?1
        """
    /// Parameters: the counter's row, the entry's number.
    private static let target = targets + " AND number = ?2"
}
