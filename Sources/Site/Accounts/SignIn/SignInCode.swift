// A code of letters that opens an account once: a join code, for ten minutes, or a longer recovery code.

import Ledger

/// Letters that can be read aloud, typed with one thumb and hardly mistaken for each other.
struct SignInCode: Sendable, Hashable {
    /// 8 of a join code (34 bits, with few attempts in ten minutes), 16 of a recovery code (69 bits).
    enum Length: Int, CaseIterable { case join = 8, recovery = 16 }

    /// No vowels, which would make words, and neither Y nor what looks like a digit.
    private static let alphabet = Array("BCDFGHJKLMNPQRSTVWXZ")

    let letters: String

    /// - Parameter randomBytes: The given number of random bytes.
    init(_ length: Length, randomBytes: (Int) -> [UInt8]) {
        var letters = ""
        while letters.count < length.rawValue {
            // 240 is a multiple of 20: each letter is equally likely.
            for byte in randomBytes(length.rawValue) where byte < 240 && letters.count < length.rawValue {
                letters.append(Self.alphabet[Int(byte) % Self.alphabet.count])
            }
        }
        self.letters = letters
    }

    /// As people type it: in either case, with or without spaces and hyphens.
    ///
    /// - Returns: nil if it cannot be a code.
    init?(typed: String) {
        guard typed.utf8.count <= 100 else { return nil }
        let letters = typed.uppercased().filter { !$0.isWhitespace && !"-‐‑–".contains($0) }
        guard Length(rawValue: letters.count) != nil, letters.allSatisfy(Self.alphabet.contains) else {
            return nil
        }
        self.letters = letters
    }

    /// In groups of four, as `KTRB-XMQV`.
    var text: String {
        stride(from: 0, to: letters.count, by: 4)
            .map { String(letters.dropFirst($0).prefix(4)) }.joined(separator: "-")
    }

    /// Under which the ledger knows it.
    var hash: TokenHash { TokenHash(of: "code " + letters) }
}
