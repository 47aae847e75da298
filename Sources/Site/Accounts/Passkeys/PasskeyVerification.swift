// Checks what browsers answer about passkeys. Steps are numbered as in WebAuthn Level 2 (W3C, 8 April 2021), §7.1 for a new
// passkey and §7.2 for one that opens an account; those before the first one named are the script's.

import Crypto
import Foundation
import Ledger

/// What is wrong with an answer.
enum PasskeyFlaw: Error, Hashable {
    /// Something is missing, or not what the specification says it is.
    case shape
    case type
    /// It is not ours, was used before, or is too old.
    case challenge
    case origin
    case host
    /// Nobody was there, or a passkey is backed up that cannot be.
    case flags
    case credential
    /// It opens nothing here (any more). Nothing shows that it ever did: another site of the same host has passkeys of the
    /// same name, so the browser is not told to forget it.
    case unknown
    case userHandle
    case signature
    /// It has signed as often before: there are two of it.
    case copied
}

/// What a browser says of a new passkey, in base64url.
struct NewPasskeyForm: Decodable, Sendable {
    var clientData: String?
    var authenticatorData: String?
}

/// What a browser says of a passkey that opens an account, in base64url.
struct PasskeyForm: Decodable, Sendable {
    var credential: String?
    var clientData: String?
    var authenticatorData: String?
    var signature: String?
    var userHandle: String?
    /// yes: with the counters and goals of this browser.
    var along: String?
    var forGood: String?
}

struct PasskeyVerification: Sendable {
    let ledger: Ledger
    let party: RelyingParty
    let now: Moment

    /// What the browser itself says of where and why it asked for a signature (WebAuthn §5.8.1).
    private struct ClientData: Decodable {
        let type: String
        let challenge: String
        let origin: String
        let crossOrigin: Bool?
    }

    /// Checks a new passkey. That nobody has it yet (step 22) is checked where it is kept.
    ///
    /// The attestation statement, which would prove the authenticator's model, is neither asked for ("none") nor read. So
    /// nothing in the attestation object says more than its authenticator data, which browsers hand out by itself: none of
    /// it is signed, and a passkey is worth as much as the signed-in device that adds it.
    ///
    /// - Throws: ``PasskeyFlaw``.
    func credential(_ form: NewPasskeyForm, addedTo account: AccountID) async throws -> PasskeyCredential {
        // 5. to 11.
        _ = try await checkClientData(form.clientData, type: "webauthn.create", of: account)
        // 12. to 15.
        let (_, data) = try checkAuthenticatorData(form.authenticatorData)
        // 16. The key is of a kind that was asked for, and 1023 bytes are enough for any id (Level 3, step 26).
        guard let credential = data.credential, PasskeyPublicKey(cose: credential.publicKey) != nil,
            (1...PasskeyCredential.longestID).contains(credential.id.count)
        else { throw PasskeyFlaw.credential }
        // 17. No extension was asked for. 18. to 21. No attestation was asked for.
        return credential
    }

    /// Checks a passkey's signature. That it still opens the account, and was not copied, is checked again where it does.
    ///
    /// - Returns: What opens the account.
    /// - Throws: ``PasskeyFlaw``.
    func key(_ form: PasskeyForm) async throws -> AccountKey {
        // 9. to 14. Before the others, so that no challenge is good for two attempts.
        let hash = try await checkClientData(form.clientData, type: "webauthn.get", of: nil)
        // 5. No passkey was named. 7. The public key of the one that was taken.
        guard let id = form.credential.flatMap({ Base64URL.bytes(of: $0) }),
            let signature = form.signature.flatMap({ Base64URL.bytes(of: $0) })
        else { throw PasskeyFlaw.shape }
        guard let passkey = try ledger.passkey(ofCredential: id),
            let publicKey = PasskeyPublicKey(cose: passkey.credential.publicKey)
        else { throw PasskeyFlaw.unknown }
        // 6. The account that it names is the one that it was added to.
        guard let handle = form.userHandle.flatMap({ Base64URL.bytes(of: $0) }),
            try handle == ledger.passkeyUserHandle(of: passkey.account)
        else { throw PasskeyFlaw.userHandle }
        // 8., and 15. to 18.
        let (bytes, data) = try checkAuthenticatorData(form.authenticatorData)
        // 19. and 20.
        guard publicKey.hasSigned(bytes + hash, signature) else { throw PasskeyFlaw.signature }
        // 21.
        let before = passkey.credential.signCount
        guard data.signCount > before || data.signCount == 0 && before == 0 else { throw PasskeyFlaw.copied }
        return .passkey(passkey.id, signCount: data.signCount)
    }

    /// - Returns: Its SHA-256.
    private func checkClientData(
        _ text: String?, type: String, of account: AccountID?
    ) async throws -> [UInt8] {
        // 5. and 6. (9. and 10.) It is UTF-8: the decoder would take UTF-16 as well, which has zeros and hides its marks.
        guard let bytes = text.flatMap({ Base64URL.bytes(of: $0) }), !bytes.contains(0),
            !CombiningMarks.areTooMany(inJSON: String(decoding: bytes, as: UTF8.self)),
            let data = try? JSONDecoder().decode(ClientData.self, from: Data(bytes))
        else { throw PasskeyFlaw.shape }
        // 7. (11.)
        guard data.type == type else { throw PasskeyFlaw.type }
        // 8. (12.)
        guard let challenge = Base64URL.bytes(of: data.challenge), challenge.count == 32,
            try await ledger.usePasskeyChallenge(
                TokenHash(SHA256.hash(data: challenge)), of: account, at: now)
        else { throw PasskeyFlaw.challenge }
        // 9. (13.), and not in a frame of another site (Level 3, step 10).
        guard data.origin == party.origin, data.crossOrigin != true else { throw PasskeyFlaw.origin }
        // 10. (14.) Token binding is no more. 11. (19.)
        return Array(SHA256.hash(data: bytes))
    }

    private func checkAuthenticatorData(_ text: String?) throws -> ([UInt8], AuthenticatorData) {
        // 12. (8.)
        guard let bytes = text.flatMap({ Base64URL.bytes(of: $0) }), let data = AuthenticatorData(bytes)
        else {
            throw PasskeyFlaw.shape
        }
        // 13. (15.)
        guard data.partyHash == Array(SHA256.hash(data: Array(party.id.utf8))) else {
            throw PasskeyFlaw.host
        }
        // 14. (16.) 15. (17.) is for those who require that the user is verified; we prefer it. What is backed up can be
        // (Level 3, step 17).
        guard data.flags.contains(.userIsPresent),
            data.flags.contains(.mayBeBackedUp) || !data.flags.contains(.isBackedUp)
        else { throw PasskeyFlaw.flags }
        return (bytes, data)
    }
}
