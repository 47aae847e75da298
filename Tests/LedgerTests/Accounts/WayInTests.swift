// Whether an account can be opened once a device is gone: what is said of it, and what tidying believes.

import GRDB
import Testing

@testable import Ledger

@Suite struct WayInTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private func hash() -> TokenHash { TokenHash((0..<32).map { _ in UInt8.random(in: .min ... .max) }) }

    enum Way: CaseIterable {
        case none, device, recoveryLink, recoveryCode, passphrase, passkey, webServerUser
    }

    private func add(_ way: Way, to account: AccountID, by device: Device.ID) async throws {
        let ledger = bench.ledger
        switch way {
        case .none: break
        case .device:
            let code = hash()
            try await ledger.setJoinCode(
                code, of: account, by: device, until: .start.advanced(byMinutes: 10))
            #expect(try await ledger.open(.code(code), as: hash(), at: .start) == account)
        case .recoveryLink: try await ledger.setRecovery(hash(), of: account, by: device, at: .start)
        case .recoveryCode: try await ledger.setRecoveryCodes([hash()], of: account, by: device)
        case .passphrase:
            let name = try #require(UserName(typed: "Ada"))
            let stored = StoredPassphrase(
                account: account, salt: [UInt8](repeating: 1, count: 16),
                hash: [UInt8](repeating: 2, count: 32), rounds: 1)
            try await ledger.setPassphrase(stored, as: name, by: device)
        case .passkey:
            let credential = PasskeyCredential(id: [1], publicKey: [1], signCount: 0)
            try await ledger.addPasskey(credential, named: "", of: account, by: device, at: .start)
        case .webServerUser:
            try await ledger.queue.commit {
                try $0.run("INSERT INTO webServerUser VALUES ('ada', ?)", [account])
            }
        }
    }

    @Test(arguments: Way.allCases)
    func `what is said to have no way in is what is tidied away, and nothing else`(_ way: Way) async throws {
        let person = Person(bench.ledger)
        try await person.does(.increment(person.creates()))
        let visitor = try #require(try bench.ledger.visitor(person.token))
        try await add(way, to: visitor.account, by: visitor.device)
        #expect(try bench.ledger.hasWayIn(visitor.account, without: visitor.device) == (way != .none))
        _ = try await bench.ledger.signOut(visitor.device, of: visitor.account, by: visitor.device)
        let report = try await bench.ledger.tidy(now: .start.advanced(byDays: 1), trustingClock: true)
        #expect(report.accounts == (way == .none ? 1 : 0))
    }

    @Test func `a join code is no way in that lasts, and keeps the account while it works`() async throws {
        let person = Person(bench.ledger)
        try await person.does(.increment(person.creates()))
        let visitor = try #require(try bench.ledger.visitor(person.token))
        try await bench.ledger.setJoinCode(
            hash(), of: visitor.account, by: visitor.device, until: .start.advanced(byMinutes: 10))
        #expect(try !bench.ledger.hasWayIn(visitor.account, without: visitor.device))
        _ = try await bench.ledger.signOut(visitor.device, of: visitor.account, by: visitor.device)
        for (minutes, accounts) in [(Int64(9), 0), (11, 1)] {
            let now = Moment.start.advanced(byMinutes: minutes)
            #expect(try await bench.ledger.tidy(now: now, trustingClock: true).accounts == accounts)
        }
    }
}
