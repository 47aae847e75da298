// Passkeys: what each opens, and what becomes of them.

import Foundation
import Ledger
import Testing

@Suite struct PasskeyTests {
    let bench: Bench
    let ledger: Ledger
    private let address = NetworkAddress("192.0.2.7")

    init() throws {
        bench = try Bench()
        ledger = bench.ledger
    }

    private func hash() -> TokenHash { TokenHash((0..<32).map { _ in UInt8.random(in: .min ... .max) }) }

    /// Somebody with a passkey that has signed five times.
    private func somebody() async throws -> (person: Person, passkey: Passkey) {
        let person = Person(ledger)
        try await person.does(.increment(try await person.creates()))
        let credential = PasskeyCredential(
            id: (0..<16).map { _ in UInt8.random(in: .min ... .max) }, publicKey: [1], signCount: 5)
        let visitor = try #require(try ledger.visitor(person.token))
        try await ledger.addPasskey(
            credential, named: " Chrome ", of: visitor.account, by: visitor.device, at: .start)
        return (person, try #require(try ledger.passkey(ofCredential: credential.id)))
    }

    @Test func `a passkey opens its account as often as its count goes up`() async throws {
        let (ada, passkey) = try await somebody()
        #expect(passkey.name == "Chrome" && passkey.usedAt == nil)
        let later = Moment.start.advanced(byMinutes: 1)
        for (count, opens) in [(UInt32(6), true), (6, false), (0, false), (UInt32.max, true), (7, false)] {
            let opened = try await ledger.open(.passkey(passkey.id, signCount: count), as: hash(), at: later)
            #expect(opened == (opens ? try ada.account : nil))
        }
        #expect(try ledger.passkeys(of: ada.account).map(\.usedAt) == [later])
        #expect(try ledger.passkeys(of: ada.account).map(\.credential.signCount) == [.max])
    }

    @Test func `of many who sign with the same count, one comes in`() async throws {
        let (_, passkey) = try await somebody()
        let opened = try await withThrowingTaskGroup(of: AccountID?.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await ledger.open(.passkey(passkey.id, signCount: 6), as: hash(), at: .start)
                }
            }
            return try await group.reduce(0) { $0 + ($1 == nil ? 0 : 1) }
        }
        #expect(opened == 1)
    }

    @Test func `of many who answer a challenge at once, one is heard`() async throws {
        let challenge = hash(), end = Moment.start.advanced(byMinutes: 5)
        try await ledger.addPasskeyChallenge(challenge, of: nil, until: end, from: address, at: .start)
        let heard = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask { try await ledger.usePasskeyChallenge(challenge, of: nil, at: .start) }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(heard == 1)
    }

    @Test func `a passkey is not counted as used where what comes along is refused`() async throws {
        let (ada, passkey) = try await somebody(), phone = Person(ledger)
        _ = try await phone.creates()
        let copy = Operation(
            id: .fresh(), mayBeRepeated: false, change: .copyAccount(try phone.account), madeAt: .start,
            zoneOffset: 0)
        await #expect(throws: Refusal.tooManyCounters) {
            _ = try await ledger.open(
                .passkey(passkey.id, signCount: 6), as: hash(), applying: (copy, Limits(counters: 1)),
                at: .start)
        }
        #expect(try ledger.passkeys(of: ada.account) == [passkey])
    }

    @Test func `what names an account to passkeys stays, and is another's for nobody`() async throws {
        let handle = try ledger.passkeyUserHandle(of: 1)
        #expect(try handle.count == 32 && ledger.passkeyUserHandle(of: 1) == handle)
        #expect(try ledger.passkeyUserHandle(of: 2) != handle)
        let elsewhere = try Bench()
        #expect(try elsewhere.ledger.passkeyUserHandle(of: 1) != handle)
    }

    @Test func `a device that was signed out meanwhile adds and removes nothing`() async throws {
        let (ada, passkey) = try await somebody()
        let device = try #require(try ledger.visitor(ada.token)).device
        _ = try await ledger.signOut(device, of: ada.account, by: device)
        await #expect(throws: Refusal.unknownDevice) {
            try await ledger.addPasskey(
                passkey.credential, named: "", of: passkey.account, by: device, at: .start)
        }
        await #expect(throws: Refusal.unknownDevice) {
            try await ledger.removePasskey(passkey.id, of: passkey.account, by: device)
        }
        #expect(try ledger.passkeys(of: passkey.account) == [passkey])
    }

    @Test func `it does not come along into another account, and opens its own as before`() async throws {
        let (_, passkey) = try await somebody(), other = Person(ledger)
        _ = try await other.creates()
        try await other.does(.copyAccount(passkey.account))
        #expect(try ledger.counters(of: other.account).count == 2)
        #expect(try ledger.passkeys(of: other.account).isEmpty)
        let opened = try await ledger.open(.passkey(passkey.id, signCount: 6), as: hash(), at: .start)
        #expect(opened == passkey.account)
    }

    @Test func `an account that a passkey opens is not tidied away, and takes it along when deleted`()
        async throws
    {
        let (ada, passkey) = try await somebody()
        let end = Moment.start.advanced(byMinutes: 5)
        try await ledger.addPasskeyChallenge(hash(), of: nil, until: end, from: address, at: .start)
        try await ledger.addPasskeyChallenge(
            hash(), of: passkey.account, until: end, from: address, at: .start)
        _ = try await ledger.signOut(allBut: nil, of: ada.account)
        #expect(try await ledger.tidy(now: .start.advanced(byDays: 500), trustingClock: true).accounts == 0)
        #expect(try bench.number("SELECT COUNT(*) FROM passkeyChallenge") == 0)
        try await ledger.addPasskeyChallenge(
            hash(), of: passkey.account, until: end, from: address, at: .start)
        #expect(try await ledger.deleteAccount(passkey.account, by: nil))
        for table in ["passkey", "passkeyChallenge"] {
            #expect(try bench.number("SELECT COUNT(*) FROM \(table)") == 0)
        }
        #expect(try await ledger.open(.passkey(passkey.id, signCount: 9), as: hash(), at: .start) == nil)
    }
}
