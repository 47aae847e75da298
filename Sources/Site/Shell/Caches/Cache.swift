// A cache with bounded memory.

import Synchronization

/// Values by key, up to about `bound` bytes. Beyond that, the least recently used half is evicted.
///
/// A key contains everything its value depends on, so entries are never stale, only unused.
final class Cache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Generations {
        var young: [Key: Value] = [:]
        var old: [Key: Value] = [:]
        var youngBytes = 0
    }

    private let generations = Mutex(Generations())
    private let bound: Int
    private let size: @Sendable (Value) -> Int

    /// - Parameter size: The size of a value, in bytes.
    init(bound: Int, size: @escaping @Sendable (Value) -> Int) {
        self.bound = bound
        self.size = size
    }

    /// The cached value for the key, or a new one, which is then cached.
    func value(for key: Key, otherwise make: () throws -> Value) rethrows -> Value {
        if let value = self[key] { return value }
        let value = try make()
        self[key] = value
        return value
    }

    /// The cached value for the key.
    subscript(key: Key) -> Value? {
        get {
            generations.withLock { generations in
                if let value = generations.young[key] { return value }
                guard let value = generations.old.removeValue(forKey: key) else { return nil }
                insert(value, for: key, into: &generations)
                return value
            }
        }
        set {
            generations.withLock { generations in
                if let newValue { insert(newValue, for: key, into: &generations) }
            }
        }
    }

    private func insert(_ value: Value, for key: Key, into generations: inout Generations) {
        // Plus a dictionary's overhead per entry.
        let before = generations.young.updateValue(value, forKey: key).map { size($0) + 96 } ?? 0
        generations.youngBytes += size(value) + 96 - before
        if generations.youngBytes > bound / 2 {
            generations.old = generations.young
            generations.young = [:]
            generations.youngBytes = 0
        }
    }
}
