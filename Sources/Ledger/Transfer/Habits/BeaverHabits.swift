// The JSON file to which Beaver Habits exports, which is also what it keeps for each user.

struct BeaverHabits {
    private var reader: JSONReader

    /// - Throws: ``ArchiveFault``.
    static func read(_ bytes: ArraySlice<UInt8>) throws(ArchiveFault) -> [Habit] {
        var file = BeaverHabits(reader: JSONReader(bytes))
        return try file.habits()
    }

    /// Whether it is a JSON object with habits, and nothing around them that other programs have. Ours say their format.
    static func recognizes(_ bytes: ArraySlice<UInt8>) -> Bool {
        var reader = JSONReader(bytes), names: Set<String> = [], isFirst = true
        do throws(JSONReader.Fault) {
            guard try reader.beginObject() else { return false }
            while let name = try reader.nextName(&isFirst) {
                names.insert(name)
                try reader.skip()
            }
        } catch { return false }
        return names.contains("habits")
            && names.isSubset(of: ["habits", "user_email", "exported_at", "order", "order_by", "backup"])
    }

    private mutating func habits() throws(ArchiveFault) -> [Habit] {
        var habits: [Habit] = [], number = 0, isFirst = true, isFirstHabit = true
        do throws(JSONReader.Fault) {
            guard try reader.beginObject() else { throw .isDamaged }
        } catch { throw ArchiveFault(error, "habits") }
        while let name = try next({ reader throws(JSONReader.Fault) in try reader.nextName(&isFirst) }) {
            guard name == "habits" else {
                try next { reader throws(JSONReader.Fault) in try reader.skip() }
                continue
            }
            guard try next({ reader throws(JSONReader.Fault) in try reader.beginArray() }) else { continue }
            while try next({ reader throws(JSONReader.Fault) in try reader.hasNext(&isFirstHabit) }) {
                number += 1
                var field = "habits"
                do throws(JSONReader.Fault) {
                    if let habit = try habit(&field) { habits.append(habit) }
                } catch {
                    throw ArchiveFault(ArchiveFault(error, field).reason, at: .goal(number))
                }
            }
        }
        guard reader.isAtEnd() else { throw ArchiveFault(.isDamaged) }
        return habits
    }

    private mutating func next<Value>(
        _ read: (inout JSONReader) throws(JSONReader.Fault) -> Value
    ) throws(ArchiveFault) -> Value {
        do throws(JSONReader.Fault) { return try read(&reader) } catch { throw ArchiveFault(error, "habits") }
    }

    /// - Returns: Nil for one that is deleted.
    private mutating func habit(_ field: inout String) throws(JSONReader.Fault) -> Habit? {
        var habit = Habit(), status = "active", isFirst = true
        guard try reader.beginObject() else { throw .isOfAnotherType }
        while let name = try reader.nextName(&isFirst) {
            field = name
            switch name {
            case "id": habit.id = try reader.string() ?? ""
            case "name": habit.name = try reader.string() ?? ""
            case "status": status = try reader.string() ?? status
            case "records": habit.days = try days()
            default: try reader.skip()
            }
        }
        // Its own rule for files of before it had any.
        if habit.id.isEmpty { habit.id = habit.name }
        habit.isArchived = status == "archive"
        return status == "soft_delete" ? nil : habit
    }

    private mutating func days() throws(JSONReader.Fault) -> [CivilDay: Habit.Day] {
        var days: [CivilDay: Habit.Day] = [:], isFirst = true
        guard try reader.beginArray() else { return [:] }
        while try reader.hasNext(&isFirst) {
            var day: CivilDay?, record = Habit.Day(), isFirstField = true
            guard try reader.beginObject() else { throw .isOfAnotherType }
            while let name = try reader.nextName(&isFirstField) {
                switch name {
                case "day": day = try reader.string().flatMap { CivilDay($0) }
                case "done": record.isDone = try reader.boolean() ?? false
                // Markdown. What was skipped says so in it, as a tag.
                case "text": record.lines = [try reader.string() ?? ""].filter { !$0.isEmpty }
                default: try reader.skip()
                }
            }
            guard let day else { throw .isOfAnotherType }
            if record.isDone || !record.lines.isEmpty { days[day] = record }
        }
        return days
    }
}
