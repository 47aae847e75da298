// A file that somebody imports: its contents say what it is.

/// What is in a file that Fivebar has saved.
public enum ImportFile: Sendable {
    case counters(Archive)
    case goals(GoalsArchive)

    /// - Parameter now: Later times are rejected, with a tolerance for wrong clocks.
    /// - Throws: ``ArchiveFault``.
    public static func read(_ bytes: ArraySlice<UInt8>, now: Moment) throws(ArchiveFault) -> ImportFile {
        let content = bytes.withoutByteOrderMark
        if JSONOutline.format(of: content) == GoalsArchive.format {
            return .goals(try GoalsArchiveReader.read(content))
        }
        return .counters(try ArchiveFormat.read(content, now: now))
    }
}

extension ArraySlice<UInt8> {
    /// Some editors put one in front of what they save.
    var withoutByteOrderMark: ArraySlice<UInt8> {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        return starts(with: mark) ? dropFirst(mark.count) : self
    }
}
