// The JSON file to which HabitKit exports. The program is not open: what stands here is what its files show, and what
// others read from them.

struct HabitKit {
    /// What a completion adds to a day. A day can have several.
    private struct Completion {
        var habit = ""
        var day: CivilDay?
        var amount: Int64 = 1
        var note = ""
    }

    /// For how long a habit has asked for how much a day.
    private struct Interval {
        var habit = ""
        var start: CivilDay?
        var end: CivilDay?
        var amountPerDay: Int64 = 1

        func holds(_ day: CivilDay) -> Bool {
            start.map { $0 <= day } ?? true && end.map { day <= $0 } ?? true
        }
    }

    private var habits: [(place: Int64, habit: Habit, isInverse: Bool)] = []
    private var completions: [String: [Completion]] = [:]
    private var intervals: [String: [Interval]] = [:]
    private var reminders: [String: Int] = [:]
    private let context: ImportContext
    /// Which field is being read.
    private var field = ""
    private var isTooMuch = false
    /// Since each habit has begun, and since it asked for another amount.
    private static let mostIntervals = 1_000

    private init(_ context: ImportContext) { self.context = context }

    /// Whether an object with these names is one.
    static func recognizes(_ names: Set<String>) -> Bool { names.isSuperset(of: ["habits", "completions"]) }

    /// - Throws: ``ArchiveFault``.
    static func read(_ bytes: ArraySlice<UInt8>, in context: ImportContext) throws(ArchiveFault) -> [Habit] {
        var file = HabitKit(context), reader = JSONReader(bytes)
        do throws(JSONReader.Fault) {
            try file.read(&reader)
            guard reader.isAtEnd() else { throw .isDamaged }
        } catch {
            throw file.isTooMuch ? ArchiveFault(.hasTooManyEntries) : ArchiveFault(error, file.field)
        }
        return file.habits.sorted { $0.place < $1.place }.map { _, habit, isInverse in
            file.complete(habit, isInverse: isInverse)
        }
    }

    private mutating func read(_ reader: inout JSONReader) throws(JSONReader.Fault) {
        try reader.object { reader, list throws(JSONReader.Fault) in
            guard ["habits", "completions", "intervals", "reminders"].contains(list) else {
                return try reader.skip()
            }
            try reader.array { reader throws(JSONReader.Fault) in
                switch list {
                case "habits": try readHabit(&reader)
                case "completions": try readCompletion(&reader)
                case "intervals": try readInterval(&reader)
                default: try readReminder(&reader)
                }
            }
        }
    }

    private mutating func readHabit(_ reader: inout JSONReader) throws(JSONReader.Fault) {
        var habit = Habit(), isInverse = false, place = Int64.max, emoji = ""
        try reader.object { reader, name throws(JSONReader.Fault) in
            field = name
            switch name {
            case "id": habit.id = try reader.string() ?? ""
            case "name": habit.name = try reader.string() ?? ""
            case "description": habit.about = [try reader.string() ?? ""]
            case "color": habit.color = try reader.string().flatMap { Self.colors[$0] }
            case "emoji": emoji = try reader.string() ?? ""
            case "archived": habit.isArchived = try reader.boolean() ?? false
            case "isInverse": isInverse = try reader.boolean() ?? false
            case "orderIndex": place = try reader.integer() ?? place
            default: try reader.skip()
            }
        }
        if !emoji.isEmpty { habit.name = "\(emoji) \(habit.name)" }
        field = "id"
        guard !habit.id.isEmpty else { throw .isOfAnotherType }
        habits.append((place, habit, isInverse))
        try require(habits.count <= Habit.most)
    }

    private mutating func readCompletion(_ reader: inout JSONReader) throws(JSONReader.Fault) {
        var completion = Completion(), date: String?, offset: Int64?
        try reader.object { reader, name throws(JSONReader.Fault) in
            field = name
            switch name {
            case "habitId": completion.habit = try reader.string() ?? ""
            case "date": date = try reader.string()
            case "timezoneOffsetInMinutes": offset = try reader.integer()
            case "amountOfCompletions": completion.amount = try reader.integer() ?? 1
            case "note": completion.note = try reader.string() ?? ""
            default: try reader.skip()
            }
        }
        field = "date"
        guard let day = date.flatMap({ day(of: $0, offset: offset) }) else { throw .isOfAnotherType }
        completion.day = day
        completions[completion.habit, default: []].append(completion)
    }

    private mutating func readInterval(_ reader: inout JSONReader) throws(JSONReader.Fault) {
        var interval = Interval()
        try reader.object { reader, name throws(JSONReader.Fault) in
            switch name {
            case "habitId": interval.habit = try reader.string() ?? ""
            case "startDate": interval.start = try reader.string().flatMap { day(of: $0, offset: nil) }
            case "endDate": interval.end = try reader.string().flatMap { day(of: $0, offset: nil) }
            case "requiredNumberOfCompletionsPerDay": interval.amountPerDay = try reader.integer() ?? 1
            default: try reader.skip()
            }
        }
        intervals[interval.habit, default: []].append(interval)
        try require(intervals[interval.habit, default: []].count <= Self.mostIntervals)
    }

    private mutating func require(_ isPossible: Bool) throws(JSONReader.Fault) {
        isTooMuch = !isPossible
        guard isPossible else { throw .isOfAnotherType }
    }

    private mutating func readReminder(_ reader: inout JSONReader) throws(JSONReader.Fault) {
        var habit = "", hour: Int64 = -1, minute: Int64 = 0
        try reader.object { reader, name throws(JSONReader.Fault) in
            switch name {
            case "habitId": habit = try reader.string() ?? ""
            case "hour": hour = try reader.integer() ?? hour
            case "minute": minute = try reader.integer() ?? minute
            default: try reader.skip()
            }
        }
        guard (0..<24).contains(hour), (0..<60).contains(minute) else { return }
        reminders[habit] = reminders[habit] ?? Int(60 * hour + minute)
    }

    /// A habit with its days. Of one that is to be broken, whatever was done is noted, and no day is done.
    private mutating func complete(_ habit: Habit, isInverse: Bool) -> Habit {
        var habit = habit, amounts: [CivilDay: Int64] = [:]
        let latestFirst = (intervals[habit.id] ?? []).sorted {
            ($1.start?.number ?? .min) < ($0.start?.number ?? .min)
        }
        // An id that is there twice has them once.
        for completion in completions.removeValue(forKey: habit.id) ?? [] {
            guard let day = completion.day else { continue }
            let (sum, overflows) = (amounts[day] ?? 0).addingReportingOverflow(max(0, completion.amount))
            amounts[day] = overflows ? .max : sum
            if !completion.note.isEmpty {
                habit.days[day, default: Habit.Day()].lines.append(completion.note)
            }
        }
        for (day, amount) in amounts where amount > 0 {
            let wanted = latestFirst.first { $0.holds(day) }?.amountPerDay ?? 1
            habit.days[day, default: Habit.Day()].isDone = !isInverse && amount >= wanted
            if isInverse || amount > 1 || wanted > 1 { habit.days[day]?.lines.insert("\(amount)", at: 0) }
        }
        habit.reminder = reminders[habit.id]
        return habit
    }

    /// The day of a time in UTC, such as `2026-05-15T23:00:00.000Z`.
    ///
    /// - Parameter offset: Minutes east of UTC where that was; nil: where the reader is.
    private func day(of text: String, offset: Int64?) -> CivilDay? {
        var digits = DigitScanner(text.dropFirst(11).prefix(5).utf8)
        guard let day = CivilDay(text.prefix(10)), let hour = digits.number(2), digits.skip(":"),
            let minute = digits.number(2), hour < 24, minute < 60
        else { return nil }
        let minutes = 1440 * day.number + 60 * hour + minute
        let offset = offset ?? Int64(context.zoneOffset(Moment(milliseconds: Int64(minutes) * 60_000)))
        guard (-18 * 60...18 * 60).contains(offset) else { return nil }
        let local = CivilDay(number: (minutes + Int(offset)).quotient(roundedDownBy: 1440))
        return (1...9999).contains(local.civil.year) ? local : nil
    }

    /// Its colours by their names, as of its palette's middle shades.
    private static let colors = [
        "red": 0xEF4444, "orange": 0xF97316, "amber": 0xF59E0B, "yellow": 0xEAB308, "lime": 0x84CC16,
        "green": 0x22C55E, "emerald": 0x10B981, "teal": 0x14B8A6, "cyan": 0x06B6D4, "sky": 0x0EA5E9,
        "blue": 0x3B82F6, "indigo": 0x6366F1, "violet": 0x8B5CF6, "purple": 0xA855F7, "fuchsia": 0xD946EF,
        "pink": 0xEC4899, "rose": 0xF43F5E,
    ]
}
