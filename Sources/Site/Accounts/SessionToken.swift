// The secret in a session cookie or a recovery link.

import Crypto
import HTTPTypes
import Ledger

/// 256 random bits as text. The ledger only receives its hash.
struct SessionToken: Sendable, Hashable {
    /// 43 characters of base64url (RFC 4648 §5).
    let text: String

    /// - Parameter bytes: 32 random bytes.
    init(bytes: [UInt8]) {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        var text = ""
        var bits = 0, count = 0
        for byte in bytes {
            bits = bits << 8 | Int(byte)
            count += 8
            while count >= 6 {
                count -= 6
                text.append(alphabet[bits >> count & 63])
            }
        }
        if count > 0 { text.append(alphabet[bits << (6 - count) & 63]) }
        self.text = text
    }

    /// - Returns: nil if the text cannot be a token.
    init?(_ text: String) {
        guard text.utf8.count == 43 else { return nil }
        self.text = text
    }

    var hash: TokenHash {
        var text = text
        return TokenHash(text.withUTF8 { SHA256.hash(data: UnsafeRawBufferPointer($0)) })
    }

    /// How long a browser keeps the cookie after its last use: 400 days, the most
    /// that browsers allow, in seconds.
    static let lifetime = 400 * 86_400
}

extension OperationWriter {
    /// Sets the session cookie in a newcomer's browser.
    func sessionField(_ token: SessionToken, _ context: PageContext) -> HTTPField {
        let cookie = SiteCookie.session(base: links.base, isSecure: context.isSecure)
        return HTTPField(name: .setCookie, value: cookie.set(token.text, lifetime: SessionToken.lifetime))
    }
}
