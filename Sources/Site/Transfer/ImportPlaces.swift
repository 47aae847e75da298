// Whose imports are read or wait: places are few, and nobody may have all of them.

import Ledger

/// Somebody who imports.
struct Importer: Sendable {
    /// Nil for a newcomer.
    let account: AccountID?
    let address: NetworkAddress
}

/// Many files are read, or wait to be.
struct TooManyImports: ProblemError {
    var problem: Problem {
        Problem(.serviceUnavailable, .uploadsWaitHeading, .uploadsWaitAdvice, retryAfter: 60)
    }
}

/// The account has as many files that are read, or wait to be, as it may have.
struct TooManyOwnImports: ProblemError {
    var problem: Problem {
        Problem(.tooManyRequests, .ownUploadsWaitHeading, .ownUploadsWaitAdvice, retryAfter: 10)
    }
}

/// Lets each account have two imports at once, and each network half of those that may wait.
struct ImportPlaces: Sendable {
    private let ofAccounts = Places<AccountID>(most: 2)
    private let ofNetworks = Places<NetworkAddress>(most: ImportReader.mostWaiting / 2)

    /// Does the work with a place for it.
    ///
    /// - Throws: ``TooManyOwnImports`` immediately if the account has none, ``TooManyImports`` if the network has none, what
    ///   the work throws.
    func withPlace<Value>(for importer: Importer, _ work: () async throws -> Value) async throws -> Value {
        guard let account = importer.account else { return try await withPlaceOfNetwork(importer, work) }
        return try await ofAccounts.withPlace(for: account, otherwise: TooManyOwnImports()) {
            try await withPlaceOfNetwork(importer, work)
        }
    }

    private func withPlaceOfNetwork<Value>(
        _ importer: Importer, _ work: () async throws -> Value
    ) async throws -> Value {
        try await ofNetworks.withPlace(for: importer.address, otherwise: TooManyImports(), work)
    }
}
