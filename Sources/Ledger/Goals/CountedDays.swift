// Adds up a counter's hours into the days of an account.

import GRDB

/// Daily counts, added up from hourly counts.
struct CountedDays {
    private let dayStart: DayStart
    private(set) var days: [CivilDay: Int64] = [:]

    init(_ dayStart: DayStart) { self.dayStart = dayStart }

    mutating func add(_ marks: Int64, in hour: CivilHour) {
        let day = dayStart.day(of: hour)
        let (sum, overflows) = days[day, default: 0].addingReportingOverflow(marks)
        days[day] = overflows ? (marks < 0 ? .min : .max) : sum
    }
}

extension CountedDays {
    /// Parameter: the counter's row.
    static let query = "SELECT hour, marks FROM hour WHERE counter = ?"

    /// Parameter: the book. For all its goals.
    static let queryOfAll = """
        SELECT goal.number, hour.hour, hour.marks FROM goal JOIN hour ON hour.counter = goal.counter
        WHERE goal.book = ? AND isRemoved = 0
        """

    /// All days on which a counter was counted, including a counter in the trash.
    ///
    /// - Parameter counter: Its row.
    static func all(of counter: Int64, _ dayStart: DayStart, in database: Database) throws -> [CivilDay:
        Int64]
    {
        var counted = CountedDays(dayStart)
        let rows = try Row.fetchCursor(database.cachedStatement(sql: query), arguments: [counter])
        while let row = try rows.next() { counted.add(row[1], in: CivilHour(number: row[0])) }
        return counted.days
    }
}
