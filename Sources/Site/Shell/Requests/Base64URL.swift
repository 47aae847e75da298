// Bytes as text in addresses, cookies and WebAuthn: base64url without padding (RFC 4648 §5).

enum Base64URL {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let values = Dictionary(
        uniqueKeysWithValues: alphabet.enumerated().map { ($0.element, $0.offset) })

    static func text(of bytes: [UInt8]) -> String {
        var letters: [UInt8] = []
        var bits = 0, count = 0
        for byte in bytes {
            bits = (bits << 8 | Int(byte)) & 0xFFFF
            count += 8
            while count >= 6 {
                count -= 6
                letters.append(alphabet[bits >> count & 63])
            }
        }
        if count > 0 { letters.append(alphabet[bits << (6 - count) & 63]) }
        return String(decoding: letters, as: UTF8.self)
    }

    /// - Returns: nil if it is not the text of any bytes.
    static func bytes(of text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var bits = 0, count = 0
        for letter in text.utf8 {
            guard let value = values[letter] else { return nil }
            bits = (bits << 6 | value) & 0xFFFF
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(bits >> count & 0xFF))
        }
        // What is left over are fewer than six bits, all of them zero.
        return count < 6 && bits & (1 << count - 1) == 0 ? bytes : nil
    }
}
