// Receives and reads uploaded files, a few at a time: each may be ten megabytes, and
// many people may send one at once. Who comes for a page or a tap waits for none of them.

import Glibc
import HTTPTypes
import Hummingbird
import Ledger
import Synchronization

/// Receives and reads files within a bound of memory that no visitor moves.
///
/// At most two bodies are in memory, and at most one file is taken apart. What a
/// file would change is told from a summary, which is made when it comes.
final class ImportReader: Sendable {
    private let receiving = AsyncSemaphore(permits: 2, mostWaiting: 64)
    private let reading = AsyncSemaphore(permits: 1, mostWaiting: 256)
    private let isTrimming = Atomic(false)
    private let summaries = Cache<OperationID, ImportSummary>(bound: 4 << 20) { $0.size }

    /// Does what holds a whole body in memory.
    ///
    /// - Throws: ``TooManyWaiting``, what the work throws.
    func receive<Value>(_ work: () async throws -> Value) async throws -> Value {
        try await receiving.withPermit {
            defer { releaseMemory() }
            return try await work()
        }
    }

    /// Does what holds a file's counters in memory, on a thread that nobody else
    /// waits for: it may take a second.
    ///
    /// - Throws: ``TooManyWaiting``, what the work throws.
    func read<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
        try await reading.withPermit {
            defer { releaseMemory() }
            return try await withTaskExecutorPreference(globalConcurrentExecutor) { try await work() }
        }
    }

    /// Gives memory that is free back to the system: at once, and again when those who had
    /// a hand in it, such as the writer, have let go of it as well.
    private func releaseMemory() {
        Self.trim()
        guard isTrimming.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged else {
            return
        }
        Task.detached { [self] in
            try? await Task.sleep(for: .seconds(5))
            isTrimming.store(false, ordering: .relaxed)
            Self.trim()
        }
    }

    /// What was freed in small pieces, or once was large, stays with the process where
    /// the allocator is not asked.
    private static func trim() {
        guard let symbol = dlsym(nil, "malloc_trim") else { return }
        _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0)
    }

    /// What a file would change, if it is known.
    func summary(of upload: OperationID) -> ImportSummary? { summaries[upload] }

    func keep(_ summary: ImportSummary, of upload: OperationID) { summaries[upload] = summary }
}
