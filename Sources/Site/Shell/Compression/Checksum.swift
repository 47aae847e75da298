// The checksum by which gzip checks a text, added up from those of its pieces.

import CZlib
import NIOCore

/// The CRC-32 of a text (RFC 1952 §8), and what it takes to add that of a text after it.
///
/// zlib's `crc32_combine` finds out anew, for each sum, what the second text's length does
/// to the checksum of the first. That is most of its work, so it is kept with the text here.
struct Checksum: Sendable, Equatable {
    /// The polynomial, the lowest power in the highest bit, as RFC 1952 has it.
    private static let polynomial: UInt32 = 0xEDB8_8320
    /// The polynomial 1.
    private static let one: UInt32 = 1 << 31

    let value: UInt32
    /// 2 to the power of the text's length in bits: by this, a checksum is multiplied
    /// if the text comes after it.
    private let shift: UInt32

    /// The checksum of no text.
    static let empty = Checksum(value: 0, shift: one)

    private init(value: UInt32, shift: UInt32) {
        self.value = value
        self.shift = shift
    }

    init(of text: ByteBuffer) {
        value = text.withUnsafeReadableBytes {
            UInt32(crc32(0, $0.bindMemory(to: UInt8.self).baseAddress, UInt32($0.count)))
        }
        // With 0 for the second checksum, zlib only multiplies.
        shift = UInt32(crc32_combine(UInt(Self.one), 0, text.readableBytes))
    }

    /// The checksum of two texts, one right after the other.
    static func + (first: Checksum, second: Checksum) -> Checksum {
        Checksum(
            value: second.value(after: first.value),
            shift: product(first.shift, second.shift))
    }

    /// The value for a text of some value and this one after it. For a whole text, to which nothing is added any more.
    func value(after first: UInt32) -> UInt32 { Self.product(first, shift) ^ value }

    /// The product of two polynomials over the field of two elements, modulo the one of CRC-32.
    private static func product(_ one: UInt32, _ other: UInt32) -> UInt32 {
        var product: UInt32 = 0, other = other
        for bit in (0..<32).reversed() {
            // Masks instead of conditions, which no processor could predict.
            product ^= other & (0 &- (one >> UInt32(bit) & 1))
            other = other >> 1 ^ polynomial & (0 &- (other & 1))
        }
        return product
    }
}
