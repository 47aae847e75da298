// Starts threads. Foundation's `Thread` never tells that the system had no room for one: what was to run there is then
// lost, and whoever waits for it waits for ever.

import Glibc

/// A thread that ends with its work.
enum OwnThread {
    private final class Work {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Runs `body` on a thread of its own.
    ///
    /// - Returns: Whether there was memory for it; `body` is not run otherwise.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let work = Unmanaged.passRetained(Work(body))
        var attributes = pthread_attr_t(), thread = pthread_t()
        pthread_attr_init(&attributes)
        pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
        defer { pthread_attr_destroy(&attributes) }
        let result = pthread_create(
            &thread, &attributes,
            { work in
                guard let work else { return nil }
                Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run()
                return nil
            }, work.toOpaque())
        if result != 0 { work.release() }
        return result == 0
    }
}
