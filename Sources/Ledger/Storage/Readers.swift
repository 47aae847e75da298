// Read-only connections, without overhead: GRDB's own pool would check the schema
// version and pass through two more queues for each read.

import GRDB
import Synchronization

/// One connection for each concurrently reading thread.
final class Readers: Sendable {
    private let idle = Mutex<[DatabaseQueue]>([])
    private let path: String
    private let configuration: Configuration

    init(path: String, configuration: Configuration) {
        var configuration = configuration
        configuration.readonly = true
        self.path = path
        self.configuration = configuration
    }

    /// Runs `body` without a transaction: each statement sees the newest commit.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        let reader =
            try idle.withLock { $0.popLast() } ?? DatabaseQueue(path: path, configuration: configuration)
        defer { idle.withLock { $0.append(reader) } }
        return try reader.unsafeRead { database in try MissingValues.refusing { try body(database) } }
    }

    /// Closes the connections that nobody is reading with.
    func close() throws {
        for reader in idle.withLock({ $0 }) { try reader.close() }
    }
}
