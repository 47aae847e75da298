// Runs tasks on the thread that polls the sockets they answer on: a request
// that was read is answered without waking anybody, which would cost more than
// most answers do. It knows nothing of sockets but how to wake the poller.

import Synchronization

/// An executor whose tasks run when the polling thread calls ``runWaiting()``.
final class PollingExecutor: TaskExecutor {
    private struct State {
        var waiting: [UnownedJob] = []
        /// The thread sleeps, or is about to: who adds a job must ring.
        var isAsleep = false
    }
    private let state = Mutex(State())
    private let poller: Poller

    init(poller: Poller) {
        self.poller = poller
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let mustWake = state.withLock { state in
            state.waiting.append(job)
            defer { state.isAsleep = false }
            return state.isAsleep
        }
        if mustWake { poller.wake() }
    }

    /// Runs the jobs that wait now. What they leave to do waits for the next call.
    func runWaiting() {
        let jobs = state.withLock { state in
            defer { state.waiting.removeAll(keepingCapacity: false) }
            return state.waiting
        }
        for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// Asks to be rung for jobs from here on.
    ///
    /// - Returns: Whether the thread may sleep: not while jobs wait.
    func fallAsleep() -> Bool {
        state.withLock { state in
            state.isAsleep = state.waiting.isEmpty
            return state.isAsleep
        }
    }

    func wakeUp() {
        state.withLock { $0.isAsleep = false }
    }
}
