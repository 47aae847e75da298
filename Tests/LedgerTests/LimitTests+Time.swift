// Everybody else waits while the writer is busy with one visitor's operation, also if it comes to nothing.

import Testing

@testable import Ledger

extension LimitTests {
    @Test(arguments: [true, false])
    func `what takes long until it is refused counts as more, in a list and as a form`(
        _ isList: Bool
    ) async throws {
        _ = try await person.creates()
        var limit = Limits(counters: 1)
        limit.operationsPerSecond = 10
        limit.timeOfOne = .nanoseconds(1)
        func tries() async throws {
            let form = Operation(
                id: .fresh(), mayBeRepeated: isList, change: .createCounter(title: "Two", style: .fractal),
                madeAt: .start, zoneOffset: 0)
            if isList {
                guard try await person.sends([form], limit: limit) == ["0"] else {
                    throw Refusal.tooManyCounters
                }
            } else {
                _ = try await person.ledger.apply(
                    form, by: .device(person.token), now: .start, limit: limit)
            }
        }
        await #expect(throws: Refusal.tooManyCounters) { try await tries() }
        await #expect(throws: Refusal.tooManyOperations) { try await tries() }
    }
}
