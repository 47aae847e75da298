// Where somebody comes from: for counting how often a day, and for nothing
// else. What is counted by is a keyed hash, from which no address is found.

import Crypto
import Foundation
import GRDB

/// The network of an IP address.
public struct NetworkAddress: Sendable, Hashable {
    private let network: String

    /// - Parameter address: An IP address. Of IPv6 the first 64 bits count,
    ///   since a household has all the others.
    public init(_ address: String) {
        network = Self.network(of: address)
    }

    /// What the address is counted by in this database.
    func keyedHash(in database: Database) throws -> Data {
        guard let key: Data = try database.row("SELECT value FROM secret WHERE name = 'address'", [])?[0]
        else {
            throw StorageFault.damaged
        }
        return Data(HMAC<SHA256>.authenticationCode(for: Data(network.utf8), using: SymmetricKey(data: key)))
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
