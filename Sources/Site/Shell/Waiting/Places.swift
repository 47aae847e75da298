// Places that are few, of which nobody may have all.

import Synchronization

/// Lets each of those who ask, such as an account, have so many places at once.
final class Places<Owner: Hashable & Sendable>: Sendable {
    private let most: Int
    private let taken = Mutex<[Owner: Int]>([:])

    /// - Parameter most: How many places each may have.
    init(most: Int) { self.most = most }

    /// Does the work with a place for it.
    ///
    /// - Throws: The refusal immediately if the owner has no place left, what the work throws.
    func withPlace<Value>(
        for owner: Owner, otherwise refusal: any Error, _ work: () async throws -> Value
    ) async throws -> Value {
        guard take(for: owner) else { throw refusal }
        defer { leave(owner) }
        return try await work()
    }

    /// A place as long as somebody holds it.
    final class Held: Sendable {
        private let places: Places
        private let owner: Owner

        fileprivate init(_ places: Places, _ owner: Owner) {
            self.places = places
            self.owner = owner
        }

        deinit { places.leave(owner) }
    }

    /// Takes a place for something that ends later, such as a body that is still being sent.
    ///
    /// - Throws: The refusal if the owner has no place left.
    func hold(for owner: Owner, otherwise refusal: any Error) throws -> Held {
        guard take(for: owner) else { throw refusal }
        return Held(self, owner)
    }

    private func take(for owner: Owner) -> Bool {
        taken.withLock { taken in
            guard taken[owner, default: 0] < most else { return false }
            taken[owner, default: 0] += 1
            return true
        }
    }

    private func leave(_ owner: Owner) {
        taken.withLock { taken in
            // Nil instead of 0, so that nobody is remembered.
            taken[owner] = taken[owner].flatMap { $0 > 1 ? $0 - 1 : nil }
        }
    }
}
