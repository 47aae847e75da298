// A habit as other programs keep it, and the goal that it becomes. Knows no file.

/// A program whose habits become goals.
public enum HabitProgram: String, Sendable, Hashable {
    // The ids of what was imported are made with these words: another one would import all of it again.
    case loop, beaver, habitKit

    /// Its name, the same in every language.
    public var name: String {
        switch self {
        case .loop: "Loop Habit Tracker"
        case .beaver: "Beaver Habits"
        case .habitKit: "HabitKit"
        }
    }
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

    /// Identifies it within its program, in each of its files of one kind.
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

    /// How many a file may have: more than a book takes, and few enough for the memory.
    static let most = 10_000
    /// How many days all habits of a file may have together.
    static let mostDays = 1_000_000
}

extension GoalsArchive {
    /// - Throws: ``ArchiveFault/Reason/holdsNothing``, ``ArchiveFault/Reason/valueIsWrong(field:)`` at a habit.
    init(_ habits: [Habit], of program: HabitProgram, in context: ImportContext) throws(ArchiveFault) {
        guard !habits.isEmpty else { throw ArchiveFault(.holdsNothing) }
        guard habits.count <= Habit.most, habits.reduce(0, { $0 + $1.days.count }) <= Habit.mostDays else {
            throw ArchiveFault(.hasTooManyEntries)
        }
        var goals: [ArchivedGoal] = [], known: [String: Int] = [:]
        for (place, habit) in habits.enumerated() {
            do throws(GoalDraft.Flaws) {
                // Some are known by their names alone, which several can have. The number comes first: an id may have lines.
                known[habit.id, default: 0] += 1
                let id = "\(known[habit.id] ?? 1)\n\(habit.id)"
                goals.append(
                    try ArchivedGoal(
                        habit, origin: OperationID(of: id, in: program.rawValue), of: program, at: place,
                        in: context))
            } catch {
                throw ArchiveFault(.valueIsWrong(field: error.field), at: .goal(place + 1))
            }
        }
        self.init(goals: goals, program: program)
    }
}

extension ArchivedGoal {
    /// Amounts become notes of their days, what is said about a habit a note of its first day. One without an end goes on for
    /// a year from today.
    fileprivate init(
        _ habit: Habit, origin: OperationID, of program: HabitProgram, at place: Int,
        in context: ImportContext
    ) throws(GoalDraft.Flaws) {
        let days = habit.days.keys.sorted()
        let last = days.last ?? context.today
        let end = habit.isArchived ? last : max(last, context.today.adding(364))
        // Days before the start are kept, and appear once the goal begins earlier.
        let start = max(days.first ?? min(context.today, end), end.adding(1 - Goal.longestRange))
        var about = habit.about
        let (name, isWhole) = Self.name(of: habit, of: program)
        if !isWhole { about.insert(habit.name, at: 0) }
        draft = try GoalDraft(
            name: name, color: habit.color.flatMap(Goal.color(likeRGB:)) ?? place % Goal.colors, start: start,
            end: end, reminder: habit.reminder.flatMap { (0..<1440).contains($0) ? $0 : nil }, follows: nil)
        self.origin = origin
        isArchived = habit.isArchived
        follows = nil
        done = days.filter { habit.days[$0]?.isDone ?? false }
        reached = []
        self.about = Self.note(of: about)
        notes = days.compactMap { day in
            guard let record = habit.days[day] else { return nil }
            let text = Self.note(of: (record.isSkipped ? [context.skipped] : []) + record.lines)
            return text.isEmpty ? nil : Note(day: day, text: text)
        }
    }

    /// Lines as one note, cut where that is longer than any.
    private static func note(of lines: [String]) -> String {
        let text = lines.map(\.normalizedLines.emptyIfUnseen).filter { !$0.isEmpty }.joined(separator: "\n")
        guard text.isLonger(than: Goal.longestJoinedNote) else { return text }
        // A single character can have any number of invisible parts.
        let short = text.prefix(Goal.longestJoinedNote).unicodeScalars.prefix(Goal.longestJoinedNote)
        return String(String.UnicodeScalarView(short)).normalizedLines.emptyIfUnseen
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
