// The hourly sums behind statistics, as operations write them.

import Ledger
import Testing

@Suite struct StatisticsReadingTests {
    let bench: Bench
    let person: Person

    /// What `Person` does happens an hour east of UTC: at nine on 2026-11-21.
    private static let today = CivilDay(of: .start, zoneOffset: 60)

    init() throws {
        bench = try Bench()
        person = Person(bench.ledger)
    }

    private func later(_ minutes: Int64) -> Moment {
        Moment(milliseconds: Moment.start.milliseconds + minutes * 60_000)
    }

    private func hours(
        _ counter: Counter.ID? = nil, from first: CivilDay? = nil, through last: CivilDay = Self.today
    ) throws -> [CountedHour] {
        let account = try person.account
        guard let counter else {
            return try bench.ledger.countedHours(ofAll: account, from: first, through: last)
        }
        return try bench.ledger.countedHours(of: counter, of: account, from: first, through: last)
    }

    @Test func `a counter's hours are told with their marks, first and last`() async throws {
        let robins = try await person.creates()
        for minutes: Int64 in [5, 17, 59, 61] {
            try await person.does(.increment(robins, by: 2), at: later(minutes))
        }
        try await person.does(.decrement(robins, by: 1), at: later(70))
        try await person.does(.reset(robins, seen: nil), at: later(71))
        let hours = try hours(robins)
        #expect(hours.map(\.hour) == [CivilHour(Self.today, hour: 9), CivilHour(Self.today, hour: 10)])
        #expect(hours.map(\.marks) == [6, 1])
        #expect(hours.map(\.firstAt) == [later(5), later(61)])
        #expect(hours.map(\.lastAt) == [later(59), later(70)])
    }

    @Test func `an hour begins and ends with the marks that are left in it`() async throws {
        let robins = try await person.creates()
        for minutes: Int64 in [0, 30, 59, 180] {
            try await person.does(.increment(robins), at: later(minutes))
        }
        func nine() throws -> CountedHour? { try hours(robins).first }
        func isNine(from first: Int64, to last: Int64) throws -> Bool {
            try nine()?.firstAt == later(first) && nine()?.lastAt == later(last)
        }

        try await person.does(.void(robins, entry: 3, isVoid: true), at: later(200))
        #expect(try isNine(from: 0, to: 30))
        // One in between changes nothing.
        try await person.does(.void(robins, entry: 3, isVoid: false), at: later(201))
        try await person.does(.void(robins, entry: 2, isVoid: true), at: later(202))
        #expect(try isNine(from: 0, to: 59))
        // To another hour, and within one.
        try await person.does(
            .retime(robins, entry: 1, to: Timestamp(later(120), zoneOffset: 60)), at: later(203))
        #expect(try isNine(from: 59, to: 59))
        try await person.does(
            .retime(robins, entry: 3, to: Timestamp(later(45), zoneOffset: 60)), at: later(204))
        #expect(try isNine(from: 45, to: 45))
        // And with what comes after none was left.
        try await person.does(.void(robins, entry: 3, isVoid: true), at: later(205))
        try await person.does(
            .retime(robins, entry: 1, to: Timestamp(later(20), zoneOffset: 60)), at: later(206))
        #expect(try isNine(from: 20, to: 20))
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `the longest gap is between marks that stand`() async throws {
        let robins = try await person.creates()
        for minutes: Int64 in [0, 59, 180] { try await person.does(.increment(robins), at: later(minutes)) }
        func gap() throws -> Int64? {
            try Statistics(
                hours(robins), over: .sevenDays, upTo: Self.today, weekStart: .monday, dayStart: .midnight
            ).longestGap?.milliseconds
        }
        #expect(try gap() == 121 * 60_000)
        try await person.does(.void(robins, entry: 2, isVoid: true), at: later(200))
        #expect(try gap() == 180 * 60_000)
    }

    @Test func `an hour in which much was counted begins with what is left of it, too`() async throws {
        let robins = try await person.creates()
        for minutes: Int64 in [0, 10] { try await person.does(.increment(robins), at: later(minutes)) }
        try bench.repeatLastEntry(of: robins, times: 2_000)
        try await person.does(.void(robins, entry: 1, isVoid: true), at: later(20))
        #expect(try hours(robins).map(\.firstAt) == [later(10)])
        #expect(try hours(robins).map(\.marks) == [2_001])
    }

    @Test func `of all counters hours are summed up, without those in the trash`() async throws {
        let robins = try await person.creates(), wrens = try await person.creates("Wrens")
        let owls = try await person.creates("Owls")
        try await person.does(.increment(robins), at: later(20))
        try await person.does(.increment(wrens, by: 3), at: later(10))
        try await person.does(.increment(wrens), at: later(65))
        try await person.does(.increment(owls, by: 50), at: later(10))
        try await person.does(.delete(owls), at: later(90))
        let all = try hours()
        #expect(all.map(\.marks) == [4, 1])
        #expect(all.first?.firstAt == later(10) && all.first?.lastAt == later(20))
        try await person.does(.restore(owls), at: later(91))
        #expect(try hours().map(\.marks) == [54, 1])
    }

    @Test func `only the days that were asked for are told`() async throws {
        let robins = try await person.creates()
        for day in 0..<5 {
            let moment = later(Int64(day) * 1440)
            try await person.does(.increment(robins), at: moment)
        }
        let first = Self.today.adding(1), last = Self.today.adding(3)
        for counter in [robins, nil] {
            let days = try hours(counter, from: first, through: last).map(\.hour.day)
            #expect(days == [first, Self.today.adding(2), last])
            #expect(try hours(counter, through: last).count == 4)
        }
    }

    @Test func `days far apart are summed each by itself, from the hour at which days begin`() async throws {
        let robins = try await person.creates(), wrens = try await person.creates("Wrens")
        for minutes: Int64 in [0, 60, 19 * 60, 400 * 1440] {
            try await person.does(.increment(robins, by: 2), at: later(minutes))
        }
        try await person.does(.decrement(robins, by: 1), at: later(61))
        try await person.does(.increment(wrens), at: later(0))
        let account = try person.account, tomorrow = Self.today.adding(1), last = Self.today.adding(400)
        func counted(_ days: Set<CivilDay>, _ dayStart: DayStart = .midnight) throws -> [CivilDay: Int64] {
            try bench.ledger.counted(of: robins, of: account, on: days, dayStart: dayStart)
        }
        let days = [Self.today, tomorrow, Self.today.adding(2), last] as Set
        #expect(try counted(days) == [Self.today: 3, tomorrow: 2, last: 2])
        // At four in the morning it is still the day before.
        #expect(try counted(days, #require(DayStart(hour: 5))) == [Self.today: 5, last: 2])
        #expect(try counted([]).isEmpty)
        #expect(throws: Refusal.noSuchCounter) {
            try bench.ledger.counted(of: robins, of: account + 1, on: days)
        }
    }

    @Test func `nobody reads another's hours, nor those of a counter in the trash`() async throws {
        _ = try await person.creates()
        let robins = try await person.creates()
        try await person.does(.increment(robins))
        let stranger = Person(bench.ledger)
        _ = try await stranger.creates()
        let account = try stranger.account
        #expect(throws: Refusal.noSuchCounter) {
            try bench.ledger.countedHours(of: robins, of: account, from: nil, through: Self.today)
        }
        #expect(try bench.ledger.countedHours(ofAll: account, from: nil, through: Self.today).isEmpty)
        try await person.does(.delete(robins))
        #expect(throws: Refusal.counterIsDeleted) { try hours(robins) }
    }

    @Test func `a taken back mark is out of the statistics, and in again when it stands again`() async throws
    {
        let robins = try await person.creates()
        try await person.does(.increment(robins, by: 7))
        try await person.does(.increment(robins))
        try await person.does(.void(robins, entry: 1, isVoid: true))
        #expect(try hours(robins).map(\.marks) == [1])
        try await person.does(.void(robins, entry: 1, isVoid: false))
        #expect(try hours(robins).map(\.marks) == [8])
    }

    @Test func `whether anything was ever counted is known without adding it up`() async throws {
        let robins = try await person.creates(), wrens = try await person.creates("Wrens")
        let account = try person.account
        let hasCounted = { (counter: Counter.ID?, last: CivilDay) in
            try counter.map {
                try bench.ledger.hasCounted(with: $0, of: account, through: last, dayStart: .midnight)
            } ?? bench.ledger.hasCounted(withAnyOf: account, through: last, dayStart: .midnight)
        }
        #expect(try !hasCounted(robins, Self.today) && !hasCounted(nil, Self.today))
        try await person.does(.increment(robins))
        #expect(try hasCounted(robins, Self.today) && hasCounted(nil, Self.today))
        #expect(try !hasCounted(wrens, Self.today) && !hasCounted(robins, Self.today.adding(-1)))
        #expect(try !hasCounted(nil, Self.today.adding(-1)))
        try await person.does(.void(robins, entry: 1, isVoid: true))
        #expect(try !hasCounted(robins, Self.today) && !hasCounted(nil, Self.today))
        try await person.does(.increment(robins))
        try await person.does(.delete(robins))
        #expect(try !hasCounted(nil, Self.today))
    }

    @Test func `no entry is read for statistics, and no hour that nobody asked for`() throws {
        let plan = try bench.plan(
            """
            SELECT hour.hour, SUM(marks), MIN(firstAt), MAX(lastAt)
            FROM counter JOIN hour ON hour.counter = counter.id
            WHERE book = 1 AND deletedAt IS NULL AND hour.hour BETWEEN 1 AND 2
            GROUP BY hour.hour ORDER BY hour.hour
            """)
        #expect(plan.contains("counterBy"), "\(plan)")
        #expect(plan.contains("counter=? AND hour>? AND hour<?"), "\(plan)")
        #expect(!plan.contains("entry"), "\(plan)")
    }
}
