// Reading goals: many at once, with few queries, each using an index.

import Foundation
import GRDB
import Testing

@testable import Ledger

@Suite struct GoalReadingTests {
    let bench: Bench
    let person: Person

    init() throws {
        bench = try Bench()
        person = Person(bench.ledger)
    }

    @Test(arguments: [
        KnownDays.query, KnownDays.queryOfAll, CountedDays.query, CountedDays.queryOfDay, GoalDay.query,
        GoalDay.queryOfAll,
    ])
    func `no row of another goal or another account is looked at`(_ query: String) throws {
        let plan = try bench.plan(query.replacing(/\?[0-9]?/, with: "1"))
        #expect(plan.contains("=?"), "\(plan)")
        #expect(!plan.contains("SCAN"), "\(plan)")
    }

    @Test func `a new goal is offered the colour that the fewest have, the first of these`() async throws {
        let ledger = bench.ledger
        let first = try await person.makes(.of("Walk")), account = try person.account
        #expect(try ledger.nextColor(forGoalOf: account) == 1)
        _ = try await person.makes(.of("Read"))
        try bench.sql("UPDATE goal SET color = 1 WHERE name = 'Read'")
        #expect(try ledger.nextColor(forGoalOf: account) == 2)
        try bench.sql("UPDATE goal SET removedAt = 1 WHERE number = \(first)")
        #expect(try ledger.nextColor(forGoalOf: account) == 0)
        #expect(try ledger.nextColor(forGoalOf: account + 1) == 0)
    }

    @Test func `how much is to be read is told before it is read`() async throws {
        let pushUps = try await person.creates()
        for _ in 0..<3 { try await person.does(.increment(pushUps)) }
        let following = try await person.makes(.of(follows: .init(counter: pushUps, target: 2)))
        let walk = try await person.makes(.of("Walk")), account = try person.account
        try await person.does(.markDay(walk, .start, isDone: true))
        try await person.does(.noteDay(walk, CivilDay.start.adding(3), note: "long"))
        let ledger = bench.ledger
        #expect(try ledger.rowsRead(forGoal: following, of: account) == 3)
        #expect(try ledger.rowsRead(forGoal: walk, of: account) == 2)
        #expect(try ledger.rowsRead(forGoal: nil, of: account) == 5)
        #expect(try ledger.rowsRead(forGoal: nil, of: account + 1) == 0)
    }

    @Test func `what has changed is read if it is no more than was allowed`() async throws {
        let pushUps = try await person.creates()
        for _ in 0..<3 { try await person.does(.increment(pushUps)) }
        _ = try await person.makes(.of(follows: .init(counter: pushUps, target: 2)))
        let walk = try await person.makes(.of("Walk")), account = try person.account
        try await person.does(.markDay(walk, .start, isDone: true))
        try await person.does(.noteDay(walk, CivilDay.start.adding(3), note: "long"))
        let ledger = bench.ledger
        func expect(_ rows: Int, since: Int64) throws {
            #expect(throws: Never.self, "\(rows) rows") {
                try ledger.changes(of: account, since: since, most: rows)
            }
            #expect(throws: TooMuchToRead.self) {
                try ledger.changes(of: account, since: since, most: rows - 1)
            }
        }
        // A counter, two goals, two days, the entries, and the days that they may reach.
        let all = 3 * 40 + 2 + 3 + 3, revision = try ledger.changes(of: account, since: 0).revision
        for since in [0, -1, Int64.min, revision + 1, .max] { try expect(all, since: since) }
        // Nothing is new.
        try expect(0, since: revision)
        try await person.does(.markDay(walk, .start, isDone: false))
        try expect(40 + 2, since: revision)
        // A counter is read once for all goals that follow it, but each has days of its own.
        _ = try await person.makes(.of(follows: .init(counter: pushUps, target: 3)))
        try expect(2 * 40 + 2 + 3 + 3, since: revision)
        try await person.does(.increment(pushUps))
        try expect(4 * 40 + 2 + 4 + 2 * 4, since: revision)
        // Those that are gone count like those that are there, and two goals have followed one of them.
        let coffee = try await person.creates(), before = try ledger.changes(of: account, since: 0).revision
        try await person.does(.delete(coffee))
        try await person.does(.deleteAll(newest: coffee))
        try expect(4 * 40 + 4 + 2 * 4, since: before)
    }

    @Test func `ten years of days are read whole, with notes that nobody asked for left alone`() async throws
    {
        let pushUps = try await person.creates()
        let following = Goal.Following(counter: pushUps, target: 2)
        let start = CivilDay.start.adding(1 - Goal.longestRange)
        let id = try await person.makes(.of(from: start, days: Goal.longestRange, follows: following))
        // Every third day is marked, every fifth noted at, every second counted.
        try bench.sql(
            """
            WITH RECURSIVE n(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < ?3)
            INSERT INTO goalDay (goal, day, isDone, hasNote) SELECT ?1, ?2 + n, n % 3 = 0, n % 5 = 0 FROM n
            """, [id, start.number, Goal.longestRange - 1])
        try bench.sql(
            "INSERT INTO dayNote SELECT goal, day, hex(zeroblob(1000)) FROM goalDay WHERE hasNote = 1")
        try bench.sql(
            """
            INSERT INTO hour SELECT ?1, day * 24 + 9, 2, 0, 0 FROM goalDay WHERE (day - ?2) % 2 = 0
            """, [pushUps, start.number])
        let record = try person.record(id), all = 0..<Goal.longestRange
        func days(_ isOne: (Int) -> Bool) -> Set<CivilDay> { Set(all.filter(isOne).map { start.adding($0) }) }
        #expect(record.marked == days { $0 % 3 == 0 })
        #expect(record.noted == days { $0 % 5 == 0 })
        #expect(Set(record.counted.keys) == days { $0 % 2 == 0 })
        let done = all.count(where: { $0 % 3 == 0 || $0 % 2 == 0 })
        let progress = record.progress(today: .start)
        #expect(progress.done == done && progress.percent == done * 100 / Goal.longestRange)
        #expect(try bench.ledger.records(of: person.account) == [record])
    }

    @Test func `all records together are those of each goal, in their order`() async throws {
        let one = try await person.creates("One"), two = try await person.creates("Two")
        try await person.does(.increment(one, by: 3))
        try await person.does(.increment(two, by: 1))
        var ids: [Goal.ID] = []
        for follows in [
            nil, Goal.Following(counter: one, target: 3), nil, Goal.Following(counter: two, target: 2),
        ] {
            ids.append(try await person.makes(.of(follows: follows)))
        }
        // Two goals may follow one counter.
        ids.append(try await person.makes(.of(follows: Goal.Following(counter: one, target: 9))))
        try await person.does(.markDay(ids[2], .start, isDone: true))
        try await person.does(.noteDay(ids[3], .start.adding(4), note: "x"))
        try await person.does(.moveGoal(ids[4], after: ids[0]))
        try await person.does(.archiveGoal(ids[0], isArchived: true))
        let other = Person(bench.ledger)
        _ = try await other.makes(.of("Foreign"))
        let records = try bench.ledger.records(of: person.account)
        #expect(records.map(\.goal.id) == [ids[0], ids[4], ids[1], ids[2], ids[3]])
        #expect(try records.map(\.goal) == bench.ledger.goals(of: person.account))
        for record in records { #expect(try person.record(record.goal.id) == record) }
        #expect(records[2].isDone(.start) && records[3].isDone(.start) && !records[1].isDone(.start))
    }

    @Test func `a day read alone looks at no other day`() throws {
        for query in [GoalDay.query, GoalDay.queryOfAll] {
            let plan = try bench.plan(query.replacing(/\?[0-9]/, with: "1"))
            #expect(plan.contains("SEARCH goalDay USING PRIMARY KEY (goal=? AND day=?)"), "\(plan)")
        }
        let plan = try bench.plan(CountedDays.queryOfDay.replacing("?", with: "1"))
        #expect(plan.contains("(counter=? AND hour>? AND hour<?)"), "\(plan)")
    }

    @Test(arguments: [0, 9])
    func `a day read alone is as it is among all`(_ dayStart: Int) async throws {
        let counter = try await person.creates()
        try await person.does(.setDayStart(hour: dayStart))
        let follows = Goal.Following(counter: counter, target: 3)
        let ids = [
            try await person.makes(.of("Read", from: .start.adding(-3))),
            try await person.makes(.of("Look", from: .start.adding(-3), follows: follows)),
            try await person.makes(.of("Later", from: .start.adding(1))),
        ]
        // It is nine o'clock there.
        for (hoursAgo, by) in [(0, 1), (1, 3), (10, 2), (24, 4), (48, 1)] {
            let moment = Moment(milliseconds: Moment.start.milliseconds - Int64(hoursAgo) * 3_600_000)
            try await person.does(.increment(counter, by: Int64(by)), at: moment)
        }
        for id in ids.prefix(2) { try await person.does(.markDay(id, .start.adding(-2), isDone: true)) }
        let account = try person.account
        var states: Set<DayState> = []
        for id in ids {
            let record = try person.record(id)
            for day in (-5...3).map({ CivilDay.start.adding($0) }) {
                let alone = try bench.ledger.goalDay(day, of: id, of: account)
                #expect(alone.goal == record.goal && alone.day == day)
                #expect(alone.isMarked == record.marked.contains(day))
                #expect(alone.counted == record.counted[day] ?? 0)
                #expect(alone.isDone == record.isDone(day))
                #expect(alone.state(today: .start) == record.state(of: day, today: .start))
                states.insert(alone.state(today: .start))
            }
        }
        #expect(states.count >= 4)
        try await person.does(.archiveGoal(ids[0], isArchived: true))
        let due = try bench.ledger.goalDays(on: .start, of: account)
        #expect(due == [try bench.ledger.goalDay(.start, of: ids[1], of: account)])
        let stranger = Person(bench.ledger)
        _ = try await stranger.creates()
        #expect(try bench.ledger.goalDays(on: .start, of: stranger.account).isEmpty)
        #expect(throws: Refusal.noSuchGoal) {
            try bench.ledger.goalDay(.start, of: ids[1], of: stranger.account)
        }
    }

    @Test func `a damaged note is found`() async throws {
        let id = try await person.makes(.of())
        try await person.does(.noteDay(id, .start, note: "here"))
        #expect(try bench.ledger.check().isEmpty)
        try bench.sql("UPDATE goalDay SET hasNote = 0")
        #expect(try bench.ledger.check().count == 1)
    }
}
