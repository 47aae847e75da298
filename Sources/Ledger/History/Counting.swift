// Counting: up, down, back to nothing, or to a number that somebody gives.
// Each appends an entry, also to a counter that rests in the trash: a restore
// brings it back with all that was counted meanwhile on a device that did not know.

/// Adds a step.
struct Increment: ChangeKind {
    static let kind = "increment"
    static let makesEntry = true
    let counter: Name
    /// As much as the device showed for a step; the counter's own where it does not say.
    var by: Int64?

    func perform(in context: WriteContext) throws -> Outcome {
        try context.count(counter, by: by, .increment)
    }
}

/// Takes a step away, and of a smaller count all of it.
struct Decrement: ChangeKind {
    static let kind = "decrement"
    static let makesEntry = true
    let counter: Name
    var by: Int64?

    func perform(in context: WriteContext) throws -> Outcome {
        try context.count(counter, by: by, .decrement)
    }
}

/// Takes away what its device had seen, so that taps made elsewhere meanwhile
/// stay (product.md, Sync); everything where it cannot tell.
struct Reset: ChangeKind {
    static let kind = "reset"
    static let makesEntry = true
    let counter: Name
    var seen: Int64?

    func perform(in context: WriteContext) throws -> Outcome {
        let counter = try context.anyCounter(counter)
        return try context.append(
            .reset, -max(0, min(seen ?? counter.count, counter.count)), to: counter)
    }
}

/// Makes the count this, whatever it was.
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
    /// Counts up or down by a step, within what a count can be.
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
    public static func increment(_ counter: some Naming, by step: Int64? = nil) -> Change {
        Change(Increment(counter: counter.name, by: step))
    }
    public static func decrement(_ counter: some Naming, by step: Int64? = nil) -> Change {
        Change(Decrement(counter: counter.name, by: step))
    }
    public static func reset(_ counter: some Naming, seen: Int64?) -> Change {
        Change(Reset(counter: counter.name, seen: seen))
    }
    public static func set(_ counter: some Naming, count: Int64) -> Change {
        Change(SetCount(counter: counter.name, count: count))
    }
}
