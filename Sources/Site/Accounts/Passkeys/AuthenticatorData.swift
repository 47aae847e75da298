// What an authenticator says, and signs: binary data of a fixed layout (WebAuthn Level 2, §6.1).

import Ledger

struct AuthenticatorData: Sendable {
    struct Flags: OptionSet {
        let rawValue: UInt8

        static let userIsPresent = Flags(rawValue: 1 << 0)
        /// The passkey may be in several places, as in those of a password manager.
        static let mayBeBackedUp = Flags(rawValue: 1 << 3)
        static let isBackedUp = Flags(rawValue: 1 << 4)
        static let hasCredential = Flags(rawValue: 1 << 6)
        static let hasExtensions = Flags(rawValue: 1 << 7)
    }

    /// SHA-256 of the host that the passkey belongs to.
    let partyHash: [UInt8]
    let flags: Flags
    let signCount: UInt32
    /// Of a passkey that was made just now.
    let credential: PasskeyCredential?

    /// - Returns: nil if it is too short or too long, or has a key of a kind that we do not ask for.
    init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        func take(_ count: Int) -> [UInt8]? {
            guard rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
        guard let partyHash = take(32), let flags = take(1), let count = take(4) else { return nil }
        self.partyHash = partyHash
        self.flags = Flags(rawValue: flags[0])
        signCount = count.reduce(0) { $0 << 8 | UInt32($1) }
        if self.flags.contains(.hasCredential) {
            // The first 16 bytes name the authenticator's model.
            guard take(16) != nil, let length = take(2), let id = take(Int(length[0]) << 8 | Int(length[1])),
                let key = PasskeyPublicKey.length(of: rest).flatMap({ take($0) })
            else { return nil }
            credential = PasskeyCredential(id: id, publicKey: key, signCount: signCount)
        } else {
            credential = nil
        }
        // Extensions that nobody asked for are ignored (§7.1, step 17).
        guard rest.isEmpty || self.flags.contains(.hasExtensions) else { return nil }
    }
}
