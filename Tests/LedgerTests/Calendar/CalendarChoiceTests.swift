// When an account's days and weeks begin: set, undone, and applied when reading.

import Ledger
import Testing

@Suite struct CalendarChoiceTests {
    let bench: Bench
    let person: Person

    init() throws {
        bench = try Bench()
        person = Person(bench.ledger)
    }

    private var calendar: CalendarChoice {
        get throws { try bench.ledger.calendar(of: person.account) }
    }

    private var revision: Int64? {
        get throws { try bench.ledger.visitor(person.token)?.revision }
    }

    @Test func `whoever has chosen nothing begins at midnight, and weeks as the language does`() async throws
    {
        _ = try await person.creates()
        #expect(try calendar == .standard)
        #expect(CalendarChoice.standard.dayStart == .midnight && CalendarChoice.standard.weekStart == nil)
    }

    @Test func `each choice is one operation that draws what is kept anew`() async throws {
        _ = try await person.creates()
        let before = try #require(try revision)
        try await person.does(.setDayStart(hour: 4))
        try await person.does(.setWeekStart(.saturday))
        let four = try #require(DayStart(hour: 4))
        #expect(try calendar == CalendarChoice(dayStart: four, weekStart: .saturday))
        #expect(try revision == before + 2)
        try await person.does(.setWeekStart(nil))
        #expect(try calendar.weekStart == nil && calendar.dayStart.hour == 4)
    }

    @Test func `an operation that comes again changes nothing again`() async throws {
        _ = try await person.creates()
        let id = OperationID.fresh()
        let first = try await person.does(.setWeekStart(nil), id: id)
        try await person.does(.setWeekStart(.sunday))
        #expect(try await person.does(.setWeekStart(nil), id: id) == first)
        #expect(try calendar.weekStart == .sunday)
        await #expect(throws: Refusal.operationIdIsTaken) {
            try await person.does(.setWeekStart(.monday), id: id)
        }
    }

    @Test func `each choice is taken back to the one before`() async throws {
        _ = try await person.creates()
        try await person.does(.setDayStart(hour: 3))
        for start in [nil, Weekday.sunday] {
            try await person.does(.setWeekStart(start))
            for change in [Change.setDayStart(hour: 23), .setWeekStart(.monday), .setWeekStart(nil)] {
                let before = try calendar, id = OperationID.fresh()
                try await person.does(change, id: id)
                try await person.does(.undo(id))
                #expect(try calendar == before, "\(change)")
            }
        }
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `what was chosen anew since is left alone`() async throws {
        _ = try await person.creates()
        let hour = OperationID.fresh(), week = OperationID.fresh()
        try await person.does(.setDayStart(hour: 3), id: hour)
        try await person.does(.setWeekStart(.sunday), id: week)
        try await person.does(.setDayStart(hour: 5))
        try await person.does(.setWeekStart(nil))
        for id in [hour, week] {
            await #expect(throws: Refusal.cannotBeUndone) { try await person.does(.undo(id)) }
        }
        #expect(try calendar.dayStart.hour == 5 && calendar.weekStart == nil)
    }

    @Test(arguments: [-1, 24, .min, .max] as [Int])
    func `an hour there is not is refused, and nothing changes`(_ hour: Int) async throws {
        _ = try await person.creates()
        try await person.does(.setDayStart(hour: 6))
        let before = try revision
        await #expect(throws: Refusal.numberIsOutOfRange) {
            try await person.does(.setDayStart(hour: hour))
        }
        #expect(try calendar.dayStart.hour == 6)
        #expect(try revision == before)
    }

    @Test func `it is the account's own, and nobody else takes it back`() async throws {
        _ = try await person.creates()
        let other = Person(bench.ledger), id = OperationID.fresh()
        _ = try await other.creates()
        try await person.does(.setDayStart(hour: 4), id: id)
        #expect(try bench.ledger.calendar(of: other.account) == .standard)
        await #expect(throws: Refusal.cannotBeUndone) { try await other.does(.undo(id)) }
        #expect(try calendar.dayStart.hour == 4)
    }

    @Test func `hours are read from a day's first hour to the next day's`() async throws {
        let robins = try await person.creates()
        // What `Person` does happens an hour east of UTC: nine in the morning of 2026-11-21.
        let today = CivilDay(of: .start, zoneOffset: 60)
        for hours: Int64 in [-6, -5, 0, 18, 19] {
            let moment = Moment(milliseconds: Moment.start.milliseconds + hours * 3_600_000)
            try await person.does(.increment(robins), at: moment)
        }
        let four = try #require(DayStart(hour: 4)), account = try person.account
        let one = try bench.ledger.countedHours(
            of: robins, of: account, from: today, through: today, dayStart: four)
        let all = try bench.ledger.countedHours(ofAll: account, from: today, through: today, dayStart: four)
        #expect(one == all)
        #expect(
            one.map(\.hour) == [
                CivilHour(today, hour: 4), CivilHour(today, hour: 9), CivilHour(today.adding(1), hour: 3),
            ])
    }
}
