// A device that keeps a passkey, with the browser it is used in. Each part of what they say can be made wrong.

import Crypto
import CryptoExtras
import Foundation

@testable import Site

/// The private key of a passkey.
protocol PasskeyPrivateKey: Sendable {
    /// The public half as a COSE_Key.
    var cose: [UInt8] { get }
    func sign(_ message: [UInt8]) throws -> [UInt8]
}

struct ES256Key: PasskeyPrivateKey {
    private let key = P256.Signing.PrivateKey()

    var cose: [UInt8] {
        let point = Array(key.publicKey.rawRepresentation)
        let head: [UInt8] = [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]
        return head + point.prefix(32) + [0x22, 0x58, 0x20] + point.suffix(32)
    }

    func sign(_ message: [UInt8]) throws -> [UInt8] {
        try Array(key.signature(for: message).derRepresentation)
    }
}

struct RS256Key: PasskeyPrivateKey {
    private let key: _RSA.Signing.PrivateKey
    let cose: [UInt8]

    init() throws {
        key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        let numbers = try key.publicKey.getKeyPrimitives()
        let head: [UInt8] = [0xA4, 0x01, 0x03, 0x03, 0x39, 0x01, 0x00, 0x20, 0x59, 0x01, 0x00]
        cose = head + Array(numbers.modulus) + [0x21, 0x43] + Array(numbers.publicExponent)
    }

    func sign(_ message: [UInt8]) throws -> [UInt8] {
        try Array(key.signature(for: message, padding: .insecurePKCS1v1_5).rawRepresentation)
    }
}

struct Authenticator: Sendable {
    var key: any PasskeyPrivateKey = ES256Key()
    /// The public key that it gives out.
    var cose: [UInt8]
    var id = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
    var userHandle: [UInt8]?
    var signCount: UInt32 = 0
    /// The user is present and verified.
    var flags: UInt8 = 0x05
    /// Whether what it says of a new passkey is in it.
    var hasCredential = true
    var host = "count.example"

    var origin = "https://count.example"
    var type: String?
    var challenge: [UInt8]?
    var crossOrigin = false
    /// How the browser writes what it says of itself.
    var encoding = String.Encoding.utf8
    /// What becomes of the signed bytes, and of the signature, on their way.
    var alters: @Sendable ([UInt8]) -> [UInt8] = { $0 }
    var altersSignature: @Sendable ([UInt8]) -> [UInt8] = { $0 }

    init(key: any PasskeyPrivateKey = ES256Key()) {
        self.key = key
        cose = key.cose
    }

    func authenticatorData(isNew: Bool) -> [UInt8] {
        let isAttested = isNew && hasCredential
        var data = Array(SHA256.hash(data: Array(host.utf8))) + [flags | (isAttested ? 0x40 : 0)]
        data += (0..<4).reversed().map { UInt8(truncatingIfNeeded: signCount >> (8 * $0)) }
        if isAttested {
            data += [UInt8](repeating: 7, count: 16) + [UInt8(id.count >> 8), UInt8(id.count & 0xFF)]
            data += id + cose
        }
        return data
    }

    private func clientData(_ usual: String, _ asked: [UInt8]) -> [UInt8] {
        let challenge = Base64URL.text(of: challenge ?? asked)
        let text = """
            {"type":"\(type ?? usual)","challenge":"\(challenge)","origin":"\(origin)","crossOrigin":\(crossOrigin)}
            """
        return text.data(using: encoding).map { Array($0) } ?? []
    }

    /// The form that adds it.
    func creation(_ asked: [UInt8]) -> [String: String] {
        [
            "clientData": Base64URL.text(of: clientData("webauthn.create", asked)),
            "authenticatorData": Base64URL.text(of: alters(authenticatorData(isNew: true))),
        ]
    }

    /// The form that opens an account with it.
    func assertion(_ asked: [UInt8]) throws -> [String: String] {
        let clientData = clientData("webauthn.get", asked), data = authenticatorData(isNew: false)
        let signature = try key.sign(data + Array(SHA256.hash(data: clientData)))
        return [
            "credential": Base64URL.text(of: id), "clientData": Base64URL.text(of: clientData),
            "authenticatorData": Base64URL.text(of: alters(data)),
            "signature": Base64URL.text(of: altersSignature(signature)),
            "userHandle": Base64URL.text(of: userHandle ?? []),
        ]
    }
}
