// Nobody has all the places for imports.

import Ledger
import Testing

@testable import Site

@Suite struct ImportPlacesTests {
    private func importer(_ account: AccountID?, _ address: String = "192.0.2.1") -> Importer {
        Importer(account: account, address: NetworkAddress(address))
    }

    /// Does work while imports have their places, of which none ends before it.
    private func during(
        _ importers: [Importer], _ work: (ImportPlaces) async throws -> Void
    ) async throws {
        let places = ImportPlaces()
        try await withThrowingTaskGroup(of: Void.self) { group in
            var ends: [AsyncStream<Void>.Continuation] = []
            for importer in importers {
                let (ending, end) = AsyncStream.makeStream(of: Void.self)
                let (beginning, begin) = AsyncStream.makeStream(of: Void.self)
                ends.append(end)
                group.addTask {
                    try await places.withPlace(for: importer) {
                        begin.finish()
                        for await _ in ending {}
                    }
                }
                for await _ in beginning {}
            }
            try await work(places)
            for end in ends { end.finish() }
            try await group.waitForAll()
        }
    }

    @Test func `a third import of an account is refused at once, and another account's is not`() async throws
    {
        try await during([importer(1), importer(1)]) { places in
            await #expect(throws: TooManyOwnImports.self) {
                try await places.withPlace(for: importer(1, "192.0.2.2")) {}
            }
            try await places.withPlace(for: importer(2)) {}
        }
    }

    @Test func `a network has at most half of the places, however many accounts it has`() async throws {
        let many = (1...16).map { importer(AccountID($0)) }
        try await during(many) { places in
            await #expect(throws: TooManyImports.self) {
                try await places.withPlace(for: importer(17)) {}
            }
            await #expect(throws: TooManyImports.self) {
                try await places.withPlace(for: importer(nil)) {}
            }
            try await places.withPlace(for: importer(17, "192.0.2.2")) {}
        }
    }

    @Test func `who was refused, or is done, has a place again`() async throws {
        let places = ImportPlaces()
        for _ in 0..<40 { try await places.withPlace(for: importer(1)) {} }
        for _ in 0..<40 {
            await #expect(throws: CancellationError.self) {
                try await places.withPlace(for: importer(nil)) { throw CancellationError() }
            }
        }
    }

    @Test func `the page says what to do`() throws {
        let problem = Problem(TooManyOwnImports())
        #expect(problem.status == .tooManyRequests && problem.retryAfter == 10)
        #expect(problem.heading == .ownUploadsWaitHeading && !problem.isFault)
        let others = Problem(TooManyImports())
        #expect(others.status == .serviceUnavailable && others.retryAfter == 60)
        #expect(others.heading == .uploadsWaitHeading && !others.isFault)
    }
}
