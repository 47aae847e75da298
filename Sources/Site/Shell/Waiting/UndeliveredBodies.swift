// Large answers that their readers have not taken yet. Where no web server takes them in, whoever reads slowly keeps
// each of them in memory.

import Hummingbird
import Ledger
import Synchronization

/// Bounds the memory that large answers take until they are delivered: for each network, and altogether.
final class UndeliveredBodies: Sendable {
    /// In bytes. What is smaller is not counted.
    private static let large = 256 << 10
    /// In bytes. What so large an answer took is returned to the system.
    private static let huge = 2 << 20
    private let memory = FreedMemory()
    /// In bytes.
    private let mostOfNetwork: Int, most: Int
    private let state = Mutex(State())

    private struct State {
        var bytes = 0
        var ofNetworks: [NetworkAddress: Int] = [:]

        /// - Returns: Whether there is room. Whoever has nothing on its way has some for any one answer.
        mutating func take(
            _ size: Int, for network: NetworkAddress, _ mostOfNetwork: Int, _ most: Int
        ) -> Bool {
            let ofNetwork = ofNetworks[network] ?? 0
            guard ofNetwork == 0 || ofNetwork + size <= mostOfNetwork, bytes + size <= most else {
                return false
            }
            bytes += size
            ofNetworks[network] = ofNetwork + size
            return true
        }

        mutating func giveBack(_ size: Int, of network: NetworkAddress) {
            bytes -= size
            let rest = (ofNetworks[network] ?? 0) - size
            // Nil instead of 0, so that nobody is remembered.
            ofNetworks[network] = rest > 0 ? rest : nil
        }
    }

    /// - Parameters:
    ///   - mostOfNetwork: How many bytes may be on their way to one network.
    ///   - most: How many to all of them.
    init(mostOfNetwork: Int = 64 << 20, most: Int = 256 << 20) {
        self.mostOfNetwork = mostOfNetwork
        self.most = most
    }

    /// The body, which counts as long as somebody holds it.
    ///
    /// - Throws: ``TooManyWaiting`` if too much is on its way.
    func count(_ body: ResponseBody, to network: @autoclosure () -> NetworkAddress) throws -> ResponseBody {
        guard let size = body.contentLength, size >= Self.large else { return body }
        let network = network()
        guard state.withLock({ $0.take(size, for: network, mostOfNetwork, most) }) else {
            throw TooManyWaiting()
        }
        let share = Share(bodies: self, size: size, network: network)
        return ResponseBody(contentLength: size) { writer in
            try await body.write(writer)
            withExtendedLifetime(share) {}
        }
    }

    /// What one answer takes.
    private final class Share: Sendable {
        private let bodies: UndeliveredBodies
        private let size: Int
        private let network: NetworkAddress

        init(bodies: UndeliveredBodies, size: Int, network: NetworkAddress) {
            self.bodies = bodies
            self.size = size
            self.network = network
        }

        deinit {
            if size >= UndeliveredBodies.huge { bodies.memory.releaseSoon() }
            bodies.state.withLock { $0.giveBack(size, of: network) }
        }
    }
}
