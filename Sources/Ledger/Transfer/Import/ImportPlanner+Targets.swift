// What a counter has of the entries that an archive refers to, and what follows from that for the archive's own.

import Foundation
import GRDB

extension ImportPlanner {
    /// An entry that a void may undo or redo.
    struct Target {
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

    /// The last of the archive's new voids of each entry that would not be where it shall be after them: somebody has undone, or
    /// redone, the same here. One more void follows each. That way all of them are known when the file comes again.
    func turnedBack(_ counter: ArchivedCounter, _ targets: [OperationID: Target]) -> Set<OperationID> {
        var all: [OperationID: Int] = [:], fresh: [OperationID: [OperationID]] = [:]
        for entry in counter.entries {
            guard let voided = entry.voids else { continue }
            all[voided, default: 0] += 1
            if targets[entry.id] == nil { fresh[voided, default: []].append(entry.id) }
        }
        var turnedBack: Set<OperationID> = []
        guard !fresh.isEmpty else { return turnedBack }
        // Of an entry of an earlier part the archive does not tell how it shall be.
        for entry in counter.entries {
            guard let voids = fresh[entry.id], let last = voids.last, let target = targets[entry.id],
                case let shallBeVoid = (all[entry.id] ?? 0) % 2 == 1,
                (target.voids + voids.count) % 2 == (shallBeVoid ? 0 : 1)
            else { continue }
            turnedBack.insert(last)
        }
        return turnedBack
    }

    /// The notes for entries that have none. One that somebody has removed here stays so.
    ///
    /// - Parameter row: The counter's; nil for a new one.
    func annotations(
        of counter: ArchivedCounter, _ row: Int64?, _ targets: [OperationID: Target]
    ) throws -> [PlannedCounter.Annotation] {
        let annotations = counter.entries.compactMap { entry -> PlannedCounter.Annotation? in
            guard !entry.note.isEmpty, let target = targets[entry.id], !target.hasNote else { return nil }
            return .init(entry: target.number, note: entry.note)
        }
        guard let row, !annotations.isEmpty else { return annotations }
        let changed = try Set(
            Entry.Number.fetchAll(
                database.cachedStatement(
                    sql: """
                        SELECT CAST(field AS INTEGER) FROM fieldVersion
                        WHERE book = ? AND owner = 'note' AND row = ?
                        """),
                arguments: [book, row]))
        return annotations.filter { !changed.contains($0.entry) }
    }

    /// The counter's entries that the archive refers to.
    ///
    /// - Parameters:
    ///   - row: The counter's row.
    ///   - entries: How many it has.
    func targets(
        of counter: ArchivedCounter, in row: Int64, entries: Int64
    ) throws -> [OperationID: Target] {
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
        if Int64(named.count) < entries / 4 {
            let statement = try database.cachedStatement(sql: Self.target)
            for number in try numbers(of: named, in: row) {
                try read(RowValues.fetchCursor(statement, arguments: [row, number]))
            }
        } else {
            try read(database.rows(Self.targets, [row]))
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

extension PlannedCounter.Marks {
    /// What undoing or redoing an entry adds to its hour.
    init(turning target: ImportPlanner.Target) {
        self.init(
            kind: target.kind, delta: target.isVoid ? target.delta : -target.delta, madeAt: target.madeAt,
            zoneOffset: target.zoneOffset)
    }
}
