// Reads uploads, one at a time: each may have ten megabytes, and many people may
// upload at once. Requests for pages and taps never wait for them.

import HTTPTypes
import Hummingbird
import Ledger

/// Reads files within a memory bound that does not depend on the number of visitors.
///
/// Files arrive on disk, and one at a time is in memory. Previews come from a summary that is made on upload.
final class ImportReader: Sendable {
    /// Whoever waits has one of the places for requests, of which pages and taps need most.
    static let mostWaiting = 32
    private let reading = AsyncSemaphore(permits: 1, mostWaiting: ImportReader.mostWaiting)
    private let uploadPlaces = ImportPlaces(), readingPlaces = ImportPlaces()
    private let memory = FreedMemory()
    private let summaries = Cache<OperationID, ImportSummary>(bound: 4 << 20) { $0.size }

    /// Does the work of an upload, from its first byte on. How slowly one arrives is no reason for another to wait.
    ///
    /// - Throws: ``TooManyImports``, ``TooManyOwnImports``, what the work throws.
    func upload<Value>(for importer: Importer, _ work: () async throws -> Value) async throws -> Value {
        try await uploadPlaces.withPlace(for: importer, work)
    }

    /// Does work that holds a file and its counters in memory, on a separate thread,
    /// because it may take a second.
    ///
    /// - Throws: ``TooManyImports``, ``TooManyOwnImports``, what the work throws.
    func read<Value: Sendable>(
        for importer: Importer, _ work: () async throws -> Value
    ) async throws -> Value {
        try await readingPlaces.withPlace(for: importer) {
            do {
                return try await reading.withPermit(for: importer.account) {
                    defer { memory.release() }
                    return try await withTaskExecutorPreference(globalConcurrentExecutor) { try await work() }
                }
            } catch is TooManyWaiting {
                throw TooManyImports()
            }
        }
    }

    /// The preview of a file, if it is in memory.
    func summary(of upload: OperationID) -> ImportSummary? { summaries[upload] }

    func keep(_ summary: ImportSummary, of upload: OperationID) { summaries[upload] = summary }
}
