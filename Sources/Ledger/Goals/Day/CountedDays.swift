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

    /// Parameters: the counter's row, the first and the last hour.
    static let queryOfDay = "SELECT marks FROM hour WHERE counter = ? AND hour BETWEEN ? AND ?"

    /// What was counted on a day, including by a counter in the trash.
    ///
    /// - Parameter counter: Its row.
    static func count(
        on day: CivilDay, of counter: Int64, _ dayStart: DayStart, in database: Database
    ) throws -> Int64 {
        let first = dayStart.firstHour(of: day)
        var counted = CountedDays(dayStart)
        let rows = try database.rows(queryOfDay, [counter, first.number, first.number + 23])
        while let row = try rows.next() { counted.add(row[0], in: first) }
        return counted.days[day] ?? 0
    }

    /// All days on which a counter was counted, including a counter in the trash.
    ///
    /// - Parameter counter: Its row.
    static func all(of counter: Int64, _ dayStart: DayStart, in database: Database) throws -> [CivilDay:
        Int64]
    {
        var counted = CountedDays(dayStart)
        let rows = try database.rows(query, [counter])
        while let row = try rows.next() { counted.add(row[1], in: CivilHour(number: row[0])) }
        return counted.days
    }
}

/// The counted days of counters that several goals may follow: each counter is read once.
struct CountedDaysByCounter {
    private let dayStart: DayStart
    private let database: Database
    private var known: [Int64: [CivilDay: Int64]] = [:]

    init(_ dayStart: DayStart, in database: Database) {
        self.dayStart = dayStart
        self.database = database
    }

    /// - Parameter counter: Its row.
    mutating func days(of counter: Int64) throws -> [CivilDay: Int64] {
        if let days = known[counter] { return days }
        let days = try CountedDays.all(of: counter, dayStart, in: database)
        known[counter] = days
        return days
    }
}
