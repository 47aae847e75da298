// Whose imports are read or wait: places are few, and nobody may have all of them.

import Ledger
import Synchronization

/// Somebody who imports.
struct Importer: Sendable {
    /// Nil for a newcomer.
    let account: AccountID?
    let address: NetworkAddress
}

/// The account has as many files that are read, or wait to be, as it may have.
struct TooManyOwnImports: Error {}

/// Lets each account have two imports at once, and each network half of all places.
final class ImportPlaces: Sendable {
    static let mostOfAccount = 2, mostOfAddress = 16

    private struct Taken {
        var byAccount: [AccountID: Int] = [:]
        var byAddress: [NetworkAddress: Int] = [:]
    }
    private let taken = Mutex(Taken())

    /// Does the work with a place for it.
    ///
    /// - Throws: ``TooManyOwnImports`` immediately if the account has none, ``TooManyWaiting`` if the network has none, what
    ///   the work throws.
    func withPlace<Value>(for importer: Importer, _ work: () async throws -> Value) async throws -> Value {
        try take(for: importer)
        defer { leave(importer) }
        return try await work()
    }

    private func take(for importer: Importer) throws {
        try taken.withLock { taken in
            guard importer.account.map({ taken.byAccount[$0, default: 0] < Self.mostOfAccount }) ?? true
            else { throw TooManyOwnImports() }
            guard taken.byAddress[importer.address, default: 0] < Self.mostOfAddress else {
                throw TooManyWaiting()
            }
            taken.byAddress[importer.address, default: 0] += 1
            if let account = importer.account { taken.byAccount[account, default: 0] += 1 }
        }
    }

    private func leave(_ importer: Importer) {
        taken.withLock { taken in
            taken.byAddress[importer.address] = Self.oneLess(taken.byAddress[importer.address])
            if let account = importer.account {
                taken.byAccount[account] = Self.oneLess(taken.byAccount[account])
            }
        }
    }

    /// Nil instead of 0, so that nobody is remembered.
    private static func oneLess(_ number: Int?) -> Int? { number.flatMap { $0 > 1 ? $0 - 1 : nil } }
}
