// Reads files out of a ZIP archive (APPNOTE 6.3.10), as far as programs write them that save a few text files: without
// encryption, without ZIP64, stored or deflated.

import CZlib

/// The files of a ZIP archive, each unpacked when it is asked for.
struct ZIPReader {
    /// A file in the archive.
    struct Entry {
        let name: String
        fileprivate let isDeflated: Bool
        fileprivate let packedSize: Int
        fileprivate let size: Int
        fileprivate let checksum: UInt32
        /// Where its local header begins.
        fileprivate let offset: Int
    }

    /// In the order of the archive.
    let entries: [Entry]
    private let bytes: ArraySlice<UInt8>
    /// How many bytes may still be unpacked: a small archive can hold gigabytes.
    private var room = 32 << 20

    private static let mostEntries = 20_000

    /// Whether bytes begin as an archive does that has a file in it.
    static func recognizes(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.starts(with: [0x50, 0x4B, 3, 4]) }

    /// - Throws: ``ArchiveFault/Reason/isDamaged``, also for what is not read here.
    init(_ bytes: ArraySlice<UInt8>) throws(ArchiveFault) {
        self.bytes = bytes
        let end = try Self.endRecord(of: bytes)
        let count = Int(end.number(at: 10, bytes: 2))
        guard count <= Self.mostEntries, end.number(at: 4, bytes: 4) == 0 else {
            throw ArchiveFault(.isDamaged)
        }
        var entries: [Entry] = [], offset = Int(end.number(at: 16, bytes: 4))
        for _ in 0..<count {
            let header = try bytes.part(at: offset, size: 46)
            guard header.number(at: 0, bytes: 4) == 0x0201_4B50 else { throw ArchiveFault(.isDamaged) }
            let nameSize = Int(header.number(at: 28, bytes: 2)), method = header.number(at: 10, bytes: 2)
            let name = try bytes.part(at: offset + 46, size: nameSize)
            // Names are compared.
            guard !CombiningMarks.areTooMany(in: String(decoding: name, as: UTF8.self)) else {
                throw ArchiveFault(.isDamaged)
            }
            let isEncrypted = header.number(at: 8, bytes: 2) & 1 == 1
            guard !isEncrypted, method == 0 || method == 8 else { throw ArchiveFault(.isDamaged) }
            entries.append(
                Entry(
                    name: String(decoding: name, as: UTF8.self), isDeflated: method == 8,
                    packedSize: Int(header.number(at: 20, bytes: 4)),
                    size: Int(header.number(at: 24, bytes: 4)),
                    checksum: header.number(at: 16, bytes: 4),
                    offset: Int(header.number(at: 42, bytes: 4))))
            offset += 46 + nameSize + Int(header.number(at: 30, bytes: 2) + header.number(at: 32, bytes: 2))
        }
        self.entries = entries
    }

    /// The content of a file.
    ///
    /// - Throws: ``ArchiveFault/Reason/isDamaged``; ``ArchiveFault/Reason/hasTooManyEntries`` if all that was asked for is too
    ///   much.
    mutating func content(of entry: Entry) throws(ArchiveFault) -> [UInt8] {
        let header = try bytes.part(at: entry.offset, size: 30)
        guard header.number(at: 0, bytes: 4) == 0x0403_4B50 else { throw ArchiveFault(.isDamaged) }
        // Much that is packed can be nothing.
        let work = max(entry.size, entry.packedSize)
        guard work <= room else { throw ArchiveFault(.hasTooManyEntries) }
        room -= work
        let extra = Int(header.number(at: 26, bytes: 2) + header.number(at: 28, bytes: 2))
        let packed = try bytes.part(at: entry.offset + 30 + extra, size: entry.packedSize)
        let content = entry.isDeflated ? packed.inflated(to: entry.size) : Array(packed)
        guard let content, content.count == entry.size, content.checksum == entry.checksum else {
            throw ArchiveFault(.isDamaged)
        }
        return content
    }

    /// The record that ends an archive, behind which there may be a comment.
    private static func endRecord(of bytes: ArraySlice<UInt8>) throws(ArchiveFault) -> ArraySlice<UInt8> {
        let size = 22, earliest = max(0, bytes.count - size - 0xFFFF)
        for offset in stride(from: bytes.count - size, through: earliest, by: -1) {
            let record = try bytes.part(at: offset, size: size)
            if record.number(at: 0, bytes: 4) == 0x0605_4B50 { return record }
        }
        throw ArchiveFault(.isDamaged)
    }
}

extension ArraySlice<UInt8> {
    /// - Throws: ``ArchiveFault/Reason/isDamaged`` if there is not as much.
    fileprivate func part(at offset: Int, size: Int) throws(ArchiveFault) -> ArraySlice<UInt8> {
        guard offset >= 0, size >= 0, offset <= count, size <= count - offset else {
            throw ArchiveFault(.isDamaged)
        }
        return self[startIndex + offset..<startIndex + offset + size]
    }

    /// A little-endian number.
    fileprivate func number(at offset: Int, bytes: Int) -> UInt32 {
        self[startIndex + offset..<startIndex + offset + bytes].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// What it is unpacked (RFC 1951); nil if it is not that many bytes.
    fileprivate func inflated(to size: Int) -> [UInt8]? {
        var stream = z_stream()
        guard inflateInit2_(&stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else {
            return nil
        }
        defer { inflateEnd(&stream) }
        var isWhole = false
        let content = [UInt8](unsafeUninitializedCapacity: size) { target, written in
            withUnsafeBufferPointer { source in
                // zlib reads what it is given, though it does not say so.
                stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
                stream.avail_in = UInt32(source.count)
                stream.next_out = target.baseAddress
                stream.avail_out = UInt32(size)
                isWhole = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_out == 0
            }
            written = isWhole ? size : 0
        }
        return isWhole ? content : nil
    }
}

extension [UInt8] {
    /// CRC-32, as ZIP has it.
    fileprivate var checksum: UInt32 {
        withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count)) }
    }
}
