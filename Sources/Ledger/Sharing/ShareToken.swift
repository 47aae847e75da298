// The secret of a share link: it grants read access to one counter.

/// 128 random bits as text.
///
/// Unlike a session's token, the ledger stores it in plain text and not as a
/// hash, because the owner can view the link again at any time. A hash would
/// protect nothing: whoever can read the file can also read the title and count
/// that the link opens.
public struct ShareToken: Sendable, Hashable {
    /// 32 hexadecimal digits.
    public let text: String

    /// - Parameter bytes: 16 random bytes.
    public init(bytes: [UInt8]) {
        text = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// - Returns: nil if the text cannot be a token.
    public init?(_ text: String) {
        guard text.utf8.count == 32,
            text.utf8.allSatisfy({
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            })
        else { return nil }
        self.text = text
    }
}
