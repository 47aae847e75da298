// What a script asks the browser for (WebAuthn Level 3, §5.1.8 and §5.1.9: options as JSON, with bytes in base64url).

import Crypto
import Ledger

struct PasskeyChallenge: Sendable {
    /// 32 random bytes.
    let bytes: [UInt8]

    /// How long it can be signed, in seconds.
    static let lasts = 300

    static func end(from now: Moment) -> Moment {
        Moment(milliseconds: now.milliseconds + Int64(lasts) * 1_000)
    }

    var text: String { Base64URL.text(of: bytes) }
    /// Under which the ledger knows it.
    var hash: TokenHash { TokenHash(SHA256.hash(data: bytes)) }
}

/// For a new passkey.
struct PasskeyCreationOptions: Encodable, Sendable {
    struct Party: Encodable, Sendable {
        let id: String
        let name = "Fivebar"
    }

    struct User: Encodable, Sendable {
        let id: String
        /// Shown when there are several to choose from.
        let name: String
        let displayName: String
    }

    struct Parameters: Encodable, Sendable {
        let type = "public-key"
        let alg: Int
    }

    struct Credential: Encodable, Sendable {
        let type = "public-key"
        let id: String
    }

    struct Selection: Encodable, Sendable {
        /// It opens an account without a user name.
        let residentKey = "required"
        /// The same, for browsers of Level 1.
        let requireResidentKey = true
        let userVerification = "preferred"
    }

    let challenge: String
    let rp: Party
    let user: User
    let pubKeyCredParams = PasskeyPublicKey.algorithms.map { Parameters(alg: $0) }
    let authenticatorSelection = Selection()
    let attestation = "none"
    /// Those that the account has: one in a place is enough.
    let excludeCredentials: [Credential]
    /// In milliseconds.
    let timeout = PasskeyChallenge.lasts * 1_000

    init(
        _ challenge: PasskeyChallenge, _ party: RelyingParty, userHandle: [UInt8], userName: String,
        besides passkeys: [Passkey]
    ) {
        self.challenge = challenge.text
        rp = Party(id: party.id)
        user = User(id: Base64URL.text(of: userHandle), name: userName, displayName: userName)
        excludeCredentials = passkeys.map { Credential(id: Base64URL.text(of: $0.credential.id)) }
    }
}

/// For one that opens an account: any of this site.
struct PasskeyRequestOptions: Encodable, Sendable {
    let challenge: String
    let rpId: String
    let userVerification = "preferred"
    /// In milliseconds.
    let timeout = PasskeyChallenge.lasts * 1_000

    init(_ challenge: PasskeyChallenge, _ party: RelyingParty) {
        self.challenge = challenge.text
        rpId = party.id
    }
}
