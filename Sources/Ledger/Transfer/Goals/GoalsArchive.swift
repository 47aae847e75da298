// Goals as files have them. A file contains no account and none of our row numbers: goals and the counters that they
// follow are identified by the operations that created them, on any server.

/// The validated contents of a file of goals.
public struct GoalsArchive: Sendable, Hashable {
    /// In list order, each once.
    public let goals: [ArchivedGoal]
    /// Which other program has saved them as habits; nil if Fivebar saved the file.
    public let program: HabitProgram?

    init(goals: [ArchivedGoal], program: HabitProgram? = nil) {
        self.goals = goals
        self.program = program
    }

    /// What the file says that it is.
    public static let format = "fivebar-goals"
    /// Of the format; later ones are not understood.
    public static let version: Int64 = 1
    /// What a goal takes in a file at most, in bytes, but for its name, its counter's title and its days.
    static let bytesOfGoal = 1_000
    /// What a day takes that is done, or noted, but for the note.
    static let bytesOfDay = 18
}

/// A goal in a file, with its days.
public struct ArchivedGoal: Sendable, Hashable {
    /// A counter whose marks complete the goal's days.
    public struct Following: Sendable, Hashable {
        /// The operation that created the counter.
        let counter: OperationID
        let target: Int64
    }

    /// A note on a day.
    public struct Note: Sendable, Hashable {
        let day: CivilDay
        let text: String
    }

    /// The operation that created the goal.
    public let origin: OperationID
    /// What a form could have said of it, but for the counter that it follows.
    public let draft: GoalDraft
    /// Whether it is put aside.
    public let isArchived: Bool
    /// Nil if it follows no counter, or one of which the file does not say which.
    public let follows: Following?
    /// The days marked by hand, in order.
    public let done: [CivilDay]
    /// The days that the counter completed, in order.
    public let reached: [CivilDay]
    /// In the order of their days.
    public let notes: [Note]
    /// What becomes a note of the first day once, where the goal is new; empty for none.
    public let about: String
}
