import Foundation
import Testing

@testable import Ledger

struct WorkTimeTests {
    /// Has another thread work, or wait, for so long.
    private func elapsed(during work: @escaping @Sendable () -> Void) -> Duration {
        let time = WorkTime(), isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            work()
            isDone.signal()
        }
        isDone.wait()
        return time.elapsed
    }

    @Test
    func `what others do meanwhile is charged for a small part, as is the time in which nothing can be done`()
    {
        let others = elapsed {
            let time = WorkTime()
            while time.elapsed < .milliseconds(50) {}
        }
        #expect(others < .milliseconds(25))
        #expect(others >= .milliseconds(3))
    }

    @Test func `own work is charged`() {
        let time = WorkTime(), start = ContinuousClock.now
        while time.elapsed < .milliseconds(20) {}
        #expect(ContinuousClock.now - start >= .milliseconds(20))
    }
}
