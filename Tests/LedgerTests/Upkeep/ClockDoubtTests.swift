// A clock that is years ahead, or that stood in 1970, takes nobody's account.

import Foundation
import Testing

@testable import Ledger

@Suite struct ClockDoubtTests {
    let bench: Bench
    let person: Person

    init() async throws {
        bench = try Bench()
        person = Person(bench.ledger)
        try await person.does(.increment(person.creates()))
    }

    private func tidy(_ days: Int64, trustingClock: Bool = false) async throws -> TidyReport {
        try await bench.ledger.tidy(now: .start.advanced(byDays: days), trustingClock: trustingClock)
    }

    @Test func `a clock that is suddenly years ahead removes nothing, also on the days after`() async throws {
        for day in 0..<3 { _ = try await tidy(Int64(day)) }
        for day in [1_500, 1_501, 1_520, 1_529] {
            await #expect(throws: ClockDoubt.self) { try await tidy(Int64(day)) }
        }
        #expect(try bench.ledger.visitor(person.token) != nil)
        // It is set right.
        _ = try await tidy(4)
        _ = try await tidy(5)
        #expect(try bench.ledger.visitor(person.token) != nil)
    }

    @Test func `who was away for long is believed after a month, or when somebody says so`() async throws {
        _ = try await tidy(0)
        for day in 450..<480 { await #expect(throws: ClockDoubt.self) { try await tidy(Int64(day)) } }
        #expect(try await tidy(480).accounts == 1)
    }

    @Test func `what matters is the gap, and not the days that are kept`() async throws {
        for day in 0..<130 { _ = try await tidy(Int64(day)) }
        #expect(try #require(try bench.number("SELECT COUNT(*) FROM tidyingDay")) <= 101)
        await #expect(throws: ClockDoubt.self) { try await tidy(2_000) }
        // Two months without a cron are none.
        _ = try await tidy(129 + 60)
    }

    @Test func `the first tidying, as after an upgrade, asks when somebody was here`() async throws {
        await #expect(throws: ClockDoubt.self) { try await tidy(1_000) }
        await #expect(throws: ClockDoubt.self) { try await tidy(1_001) }
        #expect(try bench.ledger.visitor(person.token) != nil)
        _ = try await tidy(1)
    }

    @Test func `a clock that stands in 1970, or is set back, takes no days away`() async throws {
        for day in 0..<70 { _ = try await tidy(Int64(day)) }
        for early in [0, 1, 86_400_000 * 20_000] as [Int64] {
            await #expect(throws: ClockDoubt.early(Moment(milliseconds: early))) {
                try await bench.ledger.tidy(now: Moment(milliseconds: early))
            }
        }
        _ = try await tidy(1)
        _ = try await tidy(-200)
        _ = try await tidy(70)
        await #expect(throws: ClockDoubt.self) { try await tidy(2_000) }
    }

    @Test func `whoever says that the clock is right is not asked again`() async throws {
        _ = try await tidy(0)
        await #expect(throws: ClockDoubt.self) { try await tidy(450) }
        #expect(try await tidy(450, trustingClock: true).accounts == 1)
        _ = try await tidy(451)
    }

    @Test func `an account that was made in 1970 stays`() async throws {
        try bench.sql("UPDATE device SET seenAt = 1000")
        #expect(try await tidy(0).devices == 0)
        #expect(try bench.ledger.visitor(person.token) != nil)
    }
}
