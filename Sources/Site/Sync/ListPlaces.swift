// Whose lists of operations are in memory: each may have 256 KB, and waits until the writer has its turn.

import Ledger

/// Lets each device send a few lists at once, and each network those of a few newcomers.
struct ListPlaces: Sendable {
    /// As many as a browser has while it closes one page and opens the next.
    static let mostOfADevice = 4
    static let mostOfNewcomers = 32

    private let ofDevices = Places<TokenHash>(most: mostOfADevice)
    private let ofNewcomers = Places<NetworkAddress>(most: mostOfNewcomers)

    /// Does the work with a place for it.
    ///
    /// - Parameter device: Nil for a newcomer.
    /// - Throws: ``TooManyWaiting`` immediately if there is none, what the work throws.
    func withPlace<Value>(
        for device: TokenHash?, at network: NetworkAddress, _ work: () async throws -> Value
    ) async throws -> Value {
        guard let device else {
            return try await ofNewcomers.withPlace(for: network, otherwise: TooManyWaiting(), work)
        }
        return try await ofDevices.withPlace(for: device, otherwise: TooManyWaiting(), work)
    }
}
