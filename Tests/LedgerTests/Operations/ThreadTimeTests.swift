import Foundation
import Testing

@testable import Ledger

struct ThreadTimeTests {
    @Test func `what others do meanwhile is not charged`() {
        let start = ThreadTime.now, isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            let start = ThreadTime.now
            while ThreadTime.now - start < .milliseconds(50) {}
            isDone.signal()
        }
        isDone.wait()
        #expect(ThreadTime.now - start < .milliseconds(25))
    }
}
