// What is checked of passkeys: each check alone refuses what is wrong with nothing else.

import Crypto
import Foundation
import Ledger
import Testing

@testable import Site

@Suite struct PasskeyVerificationTests {
    let place: Place
    private let party: RelyingParty

    init() throws {
        place = try Place()
        party = try #require(RelyingParty(origin: "https://count.example", isSecure: true))
    }

    /// Two accounts, 1 and 2.
    private func open() async throws {
        for _ in 1...2 { try await place.visit { _ = try await $0.creates() } }
    }

    private func challenge(of account: AccountID? = nil) async throws -> [UInt8] {
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
        // From everywhere, so that these are not too many.
        let address = (0..<4).map { _ in String(UInt8.random(in: .min ... .max)) }.joined(separator: ".")
        try await place.ledger.addPasskeyChallenge(
            PasskeyChallenge(bytes: bytes).hash, of: account, until: PasskeyChallenge.end(from: place.now),
            from: NetworkAddress(address), at: place.now)
        return bytes
    }

    private func verification() -> PasskeyVerification {
        PasskeyVerification(ledger: place.ledger, party: party, now: place.now)
    }

    private func check(_ authenticator: Authenticator, of account: AccountID? = 1) async throws
        -> PasskeyCredential
    {
        let form = authenticator.creation(try await challenge(of: account))
        return try await verification().credential(
            NewPasskeyForm(clientData: form["clientData"], authenticatorData: form["authenticatorData"]),
            addedTo: 1)
    }

    private func checkSignature(_ authenticator: Authenticator) async throws -> AccountKey {
        try await checkForm(authenticator.assertion(try await challenge()))
    }

    private func checkForm(_ form: [String: String]) async throws -> AccountKey {
        try await verification().key(
            PasskeyForm(
                credential: form["credential"], clientData: form["clientData"],
                authenticatorData: form["authenticatorData"], signature: form["signature"],
                userHandle: form["userHandle"]))
    }

    /// One of account 1, which has signed five times.
    private func added(_ key: any PasskeyPrivateKey = ES256Key()) async throws -> Authenticator {
        var authenticator = Authenticator(key: key)
        authenticator.signCount = 5
        let device = try #require(try place.ledger.devices(of: 1).first).id
        try await place.ledger.addPasskey(
            check(authenticator), named: "", of: 1, by: device, at: place.now)
        authenticator.userHandle = try place.ledger.passkeyUserHandle(of: 1)
        authenticator.signCount = 6
        return authenticator
    }

    /// Something that is wrong, and the check that finds it.
    struct Forgery: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let flaw: PasskeyFlaw
        let make: @Sendable (inout Authenticator) -> Void

        init(
            _ name: String, _ flaw: PasskeyFlaw, _ make: @escaping @Sendable (inout Authenticator) -> Void
        ) {
            testDescription = name
            self.flaw = flaw
            self.make = make
        }
    }

    /// In a new passkey and in one that signs.
    static let forgeries = [
        Forgery("another purpose", .type) { $0.type = "webauthn.other" },
        Forgery("a challenge of its own", .challenge) { $0.challenge = [UInt8](repeating: 1, count: 32) },
        Forgery("an empty challenge", .challenge) { $0.challenge = [] },
        Forgery("another site", .origin) { $0.origin = "https://evil.example" },
        Forgery("a site that begins alike", .origin) { $0.origin = "https://count.example.evil.example" },
        Forgery("a part of the site", .origin) { $0.origin = "https://x.count.example" },
        Forgery("another port", .origin) { $0.origin = "https://count.example:8443" },
        Forgery("without HTTPS", .origin) { $0.origin = "http://count.example" },
        Forgery("in a frame of another site", .origin) { $0.crossOrigin = true },
        Forgery("in UTF-16", .shape) { $0.encoding = .utf16BigEndian },
        Forgery("in UTF-32", .shape) { $0.encoding = .utf32LittleEndian },
        Forgery("for another host", .host) { $0.host = "evil.example" },
        Forgery("nobody there", .flags) { $0.flags = 0x04 },
        Forgery("backed up, though it cannot be", .flags) { $0.flags = 0x15 },
        Forgery("a byte too many", .shape) { $0.alters = { $0 + [0] } },
        Forgery("a byte too few", .shape) { $0.alters = { $0.dropLast() } },
        Forgery("nothing at all", .shape) { $0.alters = { _ in [] } },
    ]

    static let newForgeries = [
        Forgery("made to sign", .type) { $0.type = "webauthn.get" },
        Forgery("no passkey", .credential) { $0.hasCredential = false },
        Forgery("an id of no bytes", .credential) { $0.id = [] },
        Forgery("an id of 1,024 bytes", .credential) { $0.id = [UInt8](repeating: 1, count: 1024) },
        Forgery("a point off the curve", .credential) {
            $0.cose = Array($0.cose.dropLast()) + [$0.cose[76] ^ 1]
        },
        Forgery("a key for EdDSA", .shape) {
            $0.cose =
                [0xA4, 0x01, 0x01, 0x03, 0x27, 0x20, 0x06, 0x21, 0x58, 0x20]
                + [UInt8](repeating: 9, count: 32)
        },
    ]

    static let signedForgeries = [
        Forgery("made to be added", .type) { $0.type = "webauthn.create" },
        Forgery("another key", .signature) { $0.key = ES256Key() },
        Forgery("no signature", .signature) { $0.altersSignature = { _ in [] } },
        Forgery("the signature of nothing", .signature) {
            $0.altersSignature = { _ in [0x30, 0x06, 2, 1, 0, 2, 1, 0] }
        },
        Forgery("another count than was signed", .signature) { $0.alters = { Array($0.dropLast()) + [9] } },
        Forgery("verified, which was not signed", .signature) {
            $0.flags = 0x01
            $0.alters = { Array($0.prefix(32)) + [0x05] + $0.suffix(4) }
        },
        Forgery("no account named", .userHandle) { $0.userHandle = nil },
        Forgery("the account as a number", .userHandle) { $0.userHandle = Array("1".utf8) },
        Forgery("the same count again", .copied) { $0.signCount = 5 },
        Forgery("a count that went back", .copied) { $0.signCount = 4 },
        Forgery("a count that is gone", .copied) { $0.signCount = 0 },
    ]

    @Test(arguments: forgeries + newForgeries)
    func `a new passkey is refused for one thing that is wrong`(_ forgery: Forgery) async throws {
        try await open()
        var authenticator = Authenticator()
        _ = try await check(authenticator)
        forgery.make(&authenticator)
        await #expect(throws: forgery.flaw) { _ = try await check(authenticator) }
    }

    @Test(arguments: forgeries + signedForgeries)
    func `a signature is refused for one thing that is wrong`(_ forgery: Forgery) async throws {
        try await open()
        var authenticator = try await added()
        _ = try await checkSignature(authenticator)
        forgery.make(&authenticator)
        await #expect(throws: forgery.flaw) { _ = try await checkSignature(authenticator) }
    }

    @Test func `a passkey that names another account opens neither`() async throws {
        try await open()
        var authenticator = try await added()
        authenticator.userHandle = try place.ledger.passkeyUserHandle(of: 2)
        await #expect(throws: PasskeyFlaw.userHandle) { _ = try await checkSignature(authenticator) }
    }

    @Test func `one that nobody has added opens nothing`() async throws {
        try await open()
        let authenticator = Authenticator()
        await #expect(throws: PasskeyFlaw.unknown) {
            _ = try await checkSignature(authenticator)
        }
    }

    @Test func `a challenge is good once, for its purpose, its account and five minutes`() async throws {
        try await open()
        let authenticator = try await added()
        let used = try await challenge()
        _ = try await checkForm(authenticator.assertion(used))
        await #expect(throws: PasskeyFlaw.challenge) {
            _ = try await checkForm(authenticator.assertion(used))
        }
        for account in [nil, AccountID(2)] {
            await #expect(throws: PasskeyFlaw.challenge) { _ = try await check(Authenticator(), of: account) }
        }
        let late = try await challenge(), end = PasskeyChallenge.end(from: place.now)
        let isGood = try await place.ledger.usePasskeyChallenge(
            PasskeyChallenge(bytes: late).hash, of: nil, at: end)
        #expect(!isGood && end.milliseconds - place.now.milliseconds == 300_000)
        let stale = try await challenge()
        place.wait(days: 1)
        await #expect(throws: PasskeyFlaw.challenge) {
            _ = try await checkForm(authenticator.assertion(stale))
        }
    }

    @Test func `an attempt that fails has used its challenge up`() async throws {
        try await open()
        let authenticator = try await added(), asked = try await challenge()
        var forger = authenticator
        forger.key = ES256Key()
        await #expect(throws: PasskeyFlaw.signature) { _ = try await checkForm(forger.assertion(asked)) }
        await #expect(throws: PasskeyFlaw.challenge) {
            _ = try await checkForm(authenticator.assertion(asked))
        }
    }

    @Test(arguments: ["credential", "clientData", "authenticatorData", "signature", "userHandle"])
    func `a part that is missing, or no base64url, opens nothing`(_ part: String) async throws {
        try await open()
        let authenticator = try await added()
        for wrong in [nil, "", "====", "A", "AB", "ä", "AA==", String(repeating: "A", count: 60_000)] {
            var form = try authenticator.assertion(try await challenge())
            form[part] = wrong
            await #expect(throws: PasskeyFlaw.self) { _ = try await checkForm(form) }
        }
    }

    @Test func `binary data cut short anywhere is none`() throws {
        let authenticator = Authenticator()
        for isNew in [true, false] {
            let data = authenticator.authenticatorData(isNew: isNew)
            #expect(AuthenticatorData(data) != nil)
            for length in 0..<data.count { #expect(AuthenticatorData(Array(data.prefix(length))) == nil) }
        }
        let random = try RS256Key().cose
        for length in 0..<random.count {
            #expect(PasskeyPublicKey(cose: Array(random.prefix(length))) == nil)
        }
    }

    @Test func `any bit that changes after signing spoils it`() async throws {
        try await open()
        let authenticator = try await added()
        let data = authenticator.authenticatorData(isNew: false)
        let clientData = Array("{}".utf8), hash = Array(SHA256.hash(data: clientData))
        let signature = try authenticator.key.sign(data + hash)
        let key = try #require(PasskeyPublicKey(cose: authenticator.cose))
        #expect(key.hasSigned(data + hash, signature))
        for bit in 0..<(data.count * 8) {
            var altered = data
            altered[bit / 8] ^= 1 << (bit % 8)
            #expect(!key.hasSigned(altered + hash, signature))
        }
        for length in 0..<signature.count {
            #expect(!key.hasSigned(data + hash, Array(signature.prefix(length))))
        }
    }

    @Test func `keys of both kinds open the account`() async throws {
        try await open()
        for key in [ES256Key(), try RS256Key()] as [any PasskeyPrivateKey] {
            var authenticator = try await added(key)
            guard case .passkey(_, let count) = try await checkSignature(authenticator) else {
                Issue.record("no passkey")
                return
            }
            #expect(count == 6)
            authenticator.altersSignature = { Array($0.dropLast()) + [$0[$0.count - 1] ^ 1] }
            await #expect(throws: PasskeyFlaw.signature) { _ = try await checkSignature(authenticator) }
        }
    }

    @Test func `what an extension adds is ignored`() async throws {
        try await open()
        var authenticator = Authenticator()
        authenticator.flags = 0x85
        authenticator.alters = { $0 + [0xA0] }
        let credential = try await check(authenticator)
        #expect(credential.id == authenticator.id && credential.publicKey == authenticator.cose)
    }

    @Test func `a passkey belongs to a host with HTTPS, or to this device`() {
        for (origin, id) in [
            ("https://count.example", "count.example"), ("https://count.example:8443", "count.example"),
            ("http://localhost:8080", "localhost"), ("http://count.localhost", "count.localhost"),
            ("http://count.example", nil), ("https://192.0.2.1", nil), ("https://192.0.2.1:443", nil),
            ("https://[2001:db8::1]", nil), ("https://", nil), ("", nil), ("/", nil),
        ] {
            #expect(RelyingParty(origin: origin, isSecure: origin.hasPrefix("https"))?.id == id, "\(origin)")
        }
    }

    @Test func `base64url is read as it was written, and nothing near it is`() {
        for count in 0..<70 {
            let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max) }
            let text = Base64URL.text(of: bytes)
            #expect(Base64URL.bytes(of: text) == bytes)
            let standard = Data(bytes).base64EncodedString()
            #expect(
                text == standard.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: ""))
        }
        // A letter alone, bits that are none, padding, the other alphabet.
        for text in ["A", "AB", "AAB", "AA==", "+/", "A A", "é"] { #expect(Base64URL.bytes(of: text) == nil) }
    }
}
