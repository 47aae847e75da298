// The maximum number of event streams, and that closed ones stop counting.

import HTTPTypes
import Ledger
import Testing

@testable import Site

@Suite struct StreamLimiterTests {
    private let first = TokenHash([1]), second = TokenHash([2])

    @Test func `a device has six streams, and each is released by itself`() {
        let limiter = StreamLimiter()
        var taken = (0..<6).map { _ in limiter.open(for: first, limit: 100) }
        #expect(taken.allSatisfy { $0 != nil })
        #expect(limiter.open(for: first, limit: 100) == nil)
        #expect(limiter.open(for: second, limit: 100) != nil)
        taken.removeLast()
        #expect(limiter.count == 5)
        #expect(limiter.open(for: first, limit: 100) != nil)
        taken = []
        #expect(limiter.count == 0)
    }

    @Test func `all devices together have no more than there are`() {
        let limiter = StreamLimiter()
        let taken = (0..<10).map { limiter.open(for: TokenHash([UInt8($0)]), limit: 10) }
        #expect(taken.allSatisfy { $0 != nil })
        #expect(limiter.open(for: TokenHash([77]), limit: 10) == nil)
        #expect(limiter.open(for: TokenHash([77]), limit: 0) == nil)
        #expect(limiter.count == 10)
    }

    @Test func `a stream whose body is never written keeps no slot`() async throws {
        let place = try Place()
        try await place.visit { visitor in
            _ = try await visitor.creates()
            for _ in 0..<20 {
                let reply = try await visitor.send(.head, "/events", [:], nil)
                #expect(reply.status == .ok)
            }
        }
        #expect(place.site.revisions.streams.count == 0)
    }
}
