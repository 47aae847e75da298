// The secret of a share link: whoever knows it sees one counter.

/// 128 random bits as text.
///
/// The ledger keeps it as it is, and not its hash as of a session's token: the
/// counter's owner is shown the link again whenever they ask. Nor would a hash
/// protect anything: what the link opens, a title and a count, lies in the same
/// file for whoever can read it there.
public struct ShareToken: Sendable, Hashable {
    /// 32 hexadecimal digits.
    public let text: String

    /// - Parameter bytes: 16 random ones.
    public init(bytes: [UInt8]) {
        text = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// - Returns: nil for what cannot be a token.
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
