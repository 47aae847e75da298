// What a process has written so far, for `fivebar top`: numbers, and nothing about anybody.

import Synchronization

/// The writes of a process since it opened the ledger.
public struct WriteActivity: Codable, Hashable, Sendable {
    /// The operations that were applied, by their kind.
    public var operations: [String: Int] = [:]
    /// Transactions that are on disk, and the writes in them.
    public var commits = 0, writes = 0
    /// The seconds that those transactions took.
    public var committing = 0.0
    /// The writes that wait now for those under way.
    public var waiting = 0

    /// Nothing is written so far.
    public init() {}
}

/// Counts the writes of a process. A commit and an operation each cost it a lock that nobody else holds for long.
final class WriteMeter: Sendable {
    private let activity = Mutex(WriteActivity())

    func committed(_ writes: Int, in time: Duration) {
        activity.withLock {
            $0.commits += 1
            $0.writes += writes
            $0.committing += time / .seconds(1)
        }
    }

    func applied(_ operation: Operation) {
        activity.withLock { $0.operations[operation.change.kind, default: 0] += 1 }
    }

    /// - Parameter answers: One for each of the operations; those that were refused do not count.
    func applied(_ operations: [Operation], _ answers: [Answer]) {
        for case (let operation, .applied) in zip(operations, answers) { applied(operation) }
    }

    var current: WriteActivity { activity.withLock { $0 } }
}

extension Ledger {
    /// What this process has written since it opened the ledger.
    public var writeActivity: WriteActivity {
        var activity = queue.meter.current
        activity.waiting = queue.length
        return activity
    }
}
