// The JSON file to which Beaver Habits exports, which is also what it keeps for each user.

enum BeaverHabits {
    /// Whether an object with these names is one: habits, and nothing around them that other programs have.
    static func recognizes(_ names: Set<String>) -> Bool {
        names.contains("habits")
            && names.isSubset(of: ["habits", "user_email", "exported_at", "order", "order_by", "backup"])
    }

    /// - Throws: ``ArchiveFault``.
    static func read(_ bytes: ArraySlice<UInt8>) throws(ArchiveFault) -> [Habit] {
        var reader = JSONReader(bytes), habits: [Habit] = [], number = 0, field = "habits", isTooMuch = false
        do throws(JSONReader.Fault) {
            try reader.object { reader, name throws(JSONReader.Fault) in
                guard name == "habits" else { return try reader.skip() }
                try reader.array { reader throws(JSONReader.Fault) in
                    number += 1
                    isTooMuch = number > Habit.most
                    guard !isTooMuch else { throw .isOfAnotherType }
                    if let habit = try habit(&reader, &field) { habits.append(habit) }
                }
            }
            guard reader.isAtEnd() else { throw .isDamaged }
        } catch {
            if isTooMuch { throw ArchiveFault(.hasTooManyEntries) }
            throw ArchiveFault(ArchiveFault(error, field).reason, at: number > 0 ? .goal(number) : nil)
        }
        return habits
    }

    /// - Returns: Nil for one that is deleted.
    private static func habit(
        _ reader: inout JSONReader, _ field: inout String
    ) throws(JSONReader.Fault) -> Habit? {
        var habit = Habit(), status = "active", hasRecords = false
        try reader.object { reader, name throws(JSONReader.Fault) in
            field = name
            switch name {
            case "id": habit.id = try reader.string() ?? ""
            case "name": habit.name = try reader.string() ?? ""
            case "status": status = try reader.string() ?? status
            case "records":
                hasRecords = true
                try reader.array { reader throws(JSONReader.Fault) in
                    let (day, record) = try record(&reader)
                    if record.isDone || !record.lines.isEmpty { habit.days[day] = record }
                }
            default: try reader.skip()
            }
        }
        // Whatever has its days elsewhere is of another program.
        field = "records"
        guard hasRecords else { throw .isOfAnotherType }
        // Its own rule for files of before it had any.
        if habit.id.isEmpty { habit.id = habit.name }
        habit.isArchived = status == "archive"
        return status == "soft_delete" ? nil : habit
    }

    private static func record(_ reader: inout JSONReader) throws(JSONReader.Fault) -> (CivilDay, Habit.Day) {
        var day: CivilDay?, record = Habit.Day()
        try reader.object { reader, name throws(JSONReader.Fault) in
            switch name {
            case "day": day = try reader.string().flatMap { CivilDay($0) }
            case "done": record.isDone = try reader.boolean() ?? false
            // Markdown. What was skipped says so in it, as a tag.
            case "text": record.lines = [try reader.string() ?? ""].filter { !$0.isEmpty }
            default: try reader.skip()
            }
        }
        guard let day else { throw .isOfAnotherType }
        return (day, record)
    }
}
