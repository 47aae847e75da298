// Runs tasks on the thread that polls their sockets: handling a request there
// needs no thread switch, which would cost more than most responses do. Of
// sockets it only knows how to wake the poller.

import Synchronization

/// An executor whose tasks run when the polling thread calls ``runWaiting()``.
final class PollingExecutor: TaskExecutor {
    private struct State {
        var waiting: [UnownedJob] = []
        /// The thread sleeps or is about to: adding a job must wake it.
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

    /// Runs the queued jobs. Jobs they add wait for the next call.
    func runWaiting() {
        let jobs = state.withLock { state in
            defer { state.waiting.removeAll(keepingCapacity: false) }
            return state.waiting
        }
        for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// From now on, adding a job wakes the thread.
    ///
    /// - Returns: Whether the thread may sleep: not while jobs are queued.
    func fallAsleep() -> Bool {
        state.withLock { state in
            state.isAsleep = state.waiting.isEmpty
            return state.isAsleep
        }
    }

    /// Has the thread go on if it sleeps. May be called on any thread.
    func wakeIfAsleep() {
        let mustWake = state.withLock { state in
            defer { state.isAsleep = false }
            return state.isAsleep
        }
        if mustWake { poller.wake() }
    }

    /// The thread no longer sleeps: it runs by itself what is queued from now on.
    func wakeUp() {
        state.withLock { $0.isAsleep = false }
    }
}
