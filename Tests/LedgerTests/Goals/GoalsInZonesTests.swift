// Which day can be marked, in the world's time zones, across daylight saving changes,
// and while travelling. Compared with Foundation's calendar.

import Foundation
import Testing

@testable import Ledger

@Suite struct GoalsInZonesTests {
    let bench: Bench
    let person: Person

    init() throws {
        bench = try Bench()
        person = Person(bench.ledger)
    }

    /// Expects that just the days up to `today` can be marked.
    private func expect(
        _ today: CivilDay, toBeTodayOf goal: Goal.ID, at moment: Moment, offset: Int, _ comment: Comment
    ) async throws {
        await #expect(throws: Never.self, comment) {
            try await person.marks(today, of: goal, at: moment, offset: offset)
        }
        await #expect(throws: Refusal.dayIsInFuture, comment) {
            try await person.marks(today.adding(1), of: goal, at: moment, offset: offset)
        }
    }

    private func offset(_ zone: TimeZone, _ moment: Moment) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment.milliseconds) / 1000)) / 60
    }

    /// The day it is in a zone, where days begin with that hour.
    private func today(_ zone: TimeZone, _ moment: Moment, from hour: Int) throws -> CivilDay {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let date = Date(timeIntervalSince1970: Double(moment.milliseconds) / 1000)
        let parts = calendar.dateComponents([.year, .month, .day, .hour], from: date)
        let year = try #require(parts.year), month = try #require(parts.month)
        let dayOfMonth = try #require(parts.day), hourOfDay = try #require(parts.hour)
        let day = try #require(CivilDay(year: year, month: month, day: dayOfMonth))
        return hourOfDay < hour ? day.adding(-1) : day
    }

    /// When clocks are changed next; where they stay as they are, some moment, as any will do.
    private func change(of zone: TimeZone) -> Moment {
        let now = Date(timeIntervalSince1970: Double(Moment.start.milliseconds) / 1000)
        let next = zone.nextDaylightSavingTimeTransition(after: now) ?? now
        let isNear = next.timeIntervalSince(now) < 1000 * 86_400
        return Moment(milliseconds: Int64((isNear ? next : now).timeIntervalSince1970) * 1000)
    }

    private func longGoal() async throws -> Goal.ID {
        try await person.makes(.of(from: .start.adding(-30), days: 2000))
    }

    @Test(arguments: [0, 4])
    func `today is the device's, around the change of every zone's clock`(_ hour: Int) async throws {
        let id = try await longGoal()
        try await person.does(.setDayStart(hour: hour))
        for name in TimeZone.knownTimeZoneIdentifiers {
            guard let zone = TimeZone(identifier: name) else { continue }
            let turn = change(of: zone)
            for moment in [Moment(milliseconds: turn.milliseconds - 1), turn] {
                try await expect(
                    today(zone, moment, from: hour), toBeTodayOf: id, at: moment,
                    offset: offset(zone, moment), "\(name) \(moment.milliseconds)")
            }
        }
    }

    @Test(arguments: [
        "Europe/Berlin", "America/Santiago", "Australia/Lord_Howe", "Africa/Cairo", "Asia/Beirut",
        "Asia/Kathmandu", "Pacific/Chatham", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Antarctica/Troll",
    ])
    func `the day turns once a day, in the night of a change too`(_ name: String) async throws {
        let id = try await longGoal(), zone = try #require(TimeZone(identifier: name))
        let first = change(of: zone).advanced(byMinutes: -20 * 60)
        for step in 0..<40 {
            let moment = first.advanced(byMinutes: Int64(step) * 60)
            try await expect(
                today(zone, moment, from: 0), toBeTodayOf: id, at: moment, offset: offset(zone, moment),
                "\(name) \(step)")
        }
    }

    @Test func `on both sides of the date line it is another day at the same moment`() async throws {
        let id = try await longGoal()
        // 2026-11-21 10:30 UTC: the 22nd in Kiritimati, 00:30, and the 20th in Pago Pago, 23:30.
        let moment = Moment.start.advanced(byMinutes: 150)
        try await expect(.start.adding(1), toBeTodayOf: id, at: moment, offset: 840, "Kiritimati")
        try await expect(.start.adding(-1), toBeTodayOf: id, at: moment, offset: -660, "Pago Pago")
    }

    @Test func `whoever flies west meets a date again, and its mark with it`() async throws {
        let id = try await person.makes(.of(from: .start, days: 2))
        // 01:00 of the 22nd in Auckland; at that moment it is 04:00 of the 21st in Los Angeles.
        let auckland = Moment.start.advanced(byMinutes: 240)
        let angeles = auckland.advanced(byMinutes: 13 * 60)
        for day in 0...1 { try await person.marks(.start.adding(day), of: id, at: auckland, offset: 780) }
        let record = try person.record(id)
        #expect(record.progress(today: .start.adding(1)).isCompleted)
        // Over there the marked day is still to come, and cannot be touched.
        #expect(record.state(of: .start.adding(1), today: .start) == .future)
        let progress = record.progress(today: .start)
        #expect(progress == GoalProgress(done: 1, days: 2, percent: 100, streak: 1, isCompleted: false))
        await #expect(throws: Refusal.dayIsInFuture) {
            try await person.marks(
                .start.adding(1), of: id, isDone: false, at: angeles, offset: -480)
        }
        // When it comes it is done.
        #expect(record.progress(today: .start.adding(1)).streak == 2)
        try await person.marks(
            .start.adding(1), of: id, isDone: false, at: angeles.advanced(byDays: 1), offset: -480)
        #expect(try person.record(id).marked == [.start])
    }

    @Test func `a date that a country has left out is marked afterwards`() async throws {
        // Samoa went from the 29th to the 31st of December 2011.
        let zone = try #require(TimeZone(identifier: "Pacific/Apia"))
        let last = try #require(CivilDay("2011-12-29")), next = try #require(CivilDay("2011-12-31"))
        let id = try await person.makes(.of(from: last, days: 3))
        let before = try #require(Timestamp("2011-12-29T23:59-10:00")).moment
        let after = try #require(Timestamp("2011-12-31T00:01+14:00")).moment
        #expect(after.milliseconds - before.milliseconds == 120_000)
        #expect(try today(zone, before, from: 0) == last && today(zone, after, from: 0) == next)
        try await person.marks(last, of: id, at: before, offset: offset(zone, before))
        try await person.marks(next, of: id, at: after, offset: offset(zone, after))
        #expect(try person.record(id).progress(today: next).streak == 1)
        try await person.marks(last.adding(1), of: id, at: after, offset: offset(zone, after))
        let progress = try person.record(id).progress(today: next)
        #expect(progress.streak == 3 && progress.isCompleted)
    }

    @Test(arguments: [2024, 2027, 2028, 2100])
    func `a leap day is a day of the goal where the year has one`(_ year: Int) async throws {
        let first = try #require(CivilDay(year: year, month: 2, day: 28))
        let last = try #require(CivilDay(year: year, month: 3, day: 1))
        let isLeap = year == 2024 || year == 2028
        let draft = try GoalDraft(
            name: "Read", color: 0, start: first, end: last, reminder: nil, follows: nil)
        let id = try await person.makes(draft), goal = try person.goal(id)
        #expect(goal.days == (isLeap ? 3 : 2))
        #expect((CivilDay("\(year)-02-29") != nil) == isLeap)
        let noon = Moment(milliseconds: Int64(last.number) * 86_400_000 + 43_200_000)
        for day in 0..<goal.days { try await person.marks(first.adding(day), of: id, at: noon, offset: 0) }
        let progress = try person.record(id).progress(today: last)
        #expect(progress.isCompleted && progress.streak == goal.days)
    }

    @Test func `a goal that ends today is marked until its day is over, and afterwards`() async throws {
        let id = try await person.makes(.of(from: .start.adding(-1), days: 2))
        try await person.does(.setDayStart(hour: 4))
        // 03:59 and 04:00 of the 22nd.
        let night = Moment.start.advanced(byMinutes: 19 * 60 - 1)
        let morning = night.advanced(byMinutes: 1)
        try await expect(
            .start.adding(-1), toBeTodayOf: id, at: night.advanced(byDays: -1), offset: 60, "first")
        try await person.marks(.start, of: id, at: night, offset: 60)
        #expect(try person.record(id).progress(today: .start).isCompleted)
        try await person.marks(.start, of: id, isDone: false, at: night, offset: 60)
        #expect(try person.record(id).state(of: .start, today: .start) == .open)
        await #expect(throws: Refusal.dayIsOutsideGoal) {
            try await person.marks(.start.adding(1), of: id, at: morning, offset: 60)
        }
        #expect(try person.record(id).progress(today: .start).streak == 1)
        #expect(try person.record(id).progress(today: .start.adding(1)).streak == 0)
        // Who was late marks it the day after.
        try await person.marks(.start, of: id, at: morning, offset: 60)
        let progress = try person.record(id).progress(today: .start.adding(1))
        #expect(progress.isCompleted && progress.streak == 2)
    }
}
