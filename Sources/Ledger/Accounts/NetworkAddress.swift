// The network address of a request, used only for rate limiting. The database
// stores a keyed hash, from which the address cannot be recovered.

import Foundation
import GRDB

/// The network of an IP address.
public struct NetworkAddress: Sendable, Hashable {
    private let network: String

    /// - Parameter address: An IP address. For IPv6 only the first 64 bits count,
    ///   because one household has all addresses below them.
    public init(_ address: String) {
        network = Self.network(of: address)
    }

    /// The key under which this database counts the address.
    func keyedHash(in database: Database) throws -> Data {
        try database.keyedHash(of: network)
    }

    private static func network(of address: String) -> String {
        guard address.contains(":"), !address.contains(".") else { return address }
        let halves = address.split(separator: "::", omittingEmptySubsequences: false)
        var groups = halves[0].split(separator: ":").map(String.init)
        if halves.count > 1 {
            let tail = halves[1].split(separator: ":").count
            groups += Array(repeating: "0", count: max(0, 8 - groups.count - tail))
        }
        return groups.prefix(4).joined(separator: ":") + "::/64"
    }
}
