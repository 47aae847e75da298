// A line before a narrow place: few are in, the next in turn, and too many are sent away.

import Synchronization
import Testing

@testable import Site

@Suite struct TurnstileTests {
    /// How many are in, and how many were at most.
    private final class Room: Sendable {
        let people = Mutex((now: 0, most: 0, order: [Int]()))
        func enter(_ number: Int) {
            people.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
                $0.order.append(number)
            }
        }
        func leave() { people.withLock { $0.now -= 1 } }
    }

    @Test(arguments: [1, 2, 5])
    func `no more are in than there are places`(_ places: Int) async throws {
        let turnstile = Turnstile(places: places, mostWaiting: 1000), room = Room()
        try await withThrowingTaskGroup { group in
            for number in 0..<200 {
                group.addTask {
                    try await turnstile.pass {
                        room.enter(number)
                        for _ in 0..<5 { await Task.yield() }
                        room.leave()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(room.people.withLock { $0.most } <= places)
        #expect(room.people.withLock { $0.order.count } == 200)
    }

    @Test func `who would wait behind too many is told at once, and the others are let in in turn`()
        async throws
    {
        let turnstile = Turnstile(places: 1, mostWaiting: 3), room = Room()
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        let first = Task {
            try await turnstile.pass {
                arrived.yield()
                for await _ in gate { break }
            }
        }
        for await _ in arrivals { break }
        var waiting: [Task<Void, any Error>] = []
        for number in 0..<3 {
            waiting.append(Task { try await turnstile.pass { room.enter(number) } })
            while turnstile.waiting < number + 1 { await Task.yield() }
        }
        await #expect(throws: LineIsFull.self) { try await turnstile.pass {} }
        waiting[1].cancel()
        await #expect(throws: CancellationError.self) { try await waiting[1].value }
        open.yield()
        try await first.value
        try await waiting[0].value
        try await waiting[2].value
        #expect(room.people.withLock { $0.order } == [0, 2])
        try await turnstile.pass {}
        #expect(turnstile.waiting == 0)
    }

    @Test func `what fails within lets the next one in`() async throws {
        let turnstile = Turnstile(places: 1, mostWaiting: 0)
        for _ in 0..<3 {
            await #expect(throws: LineIsFull.self) { try await turnstile.pass { throw LineIsFull() } }
        }
        try await turnstile.pass {}
    }
}
