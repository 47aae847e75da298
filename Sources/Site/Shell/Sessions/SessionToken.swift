// The secret in a session cookie or a recovery link.

import Crypto
import HTTPTypes
import Hummingbird
import Ledger

/// 256 random bits as text. The ledger only receives its hash.
struct SessionToken: Sendable, Hashable {
    /// Of base64url (RFC 4648 §5).
    let text: String
    /// How many characters the text has.
    static let length = 43

    /// - Parameters:
    ///   - bytes: 32 random bytes.
    ///   - isSecure: Whether it is for a cookie that travels by HTTPS alone.
    init(bytes: [UInt8], isSecure: Bool = false) {
        // The last letter has two bits to spare, which say how it travels: it is the first of four, or the one after it.
        let text = Base64URL.text(of: bytes)
        self.text = isSecure ? text.dropLast() + (text.last.flatMap { Self.letterAfter[$0] } ?? "") : text
    }

    /// - Returns: nil if the text cannot be a token.
    init?(_ text: String) {
        guard text.utf8.count == Self.length else { return nil }
        self.text = text
    }

    /// Whether it was made for HTTPS. Then it is in a cookie without the prefix only if somebody else put it there.
    ///
    /// The letter cannot be changed: it is part of what is hashed.
    var isSecure: Bool { text.utf8.last.map { !Self.lastLettersOfHTTP.contains($0) } ?? false }

    /// Those whose lowest two bits are 0.
    private static let lastLettersOfHTTP = Set("AEIMQUYcgkosw048".utf8)
    /// Those whose lowest bit is 1 instead.
    private static let letterAfter = Dictionary(
        uniqueKeysWithValues: zip("AEIMQUYcgkosw048", "BFJNRVZdhlptx159".map { String($0) }))

    var hash: TokenHash { TokenHash(of: text) }

    /// What its successor is made from (``EarlierSession``). Not the stored hash: who has read the database must not
    /// find a token.
    var seed: TokenHash { Self.seed(of: "successor of " + text) }

    /// What a token is made from that only this ledger can make again.
    static func seed(of text: String) -> TokenHash { TokenHash(of: text) }

    /// How long a browser keeps the cookie after its last use: 400 days, the most
    /// that browsers allow, in seconds.
    static let lifetime = 400 * 86_400
}

extension TokenHash {
    /// The SHA-256 of a text.
    init(of text: String) {
        var text = text
        self.init(text.withUTF8 { SHA256.hash(data: UnsafeRawBufferPointer($0)) })
    }
}

extension OperationWriter {
    /// Sets the session cookie in a newcomer's browser, which needs no secret any more.
    func sessionFields(_ token: SessionToken, _ request: Request, _ context: PageContext) -> [HTTPField] {
        let base = links.base, isSecure = context.isSecure
        let secret = SiteCookie.newcomer(base: base, isSecure: isSecure)
        return [SiteCookie.session(base: base, isSecure: isSecure).field(token.text)]
            + (secret.value(in: request) == nil ? [] : secret.deletions)
    }
}
