// The ledger in numbers, for an operator's graphs.

import Ledger
import Testing

@Suite struct SizeTests {
    @Test func `what is there is counted, and the changes of the day`() async throws {
        let bench = try Bench()
        let today = CivilDay(of: .start, zoneOffset: 0)
        let person = Person(bench.ledger), other = Person(bench.ledger)
        let robins = try await person.creates()
        try await person.does(.increment(robins))
        try await other.does(.increment(other.creates("Wrens")), now: Moment.start.advanced(byDays: 1))
        let size = try bench.ledger.size(on: today)
        #expect(size.accounts == 2 && size.counters == 2 && size.goals == 0)
        #expect(size.changesToday == 2)
        #expect(size.bytes > 0 && size.walBytes > 0)
    }
}
