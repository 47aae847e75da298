// Accounts by the name that the web server has for somebody.

import Foundation
import Ledger
import Testing

@Suite struct WebServerUserTests {
    let bench: Bench
    let ledger: Ledger

    init() throws {
        bench = try Bench()
        ledger = bench.ledger
    }

    private func hash() -> TokenHash { TokenHash((0..<32).map { _ in UInt8.random(in: .min ... .max) }) }

    private func open(_ name: String, as device: TokenHash, at now: Moment = .start) async throws {
        let user = try #require(WebServerUser(name))
        try await ledger.open(as: user, by: Newcomer(token: device, address: "192.0.2.1"), at: now)
    }

    @Test func `a name has one account, on as many devices as it is used on`() async throws {
        let phone = hash(), desk = hash(), other = hash()
        try await open("ada", as: phone)
        try await open("ada", as: desk)
        try await open("Ada", as: other)
        let accounts = try [phone, desk, other].map { try ledger.visitor($0)?.account }
        #expect(accounts[0] == accounts[1] && accounts[0] != accounts[2])
        let ada = try #require(WebServerUser("ada"))
        let areAdas = try [phone, desk, other, hash()].map { try ledger.isDevice($0, of: ada) }
        #expect(areAdas == [true, true, false, false])
        #expect(try ledger.check().isEmpty)
    }

    @Test func `of many who come at once by a name, all have one account`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { try await open("ada", as: hash()) } }
            try await group.waitForAll()
        }
        #expect(try ledger.accounts(most: 10).count == 1)
    }

    @Test(arguments: ["", "ada\u{FFFD}", String(repeating: "a", count: 1_001)])
    func `what names nobody for certain is no name`(_ name: String) {
        #expect(WebServerUser(name) == nil)
    }

    @Test func `no name is none, and bytes tell names apart`() async throws {
        #expect(WebServerUser(nil) == nil)
        // The same letter in one scalar and in two: the web server takes them for two people.
        try await open("\u{E9}", as: hash())
        try await open("e\u{301}", as: hash())
        #expect(try ledger.accounts(most: 10).count == 2)
    }

    @Test func `without a device the account stays, and deleted it begins anew`() async throws {
        let device = hash()
        try await open("ada", as: device)
        let account = try #require(try ledger.visitor(device)?.account)
        _ = try await ledger.tidy(now: .start.advanced(byDays: 1_000), trustingClock: true)
        #expect(try ledger.visitor(device) == nil)
        let later = hash()
        try await open("ada", as: later)
        #expect(try ledger.visitor(later)?.account == account)
        #expect(try await ledger.deleteAccount(account, by: nil))
        let last = hash()
        try await open("ada", as: last)
        #expect(try ledger.visitor(last)?.account != account)
        #expect(try ledger.check().isEmpty)
    }
}
