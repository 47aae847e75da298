// Connections that only read. One read costs what SQLite needs for it: the
// pool's own would ask for the version of the schema, and pass two more
// queues, before each.

import GRDB
import Synchronization

/// As many reading connections as threads read at once.
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
        return try reader.unsafeRead(body)
    }
}
