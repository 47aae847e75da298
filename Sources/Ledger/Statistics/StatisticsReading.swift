// Reads the hourly counts for statistics.

import GRDB

extension Ledger {
    /// A counter's hourly counts, in order.
    ///
    /// - Parameters:
    ///   - first: nil: from the first one.
    ///   - dayStart: The hour at which both days begin.
    /// - Throws: ``Refusal/noSuchCounter``, ``Refusal/counterIsDeleted``.
    public func countedHours(
        of counter: some Naming, of account: AccountID, from first: CivilDay?, through last: CivilDay,
        dayStart: DayStart = .midnight
    ) throws -> [CountedHour] {
        try countedHours(
            """
            SELECT hour, marks, firstAt, lastAt FROM hour
            WHERE counter = ? AND hour BETWEEN ? AND ? ORDER BY hour
            """,
            of: row(of: counter, in: account), from: first, through: last, dayStart)
    }

    /// How many entries a counter has, or all of the account's counters except those in the trash.
    public func entriesCounted(by counter: Counter.ID?, of account: AccountID) throws -> Int {
        try read { database in
            try database.first(
                """
                SELECT COALESCE(SUM(entries), 0) FROM counter
                WHERE book = ?1 AND number = COALESCE(?2, number) AND deletedAt IS NULL
                """, [account, counter]
            ) { $0[0] } ?? 0
        }
    }

    /// Whether there is an hour, up to the end of a day, in which a counter has counted anything.
    ///
    /// - Throws: ``Refusal/noSuchCounter``, ``Refusal/counterIsDeleted``.
    public func hasCounted(
        with counter: some Naming, of account: AccountID, through last: CivilDay, dayStart: DayStart
    ) throws -> Bool {
        try hasCounted(
            "SELECT 1 FROM hour WHERE counter = ? AND hour <= ? AND marks > 0 LIMIT 1",
            of: row(of: counter, in: account), through: last, dayStart)
    }

    /// The same for any of the account's counters, except those in the trash.
    public func hasCounted(
        withAnyOf account: AccountID, through last: CivilDay, dayStart: DayStart
    ) throws -> Bool {
        try hasCounted(
            """
            SELECT 1 FROM counter JOIN hour ON hour.counter = counter.id
            WHERE book = ? AND deletedAt IS NULL AND hour.hour <= ? AND marks > 0 LIMIT 1
            """, of: account, through: last, dayStart)
    }

    private func hasCounted(
        _ sql: String, of owner: Int64, through last: CivilDay, _ dayStart: DayStart
    ) throws -> Bool {
        let through = dayStart.firstHour(of: last.adding(1)).number - 1
        return try read { try $0.exists(sql, [owner, through]) }
    }

    /// What was counted on each of some days, however far apart they are; days without a count are left out.
    ///
    /// - Parameter dayStart: The hour at which they begin.
    /// - Throws: ``Refusal/noSuchCounter``, ``Refusal/counterIsDeleted``.
    public func counted(
        of counter: some Naming, of account: AccountID, on days: Set<CivilDay>,
        dayStart: DayStart = .midnight
    ) throws -> [CivilDay: Int64] {
        let row = try row(of: counter, in: account)
        let hours = Dictionary(uniqueKeysWithValues: days.map { (dayStart.firstHour(of: $0).number, $0) })
        let list = hours.keys.jsonArray
        return try read { database in
            let sums = try database.rows(
                """
                SELECT first.value, SUM(marks) FROM json_each(?) AS first
                JOIN hour ON hour.counter = ? AND hour.hour BETWEEN first.value AND first.value + 23
                GROUP BY first.value
                """,
                [list, row])
            var counted: [CivilDay: Int64] = [:]
            while let sum = try sums.next() {
                if let day = hours[sum[0]] { counted[day] = sum[1] }
            }
            return counted
        }
    }

    /// The same for all the account's counters together, except those in the trash.
    public func countedHours(
        ofAll account: AccountID, from first: CivilDay?, through last: CivilDay,
        dayStart: DayStart = .midnight
    ) throws -> [CountedHour] {
        // The sum cannot exceed 64 bits: that would take more taps than a server
        // can handle in an hour.
        try countedHours(
            """
            SELECT hour.hour, SUM(marks), MIN(firstAt), MAX(lastAt)
            FROM counter JOIN hour ON hour.counter = counter.id
            WHERE book = ? AND deletedAt IS NULL AND hour.hour BETWEEN ? AND ?
            GROUP BY hour.hour ORDER BY hour.hour
            """,
            of: account, from: first, through: last, dayStart)
    }

    private func countedHours(
        _ sql: String, of owner: Int64, from first: CivilDay?, through last: CivilDay, _ dayStart: DayStart
    ) throws -> [CountedHour] {
        let from = first.map { dayStart.firstHour(of: $0).number } ?? Int.min
        let through = dayStart.firstHour(of: last.adding(1)).number - 1
        return try read { database in
            let rows = try database.rows(sql, [owner, from, through])
            var hours: [CountedHour] = []
            while let row = try rows.next() { hours.append(CountedHour(row)) }
            return hours
        }
    }
}

extension CountedHour {
    fileprivate init(_ row: RowValues) {
        self.init(
            hour: CivilHour(number: row[0]), marks: row[1], firstAt: Moment(milliseconds: row[2]),
            lastAt: Moment(milliseconds: row[3])
        )
    }
}
