import Foundation
import Testing

@testable import Ledger

struct WorkTimeTests {
    /// What is charged while another thread works for 50 ms, and how long that took on the clock: on a busy machine that
    /// is many times as long.
    private func whileOthersWork() -> (charged: Duration, passed: Duration) {
        let time = WorkTime(), start = SuspendingClock.now, isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            let start = Self.processorTime
            while Self.processorTime - start < .milliseconds(50) {}
            isDone.signal()
        }
        isDone.wait()
        let passed = SuspendingClock.now - start
        return (time.elapsed, passed)
    }

    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    @Test
    func `what others do meanwhile is charged for a small part, as is the time in which nothing can be done`()
    {
        let (charged, passed) = whileOthersWork()
        #expect(charged < passed / 2)
        #expect(charged >= passed / 16)
    }

    @Test func `own work is charged`() {
        let time = WorkTime(), start = Self.processorTime
        while Self.processorTime - start < .milliseconds(20) {}
        #expect(time.elapsed >= .milliseconds(20))
    }
}
