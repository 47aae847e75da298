// How many event streams there may be, and that none is counted for ever.

import HTTPTypes
import Ledger
import Testing

@testable import Site

@Suite struct StreamPlacesTests {
    private let first = TokenHash([1]), second = TokenHash([2])

    @Test func `a device has six places, and each is given back by itself`() {
        let places = StreamPlaces()
        var taken = (0..<6).map { _ in places.take(for: first, limit: 100) }
        #expect(taken.allSatisfy { $0 != nil })
        #expect(places.take(for: first, limit: 100) == nil)
        #expect(places.take(for: second, limit: 100) != nil)
        taken.removeLast()
        #expect(places.count == 5)
        #expect(places.take(for: first, limit: 100) != nil)
        taken = []
        #expect(places.count == 0)
    }

    @Test func `all devices together have no more than there are`() {
        let places = StreamPlaces()
        let taken = (0..<10).map { places.take(for: TokenHash([UInt8($0)]), limit: 10) }
        #expect(taken.allSatisfy { $0 != nil })
        #expect(places.take(for: TokenHash([77]), limit: 10) == nil)
        #expect(places.take(for: TokenHash([77]), limit: 0) == nil)
        #expect(places.count == 10)
    }

    @Test func `a stream whose body is never written keeps no place`() async throws {
        let place = try Place()
        try await place.visit { visitor in
            _ = try await visitor.creates()
            for _ in 0..<20 {
                let reply = try await visitor.send(.head, "/events", [:], nil)
                #expect(reply.status == .ok)
            }
        }
        #expect(place.site.revisions.places.count == 0)
    }
}
