// A habit as other programs keep it, and the goal that it becomes. Knows no file.

/// A program whose habits become goals.
public enum HabitProgram: String, Sendable, Hashable {
    case loop = "Loop Habit Tracker"
    case beaver = "Beaver Habits"
    case habitKit = "HabitKit"

    /// Its name, the same in every language.
    public var name: String { rawValue }
}

/// A habit of another program.
struct Habit {
    /// One of its days.
    struct Day {
        var isDone = false
        var isSkipped = false
        /// What is written about it, line by line: an amount, a note.
        var lines: [String] = []
    }

    /// Identifies it within its program, in each of its files.
    var id = ""
    var name = ""
    /// Its question and its description.
    var about: [String] = []
    /// As 0xRRGGBB; nil if it has none.
    var color: Int?
    /// A minute of the day; nil: none.
    var reminder: Int?
    var isArchived = false
    var days: [CivilDay: Day] = [:]
}

extension GoalsArchive {
    /// - Throws: ``ArchiveFault/Reason/holdsNothing``, ``ArchiveFault/Reason/valueIsWrong(field:)`` at a habit.
    init(_ habits: [Habit], of program: HabitProgram, in context: ImportContext) throws(ArchiveFault) {
        guard !habits.isEmpty else { throw ArchiveFault(.holdsNothing) }
        var goals: [ArchivedGoal] = [], origins: Set<OperationID> = []
        for (place, habit) in habits.enumerated() {
            do throws(GoalDraft.Flaws) {
                let goal = try ArchivedGoal(habit, of: program, at: place, in: context)
                if origins.insert(goal.origin).inserted { goals.append(goal) }
            } catch {
                throw ArchiveFault(.valueIsWrong(field: error.field), at: .goal(place + 1))
            }
        }
        self.init(goals: goals, program: program)
    }
}

extension ArchivedGoal {
    /// Nothing of a habit is lost: amounts become notes of their days, what is said about it a note of its first day. A habit
    /// without an end goes on for a year from today.
    fileprivate init(
        _ habit: Habit, of program: HabitProgram, at place: Int, in context: ImportContext
    ) throws(GoalDraft.Flaws) {
        let days = habit.days.keys.sorted()
        let last = days.last ?? context.today
        let end = habit.isArchived ? last : max(last, context.today.adding(364))
        // Days before that are kept, and appear once the goal begins earlier.
        let start = max(days.first ?? min(context.today, end), end.adding(1 - Goal.longestRange))
        var about = habit.about
        let (name, isWhole) = Self.name(of: habit, of: program)
        if !isWhole { about.insert(habit.name, at: 0) }
        draft = try GoalDraft(
            name: name, color: habit.color.flatMap(Goal.color(likeRGB:)) ?? place % Goal.colors, start: start,
            end: end, reminder: habit.reminder.flatMap { (0..<1440).contains($0) ? $0 : nil }, follows: nil)
        origin = OperationID(of: habit.id, in: program.name)
        isArchived = habit.isArchived
        follows = nil
        done = days.filter { habit.days[$0]?.isDone ?? false }
        reached = []
        notes = Set(days + [start]).sorted().compactMap { day in
            let record = habit.days[day] ?? Habit.Day()
            let lines =
                (day == start ? about : []) + (record.isSkipped ? [context.skipped] : []) + record.lines
            let text = lines.map(\.normalizedLines.emptyIfUnseen).filter { !$0.isEmpty }.joined(
                separator: "\n")
            return text.isEmpty ? nil : Note(day: day, text: String(text.prefix(Goal.longestJoinedNote)))
        }
    }

    /// The name, as far as a goal can have it.
    private static func name(of habit: Habit, of program: HabitProgram) -> (name: String, isWhole: Bool) {
        let name = habit.name.normalizedLine
        guard !name.showsNothing else { return (program.name, true) }
        guard name.isLonger(than: Goal.longestName, bytesEach: 50) else { return (name, true) }
        let short = String(name.prefix(Goal.longestName - 1)).normalizedLine + "…"
        return (short.isLonger(than: Goal.longestName, bytesEach: 50) ? program.name : short, false)
    }
}

extension Goal {
    /// The colour of a goal whose hue is nearest; nil for a grey.
    static func color(likeRGB rgb: Int) -> Int? {
        let (red, green, blue) = (rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255)
        let most = max(red, green, blue), span = most - min(red, green, blue)
        guard span > 16 else { return nil }
        // In degrees, as in HSL.
        let hue =
            switch most {
            case red: (60 * (green - blue) / span + 360) % 360
            case green: 60 * (blue - red) / span + 120
            default: 60 * (red - green) / span + 240
            }
        // Pink, orange, yellow, lime, green, cyan, blue and violet, in the order in which goals have them.
        return switch hue {
        case ..<10, 320...: 2
        case ..<40: 4
        case ..<60: 7
        case ..<95: 3
        case ..<170: 0
        case ..<195: 1
        case ..<240: 5
        default: 6
        }
    }
}
