// The semaphore: a few tasks run, the next ones wait in order, and too many are refused.

import Ledger
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
        var order: [Int] { people.withLock { $0.order } }
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
        #expect(log.order.count == 200)
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
        #expect(log.order == [0, 2])
        try await semaphore.withPermit {}
        #expect(semaphore.waiting == 0)
    }

    /// Has tasks wait, one after the other, while the only permit is in use.
    ///
    /// - Returns: Whose tasks continued, in that order, and whose were refused.
    private func waiting(
        for accounts: [Int], mostWaiting: Int
    ) async throws -> (continued: [Int], refused: [Int]) {
        let semaphore = AsyncSemaphore(permits: 1, mostWaiting: mostWaiting)
        let continued = Log(), refused = Log()
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let first = Task {
            try await semaphore.withPermit {
                begin.finish()
                for await _ in gate { break }
            }
        }
        for await _ in begun {}
        var tasks: [Task<Void, any Error>] = []
        for account in accounts {
            tasks.append(
                Task {
                    do {
                        try await semaphore.withPermit(for: AccountID(account)) { continued.enter(account) }
                    } catch is TooManyWaiting {
                        refused.enter(account)
                    }
                })
            while semaphore.waiting + refused.order.count < tasks.count { await Task.yield() }
        }
        open.yield()
        try await first.value
        for task in tasks { try await task.value }
        return (continued.order, refused.order)
    }

    @Test func `who has several waiting has one turn in each round`() async throws {
        let outcome = try await waiting(for: [1, 1, 1, 2, 3, 2], mostWaiting: 10)
        #expect(outcome.continued == [1, 2, 3, 1, 2, 1] && outcome.refused == [])
    }

    @Test func `where the queue is full, who has most waiting is refused, not who has none`() async throws {
        let outcome = try await waiting(for: [1, 1, 1, 2, 3, 3, 4], mostWaiting: 3)
        #expect(outcome.continued == [1, 2, 3] && outcome.refused == [1, 1, 3, 4])
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
