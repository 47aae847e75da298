// Taking an archive in, and taking that back. One operation, whatever it holds.

import Foundation
import GRDB

extension Stage {
    /// - Throws: ``ArchiveFault``.
    func importArchive(_ archive: Archive) throws -> Outcome {
        let plan = try ImportPlanner(database: database, account: account, now: now).plan(archive)
        var trace = ImportTrace()
        var first: Outcome?
        for (counter, planned) in zip(archive.counters, plan) where planned.fate != .staysAsItIs {
            let id = try planned.id ?? insert(counter)
            let before: Int64 =
                try database.first("SELECT entries FROM counter WHERE id = ?", [id]) { $0[0] } ?? 0
            try append(planned, to: id, after: before)
            switch planned.fate {
            case .isNew, .isRestored: trace.arrived.append(id)
            case .grows, .staysAsItIs: break
            }
            if planned.fate != .isNew, planned.entries > 0 {
                trace.grown.append(
                    .init(counter: id, first: before + 1, last: before + Int64(planned.entries)))
            }
            first = first ?? Outcome(counter: id, count: planned.count, style: counter.style)
        }
        var outcome = first ?? Outcome(counter: 0, count: 0, style: .fractal)
        outcome.before = trace.text
        return outcome
    }

    private func insert(_ counter: ArchivedCounter) throws -> Counter.ID {
        try database.run(
            """
            INSERT INTO counter (account, origin, title, color, position, isCollapsed, revision, createdAt, style, step)
            SELECT ?1, ?2, ?3, ?4, (SELECT COALESCE(MAX(position) + 1, 0) FROM counter WHERE account = ?1), ?5, ?6, ?7, ?8, ?9
            """,
            [
                account, counter.origin.data, counter.title, counter.color, counter.isCollapsed, revision,
                counter.createdAt.milliseconds, counter.style.rawValue, counter.step,
            ]
        )
        return database.lastInsertedRowID
    }

    private func append(_ planned: PlannedCounter, to id: Counter.ID, after before: Entry.Number) throws {
        try append(planned.revival.lines, to: id, after: before)
        let first = before + Int64(planned.revival.lines.count) + 1
        for (number, addition) in zip(first..., planned.additions) {
            let entry = addition.entry
            try writeEntry(
                number, of: id, entry.kind.rawValue, addition.delta, count: addition.count, by: entry.id,
                voids: addition.voids, at: Timestamp(entry.madeAt, zoneOffset: entry.zoneOffset))
            if !entry.note.isEmpty {
                try database.run("INSERT INTO note VALUES (?, ?, ?)", [id, number, entry.note])
            }
        }
        for annotation in planned.annotations {
            try database.run("INSERT INTO note VALUES (?, ?, ?)", [id, annotation.entry, annotation.note])
        }
        try settle(
            id, count: planned.count, entries: before + Int64(planned.entries), hours: planned.hours)
    }

    private func append(_ lines: [BulkVoid.Line], to id: Counter.ID, after before: Entry.Number) throws {
        for (place, line) in lines.enumerated() {
            try writeEntry(
                before + Int64(place) + 1, of: id, Entry.Kind.void.rawValue, line.delta, count: line.count,
                by: operation.inSeries(place), voids: line.voids)
        }
    }

    private func settle(
        _ id: Counter.ID, count: Int64, entries: Int64, hours: [Int64: CountedMarks]
    ) throws {
        for (hour, counted) in hours { try add(counted, to: hour, of: id) }
        try database.run(
            "UPDATE counter SET count = ?, entries = ?, deletedAt = NULL, revision = ? WHERE id = ?",
            [count, entries, revision, id]
        )
    }

    /// What came goes to the trash, and of what was there before the new entries
    /// are taken back, each as if by hand: what was counted since then stays, and
    /// so do the notes. Or, taken back itself, the other way round. A counter
    /// that is gone meanwhile is left out.
    func undoImport(_ trace: ImportTrace, isRedo: Bool) throws -> Outcome {
        var done = ImportTrace()
        if isRedo { try forEach(trace.arrived) { done.arrived.append(try restore($0).counter) } }
        for addition in trace.grown {
            try forEach([addition.counter]) { id in
                let counter = try standing(id)
                let plan = try BulkVoid(
                    turning: change(of: addition), of: id, count: counter.count, in: database)
                guard !plan.lines.isEmpty else { return }
                let last = counter.entries + Int64(plan.lines.count)
                try append(plan.lines, to: id, after: counter.entries)
                try settle(id, count: plan.count, entries: last, hours: plan.hours)
                done.grown.append(.init(counter: id, first: counter.entries + 1, last: last))
            }
        }
        if !isRedo { try forEach(trace.arrived) { done.arrived.append(try delete($0).counter) } }
        var outcome = Outcome(
            counter: trace.grown.first?.counter ?? trace.arrived.first ?? 0, count: 0, style: .fractal)
        outcome.before = done.text
        return outcome
    }

    private func forEach(_ counters: [Counter.ID], _ body: (Counter.ID) throws -> Void) throws {
        for counter in counters {
            do {
                try body(counter)
            } catch Refusal.counterIsDeleted, Refusal.noSuchCounter {
                // Somebody was quicker.
            }
        }
    }

    /// What must be turned for a counter to be as it was without the entries
    /// that were added: those that stand, and earlier ones that they are about,
    /// if nobody has decided on these since.
    private func change(of addition: ImportTrace.Addition) throws -> [Entry.Number] {
        try Entry.Number.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT number FROM entry WHERE counter = ?1 AND number BETWEEN ?2 AND ?3 AND kind <> 'void' AND (
                        SELECT COUNT(*) FROM entry AS void INDEXED BY entryByVoided
                        WHERE void.counter = ?1 AND void.voids = entry.number) % 2 = 0
                    UNION ALL
                    SELECT voids FROM entry WHERE counter = ?1 AND number BETWEEN ?2 AND ?3 AND voids < ?2
                    GROUP BY voids HAVING COUNT(*) % 2 = 1 AND MAX(number) = (
                        SELECT MAX(number) FROM entry AS void INDEXED BY entryByVoided
                        WHERE void.counter = ?1 AND void.voids = entry.voids)
                    """),
            arguments: [addition.counter, addition.first, addition.last])
    }
}

/// What an import did, as its operation keeps it for an undo.
struct ImportTrace {
    /// Entries that came to a counter.
    struct Addition {
        let counter: Counter.ID
        let first: Entry.Number
        let last: Entry.Number
    }

    /// Counters that are new, or came back.
    var arrived: [Counter.ID] = []
    var grown: [Addition] = []

    init() {}

    /// As ``text`` writes it.
    init(_ text: String) {
        for word in text.split(separator: " ") {
            let numbers = word.split(separator: ":").compactMap { Int64($0) }
            if numbers.count == 3, numbers[1] <= numbers[2] {
                grown.append(Addition(counter: numbers[0], first: numbers[1], last: numbers[2]))
            } else if numbers.count == 1 {
                arrived.append(numbers[0])
            }
        }
    }

    var text: String {
        (arrived.map { String($0) } + grown.map { "\($0.counter):\($0.first):\($0.last)" })
            .joined(separator: " ")
    }
}
