// Increments, decrements, resets and sets a count. Each appends an entry, even to
// a counter in the trash: a restore brings it back with everything counted
// meanwhile on a device that did not know of the deletion.

/// A tap on a counter: adds or subtracts a step.
protocol Tap: ChangeKind {
    var counter: Name { get }
    /// The step that the device showed; nil: the counter's current step.
    var by: Int64? { get }
}

extension Tap {
    /// What an encoder makes of it, without an encoder: no other operation is made as often.
    var json: String { "{\(by.map { "\"by\":\($0)," } ?? "")\"counter\":\(counter.json)}" }
}

/// Adds a step.
struct Increment: Tap {
    static let kind = "increment"
    static let makesEntry = true
    let counter: Name
    var by: Int64?

    func perform(in context: WriteContext) throws -> Outcome {
        try context.count(counter, by: by, .increment)
    }
}

/// Subtracts a step, but never below 0.
struct Decrement: Tap {
    static let kind = "decrement"
    static let makesEntry = true
    let counter: Name
    var by: Int64?

    func perform(in context: WriteContext) throws -> Outcome {
        try context.count(counter, by: by, .decrement)
    }
}

/// Subtracts what its device had seen, so that concurrent taps from other devices
/// stay; everything if the device does not say.
struct Reset: ChangeKind {
    static let kind = "reset"
    static let makesEntry = true
    let counter: Name
    var seen: Int64?
    /// The counter's revision that the device had when it saw the count; below 0 if it did not know.
    var since: Int64?

    func perform(in context: WriteContext) throws -> Outcome {
        let counter = try context.anyCounter(counter)
        var seen = max(0, seen ?? counter.count), entriesRead = 0
        if let since, since >= 0, self.seen != nil {
            // What another device has taken away meanwhile is gone already: taps made since then stay.
            let taken = try context.takenByOthers(from: counter.row, since: since)
            seen -= min(seen, taken.marks)
            entriesRead = taken.entriesRead
        }
        var outcome = try context.append(.reset, -min(seen, counter.count), to: counter)
        outcome.entriesRead = entriesRead
        return outcome
    }
}

/// Sets the count to a given number.
struct SetCount: ChangeKind {
    static let kind = "setCount"
    static let makesEntry = true
    let counter: Name
    let count: Int64

    func perform(in context: WriteContext) throws -> Outcome {
        let counter = try context.anyCounter(counter)
        guard count >= 0 else { throw Refusal.numberIsOutOfRange }
        return try context.append(.set, count - counter.count, to: counter)
    }
}

extension WriteContext {
    /// How many marks other devices' resets, and numbers that they set, have taken away after a revision, unless they
    /// are undone. Only the latest thousand are read: others' taps wait meanwhile.
    fileprivate func takenByOthers(
        from counter: Int64, since revision: Int64
    ) throws -> (marks: Int64, entriesRead: Int) {
        let rows = try database.rows(
            """
            SELECT delta, revision, device, (SELECT COUNT(*) FROM (
                SELECT 1 FROM entry AS void INDEXED BY entryByVoided
                WHERE void.counter = ?1 AND void.voids = entry.number LIMIT ?3)) % 2
            FROM entry INDEXED BY entryThatSets JOIN operation ON operation.book = ?2 AND operation.id = entry.operation
            WHERE entry.counter = ?1 AND entry.kind IN ('reset', 'set') ORDER BY number DESC LIMIT 1000
            """,
            [counter, book, Entry.voidsRead])
        var marks: Int64 = 0, entriesRead = 0
        while let row = try rows.next(), row[1] as Int64 > revision {
            entriesRead += 1
            let delta: Int64 = row[0], other: Device.ID? = row[2], voids: Int = row[3]
            guard other != device, voids == 0, delta < 0 else { continue }
            marks += min(-max(delta, -.max), .max - marks)
        }
        return (marks, entriesRead)
    }

    /// Counts up or down by a step, within a count's bounds.
    fileprivate func count(_ name: Name, by step: Int64?, _ kind: Entry.Kind) throws -> Outcome {
        let counter = try anyCounter(name)
        let step = step ?? counter.step
        guard (1...Counter.largestStep).contains(step) else { throw Refusal.numberIsOutOfRange }
        let delta =
            kind == .increment ? min(step, Int64.max - counter.count) : -min(step, counter.count)
        try countHour(of: counter.row, delta, madeAt: madeAt, zoneOffset: zoneOffset)
        return try append(kind, delta, to: counter)
    }
}

extension Change {
    /// Adds a step, also to a counter in the trash.
    ///
    /// - Parameter step: 1 to ``Counter/largestStep``, as the device showed it; nil: the counter's
    ///   current step.
    public static func increment(_ counter: some Naming, by step: Int64? = nil) -> Change {
        Change(Increment(counter: counter.name, by: step))
    }
    /// Subtracts a step, but never below 0.
    ///
    /// - Parameter step: 1 to ``Counter/largestStep``, as the device showed it; nil: the counter's
    ///   current step.
    public static func decrement(_ counter: some Naming, by step: Int64? = nil) -> Change {
        Change(Decrement(counter: counter.name, by: step))
    }
    /// - Parameters:
    ///   - seen: The count that the device showed: taps that it had not seen stay. Nil: everything goes.
    ///   - since: The counter's revision at which it showed that: what another device took away after it is not taken
    ///     once more. Nil or below 0: nobody knows.
    public static func reset(_ counter: some Naming, seen: Int64?, since: Int64? = nil) -> Change {
        Change(Reset(counter: counter.name, seen: seen, since: since))
    }
    /// - Parameter count: Not below 0, or it is refused (``Refusal/numberIsOutOfRange``).
    public static func set(_ counter: some Naming, count: Int64) -> Change {
        Change(SetCount(counter: counter.name, count: count))
    }
}
