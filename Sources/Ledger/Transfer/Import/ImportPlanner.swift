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

    /// What is left of it once a part is written.
    ///
    /// - Parameters:
    ///   - changed: The places in the archive of the counters that were changed by that.
    ///   - rest: What is left of these, if it is anything.
    func continued(
        _ archive: Archive, after changed: [Int], leaving rest: [Int: PlannedCounter],
        _ planner: ImportPlanner
    ) throws -> ImportPlan {
        let current = try planner.knownCounters(of: archive)
        var known = known, counters = counters
        for place in changed {
            let origin = archive.counters[place].origin
            known[origin] = current[origin]
            counters[place] = rest[place] ?? counters[place].written
        }
        return ImportPlan(known: known, counters: counters)
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
    fileprivate typealias Known = ImportPlan.Known

    let database: Database
    let book: BookID
    let now: Moment
    let preparations: Preparations

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
    fileprivate func knownCounters(of archive: Archive) throws -> [OperationID: Known] {
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
        var targets = try known.map { try self.targets(of: counter, in: $0.id, entries: $0.entries) } ?? [:]
        let fresh = counter.entries.filter { targets[$0.id] == nil }
        // A later part continues where the earlier ones ended.
        guard counter.countBefore == nil || (known?.entries ?? 0) > 0 else {
            throw ArchiveFault(.earlierPartIsMissing)
        }
        let revival =
            try known.map { try self.revival(of: counter, $0, targets, &isImports) } ?? BulkVoid(count: 0)
        let annotations = try self.annotations(of: counter, known?.id, targets)
        let revived = Set(revival.lines.map(\.voids))
        if !revived.isEmpty {
            for (id, target) in targets where revived.contains(target.number) { targets[id]?.voids += 1 }
        }
        var count = revival.count, number = (known?.entries ?? 0) + Int64(revival.lines.count)
        var additions: [PlannedCounter.Addition] = []
        let turnedBack = turnedBack(counter, targets)
        var merged = try known.flatMap { known in
            fresh.contains { $0.kind == .void } && !(revived.isEmpty && continues(counter, known, targets))
                ? try CountedEntries(of: known.id, turning: revived, in: database) : nil
        }
        for entry in fresh {
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
            number += 1
            // The entry was made at a different count: the count moves within its bounds.
            var delta = entry.delta
            if let voided, let turned = merged?.turn(voided.number) { delta = turned }
            delta = delta < 0 ? max(delta, -count) : min(delta, .max - count)
            count += delta
            merged?.append(entry.kind, delta, countThen: count)
            let marks =
                voided.map { PlannedCounter.Marks(turning: $0) }
                ?? PlannedCounter.Marks(
                    kind: entry.kind, delta: delta, madeAt: entry.madeAt, zoneOffset: entry.zoneOffset)
            additions.append(
                .init(entry: entry, delta: delta, count: count, voids: voided?.number, marks: marks))
            targets[entry.id] = Target(
                number: number, kind: entry.kind, delta: delta, madeAt: entry.madeAt,
                zoneOffset: entry.zoneOffset, voids: 0)
            if let id = entry.voids { targets[id]?.voids += 1 }
            guard turnedBack.contains(entry.id), let id = entry.voids, let target = targets[id] else {
                continue
            }
            guard target.voids < Entry.mostVoids else {
                throw ArchiveFault(.valueIsWrong(field: "voids"))
            }
            let back = merged?.turn(target.number) ?? 0
            number += 1
            count += back
            merged?.append(.void, back, countThen: count)
            let void = ArchivedEntry(
                id: entry.id, kind: .void, delta: back, count: count, madeAt: now, zoneOffset: 0,
                voids: entry.voids, note: "")
            additions.append(
                .init(
                    entry: void, delta: back, count: count, voids: target.number,
                    marks: .init(turning: target), isOfImport: true))
            targets[id]?.voids += 1
        }
        let fate: ImportFate =
            if let known {
                known.isDeleted
                    ? .isRestored
                    : additions.isEmpty && revived.isEmpty && annotations.isEmpty ? .staysAsItIs : .grows
            } else {
                .isNew
            }
        return PlannedCounter(
            title: known?.title ?? counter.title, fate: fate, entries: additions.count + revived.count,
            notes: annotations.count, count: count, id: known?.id, revival: revival,
            additions: additions[...], annotations: annotations[...])
    }

    /// Whether the file has what the book has of a counter, and goes on from there: then each entry does what it did there.
    private func continues(
        _ counter: ArchivedCounter, _ known: Known, _ targets: [OperationID: Target]
    ) -> Bool {
        let shared = counter.entries.prefix { targets[$0.id] != nil }
        guard let next = counter.entries.dropFirst(shared.count).first,
            !counter.entries.dropFirst(shared.count).contains(where: { targets[$0.id] != nil }),
            next.count - next.delta == known.count
        else { return false }
        let first = known.entries - Int64(shared.count) + 1
        return (counter.countBefore == nil ? first == 1 : first > 1)
            && zip(shared, first...).allSatisfy { targets[$0.id]?.number == $1 }
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
}
