// The id of an operation: a UUID (RFC 9562) generated on the device, so that the
// server can tell a retry from a new request.

/// Sixteen bytes that identify an operation within its account.
public struct OperationID: Sendable, Hashable {
    /// Always 16, in the order in which a UUID is written (RFC 9562 §4).
    public let bytes: [UInt8]

    /// - Parameter bytes: 16 bytes.
    init(bytes: [UInt8]) { self.bytes = bytes }

    /// - Returns: nil unless `text` is a UUID: 32 hexadecimal digits, with or without hyphens.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count <= 36 else { return nil }
        var bytes: [UInt8] = [], high: UInt8?
        bytes.reserveCapacity(18)
        for digit in text.utf8 where digit != UInt8(ascii: "-") {
            guard let value = Self.value(digit) else { return nil }
            guard let first = high else {
                high = value
                continue
            }
            bytes.append(first << 4 | value)
            high = nil
        }
        guard bytes.count == 16, high == nil else { return nil }
        self.bytes = bytes
    }

    /// A version 7 UUID: ordered by time, so that an account's operations are stored together.
    public init(at moment: Moment, using generator: inout some RandomNumberGenerator) {
        var bytes = (0..<6).map { UInt8(truncatingIfNeeded: moment.milliseconds >> (40 - 8 * $0)) }
        let high = UInt64.random(in: .min ... .max, using: &generator)
        let low = UInt64.random(in: .min ... .max, using: &generator)
        bytes.append(0x70 | UInt8(truncatingIfNeeded: high) & 0x0F)
        bytes.append(UInt8(truncatingIfNeeded: high >> 8))
        bytes.append(0x80 | UInt8(truncatingIfNeeded: low) & 0x3F)
        bytes += (1..<8).map { UInt8(truncatingIfNeeded: low >> (8 * $0)) }
        self.bytes = bytes
    }

    /// The id of one of several items an operation creates, each of which needs
    /// its own: the last six bytes are incremented from the operation's id.
    func inSeries(_ place: Int) -> OperationID {
        var bytes = bytes, carry = place
        for index in stride(from: 15, through: 10, by: -1) where carry > 0 {
            carry += Int(bytes[index])
            bytes[index] = UInt8(truncatingIfNeeded: carry)
            carry >>= 8
        }
        return OperationID(bytes: bytes)
    }

    /// The bounds of the ids in this id's series.
    var startOfSeries: OperationID { OperationID(bytes: bytes.prefix(10) + [UInt8](repeating: 0, count: 6)) }
    var endOfSeries: OperationID { OperationID(bytes: bytes.prefix(10) + [UInt8](repeating: 255, count: 6)) }

    /// The text form of RFC 9562 §4.
    public var text: String {
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for (index, byte) in bytes.enumerated() {
            switch index {
            case 4, 6, 8, 10: text.append(UInt8(ascii: "-"))
            default: break
            }
            text.append(Self.digits[Int(byte >> 4)])
            text.append(Self.digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static let digits = Array("0123456789abcdef".utf8)

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension OperationID: Comparable {
    /// Bytewise: of two ids made at different times, the earlier one sorts first.
    public static func < (one: OperationID, other: OperationID) -> Bool {
        one.bytes.lexicographicallyPrecedes(other.bytes)
    }
}

/// Encoded in JSON as its ``text``.
extension OperationID: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = OperationID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a UUID")
        }
        self = id
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
