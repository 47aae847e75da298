// Collects a goal's days while rows are read.

/// The marked and noted days of a goal.
struct KnownDays {
    private var marked: Set<CivilDay> = []
    private var noted: Set<CivilDay> = []
    var counted: [CivilDay: Int64] = [:]

    /// Parameter: the goal's row.
    static let query = "SELECT day, isDone, hasNote FROM goalDay WHERE goal = ?"

    /// Parameter: the book.
    static let queryOfAll = """
        SELECT goal.number, day, isDone, hasNote FROM goal JOIN goalDay ON goalDay.goal = goal.id
        WHERE book = ? AND removedAt IS NULL
        """

    mutating func add(_ day: CivilDay, isDone: Bool, hasNote: Bool) {
        if isDone { marked.insert(day) }
        if hasNote { noted.insert(day) }
    }

    func record(of goal: Goal) -> GoalRecord {
        GoalRecord(goal: goal, marked: marked, noted: noted, counted: goal.follows == nil ? [:] : counted)
    }
}
