// Imports an archive, and undoes that. One operation, whatever the archive contains, in several commits if that is much.

import Foundation
import GRDB

/// Imports counters from a file, without what already exists.
struct ImportArchive: LongChangeKind {
    static let kind = "importArchive"
    /// The file itself is transferred separately and not part of the log.
    static let isPublic = false
    let archive: Archive
    /// What of it is already written.
    var staged = StagedImport()
    var isUnfinished = false

    init(archive: Archive, staged: StagedImport) {
        self.archive = archive
        self.staged = staged
    }

    init(from decoder: any Decoder) throws {
        archive = Archive(counters: [], repetitions: 0)
        isUnfinished = try UnfinishedImport(from: decoder).unfinished ?? false
    }
    func encode(to encoder: any Encoder) throws {
        try UnfinishedImport(unfinished: isUnfinished ? true : nil).encode(to: encoder)
    }

    /// The operation's id is the upload's id, which belongs to one file only.
    static func == (one: ImportArchive, other: ImportArchive) -> Bool { true }
    func hash(into hasher: inout Hasher) {}

    /// - Throws: ``ArchiveFault``, ``MissingPreparation``; ``Refusal/tooManyOperationsToday`` before anything is written.
    func perform(in context: WriteContext) throws -> Outcome {
        let planner = ImportPlanner(
            database: context.database, book: context.book, now: context.now,
            preparations: context.preparations)
        let begun = (context.begun as? TakeBackImport)?.trace
        var trace = begun ?? ImportTrace()
        var first: Int64?
        let planned = try planner.plan(
            archive, staged: staged, earlier: context.preparations.importPlan ?? staged.plan)
        let room = try context.database.roomForCounters(in: context.book, context.limits)
        let plan = planned.fitting(room, archive)
        // Of a part that is left, the whole was looked at when it began.
        let words = begun == nil ? zip(archive.counters, plan).reduce(0) { $0 + $1.1.words(of: $1.0) } : 0
        guard words <= context.wordsLeft ?? .max else { throw Refusal.tooManyOperationsToday }
        var piece = ImportedPiece(left: context.limits.entriesAtOnce ?? .max)
        for (place, counter) in archive.counters.enumerated() {
            let planned = plan[place]
            guard planned.fate != .staysAsItIs, planned.fate != .isLeftOut else { continue }
            guard piece.left > 0 else {
                piece.isUnfinished = true
                break
            }
            let row: Int64
            if planned.fate == .isNew, let written = planned.id {
                row = written
                try context.show(row)
                trace.arrived.append(row)
                piece.left -= 1
            } else {
                row = try planned.id ?? context.insert(counter)
                // What is much of a new one is written before.
                let (now, later) =
                    planned.fate == .isNew ? (planned, planned.written) : planned.split(at: piece.left)
                let before = try context.entries(of: row)
                try context.append(now, to: row, after: before)
                if planned.fate == .isNew || planned.fate == .isRestored { trace.arrived.append(row) }
                if planned.fate != .isNew { trace.add(now.entries, to: row, after: before) }
                piece.left -= 1 + now.size
                piece.rest[place] = later
                piece.isUnfinished = later.size > 0
            }
            first = first ?? row
            piece.changed.append(place)
            if piece.isUnfinished { break }
        }
        return Outcome(
            subject: piece.isUnfinished ? .book : try context.subject(ofRow: begun?.first ?? first),
            inverse: TakeBackImport(trace: trace, again: false),
            entriesWritten: trace.entries - (begun?.entries ?? 0), wordsWritten: words,
            isUnfinished: piece.isUnfinished,
            prepared: piece.isUnfinished
                ? .importPlan(
                    try planned.continued(archive, after: piece.changed, leaving: piece.rest, planner)) : nil)
    }
}

/// What an import's JSON says of it.
struct UnfinishedImport: Codable {
    let unfinished: Bool?
}

/// What one commit of an import does.
private struct ImportedPiece {
    /// How many entries, notes and counters it still has room for.
    var left: Int
    /// The places in the archive of the counters that it changes.
    var changed: [Int] = []
    /// What is left of them, by their places.
    var rest: [Int: PlannedCounter] = [:]
    var isUnfinished = false
}

/// Undoes an import, or redoes it.
///
/// New counters go to the trash, and the entries added to existing counters are
/// undone, each as if by hand: what was counted since then stays, and so do the
/// notes. Redoing reverses this. Counters that no longer exist are skipped.
struct TakeBackImport: ChangeKind {
    static let kind = "takeBackImport"
    static let isPublic = false
    let trace: ImportTrace
    let again: Bool

    func perform(in context: WriteContext) throws -> Outcome {
        let begun = (context.begun as? TakeBackImport)?.trace
        var done = begun ?? ImportTrace(), entriesRead = 0, isUnfinished = false
        var left = context.limits.entriesAtOnce ?? .max
        // Before a counter that comes back from the trash changes by that.
        var prepared = try context.preparations.currentVoids(in: context.database)
        if again, begun == nil { done.arrived += try context.restore(trace.arrived) }
        var changed: Set<Int64> = []
        for addition in trace.grown {
            // Someone else may have deleted it.
            guard let counter = try context.counter(ofRow: addition.counter), counter.deletedAt == nil else {
                continue
            }
            // What was planned for another part of it holds no longer.
            guard left > 0, !changed.contains(counter.row) else {
                isUnfinished = true
                break
            }
            let plan =
                try prepared[addition]?.void
                ?? context.preparations.void(for: addition, of: trace, counter, in: context.database)
            entriesRead += plan.entriesRead
            guard !plan.lines.isEmpty else { continue }
            let (now, later) = plan.split(at: left)
            try context.append(now.lines, to: counter.row, after: counter.entries)
            try context.settle(
                counter.row, count: now.count, entries: counter.entries + Int64(now.lines.count),
                hours: now.hours)
            done.add(now.lines.count, to: counter.row, after: counter.entries)
            left -= 1 + now.lines.count
            changed.insert(counter.row)
            prepared[addition] = PreparedVoid(later, of: counter.row, revision: context.revision)
            isUnfinished = !later.lines.isEmpty
            if isUnfinished { break }
        }
        if !again, !isUnfinished { done.arrived += try context.trash(trace.arrived) }
        return Outcome(
            subject: isUnfinished
                ? .book : try context.subject(ofRow: trace.grown.first?.counter ?? trace.arrived.first),
            inverse: TakeBackImport(trace: done, again: !again), entriesRead: entriesRead,
            entriesWritten: done.entries - (begun?.entries ?? 0), isUnfinished: isUnfinished,
            prepared: isUnfinished ? .voids(prepared) : nil)
    }
}

/// What an import did, as stored in its inverse.
struct ImportTrace: Codable, Hashable, Sendable {
    /// Entries added to a counter.
    struct Addition: Codable, Hashable, Sendable {
        /// The counter's row.
        let counter: Int64
        let first: Entry.Number
        let last: Entry.Number
    }

    /// The rows of counters that were created or restored.
    var arrived: [Int64] = []
    var grown: [Addition] = []

    /// The number of entries added to counters that existed.
    var entries: Int { grown.reduce(0) { $0 + Int($1.last - $1.first) + 1 } }
    /// The row of one of the counters.
    var first: Int64? { grown.first?.counter ?? arrived.first }

    /// Adds the entries that a counter got after those that it had.
    mutating func add(_ entries: Int, to counter: Int64, after before: Entry.Number) {
        guard entries > 0 else { return }
        var first = before + 1
        if let place = grown.lastIndex(where: { $0.counter == counter }), grown[place].last == before {
            first = grown.remove(at: place).first
        }
        grown.append(.init(counter: counter, first: first, last: before + Int64(entries)))
    }
}

extension WriteContext {
    fileprivate func counter(ofRow row: Int64) throws -> CounterRow? {
        let counter = try database.first(
            "SELECT \(CounterRow.columns) FROM counter WHERE id = ? AND book = ?", [row, book]
        ) { CounterRow($0) }
        guard let counter, counter.deletedAt ?? .max >= now.startOfTrash.milliseconds else { return nil }
        return counter
    }

    fileprivate func subject(ofRow row: Int64?) throws -> Outcome.Subject {
        try row.flatMap { try counter(ofRow: $0) }.map { .counter($0) } ?? .book
    }

    /// Moves counters out of the trash, all at once: there may be thousands.
    ///
    /// - Returns: The rows of those that were in it.
    /// - Throws: ``Refusal/tooManyCounters``.
    fileprivate func restore(_ rows: [Int64]) throws -> [Int64] {
        let trashed = try Int64.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT id FROM counter WHERE id IN (SELECT value FROM json_each(?))
                        AND book = ? AND deletedAt >= ?
                    """),
            arguments: [rows.jsonArray, book, now.startOfTrash.milliseconds])
        guard !trashed.isEmpty else { return [] }
        try requireRoomInList(for: trashed.count)
        try database.run(
            "UPDATE counter SET deletedAt = NULL, revision = ? WHERE id IN (SELECT value FROM json_each(?))",
            [revision, trashed.jsonArray])
        return trashed
    }

    /// Moves counters into the trash.
    ///
    /// - Returns: The rows of those that were not in it.
    fileprivate func trash(_ rows: [Int64]) throws -> [Int64] {
        let current = try Int64.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT id FROM counter WHERE id IN (SELECT value FROM json_each(?))
                        AND book = ? AND deletedAt IS NULL
                    """),
            arguments: [rows.jsonArray, book])
        try database.run(
            "UPDATE counter SET deletedAt = ?, revision = ? WHERE id IN (SELECT value FROM json_each(?))",
            [now.milliseconds, revision, current.jsonArray])
        // What somebody has deleted before keeps its days.
        try trimTrash(first: current)
        return current
    }

    fileprivate func entries(of row: Int64) throws -> Entry.Number {
        try database.first("SELECT entries FROM counter WHERE id = ?", [row]) { $0[0] } ?? 0
    }

    fileprivate func append(_ planned: PlannedCounter, to row: Int64, after before: Entry.Number) throws {
        try append(planned.revival.lines, to: row, after: before)
        try append(
            planned.additions, to: row, after: before + Int64(planned.revival.lines.count))
        for annotation in planned.annotations {
            try database.run("INSERT INTO note VALUES (?, ?, ?)", [row, annotation.entry, annotation.note])
        }
        var hours = planned.revival.hours
        hours.add(planned.additions)
        try settle(row, count: planned.count, entries: before + Int64(planned.entries), hours: hours)
    }

    /// Makes a staged counter visible.
    fileprivate func show(_ row: Int64) throws {
        try database.run(
            "UPDATE counter SET deletedAt = NULL, rank = ?, revision = ? WHERE id = ?",
            [lastRank(in: .counter), revision, row])
    }

    fileprivate func append(
        _ lines: some Sequence<BulkVoid.Line>, to row: Int64, after before: Entry.Number
    ) throws {
        for (number, line) in zip((before + 1)..., lines) {
            try writeEntry(
                number, of: row, Entry.Kind.void.rawValue, line.delta, count: line.count,
                by: operation.inSeries(Int(number)), voids: line.voids)
        }
    }

    fileprivate func settle(
        _ row: Int64, count: Int64, entries: Int64, hours: [Int64: CountedMarks]
    ) throws {
        for (hour, counted) in hours { try add(counted, to: hour, of: row) }
        try database.run(
            "UPDATE counter SET count = ?, entries = ?, deletedAt = NULL, revision = ? WHERE id = ?",
            [count, entries, revision, row]
        )
    }
}

extension WriteContext {
    /// - Parameter isHidden: Whether the counter is not visible yet.
    func insert(_ counter: ArchivedCounter, isHidden: Bool = false) throws -> Int64 {
        try insertCounter(
            title: counter.title, color: counter.color, style: counter.style, step: counter.step,
            isCollapsed: counter.isCollapsed, rank: lastRank(in: .counter), createdAt: counter.createdAt,
            origin: counter.origin, isHidden: isHidden
        ).row
    }

    func append(
        _ additions: some Sequence<PlannedCounter.Addition>, to row: Int64, after before: Entry.Number
    ) throws {
        for (number, addition) in zip((before + 1)..., additions) {
            let entry = addition.entry
            try writeEntry(
                number, of: row, entry.kind.rawValue, addition.delta, count: addition.count,
                by: addition.isOfImport ? operation.inSeries(Int(number)) : entry.id, voids: addition.voids,
                at: addition.isOfImport ? nil : Timestamp(entry.madeAt, zoneOffset: entry.zoneOffset))
            if !entry.note.isEmpty {
                try database.run("INSERT INTO note VALUES (?, ?, ?)", [row, number, entry.note])
            }
        }
    }
}

extension Change {
    /// - Parameter staged: What of the archive is already written.
    public static func importArchive(_ archive: Archive, staged: StagedImport = StagedImport()) -> Change {
        Change(ImportArchive(archive: archive, staged: staged))
    }
}
