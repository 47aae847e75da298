// Makes and checks hashes of passphrases, one at a time and on a thread of its own: each takes a quarter of a
// second and 32 MB on purpose.

import CryptoExtras
import Dispatch
import Foundation
import Ledger

/// scrypt (RFC 7914) with OWASP's parameters: 2¹⁵ rounds, block size 8, parallelism 3.
struct PassphraseHasher: Sendable {
    /// A power of 2.
    let rounds: Int
    let randomBytes: @Sendable (Int) -> [UInt8]
    private let turns = AsyncSemaphore(permits: 1, mostWaiting: 16)
    private let queue = DispatchQueue(label: "passphrases")

    init(rounds: Int, randomBytes: @escaping @Sendable (Int) -> [UInt8]) {
        self.rounds = rounds
        self.randomBytes = randomBytes
    }

    /// - Throws: ``TooManyWaiting``.
    func hash(_ passphrase: String, of account: AccountID) async throws -> StoredPassphrase {
        let salt = randomBytes(16)
        let hash = try await derive(passphrase, salt, rounds)
        return StoredPassphrase(account: account, salt: salt, hash: hash, rounds: rounds)
    }

    /// Whether it is the passphrase. Takes as long if there is none, so that nobody learns which user names exist.
    ///
    /// - Throws: ``TooManyWaiting``.
    func isRight(_ passphrase: String, for stored: StoredPassphrase?) async throws -> Bool {
        let hash = try await derive(passphrase, stored?.salt ?? randomBytes(16), stored?.rounds ?? rounds)
        guard let stored, stored.hash.count == hash.count else { return false }
        // Without an early end, which would tell how much of it is right.
        return zip(hash, stored.hash).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private func derive(_ passphrase: String, _ salt: [UInt8], _ rounds: Int) async throws -> [UInt8] {
        // The same letters, however a keyboard composes them (NIST SP 800-63B, 3.1.1.2).
        let bytes = Array(passphrase.precomposedStringWithCompatibilityMapping.utf8)
        return try await turns.withPermit { try await deriveInQueue(bytes, salt, rounds) }
    }

    private func deriveInQueue(_ bytes: [UInt8], _ salt: [UInt8], _ rounds: Int) async throws -> [UInt8] {
        try await withCheckedThrowingContinuation { continuation in
            queue.async {
                continuation.resume(
                    with: Result {
                        try KDF.Scrypt.deriveKey(
                            from: bytes, salt: salt, outputByteCount: 32, rounds: rounds, blockSize: 8,
                            parallelism: 3
                        ).withUnsafeBytes { Array($0) }
                    })
            }
        }
    }
}

/// Why a new passphrase is not accepted.
enum PassphraseFlaw: Sendable, Equatable {
    case isShort, isLong, isSimple

    /// In grapheme clusters (OWASP ASVS 5, 6.2.1 and 6.2.9 ask for at least 8, and for 64 to be possible).
    static let shortest = 10, longest = 256
    static let lengths = shortest...longest
    /// Fewer different letters than this are quickly guessed.
    private static let fewestLetters = 5

    init?(of passphrase: String, userName: String) {
        let letters = passphrase.lowercased()
        if letters.utf8.count > Self.longest * 16 || letters.count > Self.longest {
            self = .isLong
        } else if letters.count < Self.shortest {
            self = .isShort
        } else if Set(letters).count < Self.fewestLetters
            || letters.replacing(userName.lowercased(), with: "").count < Self.shortest
        {
            self = .isSimple
        } else {
            return nil
        }
    }
}
