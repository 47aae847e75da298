// Who acts: accounts, the devices that speak for them, and newcomers.

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

/// A device whose token is known.
public struct Visitor: Sendable, Hashable {
    public let account: AccountID
    /// The book's, raised by every operation.
    public let revision: Int64
    public let device: Device.ID
    /// When the device was last here, to the day.
    public let seenAt: Moment
}

/// Someone without an account. Their first write makes one.
public struct Newcomer: Sendable, Hashable {
    /// What their device will be known by.
    let token: TokenHash
    /// Where they come from, for the limit alone.
    let address: NetworkAddress
    /// The Fivebar that their account begins with.
    let version: String?
    /// What their browser says it is, such as "Firefox on Android".
    let deviceName: String

    /// - Parameters:
    ///   - address: An IP address.
    ///   - version: Fivebar's; nil where it need not be known.
    public init(token: TokenHash, address: String, version: String? = nil, deviceName: String = "") {
        self.token = token
        self.version = version
        self.address = NetworkAddress(address)
        self.deviceName = deviceName
    }
}

/// Who asks for an operation.
public struct Author: Sendable, Hashable {
    let token: TokenHash?
    let newcomer: Newcomer?

    /// Someone with a device. An unknown token is refused.
    public static func device(_ token: TokenHash) -> Author { Author(token: token, newcomer: nil) }

    /// Someone who may have a device; without one they get an account.
    public static func anyone(_ token: TokenHash?, or newcomer: Newcomer) -> Author {
        Author(token: token, newcomer: newcomer)
    }
}
