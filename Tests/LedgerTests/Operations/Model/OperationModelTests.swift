// Invariants that hold whatever three devices do and in whatever order it arrives.
// Each schedule is generated from a seed, which a failure names. FIVEBAR_SCHEDULES
// is the number of schedules, FIVEBAR_FIRST_SEED the first seed.

import Foundation
import Testing

@testable import Ledger

@Suite struct OperationModelTests {
    private static func number(_ name: String, or standard: UInt64) -> UInt64 {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } ?? standard
    }

    private static let batch: UInt64 = 250

    @Test func `every order of arrival keeps sums and answers, and ends in the same words`() async throws {
        let schedules = Self.number("FIVEBAR_SCHEDULES", or: 10_000)
        let first = Self.number("FIVEBAR_FIRST_SEED", or: 1)
        let starts = stride(from: first, to: first + schedules, by: Int(Self.batch))
        try await withThrowingTaskGroup(of: Void.self) { group in
            var running = 0
            for start in starts {
                if running == 2 {
                    _ = try await group.next()
                    running -= 1
                }
                let end = min(start + Self.batch, first + schedules)
                group.addTask { try await Self.play(Array(start..<end)) }
                running += 1
            }
            try await group.waitForAll()
        }
        print("Played schedules of the seeds \(first) to \(first + schedules - 1).")
    }

    @Test func `schedules hold every kind that a device can send`() {
        var drawn: Set<String> = []
        for seed in 1...300 {
            let schedule = Schedule(seed: UInt64(seed), .everything, length: 16)
            drawn.formUnion(schedule.devices.joined().map { $0.change.kind })
        }
        #expect(drawn == Set(ChangeKinds.all.filter { $0.isPublic }.map { $0.kind }))
    }

    /// Plays a schedule for each seed, all on the same two ledgers.
    private static func play(_ seeds: [UInt64]) async throws {
        let one = try ModelRun(), other = try ModelRun()
        for seed in seeds {
            do {
                try await play(seed, one, other)
            } catch {
                Issue.record("Seed \(seed): \(error)")
            }
        }
        let findings = try one.findings() + other.findings()
        guard !findings.isEmpty else { return }
        if let seed = seeds.first, seeds.count == 1 {
            Issue.record("Seed \(seed): \(findings)")
        } else {
            // Find out which seed it was.
            for seed in seeds { try await play([seed]) }
        }
    }

    private static func play(_ seed: UInt64, _ one: ModelRun, _ other: ModelRun) async throws {
        let rules: Schedule.Rules = seed % 2 == 0 ? .replacing : .everything
        let schedule = Schedule(seed: seed, rules, length: 10 + Int(seed % 11))
        let account = try await one.play(schedule, Arrival(of: schedule, seed: seed))
        guard rules == .replacing else { return }
        let otherAccount = try await other.play(schedule, Arrival(of: schedule, seed: ~seed))
        let state = try one.state(of: account, schedule),
            otherState = try other.state(of: otherAccount, schedule)
        guard state != otherState else { return }
        let different = Set(state.keys).union(otherState.keys).filter { state[$0] != otherState[$0] }
        throw ModelFault(
            description: different.sorted().map {
                "\($0): \(state[$0] ?? "none") or \(otherState[$0] ?? "none")"
            }
            .joined(separator: "; "))
    }
}
