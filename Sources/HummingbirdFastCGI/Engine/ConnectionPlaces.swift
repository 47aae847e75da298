// How many connections there may be, counted over all engines of a server: if
// each had a share of its own, one could be full while the others are idle.

import Synchronization

/// The places of the connections of one server.
final class ConnectionPlaces: Sendable {
    let limit: Int
    private let taken = Atomic(0)

    init(limit: Int) {
        self.limit = limit
    }

    /// One connection's place. Given back when nobody holds it any more.
    final class Place: Sendable {
        private let places: ConnectionPlaces

        fileprivate init(in places: ConnectionPlaces) {
            self.places = places
        }

        deinit { places.taken.subtract(1, ordering: .relaxed) }
    }

    /// - Returns: nil while all places are taken.
    func take() -> Place? {
        guard taken.add(1, ordering: .relaxed).newValue <= limit else {
            taken.subtract(1, ordering: .relaxed)
            return nil
        }
        return Place(in: self)
    }
}
