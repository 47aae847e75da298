// Stands in for Synchronization's Mutex while deploy/thread-sanitizer runs. That one
// locks with instructions of Swift's library that the sanitizer does not see, so it
// would report every access it protects. It knows the locks of the C library.

import Foundation

/// A value that one thread at a time can access, as Synchronization's `Mutex`.
struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {  // Only accessed with the lock held.
    private let lock = NSLock()
    private let value: UnsafeMutablePointer<Value>

    init(_ value: consuming sending Value) {
        self.value = .allocate(capacity: 1)
        self.value.initialize(to: value)
    }

    deinit {
        value.deinitialize(count: 1)
        value.deallocate()
    }

    func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value.pointee)
    }
}
