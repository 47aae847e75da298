// Accounts, the devices that act for them, and newcomers without an account.

/// Identifies an account.
public typealias AccountID = Int64

/// SHA-256 of the token in a browser's cookie or a link. The ledger never sees the token itself.
public struct TokenHash: Sendable, Hashable {
    let bytes: [UInt8]

    /// - Parameter bytes: 32 bytes.
    public init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }
}

/// A device identified by its token.
public struct Visitor: Sendable, Hashable {
    /// The account that the token opens.
    public let account: AccountID
    /// The book's revision; every operation raises it.
    public let revision: Int64
    /// The device that has the token.
    public let device: Device.ID
    /// The day the device was last seen.
    public let seenAt: Moment
    /// The IANA name of the device's last known time zone; nil if it never sent one.
    public let zone: String?
    /// When the account's days and weeks begin.
    public let calendar: CalendarChoice
    /// The number of the account's newest counter: it has no more counters than that.
    public let lastCounter: Counter.ID
}

/// Someone without an account. Their first write creates one, unless an invitation is needed (``SignUp``).
public struct Newcomer: Sendable, Hashable {
    /// The token their new device will have.
    let token: TokenHash
    /// Their IP address, used only for rate limiting.
    let address: NetworkAddress
    /// The Fivebar version that creates the account.
    let version: String?
    /// The device name derived from the browser, such as "Firefox on Android".
    let deviceName: String

    /// For how many days a newcomer's first write may be repeated by the same token, because its answer got lost.
    public static let daysOfRepetition: Int64 = 7

    /// - Parameters:
    ///   - address: An IP address.
    ///   - version: Fivebar's version; nil where it is not needed.
    public init(token: TokenHash, address: String, version: String? = nil, deviceName: String = "") {
        self.token = token
        self.version = version
        self.address = NetworkAddress(address)
        self.deviceName = deviceName
    }
}

/// The author of an operation.
public struct Author: Sendable, Hashable {
    let token: TokenHash?
    let newcomer: Newcomer?

    /// Someone with a device. An unknown token is refused.
    public static func device(_ token: TokenHash) -> Author { Author(token: token, newcomer: nil) }

    /// Someone who may have a device; without one, an account is created for them.
    public static func anyone(_ token: TokenHash?, or newcomer: Newcomer) -> Author {
        Author(token: token, newcomer: newcomer)
    }
}
