// Tasks on the polling thread.

import Foundation
import Synchronization
import Testing

@testable import HummingbirdFastCGI

@Suite struct PollingExecutorTests {
    /// Adds up what tasks have done.
    private final class Steps: Sendable {
        private let taken = Mutex(0)
        var count: Int { taken.withLock { $0 } }
        func take() { taken.withLock { $0 += 1 } }
    }

    @Test func `a task runs when the thread runs it, and not before`() throws {
        let executor = PollingExecutor(poller: try Poller())
        let steps = Steps()
        Task(executorPreference: executor) {
            steps.take()
            await Task.yield()
            steps.take()
        }
        #expect(steps.count == 0)
        #expect(!executor.fallAsleep())
        executor.runWaiting()
        #expect(steps.count == 1)
        // What a job leaves to do waits for a later call.
        while steps.count < 2, !executor.fallAsleep() { executor.runWaiting() }
        #expect(steps.count == 2)
        #expect(executor.fallAsleep())
    }

    @Test func `a thread that sleeps is woken for a task, and one that is awake is not`() throws {
        let poller = try Poller()
        let executor = PollingExecutor(poller: poller)
        let steps = Steps()
        func isWoken() -> Bool {
            var isWoken = false
            poller.wait(milliseconds: 0) { key, _ in if key == Poller.wakeKey { isWoken = true } }
            return isWoken
        }
        Task(executorPreference: executor) { steps.take() }
        #expect(!isWoken())
        executor.runWaiting()
        #expect(executor.fallAsleep())
        Task(executorPreference: executor) { steps.take() }
        #expect(isWoken())
        Task(executorPreference: executor) { steps.take() }
        #expect(!isWoken())
        executor.wakeUp()
        executor.runWaiting()
        #expect(steps.count == 3)
    }

    @Test func `what an event brings the thread queues without waking itself`() throws {
        let poller = try Poller()
        let executor = PollingExecutor(poller: poller)
        let steps = Steps()
        poller.wake()
        #expect(executor.fallAsleep())
        poller.wait(milliseconds: 0, awake: executor.wakeUp) { _, _ in
            Task(executorPreference: executor) { steps.take() }
        }
        var events = 0
        poller.wait(milliseconds: 0) { _, _ in events += 1 }
        #expect(events == 0)
        executor.runWaiting()
        #expect(steps.count == 1)
    }

    @Test func `no task is lost that many threads add`() throws {
        let poller = try Poller()
        let executor = PollingExecutor(poller: poller)
        let steps = Steps(), threads = 8, tasks = 500
        for _ in 0..<threads {
            Thread.detachNewThread {
                for _ in 0..<tasks { Task(executorPreference: executor) { steps.take() } }
            }
        }
        while steps.count < threads * tasks {
            if executor.fallAsleep() { poller.wait(milliseconds: 20_000) { _, _ in } }
            executor.wakeUp()
            executor.runWaiting()
        }
        #expect(steps.count == threads * tasks)
    }
}
