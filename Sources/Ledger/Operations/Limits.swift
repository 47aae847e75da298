// How much one visitor may do, so that none can stop the others (log.md).

/// What is refused beyond it. Nil stands for no limit.
public struct Limits: Sendable, Hashable {
    /// New accounts from one address in an hour.
    public var accountsPerHour: Int?
    /// Counters in a book, those in the trash left out.
    public var counters: Int?
    /// Goals in a book, archived ones among them.
    public var goals: Int?
    /// Operations in a book in a day (UTC).
    public var operationsPerDay: Int?
    /// Bytes of words that a book's operations bring in a day (UTC).
    public var wordsPerDay: Int?
    /// Operations in a book in a second, once ten times as many came at once.
    public var operationsPerSecond: Int?
    /// Entries of a counter that the writer goes through for one operation.
    public var entriesReplayed: Int?

    /// No limit at all but those that are named.
    public init(accountsPerHour: Int? = nil, counters: Int? = nil, goals: Int? = nil) {
        self.accountsPerHour = accountsPerHour
        self.counters = counters
        self.goals = goals
    }

    /// Those of log.md.
    public static var standard: Limits {
        var limits = Limits(accountsPerHour: 20, counters: 2_000, goals: 500)
        limits.operationsPerDay = 100_000
        limits.wordsPerDay = 10 * 1024 * 1024
        limits.operationsPerSecond = 100
        limits.entriesReplayed = 10_000
        return limits
    }
}

/// What a book has used of its ``Limits``, as its row keeps it.
struct BookUsage: Sendable, Hashable {
    /// Days since 1970-01-01 UTC, of the two numbers after it.
    var day: Int64
    var operations: Int64
    var words: Int64
    /// Thousandths of operations that may come at once; as they were at ``refilledAt``.
    var allowance: Int64
    /// In milliseconds since 1970-01-01 UTC.
    var refilledAt: Int64

    /// Notes how many bytes of words an operation brings.
    ///
    /// - Throws: ``Refusal/tooManyOperations``.
    mutating func add(words bytes: Int, _ limits: Limits) throws {
        words += Int64(bytes)
        if let most = limits.wordsPerDay, words > most { throw Refusal.tooManyOperations }
    }

    /// Notes one more operation.
    ///
    /// - Parameter weight: As many as it counts for. It need not have been saved up, and is made up for afterwards.
    /// - Throws: ``Refusal/tooManyOperations``.
    mutating func addOperation(weight: Int = 1, at now: Moment, _ limits: Limits) throws {
        if day != now.dayNumber {
            day = now.dayNumber
            operations = 0
            words = 0
        }
        operations += Int64(weight)
        if let most = limits.operationsPerDay, operations > most { throw Refusal.tooManyOperations }
        guard let perSecond = limits.operationsPerSecond else { return }
        // A thousandth a millisecond for each operation a second; a clock that was set back refills nothing.
        let (elapsed, overflows) = now.milliseconds.subtractingReportingOverflow(refilledAt)
        let full = Int64(perSecond) * 10 * 1000
        let waited = overflows ? full : min(max(0, elapsed), full)
        allowance = min(full, allowance + waited * Int64(perSecond))
        refilledAt = now.milliseconds
        guard allowance >= 1000 else { throw Refusal.tooManyOperations }
        allowance -= Int64(weight) * 1000
    }
}
