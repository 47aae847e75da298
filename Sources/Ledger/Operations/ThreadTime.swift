// How long the writer works on an operation, for which the limits charge (Limits.swift).

import Foundation

/// A clock that goes only while its thread works. On a busy machine a visitor is charged for what is done for them, and
/// not for the time in which the processor is somebody else's.
enum ThreadTime {
    /// The processor time of the calling thread so far; compare it only with the same thread's.
    static var now: Duration {
        var time = timespec()
        // Linux and macOS have this clock for every thread.
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
