// What a book has used of its limits, within a day and within seconds.

/// A book's usage towards its ``Limits``, as stored in its row.
struct BookUsage: Sendable, Hashable {
    /// The day of the two totals below, in days since 1970-01-01 UTC.
    var day: Int64
    var operations: Int64
    var words: Int64
    /// The burst allowance at ``refilledAt``, in thousandths of an operation.
    var allowance: Int64
    /// In milliseconds since 1970-01-01 UTC.
    var refilledAt: Int64

    /// Adds the bytes of an operation's text.
    ///
    /// - Throws: ``Refusal/tooManyOperationsToday``.
    mutating func add(words bytes: Int, _ limits: Limits) throws {
        words += Int64(bytes)
        if let most = limits.wordsPerDay, words > most { throw Refusal.tooManyOperationsToday }
    }

    /// How many more bytes of text fit in the day; nil means any number.
    func wordsLeft(_ limits: Limits) -> Int? { limits.wordsPerDay.map { max(0, $0 - Int(words)) } }

    /// Adds the bytes of text that an operation wrote besides its own, which is known only once it is done.
    mutating func add(wordsWritten bytes: Int) { words += Int64(bytes) }

    /// Adds an operation.
    ///
    /// - Parameters:
    ///   - weight: How many operations it counts as. It may exceed the
    ///     allowance, which then has to recover.
    ///   - isFurther: Whether it came in a list with others before it.
    /// - Throws: ``Refusal/tooManyOperations``, ``Refusal/tooManyOperationsToday``.
    mutating func addOperation(
        weight: Int = 1, isFurther: Bool = false, at now: Moment, _ limits: Limits
    ) throws {
        turn(to: now)
        operations += Int64(weight)
        if let most = limits.operationsPerDay, operations > most { throw Refusal.tooManyOperationsToday }
        guard let perSecond = limits.operationsPerSecond else { return }
        refill(at: now, perSecond)
        let itself = isFurther ? Self.tenth : 1000
        guard allowance >= itself else { throw Refusal.tooManyOperations }
        allowance -= itself + Int64(weight - 1) * 1000
    }

    private mutating func turn(to now: Moment) {
        guard day != now.dayNumber else { return }
        day = now.dayNumber
        operations = 0
        words = 0
    }

    /// What an operation counts that costs little, in thousandths.
    private static let tenth: Int64 = 100

    /// Refills a thousandth per millisecond for each operation per second; a clock set back refills nothing.
    private mutating func refill(at now: Moment, _ perSecond: Int) {
        let (elapsed, overflows) = now.milliseconds.subtractingReportingOverflow(refilledAt)
        let full = Int64(perSecond) * 10 * 1000
        let (refilled, isMore) = max(0, elapsed).multipliedReportingOverflow(by: Int64(perSecond))
        let isFull = overflows || isMore || refilled >= full - allowance
        allowance = isFull ? full : allowance + refilled
        refilledAt = now.milliseconds
    }

    /// Adds operations that were answered before, or whose refusal is not kept. They change nothing, but take time as well.
    ///
    /// - Throws: ``Refusal/tooManyOperations``.
    mutating func addRepetitions(_ number: Int = 1, at now: Moment, _ limits: Limits) throws {
        guard let perSecond = limits.operationsPerSecond else { return }
        refill(at: now, perSecond)
        guard allowance >= 1000 else { throw Refusal.tooManyOperations }
        allowance -= Self.tenth * Int64(number)
    }

    /// Adds what was done already for an operation that is refused now, because there was no room for it. The allowance is
    /// below 0 then.
    mutating func addRefused(weight: Int, at now: Moment, _ limits: Limits) {
        turn(to: now)
        if let perSecond = limits.operationsPerSecond { refill(at: now, perSecond) }
        add(weight: weight, limits)
    }

    /// Makes the operation that was added last count for more, which is known only once it is done.
    mutating func add(weight: Int, _ limits: Limits) {
        operations += Int64(weight)
        if limits.operationsPerSecond != nil { allowance -= Int64(weight) * 1000 }
    }
}
