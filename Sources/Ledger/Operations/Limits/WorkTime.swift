// How long the writer works on an operation, for which the limits charge (Limits.swift).

import Foundation

/// Measures the work of its thread: its processor time, so that on a busy machine a visitor is charged for what is done for
/// them, and not for the time in which the processor is somebody else's. While the thread waits for a slow disk, everybody
/// waits with it, so a part of the time on the clock counts at least.
struct WorkTime {
    /// Much less than a thread gets on any machine that others use, too.
    private static let leastPart = 16

    private let processorTime = Self.processorTime
    private let start = SuspendingClock.now

    /// The work since it was made, or nothing where it is less than that: it is never more than the time on the clock, for which
    /// no call into the kernel is needed.
    func elapsed(from least: Duration) -> Duration {
        SuspendingClock.now - start < least ? .zero : elapsed
    }

    /// The work since it was made; to be asked for on the same thread.
    var elapsed: Duration {
        max(Self.processorTime - processorTime, (SuspendingClock.now - start) / Self.leastPart)
    }

    private static var processorTime: Duration {
        var time = timespec()
        // Linux and macOS have this clock for every thread.
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
