// A text compressed on its own, so that a page is put together from pieces that
// are compressed once and not for each request.

import CZlib
import NIOCore

/// A text as a piece of a deflate stream (RFC 1951). It ends at a byte boundary,
/// so pieces one after the other are a stream.
struct DeflateBlock: Sendable {
    let bytes: ByteBuffer
    /// The length of the text, in bytes.
    let length: Int
    let checksum: Checksum

    private static let level: Int32 = 6
    /// A shorter text is left as it is: compressing it would save next to nothing.
    private static let shortest = 64

    /// Compresses a text.
    ///
    /// - Parameter preceding: The text that will stand right before it in the page,
    ///   if that is known: whatever the two have in common takes only a few bytes.
    init(_ text: ByteBuffer, after preceding: ByteBuffer?) {
        let compressed =
            text.readableBytes < Self.shortest ? nil : Self.compressed(text, after: preceding ?? ByteBuffer())
        bytes = compressed ?? Self.stored(text)
        length = text.readableBytes
        checksum = Checksum(of: text)
    }

    /// Adjacent pieces as one.
    init(joining pieces: some Collection<DeflateBlock>) {
        bytes = ByteBuffer(joining: pieces.lazy.map(\.bytes))
        length = pieces.reduce(0) { $0 + $1.length }
        checksum = pieces.reduce(.empty) { $0 + $1.checksum }
    }

    /// Nil if there is no memory for it.
    private static func compressed(_ text: ByteBuffer, after preceding: ByteBuffer) -> ByteBuffer? {
        // To prepare the tables for a window of 32 KB takes eight times as long as to
        // compress a card, so the window is no larger than what it has to hold.
        let length = text.readableBytes + preceding.readableBytes
        let windowBits: Int32 = (12...14).first { length <= 1 << $0 } ?? 15
        let memoryLevel = windowBits == 15 ? 8 : windowBits - 8
        var stream = z_stream()
        guard
            deflateInit2_(
                // Negative: a stream without zlib's own header.
                &stream, level, Z_DEFLATED, -windowBits, memoryLevel, Z_DEFAULT_STRATEGY,
                ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        preceding.withUnsafeReadableBytes {
            guard $0.count > 0 else { return }
            _ = deflateSetDictionary(&stream, $0.bindMemory(to: UInt8.self).baseAddress, UInt32($0.count))
        }
        // The bound does not include the empty block by which a flush ends a piece.
        let bound = Int(deflateBound(&stream, UInt(text.readableBytes))) + 16
        var output = ByteBuffer()
        var isWhole = false
        output.writeWithUnsafeMutableBytes(minimumWritableBytes: bound) { space in
            text.withUnsafeReadableBytes { input in
                // zlib only reads through this pointer.
                stream.next_in = UnsafeMutablePointer(
                    mutating: input.bindMemory(to: UInt8.self).baseAddress)
                stream.avail_in = UInt32(input.count)
                stream.next_out = space.bindMemory(to: UInt8.self).baseAddress
                stream.avail_out = UInt32(space.count)
                let result = deflate(&stream, Z_SYNC_FLUSH)
                // With room left over, everything has been written.
                isWhole = result == Z_OK && stream.avail_out > 0
                return space.count - Int(stream.avail_out)
            }
        }
        return isWhole ? output : nil
    }

    /// The text in stored blocks (RFC 1951 §3.2.4), whose length has 16 bits.
    private static func stored(_ text: ByteBuffer) -> ByteBuffer {
        var text = text, bytes = ByteBuffer()
        while text.readableBytes > 0,
            let part = text.readSlice(length: min(text.readableBytes, Int(UInt16.max)))
        {
            let length = UInt16(part.readableBytes)
            bytes.writeMultipleIntegers(UInt8(0), length, ~length, endianness: .little)
            bytes.writeImmutableBuffer(part)
        }
        return bytes
    }
}

extension Collection<DeflateBlock> {
    /// A gzip file (RFC 1952) with the text of all pieces, in parts.
    var gzip: [ByteBuffer] {
        let checksum = reduce(Checksum.empty.value) { $1.checksum.value(after: $0) }
        let length = reduce(0) { $0 + $1.length }
        // Deflate; no name, no time; of an unknown system.
        let head = ByteBuffer(bytes: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF])
        // A last, empty stored block, then what the text is checked with.
        var end = ByteBuffer(bytes: [1, 0, 0, 0xFF, 0xFF])
        end.writeMultipleIntegers(
            checksum, UInt32(truncatingIfNeeded: length), endianness: .little)
        return [head] + map(\.bytes) + [end]
    }
}
