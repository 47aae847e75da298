// The maximum number of event streams, and that closed ones stop counting.

import HTTPTypes
import Ledger
import Testing

@testable import Site

@Suite struct StreamLimiterTests {
    private let first = TokenHash([1]), second = TokenHash([2])

    @Test func `a device has six streams, and each is released by itself`() {
        let limiter = StreamLimiter()
        var taken = (0..<6).map { _ in limiter.open(for: first, of: 1, limit: 1_000) }
        #expect(taken.allSatisfy { $0 != nil })
        #expect(limiter.open(for: first, of: 1, limit: 1_000) == nil)
        #expect(limiter.open(for: second, of: 1, limit: 1_000) != nil)
        taken.removeLast()
        #expect(limiter.count == 5)
        #expect(limiter.open(for: first, of: 1, limit: 1_000) != nil)
        taken = []
        #expect(limiter.count == 0)
    }

    @Test func `all devices together have no more than there are`() {
        let limiter = StreamLimiter()
        let taken = (0..<10).map { limiter.open(for: TokenHash([UInt8($0)]), of: AccountID($0), limit: 10) }
        #expect(taken.allSatisfy { $0 != nil })
        #expect(limiter.open(for: TokenHash([77]), of: 77, limit: 10) == nil)
        #expect(limiter.open(for: TokenHash([77]), of: 77, limit: 0) == nil)
        #expect(limiter.count == 10)
    }

    @Test func `one account with many devices leaves the others their streams`() {
        let limiter = StreamLimiter()
        var taken = (0..<200).compactMap {
            limiter.open(for: TokenHash([UInt8($0)]), of: 1, limit: 2_000)
        }
        #expect(taken.count == 100)
        #expect(limiter.open(for: second, of: 2, limit: 2_000) != nil)
        taken.removeLast()
        #expect(limiter.open(for: first, of: 1, limit: 2_000) != nil)
        taken = []
        #expect(limiter.count == 0)
    }

    @Test func `where there are few streams, an account has those of one device`() {
        let limiter = StreamLimiter()
        let taken = (0..<10).compactMap { limiter.open(for: TokenHash([UInt8($0)]), of: 1, limit: 50) }
        #expect(taken.count == 6)
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
        #expect(place.site.streams.count == 0)
    }
}
