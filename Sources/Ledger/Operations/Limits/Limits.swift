// Limits on what one visitor may do, so that nobody can block the others.

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
    /// About how many entries, or days of goals, the writer writes for one operation, until others have their turn.
    public var entriesAtOnce: Int?
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

    /// The same of what has been done until now.
    func weight(of work: WorkTime) -> Int {
        timeOfOne.map { weight(of: work.elapsed(from: $0)) } ?? 0
    }

    /// The limits of a site whose operator has set no others.
    public static var standard: Limits {
        var limits = Limits(accountsPerHour: 20, counters: 2_000, goals: 500)
        limits.operationsPerDay = 100_000
        limits.wordsPerDay = 10 * 1024 * 1024
        limits.operationsPerSecond = 100
        limits.entriesReplayed = 10_000
        limits.entriesAtOnce = 1_000
        limits.timeOfOne = .microseconds(250)
        return limits
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
