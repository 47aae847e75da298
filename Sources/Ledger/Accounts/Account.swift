// Who acts: accounts, the sessions that speak for them, and newcomers.

/// Identifies an account.
public typealias AccountID = Int64

/// SHA-256 of a token that a browser or a link holds. The ledger never sees the token itself.
public struct TokenHash: Sendable, Hashable {
    let bytes: [UInt8]

    /// - Parameter bytes: 32 of them.
    public init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }
}

/// A browser whose session is known.
public struct Visitor: Sendable, Hashable {
    public let account: AccountID
    /// The account's, raised by every operation.
    public let revision: Int64
    public let session: Int64
    /// When the session was last used, to the day.
    public let seenAt: Moment
}

/// Someone without an account. Their first write makes one.
public struct Newcomer: Sendable, Hashable {
    /// What their session will be known by.
    let token: TokenHash
    /// Where they come from, for the limit alone.
    let address: NetworkAddress
    /// The Fivebar that their account begins with.
    let version: String?

    /// - Parameters:
    ///   - address: An IP address.
    ///   - version: Fivebar's; nil where it need not be known.
    public init(token: TokenHash, address: String, version: String? = nil) {
        self.token = token
        self.version = version
        self.address = NetworkAddress(address)
    }
}

/// Who asks for an operation.
public struct Author: Sendable, Hashable {
    let token: TokenHash?
    let newcomer: Newcomer?

    /// Someone with a session. An unknown token is refused.
    public static func session(_ token: TokenHash) -> Author { Author(token: token, newcomer: nil) }

    /// Someone who may have a session; without one they get an account.
    public static func anyone(_ token: TokenHash?, or newcomer: Newcomer) -> Author {
        Author(token: token, newcomer: newcomer)
    }
}
