// A ZIP archive, as other programs write them.

import CZlib

/// Files packed into an archive.
struct ZIPArchive {
    /// What the directory says of a file, in place of what is so.
    struct Lie {
        var size: UInt32?
        var checksum: UInt32?
        var flags: UInt32 = 0
    }

    let bytes: [UInt8]

    init(_ files: [(name: String, content: String)], isDeflated: Bool = true, lie: Lie = Lie()) {
        var body: [UInt8] = [], directory: [UInt8] = []
        for (name, text) in files {
            let content = Array(text.utf8), name = Array(name.utf8), offset = body.count
            let packed = isDeflated ? Self.deflated(content) : content
            let checksum = lie.checksum ?? UInt32(truncatingIfNeeded: crc32_z(0, content, content.count))
            let details =
                Self.number(lie.flags, 2) + Self.number(isDeflated ? 8 : 0, 2) + Self.number(0, 4)
                + Self.number(checksum, 4) + Self.number(UInt32(packed.count), 4)
                + Self.number(lie.size ?? UInt32(content.count), 4) + Self.number(UInt32(name.count), 2)
            body +=
                Self.number(0x0403_4B50, 4) + Self.number(20, 2) + details + Self.number(0, 2) + name + packed
            directory += Self.number(0x0201_4B50, 4) + Self.number(20, 2) + Self.number(20, 2) + details
            directory += [UInt8](repeating: 0, count: 12) + Self.number(UInt32(offset), 4) + name
        }
        let count = Self.number(UInt32(files.count), 2)
        let end = Self.number(UInt32(directory.count), 4) + Self.number(UInt32(body.count), 4)
        bytes =
            body + directory + Self.number(0x0605_4B50, 4) + Self.number(0, 4) + count + count + end + [0, 0]
    }

    private static func number(_ number: UInt32, _ bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func deflated(_ content: [UInt8]) -> [UInt8] {
        var stream = z_stream(), content = content
        deflateInit2_(
            &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        defer { deflateEnd(&stream) }
        return [UInt8](unsafeUninitializedCapacity: content.count + 100) { target, written in
            content.withUnsafeMutableBufferPointer { source in
                stream.next_in = source.baseAddress
                stream.avail_in = UInt32(source.count)
                stream.next_out = target.baseAddress
                stream.avail_out = UInt32(target.count)
                deflate(&stream, Z_FINISH)
            }
            written = target.count - Int(stream.avail_out)
        }
    }
}
