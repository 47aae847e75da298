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
        for (number, addition) in zip((before + 1)..., planned.additions) {
            let entry = addition.entry
            try database.run(
                """
                INSERT INTO entry (counter, number, kind, delta, count, madeAt, zoneOffset, operation, voids)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    id, number, entry.kind.rawValue, addition.delta, addition.count,
                    entry.madeAt.milliseconds, entry.zoneOffset, entry.id.data, addition.voids,
                ]
            )
            if !entry.note.isEmpty {
                try database.run("INSERT INTO note VALUES (?, ?, ?)", [id, number, entry.note])
            }
        }
        for (hour, counted) in planned.hours {
            try database.run(
                """
                INSERT INTO hour (counter, hour, marks, firstAt, lastAt) VALUES (?1, ?2, ?3, ?4, ?5)
                ON CONFLICT DO UPDATE SET
                    marks = marks + ?3, firstAt = MIN(firstAt, ?4), lastAt = MAX(lastAt, ?5)
                """,
                [id, hour, counted.marks, counted.firstAt, counted.lastAt]
            )
        }
        try database.run(
            "UPDATE counter SET count = ?, entries = ?, deletedAt = NULL, revision = ? WHERE id = ?",
            [planned.count, before + Int64(planned.entries), revision, id]
        )
    }

    /// What came goes to the trash, and of what was there before the new entries
    /// are taken back, each as if by hand: what was counted since then stays.
    func undoImport(_ trace: ImportTrace) throws -> Outcome {
        for addition in trace.grown {
            for number in stride(from: addition.last, through: addition.first, by: -1) {
                let entry = try database.first(
                    "SELECT kind, voids FROM entry WHERE counter = ? AND number = ?",
                    [addition.counter, number]
                ) { (isVoid: $0[0] as String == Entry.Kind.void.rawValue, voids: $0[1] as Entry.Number?) }
                guard let entry else { continue }
                let target = entry.isVoid ? entry.voids : number
                guard let target, !(entry.isVoid && addition.range.contains(target)) else { continue }
                _ = try void(target, of: addition.counter, isVoid: !entry.isVoid)
            }
        }
        for id in trace.arrived {
            do {
                _ = try delete(id)
            } catch Refusal.counterIsDeleted {
                // Somebody was quicker.
            }
        }
        return Outcome(
            counter: trace.grown.first?.counter ?? trace.arrived.first ?? 0, count: 0, style: .fractal)
    }
}

/// What an import did, as its operation keeps it for an undo.
struct ImportTrace {
    /// Entries that came to a counter.
    struct Addition {
        let counter: Counter.ID
        let first: Entry.Number
        let last: Entry.Number

        var range: ClosedRange<Entry.Number> { first...last }
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
