// Opening an account elsewhere: codes, user names, and the limits of guessing.

import Foundation
import Ledger
import Testing

@Suite struct SignInTests {
    let bench: Bench
    let ledger: Ledger
    private let address = NetworkAddress("192.0.2.7")

    init() throws {
        bench = try Bench()
        ledger = bench.ledger
    }

    private func hash() -> TokenHash { TokenHash((0..<32).map { _ in UInt8.random(in: .min ... .max) }) }

    private func open(_ key: AccountKey, at now: Moment = .start) async throws -> AccountID? {
        try await ledger.open(key, as: hash(), at: now)
    }

    @Test func `a join code opens its account once, and only for its time`() async throws {
        let ada = Person(ledger)
        _ = try await ada.creates()
        let code = hash(), end = Moment.start.advanced(byMinutes: 10)
        try await ledger.setJoinCode(code, of: ada.account, by: ada.device, until: end)
        #expect(try await open(.code(code), at: end) == nil)
        #expect(try ledger.end(ofJoinCode: code, of: ada.account) == end)
        #expect(try await open(.code(code)) == (try ada.account))
        #expect(try ledger.end(ofJoinCode: code, of: ada.account) == nil)
        #expect(try await open(.code(code)) == nil)
        #expect(try ledger.devices(of: ada.account).count == 2)
    }

    @Test func `of many who enter a code at once, one comes in`() async throws {
        let ada = Person(ledger)
        _ = try await ada.creates()
        let code = hash()
        try await ledger.setJoinCode(
            code, of: ada.account, by: ada.device, until: .start.advanced(byMinutes: 10))
        let opened = try await withThrowingTaskGroup(of: AccountID?.self) { group in
            for _ in 0..<20 { group.addTask { try await open(.code(code)) } }
            return try await group.reduce(0) { $0 + ($1 == nil ? 0 : 1) }
        }
        #expect(opened == 1)
    }

    @Test func `a new code ends the one before, but no recovery code`() async throws {
        let ada = Person(ledger)
        _ = try await ada.creates()
        let first = hash(), second = hash(), recovery = [hash(), hash()]
        let end = Moment.start.advanced(byMinutes: 10)
        try await ledger.setRecoveryCodes(recovery, of: ada.account, by: ada.device)
        try await ledger.setJoinCode(first, of: ada.account, by: ada.device, until: end)
        try await ledger.setJoinCode(second, of: ada.account, by: ada.device, until: end)
        #expect(try await open(.code(first)) == nil)
        #expect(try await open(.code(second)) != nil)
        #expect(try await open(.code(recovery[0]), at: .start.advanced(byDays: 1000)) != nil)
        #expect(try await open(.code(recovery[0])) == nil)
        #expect(try ledger.recoveryCodesLeft(of: ada.account) == 1)
        try await ledger.setRecoveryCodes([hash()], of: ada.account, by: ada.device)
        #expect(try await open(.code(recovery[1])) == nil)
    }

    @Test func `signing all others out ends the code that one of them has made`() async throws {
        let ada = Person(ledger)
        _ = try await ada.creates()
        let code = hash(), device = try #require(try ledger.visitor(ada.token)).device
        try await ledger.setJoinCode(
            code, of: ada.account, by: ada.device, until: .start.advanced(byMinutes: 10))
        _ = try await ledger.signOut(allBut: device, of: ada.account)
        #expect(try await open(.code(code)) == nil)
    }

    @Test func `a code is not used up where what comes along is refused`() async throws {
        let ada = Person(ledger), phone = Person(ledger)
        _ = try await ada.creates()
        _ = try await phone.creates()
        let code = hash()
        try await ledger.setRecoveryCodes([code], of: ada.account, by: ada.device)
        let copy = Operation(
            id: .fresh(), mayBeRepeated: false, change: .copyAccount(try phone.account), madeAt: .start,
            zoneOffset: 0)
        let full = Limits(counters: 1)
        await #expect(throws: Refusal.tooManyCounters) {
            _ = try await ledger.open(.code(code), as: hash(), applying: (copy, full), at: .start)
        }
        #expect(try ledger.devices(of: ada.account).count == 1)
        #expect(
            try await ledger.open(.code(code), as: hash(), applying: (copy, ada.limit), at: .start) != nil)
        #expect(try ledger.counters(of: ada.account).count == 2)
    }

    @Test func `a user name belongs to one account, however it is written`() async throws {
        let ada = Person(ledger), eve = Person(ledger)
        _ = try await ada.creates()
        _ = try await eve.creates()
        func device(_ person: Person) throws -> Device.ID {
            try #require(try ledger.visitor(person.token)).device
        }
        func stored(_ person: Person) throws -> StoredPassphrase {
            try StoredPassphrase(
                account: person.account, salt: Array(repeating: 1, count: 16),
                hash: Array(repeating: 2, count: 32), rounds: 16)
        }
        let name = try #require(UserName(typed: " Zoë "))
        try await ledger.setPassphrase(stored(ada), as: name, by: ada.device)
        for typed in ["zoë", "ZOË", "Zoe\u{308}"] {
            let same = try #require(UserName(typed: typed))
            #expect(try ledger.passphrase(of: same) == stored(ada))
            await #expect(throws: Refusal.userNameIsTaken) {
                try await ledger.setPassphrase(stored(eve), as: same, by: device(eve))
            }
        }
        #expect(try await open(.passphrase(stored(ada))) == (try ada.account))
        try await ledger.removePassphrase(of: ada.account, by: ada.device)
        #expect(try await open(.passphrase(stored(ada))) == nil)
        try await ledger.setPassphrase(stored(eve), as: name, by: device(eve))
        // A device that was signed out while the hash was made.
        let gone = try device(ada)
        _ = try await ledger.signOut(gone, of: ada.account, by: gone)
        await #expect(throws: Refusal.unknownDevice) {
            try await ledger.setPassphrase(stored(eve), as: name, by: gone)
        }
    }

    @Test(arguments: ["", "   ", "\u{200B}", String(repeating: "a", count: 41)])
    func `not everything is a user name`(_ typed: String) { #expect(UserName(typed: typed) == nil) }

    @Test func `a device that is signed out meanwhile makes no key to come back`() async throws {
        let ada = Person(ledger)
        _ = try await ada.creates()
        let thief = try await ada.withAnotherDevice(), gone = try thief.device, own = try ada.device,
            link = hash()
        try await ledger.setRecovery(
            link, of: ada.account, by: own, signsOutOthers: true, at: .start)
        #expect(try ledger.devices(of: ada.account).map(\.id) == [own])
        await #expect(throws: Refusal.unknownDevice) {
            try await ledger.setRecovery(hash(), of: ada.account, by: gone, at: .start)
        }
        await #expect(throws: Refusal.unknownDevice) {
            try await ledger.setJoinCode(
                hash(), of: ada.account, by: gone, until: .start.advanced(byMinutes: 10))
        }
        await #expect(throws: Refusal.unknownDevice) {
            try await ledger.setRecoveryCodes([hash()], of: ada.account, by: gone)
        }
        #expect(try await open(.recoveryLink(link)) == (try ada.account))
    }

    @Test func `nor does it take a key from anybody, sign out or rename another, or delete the account`()
        async throws
    {
        let ada = Person(ledger), name = try #require(UserName(typed: "Ada"))
        _ = try await ada.creates()
        let gone = try await ada.withAnotherDevice().device, own = try ada.device, account = try ada.account
        let stored = StoredPassphrase(
            account: account, salt: Array(repeating: 1, count: 16), hash: Array(repeating: 2, count: 32),
            rounds: 16)
        try await ledger.setPassphrase(stored, as: name, by: own)
        _ = try await ledger.signOut(gone, of: account, by: own)
        let attempts: [@Sendable () async throws -> Void] = [
            { [ledger] in try await ledger.removePassphrase(of: account, by: gone) },
            { [ledger] in _ = try await ledger.rename(own, of: account, by: gone, to: "Mine") },
            { [ledger] in _ = try await ledger.signOut(own, of: account, by: gone) },
            { [ledger] in _ = try await ledger.signOut(allBut: gone, of: account) },
            { [ledger] in _ = try await ledger.deleteAccount(account, by: gone) },
        ]
        for attempt in attempts { await #expect(throws: Refusal.unknownDevice) { try await attempt() } }
        #expect(try ledger.passphrase(of: account)?.stored == stored)
        #expect(try ledger.devices(of: account).map(\.id) == [own])
        #expect(try ledger.devices(of: account).map(\.name) != ["Mine"])
        // Who signs themselves out may do so twice.
        #expect(try await !ledger.signOut(gone, of: account, by: gone))
    }

    @Test func `who signs in rightly does not count among those who guess`() async throws {
        let name = try #require(UserName(typed: "Ada"))
        for _ in 0..<60 {
            try await ledger.countSignIn(from: address, as: name, at: .start)
            try await ledger.uncountSignIn(from: address, as: name, at: .start)
        }
        for _ in 0..<20 { try await ledger.countSignIn(from: address, at: .start) }
        await #expect(throws: Refusal.tooManySignIns) {
            try await ledger.countSignIn(from: address, at: .start)
        }
    }

    @Test func `who guesses is stopped for the hour, by address and by name`() async throws {
        let name = try #require(UserName(typed: "Ada"))
        for _ in 0..<20 { try await ledger.countSignIn(from: address, at: .start) }
        await #expect(throws: Refusal.tooManySignIns) {
            try await ledger.countSignIn(from: address, as: name, at: .start)
        }
        // From everywhere.
        for number in 0..<50 {
            try await ledger.countSignIn(from: NetworkAddress("198.51.100.\(number)"), as: name, at: .start)
        }
        await #expect(throws: Refusal.tooManySignIns) {
            try await ledger.countSignIn(from: NetworkAddress("203.0.113.1"), as: name, at: .start)
        }
        try await ledger.countSignIn(from: NetworkAddress("203.0.113.2"), at: .start)
        try await ledger.countSignIn(from: address, as: name, at: .start.advanced(byMinutes: 60))
        _ = try await ledger.tidy(now: .start.advanced(byDays: 1))
        #expect(try bench.number("SELECT COUNT(*) FROM signInAttempt") == 0)
    }

    @Test func `an account that a code or a passphrase can open is not tidied away`() async throws {
        let people = (0..<3).map { _ in Person(ledger) }
        for person in people { try await person.does(.increment(try await person.creates())) }
        let accounts = try people.map { try $0.account }
        try await ledger.setRecoveryCodes([hash()], of: accounts[0], by: people[0].device)
        try await ledger.setPassphrase(
            StoredPassphrase(
                account: accounts[1], salt: Array(repeating: 1, count: 16),
                hash: Array(repeating: 2, count: 32), rounds: 16),
            as: try #require(UserName(typed: "Ada")),
            by: try #require(try ledger.visitor(people[1].token)).device)
        // A join code is for minutes.
        let last = try people[2].device
        for account in accounts {
            _ = try await ledger.signOut(allBut: account == accounts[2] ? last : nil, of: account)
        }
        try await ledger.setJoinCode(
            hash(), of: accounts[2], by: last, until: .start.advanced(byMinutes: 10))
        _ = try await ledger.signOut(last, of: accounts[2], by: last)
        #expect(try await ledger.tidy(now: .start.advanced(byMinutes: 9)).accounts == 0)
        #expect(try await ledger.tidy(now: .start.advanced(byMinutes: 11)).accounts == 1)
        #expect(try bench.number("SELECT COUNT(*) FROM account") == 2)
        #expect(try await ledger.deleteAccount(accounts[1], by: nil))
        #expect(try bench.number("SELECT COUNT(*) FROM passphrase") == 0)
    }
}
