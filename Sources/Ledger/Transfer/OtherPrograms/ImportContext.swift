// What the files of other programs do not say, and what all of them need.

import Crypto

/// Who imports a file, and where.
public struct ImportContext: Sendable {
    /// Later times are rejected, with a tolerance for wrong clocks.
    let now: Moment
    /// The reader's day, from which on an open-ended habit goes on for a year.
    let today: CivilDay
    /// The reader's minutes east of UTC at a time.
    let zoneOffset: @Sendable (Moment) -> Int
    /// What the note of a skipped day says, in the reader's language.
    let skipped: String
    /// Where a database can be put while it is read.
    let folder: String

    /// - Parameters:
    ///   - now: Later times are rejected, with a tolerance for wrong clocks.
    ///   - today: The reader's day.
    ///   - zoneOffset: The reader's minutes east of UTC at a time.
    ///   - skipped: In the reader's language.
    ///   - folder: The database's.
    public init(
        now: Moment, today: CivilDay, zoneOffset: @escaping @Sendable (Moment) -> Int, skipped: String,
        folder: String
    ) {
        self.now = now
        self.today = today
        self.zoneOffset = zoneOffset
        self.skipped = skipped
        self.folder = folder
    }
}

extension OperationID {
    /// The same for the same thing whenever it is imported, so that it comes once (RFC 9562 §5.8).
    ///
    /// - Parameter id: Identifies it within its program.
    init(of id: String, in program: String) {
        var bytes = Array(SHA256.hash(data: Array("\(program)\n\(id)".utf8)).prefix(16))
        bytes[6] = 0x80 | bytes[6] & 0x0F
        bytes[8] = 0x80 | bytes[8] & 0x3F
        self.init(bytes: bytes)
    }
}

extension JSONReader {
    /// Reads an object; nothing for `null`.
    ///
    /// - Parameter read: Reads the value of a name.
    mutating func object(_ read: (inout JSONReader, String) throws(Fault) -> Void) throws(Fault) {
        var isFirst = true
        guard try beginObject() else { return }
        while let name = try nextName(&isFirst) { try read(&self, name) }
    }

    /// Reads an array; nothing for `null`.
    ///
    /// - Parameter read: Reads an element.
    mutating func array(_ read: (inout JSONReader) throws(Fault) -> Void) throws(Fault) {
        var isFirst = true
        guard try beginArray() else { return }
        while try hasNext(&isFirst) { try read(&self) }
    }

    /// The names of the object that a file is; nil if it is none, or one of more names than any file has.
    static func names(of bytes: ArraySlice<UInt8>) -> Set<String>? {
        var reader = JSONReader(bytes), names: Set<String> = []
        do throws(Fault) {
            try reader.object { reader, name throws(Fault) in
                names.insert(name)
                guard names.count <= 64 else { throw .isOfAnotherType }
                try reader.skip()
            }
        } catch { return nil }
        return names
    }
}
