// Reads goals from a file, value by value, and rejects anything that the ledger could not store. README.md describes the fields.

/// Reads a file of goals (RFC 8259): one object with "format", "version" and "goals".
struct GoalsArchiveReader {
    private var reader: JSONReader

    /// A goal as it appears in a file.
    fileprivate struct Line {
        var origin: String?
        var place: Int64?
        var name: String?
        var color: Int?
        var start: String?
        var end: String?
        var reminder: Int64?
        var counter: String?
        var target: Int64?
        var isArchived = false
        var done: [CivilDay] = []
        var reached: [CivilDay] = []
        var notes: [ArchivedGoal.Note] = []
    }

    /// How many days one list of a goal may have. Those outside of its first and last day are kept as well: both can be changed.
    private static let mostDays = 2 * Goal.longestRange

    /// - Throws: ``ArchiveFault``.
    static func read(_ bytes: ArraySlice<UInt8>) throws(ArchiveFault) -> GoalsArchive {
        var reader = GoalsArchiveReader(reader: JSONReader(bytes))
        return try reader.archive()
    }

    private mutating func archive() throws(ArchiveFault) -> GoalsArchive {
        reader.position = try JSONOutline(&reader, list: "goals").list(
            of: GoalsArchive.format, upTo: GoalsArchive.version)
        let goals = try goals()
        guard !goals.isEmpty else { throw ArchiveFault(.holdsNothing) }
        return GoalsArchive(goals: goals)
    }

    private mutating func goals() throws(ArchiveFault) -> [ArchivedGoal] {
        var goals: [(place: Int64, goal: ArchivedGoal)] = [], origins: Set<OperationID> = []
        var isFirst = true, number = 0
        do throws(JSONReader.Fault) {
            guard try reader.beginArray() else { return [] }
        } catch { throw ArchiveFault(error, "goals") }
        while true {
            do throws(JSONReader.Fault) {
                guard try reader.hasNext(&isFirst) else {
                    return goals.sorted { $0.place < $1.place }.map(\.goal)
                }
            } catch { throw ArchiveFault(error, "goals") }
            number += 1
            do throws(ArchiveFault) {
                let line = try line(), goal = try ArchivedGoal(line)
                if origins.insert(goal.origin).inserted { goals.append((line.place ?? .max, goal)) }
            } catch { throw ArchiveFault(error.reason, at: .goal(number)) }
        }
    }

    private mutating func line() throws(ArchiveFault) -> Line {
        var line = Line(), isFirst = true, field = "goals"
        do throws(JSONReader.Fault) {
            guard try reader.beginObject() else { throw .isOfAnotherType }
            while let name = try reader.nextName(&isFirst) {
                field = name
                switch name {
                case "id": line.origin = try reader.string()
                case "place": line.place = try reader.integer()
                case "name": line.name = try reader.string()
                case "color": line.color = try reader.integer().flatMap { Int(exactly: $0) }
                case "start": line.start = try reader.string()
                case "end": line.end = try reader.string()
                case "reminder": line.reminder = try reader.integer()
                case "follows": line.counter = try reader.string()
                case "target": line.target = try reader.integer()
                case "archived": line.isArchived = try reader.boolean() ?? false
                case "done": line.done = try days()
                case "reached": line.reached = try days()
                case "notes": line.notes = try notes()
                default: try reader.skip()
                }
            }
        } catch { throw ArchiveFault(error, field) }
        return line
    }

    private mutating func days() throws(JSONReader.Fault) -> [CivilDay] {
        var days: [CivilDay] = [], isFirst = true
        guard try reader.beginArray() else { return [] }
        while try reader.hasNext(&isFirst) {
            guard let day = try reader.string().flatMap({ CivilDay($0) }), days.count < Self.mostDays else {
                throw .isOfAnotherType
            }
            days.append(day)
        }
        return Set(days).sorted()
    }

    private mutating func notes() throws(JSONReader.Fault) -> [ArchivedGoal.Note] {
        var notes: [CivilDay: String] = [:], isFirst = true
        guard try reader.beginObject() else { return [] }
        while let name = try reader.nextName(&isFirst) {
            guard let day = CivilDay(name), let typed = try reader.string(), notes.count < Self.mostDays
            else { throw .isOfAnotherType }
            let text = typed.normalizedLines.emptyIfUnseen
            guard !text.isLonger(than: Goal.longestJoinedNote) else { throw .isOfAnotherType }
            if !text.isEmpty { notes[day] = text }
        }
        return notes.sorted { $0.key < $1.key }.map { ArchivedGoal.Note(day: $0, text: $1) }
    }
}

extension ArchivedGoal {
    /// - Throws: ``ArchiveFault`` without a place.
    fileprivate init(_ line: GoalsArchiveReader.Line) throws(ArchiveFault) {
        guard let origin = line.origin.flatMap({ OperationID($0) }) else { throw wrong("id") }
        guard let start = line.start.flatMap({ CivilDay($0) }) else { throw wrong("start") }
        guard let end = line.end.flatMap({ CivilDay($0) }) else { throw wrong("end") }
        let reminder = line.reminder.map { Int(clamping: $0) }
        do throws(GoalDraft.Flaws) {
            draft = try GoalDraft(
                name: line.name ?? "", color: line.color ?? -1, start: start, end: end, reminder: reminder,
                follows: nil)
        } catch { throw wrong(error.field) }
        self.origin = origin
        isArchived = line.isArchived
        done = line.done
        reached = line.reached
        notes = line.notes
        about = ""
        guard let counter = line.counter else {
            follows = nil
            return
        }
        guard let counter = OperationID(counter) else { throw wrong("follows") }
        guard let target = line.target, (1...Counter.largestStep).contains(target) else {
            throw wrong("target")
        }
        follows = Following(counter: counter, target: target)
    }
}

private func wrong(_ field: String) -> ArchiveFault { ArchiveFault(.valueIsWrong(field: field)) }

extension GoalDraft.Flaws {
    /// The file's name for what is wrong first.
    var field: String {
        switch GoalDraft.Flaw.allCases.first(where: all.contains) {
        case .nameIsEmpty, .nameIsTooLong, nil: "name"
        case .colorIsUnknown: "color"
        case .endIsBeforeStart, .rangeIsTooLong: "end"
        case .reminderIsNoTime: "reminder"
        case .targetIsOutOfRange: "target"
        }
    }
}
