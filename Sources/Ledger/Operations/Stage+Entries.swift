// What changes do to a counter's entries: each appends one, moves the count
// with it, and keeps the hour it belongs to.

import GRDB

extension Stage {
    /// Counts up or down by a step, within what a count can be.
    func count(_ id: Counter.ID, by step: Int64?, direction: Int64) throws -> Outcome {
        let counter = try standing(id)
        let step = step ?? counter.step
        guard (1...Counter.largestStep).contains(step) else { throw Refusal.numberIsOutOfRange }
        let room = direction > 0 ? Int64.max - counter.count : counter.count
        let delta = direction * min(step, room)
        try countHour(of: id, delta, madeAt: madeAt, zoneOffset: zoneOffset)
        return try enter(delta, direction > 0 ? "increment" : "decrement", counter)
    }

    func reset(_ id: Counter.ID, seen: Int64?) throws -> Outcome {
        let counter = try standing(id)
        return try enter(-max(0, min(seen ?? counter.count, counter.count)), "reset", counter)
    }

    func set(_ id: Counter.ID, to count: Int64) throws -> Outcome {
        let counter = try standing(id)
        guard count >= 0 else { throw Refusal.numberIsOutOfRange }
        return try enter(count - counter.count, "set", counter)
    }

    /// Appends an entry and moves the count with it.
    ///
    /// - Parameter voided: Of a void, the entry it is about.
    private func enter(
        _ delta: Int64, _ kind: String, _ counter: Standing, voided: Entry.Number? = nil
    ) throws -> Outcome {
        let count = counter.count + delta
        try database.run(
            "UPDATE counter SET count = ?, entries = ?, revision = ? WHERE id = ?",
            [count, counter.entries + 1, revision, counter.id]
        )
        try writeEntry(
            counter.entries + 1, of: counter.id, kind, delta, count: count, by: operation, voids: voided)
        return Outcome(
            counter: counter.id, count: count, style: counter.style, before: String(counter.entries + 1))
    }

    /// - Parameter time: When it was made, where that is not when the operation was.
    func writeEntry(
        _ number: Entry.Number, of counter: Counter.ID, _ kind: String, _ delta: Int64, count: Int64,
        by operation: OperationID, voids: Entry.Number?, at time: Timestamp? = nil
    ) throws {
        try database.run(
            """
            INSERT INTO entry (counter, number, kind, delta, count, madeAt, zoneOffset, operation, voids)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                counter, number, kind, delta, count, (time?.moment ?? madeAt).milliseconds,
                time?.zoneOffset ?? zoneOffset, operation.data, voids,
            ]
        )
    }

    private func countHour(
        of counter: Counter.ID, _ delta: Int64, madeAt: Moment, zoneOffset: Int
    ) throws {
        guard delta != 0 else { return }
        try add(CountedMarks(delta, at: madeAt), to: Self.hour(of: madeAt, zoneOffset), of: counter)
    }

    /// The hour of the device's clock, from 1970-01-01T00:00 on.
    static func hour(of moment: Moment, _ zoneOffset: Int) -> Int64 {
        (moment.milliseconds + Int64(zoneOffset) * 60_000) / 3_600_000
    }

    /// Adds to what was counted in an hour.
    func add(_ counted: CountedMarks, to hour: Int64, of counter: Counter.ID) throws {
        try database.run(
            """
            INSERT INTO hour (counter, hour, marks, firstAt, lastAt) VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT DO UPDATE SET marks = marks + ?3, firstAt = MIN(firstAt, ?4), lastAt = MAX(lastAt, ?5)
            """,
            [counter, hour, counted.marks, counted.firstAt, counted.lastAt]
        )
    }

    /// Takes an entry back, or lets it stand again. The count moves by as much
    /// as it can, and not at all for what a later reset or set has settled
    /// (product.md, Sync).
    func void(_ number: Entry.Number, of id: Counter.ID, isVoid: Bool) throws -> Outcome {
        let counter = try standing(id)
        let entry = try database.first(
            "SELECT kind, delta, madeAt, zoneOffset FROM entry WHERE counter = ? AND number = ?",
            [id, number]
        ) { row in
            (
                kind: row[0] as String, delta: row[1] as Int64, madeAt: Moment(milliseconds: row[2]),
                zoneOffset: row[3] as Int
            )
        }
        guard let entry, entry.kind != "void" else { throw Refusal.noSuchEntry }
        let last = try lastVoid(of: number, of: id)
        // Two devices may say the same.
        guard (last?.count ?? 0) % 2 == (isVoid ? 0 : 1) else {
            return Outcome(counter: id, count: counter.count, style: counter.style)
        }

        var delta: Int64 = 0
        if try isSettled(number, of: id) {
            // A later reset or set has made the count what it is without it.
        } else if entry.kind == "reset" || entry.kind == "set" {
            let end = try database.replayedCount(of: id) {
                isVoid ? $0.union([number]) : $0.subtracting([number])
            }
            delta = end - counter.count
        } else {
            // A delta is below 0 only down to -Int64.max: its negative is a number, too.
            let wanted = isVoid ? -entry.delta : -(last?.delta ?? 0)
            delta = wanted < 0 ? max(wanted, -counter.count) : min(wanted, .max - counter.count)
        }
        if entry.kind == "increment" || entry.kind == "decrement" {
            try countHour(
                of: id, isVoid ? -entry.delta : entry.delta, madeAt: entry.madeAt,
                zoneOffset: entry.zoneOffset)
        }
        return try enter(delta, "void", counter, voided: number)
    }

    /// How often an entry was taken back or let stand, and the last time of it.
    func lastVoid(
        of number: Entry.Number, of id: Counter.ID
    ) throws -> (count: Int, delta: Int64, operation: DatabaseValue)? {
        // Left alone, SQLite walks through all entries of the counter instead.
        try database.first(
            """
            SELECT voided.times, entry.delta, entry.operation FROM (
                SELECT COUNT(*) AS times, MAX(number) AS number FROM entry INDEXED BY entryByVoided
                WHERE counter = ?1 AND voids = ?2
            ) AS voided JOIN entry ON entry.counter = ?1 AND entry.number = voided.number
            """,
            [id, number]
        ) { ($0[0], $0[1], $0[2]) }
    }

    /// Whether a reset or set that stands came after the entry.
    private func isSettled(_ number: Entry.Number, of id: Counter.ID) throws -> Bool {
        try database.first(
            """
            SELECT 1 FROM entry AS later INDEXED BY entryThatSets
            WHERE counter = ?1 AND number > ?2 AND kind IN ('reset', 'set') AND (
                SELECT COUNT(*) FROM entry INDEXED BY entryByVoided
                WHERE counter = ?1 AND voids = later.number) % 2 = 0
            LIMIT 1
            """,
            [id, number]
        ) { _ in true } ?? false
    }

    func annotate(_ number: Entry.Number, of id: Counter.ID, _ typed: String) throws -> Outcome {
        let counter = try standing(id), note = try Entry.note(from: typed)
        guard
            try database.first(
                "SELECT 1 FROM entry WHERE counter = ? AND number = ?", [id, number], { _ in true })
                ?? false
        else { throw Refusal.noSuchEntry }
        let before = try self.note(at: number, of: id)
        if note.isEmpty {
            try database.run("DELETE FROM note WHERE counter = ? AND number = ?", [id, number])
        } else {
            try database.run(
                "INSERT INTO note VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET text = ?3",
                [id, number, note])
        }
        return Outcome(counter: id, count: counter.count, style: counter.style, before: before)
    }

    /// Empty for none.
    func note(at number: Entry.Number, of id: Counter.ID) throws -> String {
        try database.first("SELECT text FROM note WHERE counter = ? AND number = ?", [id, number]) { $0[0] }
            ?? ""
    }
}

extension Database {
    /// The count as the entries that stand make it, one after the other. What a
    /// reset or a set did depends on all that was before it, so no single delta tells.
    ///
    /// - Parameter change: From the entries that are taken back to those that shall be.
    func replayedCount(
        of id: Counter.ID, taking change: (Set<Entry.Number>) -> Set<Entry.Number>
    ) throws -> Int64 {
        let void = change(
            Set(
                try Entry.Number.fetchAll(
                    cachedStatement(
                        sql: """
                            SELECT voids FROM entry INDEXED BY entryByVoided
                            WHERE counter = ? AND voids IS NOT NULL GROUP BY voids HAVING COUNT(*) % 2 = 1
                            """),
                    arguments: [id])))

        var count: Int64 = 0
        let rows = try Row.fetchCursor(
            cachedStatement(
                sql: "SELECT number, kind, delta, count FROM entry WHERE counter = ? ORDER BY number"),
            arguments: [id])
        while let row = try rows.next() {
            let kind: String = row[1]
            guard kind != "void", !void.contains(row[0]) else { continue }
            let delta: Int64 = row[2]
            if kind == "set" {
                count = row[3]
            } else {
                count = delta < 0 ? max(0, count + delta) : count + min(delta, .max - count)
            }
        }
        return count
    }
}
