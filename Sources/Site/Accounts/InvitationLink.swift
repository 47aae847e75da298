// An invitation in the form that people pass on.

public import Ledger

/// The link that makes an account for whoever has it, once.
public struct InvitationLink: Sendable {
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
        path = Links(base: base, build: "").invitation(token.text)
        self.token = token.hash
    }
}
