// The semaphore: a few tasks run, the next ones wait in order, and too many are refused.

import Synchronization
import Testing

@testable import Site

@Suite struct AsyncSemaphoreTests {
    /// How many tasks work, and how many did at most.
    private final class Log: Sendable {
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
    func `no more tasks work than there are permits`(_ permits: Int) async throws {
        let semaphore = AsyncSemaphore(permits: permits, mostWaiting: 1000), log = Log()
        try await withThrowingTaskGroup { group in
            for number in 0..<200 {
                group.addTask {
                    try await semaphore.withPermit {
                        log.enter(number)
                        for _ in 0..<5 { await Task.yield() }
                        log.leave()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(log.people.withLock { $0.most } <= permits)
        #expect(log.people.withLock { $0.order.count } == 200)
    }

    @Test func `what would wait behind too many is refused at once, and the others go on in order`()
        async throws
    {
        let semaphore = AsyncSemaphore(permits: 1, mostWaiting: 3), log = Log()
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let (pendingConnections, arrived) = AsyncStream.makeStream(of: Void.self)
        let first = Task {
            try await semaphore.withPermit {
                arrived.yield()
                for await _ in gate { break }
            }
        }
        for await _ in pendingConnections { break }
        var waiting: [Task<Void, any Error>] = []
        for number in 0..<3 {
            waiting.append(Task { try await semaphore.withPermit { log.enter(number) } })
            while semaphore.waiting < number + 1 { await Task.yield() }
        }
        await #expect(throws: TooManyWaiting.self) { try await semaphore.withPermit {} }
        waiting[1].cancel()
        await #expect(throws: CancellationError.self) { try await waiting[1].value }
        open.yield()
        try await first.value
        try await waiting[0].value
        try await waiting[2].value
        #expect(log.people.withLock { $0.order } == [0, 2])
        try await semaphore.withPermit {}
        #expect(semaphore.waiting == 0)
    }

    @Test func `work that fails releases its permit`() async throws {
        let semaphore = AsyncSemaphore(permits: 1, mostWaiting: 0)
        for _ in 0..<3 {
            await #expect(throws: TooManyWaiting.self) {
                try await semaphore.withPermit { throw TooManyWaiting() }
            }
        }
        try await semaphore.withPermit {}
    }
}
