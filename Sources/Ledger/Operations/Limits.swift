// Limits on what one visitor may do, so that nobody can block the others (log.md).

/// Requests beyond these limits are refused. Nil means no limit.
public struct Limits: Sendable, Hashable {
    /// Who may open an account.
    public var signUp = SignUp.open
    /// New accounts per address and hour, where anybody may open one.
    public var accountsPerHour: Int?
    /// Counters in a book, not counting the trash.
    public var counters: Int?
    /// Goals in a book, including archived ones.
    public var goals: Int?
    /// Operations per book and day (UTC).
    public var operationsPerDay: Int?
    /// Bytes of user-written text per book and day (UTC).
    public var wordsPerDay: Int?
    /// Operations per book and second, after a burst of ten times as many. In a list, each after the first counts as a
    /// tenth: it costs about as little, since all share one request and one commit.
    public var operationsPerSecond: Int?
    /// Entries of a counter that the writer replays for one operation.
    public var entriesReplayed: Int?
    /// How much of the writer's work (``WorkTime``) counts as one operation: everybody else waits for it meanwhile.
    public var timeOfOne: Duration?

    /// No limits except those given.
    public init(accountsPerHour: Int? = nil, counters: Int? = nil, goals: Int? = nil) {
        self.accountsPerHour = accountsPerHour
        self.counters = counters
        self.goals = goals
    }

    /// How many operations the writer's work counts as, in addition to the one that it was for: at most as many as may
    /// come at once, so that nobody has to wait for long on a slow machine.
    func weight(of time: Duration) -> Int {
        guard let timeOfOne, let operationsPerSecond else { return 0 }
        return Int(min(time / timeOfOne, Double(operationsPerSecond) * 10))
    }

    /// The limits in log.md.
    public static var standard: Limits {
        var limits = Limits(accountsPerHour: 20, counters: 2_000, goals: 500)
        limits.operationsPerDay = 100_000
        limits.wordsPerDay = 10 * 1024 * 1024
        limits.operationsPerSecond = 100
        limits.entriesReplayed = 10_000
        limits.timeOfOne = .microseconds(250)
        return limits
    }
}

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
        let waited = overflows ? full : min(max(0, elapsed), full)
        allowance = min(full, allowance + waited * Int64(perSecond))
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

extension Ledger {
    /// - Parameter bytes: How much text the operation writes.
    /// - Throws: ``Refusal/tooManyOperations``, ``Refusal/tooManyOperationsToday`` if the book's next operation would
    ///   be refused.
    func requireAllowance(
        of book: BookID, words bytes: Int = 0, now: Moment, limits: Limits
    ) throws {
        let found = try read { database in
            try database.first(
                """
                SELECT usageDay, usageOperations, usageWords, allowance, refilledAt, \(AccountLimits.columns)
                FROM book WHERE id = ?
                """, [book]
            ) {
                (
                    usage: BookUsage(
                        day: $0[0], operations: $0[1], words: $0[2], allowance: $0[3], refilledAt: $0[4]),
                    own: AccountLimits($0, from: 5)
                )
            }
        }
        guard var usage = found?.usage, let own = found?.own else { throw Refusal.unknownDevice }
        let limits = limits.with(own)
        try usage.addOperation(at: now, limits)
        try usage.add(words: bytes, limits)
    }
}
