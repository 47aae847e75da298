// How many lists of operations are in memory does not depend on how many cookies somebody makes up.

import Ledger
import Testing

@testable import Site

@Suite struct ListPlacesTests {
    private let places = ListPlaces()
    private let one = NetworkAddress("192.0.2.1"), other = NetworkAddress("198.51.100.1")

    private func device(_ number: Int) -> TokenHash { SessionToken(bytes: Self.bytes(number)).hash }

    private static func bytes(_ number: Int) -> [UInt8] {
        (0..<32).map { UInt8(number >> ($0 % 4 * 8) & 255) }
    }

    /// Does work while so many lists have their places.
    private func during(
        _ lists: [(device: TokenHash?, network: NetworkAddress)], _ work: () async throws -> Void
    ) async throws {
        guard let (device, network) = lists.first else { return try await work() }
        try await places.withPlace(for: device, at: network) {
            try await during(Array(lists.dropFirst()), work)
        }
    }

    @Test func `a device has four, and a network those of 16 devices`() async throws {
        let devices = (0..<16).flatMap { number in (0..<4).map { _ in (device(number), one) } }
        try await during(devices) {
            await #expect(throws: TooManyWaiting.self) {
                try await places.withPlace(for: device(99), at: one) {}
            }
            await #expect(throws: TooManyWaiting.self) {
                try await places.withPlace(for: device(0), at: other) {}
            }
            try await places.withPlace(for: device(99), at: other) {}
        }
        try await places.withPlace(for: device(99), at: one) {}
    }

    @Test func `newcomers leave room for those who are known`() async throws {
        try await during((0..<32).map { _ in (nil, one) }) {
            await #expect(throws: TooManyWaiting.self) { try await places.withPlace(for: nil, at: one) {} }
            try await places.withPlace(for: device(1), at: one) {}
        }
    }
}
