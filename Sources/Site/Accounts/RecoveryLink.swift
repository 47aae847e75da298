// A recovery link in the form that people copy.

public import Ledger

/// The link that opens an account in another browser.
public struct RecoveryLink: Sendable {
    /// Its path on the site.
    public let path: String
    /// The hash under which the ledger knows it.
    public let token: TokenHash

    /// A new link.
    ///
    /// - Parameters:
    ///   - bytes: 32 random bytes.
    ///   - base: The path of the site.
    public init(bytes: [UInt8], base: String) {
        let token = SessionToken(bytes: bytes)
        path = Links(base: base, build: "").recover(token.text)
        self.token = token.hash
    }

    /// The hash under which the ledger knows the link; nil if the text is not a link.
    ///
    /// - Parameter text: The link, or only the part after its last slash.
    public static func token(in text: String) -> TokenHash? {
        text.split(separator: "/").last.flatMap { SessionToken(String($0)) }?.hash
    }
}
