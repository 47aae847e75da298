// Whose lists of operations are in memory: each may have 256 KB, and waits until the writer has its turn.

import Ledger

/// Lets each device send a few lists at once, and each network those of a few dozen devices: whoever makes up cookies has any
/// number of devices.
struct ListPlaces: Sendable {
    /// As many as a browser has while it closes one page and opens the next.
    static let mostOfADevice = 4
    static let mostOfNewcomers = 32
    static let mostOfANetwork = 64

    private let ofDevices = Places<TokenHash>(most: mostOfADevice)
    private let ofNewcomers = Places<NetworkAddress>(most: mostOfNewcomers)
    private let ofNetworks = Places<NetworkAddress>(most: mostOfANetwork)

    /// Does the work with a place for it.
    ///
    /// - Parameter device: Nil for a newcomer.
    /// - Throws: ``TooManyWaiting`` immediately if there is none, what the work throws.
    func withPlace<Value>(
        for device: TokenHash?, at network: NetworkAddress, _ work: () async throws -> Value
    ) async throws -> Value {
        try await ofNetworks.withPlace(for: network, otherwise: TooManyWaiting()) {
            guard let device else {
                return try await ofNewcomers.withPlace(for: network, otherwise: TooManyWaiting(), work)
            }
            return try await ofDevices.withPlace(for: device, otherwise: TooManyWaiting(), work)
        }
    }
}
