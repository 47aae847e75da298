// Daily totals add up, and cannot contain personal data.

import GRDB
import Ledger
import Testing

@Suite struct TotalsTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private static let today = CivilDay(of: .start, zoneOffset: 0)

    private func totals(_ numbers: [CountedEvent: Int64], on day: CivilDay = TotalsTests.today) -> Totals {
        var totals = Totals()
        for (event, number) in numbers { totals.count(event, on: day, times: number) }
        return totals
    }

    private func kept(daysBack days: Int = 0) throws -> Totals {
        try bench.ledger.totals(from: Self.today.adding(-days), through: Self.today)
    }

    @Test func `what is kept later is added to what was kept before, day by day`() async throws {
        let yesterday = Self.today.adding(-1)
        try await bench.ledger.add(totals([.homeView: 3, .reset: 1]))
        try await bench.ledger.add(totals([.homeView: 2, .renaming: 1]))
        try await bench.ledger.add(totals([.homeView: 10], on: yesterday))
        #expect(try kept() == totals([.homeView: 5, .reset: 1, .renaming: 1]))
        #expect(try kept(daysBack: 1)[.homeView, on: yesterday] == 10)
        #expect(try kept(daysBack: 1)[.homeView, on: Self.today] == 5)
        #expect(try kept()[.homeView, on: yesterday] == 0)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `a row is a day, a name and a number`() throws {
        let columns = try DatabaseQueue(path: bench.path).read { database in
            try String.fetchAll(database, sql: "SELECT name FROM pragma_table_info('total') ORDER BY cid")
        }
        #expect(columns == ["day", "event", "number"])
    }

    @Test func `every event is kept under a name of its own`() async throws {
        try await bench.ledger.add(
            totals(Dictionary(uniqueKeysWithValues: CountedEvent.allCases.map { ($0, 1) })))
        #expect(
            try bench.number("SELECT COUNT(DISTINCT event) FROM total") == Int64(CountedEvent.allCases.count))
    }

    @Test func `an event that only another version knows is left alone`() async throws {
        try await bench.ledger.add(totals([.homeView: 1]))
        try bench.sql("INSERT INTO total VALUES (\(Self.today.number), 'view.moon', 7)")
        #expect(try kept() == totals([.homeView: 1]))
        #expect(try bench.number("SELECT number FROM total WHERE event = 'view.moon'") == 7)
    }

    @Test func `launches by the browser are the pendingConnections that are left`() {
        let day = totals([
            .arrival: 20, .appLaunch: 5, .shortcutLaunch: 3, .linkLaunch: 1, .searchLaunch: 2,
        ])
        #expect(day.browserLaunches(on: Self.today) == 9)
        // Somebody who asked for an app's page and went before it came.
        #expect(totals([.appLaunch: 1]).browserLaunches(on: Self.today) == 0)
    }

    @Test func `without waiting it is kept at once, and other writes stay durable`() throws {
        try bench.ledger.addWithoutWaiting(totals([.homeView: 1]))
        try bench.ledger.addWithoutWaiting(totals([.homeView: 1]))
        #expect(try kept()[.homeView, on: Self.today] == 2)
        // It looks whether the writer waits for the disk.
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `where somebody else writes nothing is kept, and nobody waits`() throws {
        let other = try DatabaseQueue(path: bench.path)
        try other.inTransaction(.immediate) { _ in
            let time = ContinuousClock().measure {
                #expect(throws: StorageFault.busy) {
                    try bench.ledger.addWithoutWaiting(totals([.homeView: 1]))
                }
            }
            // A write that waits does so for five seconds.
            #expect(time < .seconds(4))
            return .rollback
        }
        #expect(try kept().isEmpty)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `two years are kept, and not a day more`() async throws {
        for back in [0, Totals.daysKept - 1, Totals.daysKept, Totals.daysKept + 400] {
            try await bench.ledger.add(totals([.homeView: 1], on: Self.today.adding(-back)))
        }
        _ = try await bench.ledger.tidy(now: .start)
        #expect(try bench.number("SELECT COUNT(*) FROM total") == 2)
        #expect(
            try bench.number("SELECT MIN(day) FROM total")
                == Int64(Self.today.number - Totals.daysKept + 1))
    }
}
