// A passkey's public key, as its authenticator writes it: a COSE_Key (RFC 9052 §7) in the canonical form of CTAP2, which
// leaves no choice of any byte but the key's own numbers. So it is compared, and CBOR need not be parsed.

import Crypto
import CryptoExtras
import Foundation

enum PasskeyPublicKey: Sendable {
    case es256(P256.Signing.PublicKey)
    /// Windows Hello makes no other on many machines. Who makes EdDSA keys makes ES256 keys, too.
    case rs256(_RSA.Signing.PublicKey)

    /// As COSE numbers them (RFC 9053 §2.1, RFC 8812 §2), the preferred one first.
    static let algorithms = [-7, -257]

    /// The bytes around two numbers: x and y of a point, or n and e.
    private struct Form {
        let head: [UInt8]
        let first: Int
        let middle: [UInt8]
        let second: Int

        var length: Int { head.count + first + middle.count + second }

        func numbers(in bytes: [UInt8]) -> (ArraySlice<UInt8>, ArraySlice<UInt8>)? {
            guard bytes.count == length, bytes.starts(with: head),
                bytes[(head.count + first)...].starts(with: middle)
            else { return nil }
            return (bytes[head.count...].prefix(first), bytes.suffix(second))
        }
    }

    /// {1: 2, 3: -7, -1: 1, -2: x, -3: y}
    private static let es256 = Form(
        head: [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20], first: 32,
        middle: [0x22, 0x58, 0x20], second: 32)
    /// {1: 3, 3: -257, -1: n, -2: e}, of 2048 bits.
    private static let rs256 = Form(
        head: [0xA4, 0x01, 0x03, 0x03, 0x39, 0x01, 0x00, 0x20, 0x59, 0x01, 0x00], first: 256,
        middle: [0x21, 0x43], second: 3)

    /// The length of the key that the bytes begin with; nil if it is of another kind.
    static func length(of bytes: ArraySlice<UInt8>) -> Int? {
        [es256, rs256].first { bytes.starts(with: $0.head) }?.length
    }

    /// - Returns: nil if it is of another kind, cut short, or no such key, as where a point is not on the curve.
    init?(cose bytes: [UInt8]) {
        if let (x, y) = Self.es256.numbers(in: bytes),
            let key = try? P256.Signing.PublicKey(rawRepresentation: x + y)
        {
            self = .es256(key)
        } else if let (n, e) = Self.rs256.numbers(in: bytes),
            let key = try? _RSA.Signing.PublicKey(n: Array(n), e: Array(e))
        {
            self = .rs256(key)
        } else {
            return nil
        }
    }

    func hasSigned(_ message: [UInt8], _ signature: [UInt8]) -> Bool {
        switch self {
        case .es256(let key):
            guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature) else {
                return false
            }
            return key.isValidSignature(signature, for: message)
        case .rs256(let key):
            let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
            // The padding that RS256 is defined with (RFC 8812 §2).
            return key.isValidSignature(signature, for: message, padding: .insecurePKCS1v1_5)
        }
    }
}
