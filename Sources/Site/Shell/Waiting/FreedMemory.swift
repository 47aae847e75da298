// Memory that was freed, and that the allocator keeps.

import Glibc
import Synchronization

/// Returns freed memory to the system. The allocator keeps freed small blocks, and memory that once was large, unless it
/// is told to release them.
final class FreedMemory: Sendable {
    private let isPending = Atomic(false)

    /// At once, and again after others involved, such as the writer, have freed theirs.
    func release() {
        Self.trim()
        releaseSoon()
    }

    /// In a few seconds, together with what is freed until then.
    func releaseSoon() {
        guard isPending.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged else {
            return
        }
        Task.detached { [self] in
            try? await Task.sleep(for: .seconds(5))
            isPending.store(false, ordering: .relaxed)
            Self.trim()
        }
    }

    private static func trim() {
        guard let symbol = dlsym(nil, "malloc_trim") else { return }
        _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0)
    }
}
