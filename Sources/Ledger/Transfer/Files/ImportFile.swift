// A file that somebody imports: its contents say what it is.

/// What is in a file that Fivebar has saved, or another program with habits.
public enum ImportFile: Sendable {
    case counters(Archive)
    case goals(GoalsArchive)

    /// - Parameters:
    ///   - now: Later times are rejected, with a tolerance for wrong clocks.
    ///   - context: How habits become goals.
    /// - Throws: ``ArchiveFault``, ``StorageFault``.
    public static func read(
        _ bytes: ArraySlice<UInt8>, now: Moment, habits context: HabitContext
    ) throws -> ImportFile {
        if LoopBackup.recognizes(bytes) {
            return .goals(
                try GoalsArchive(LoopBackup.read(bytes, in: context.folder), of: .loop, in: context))
        }
        if ZIPReader.recognizes(bytes) {
            return .goals(try GoalsArchive(LoopCSV.read(bytes), of: .loop, in: context))
        }
        let content = bytes.withoutByteOrderMark
        if JSONOutline.format(of: content) == GoalsArchive.format {
            return .goals(try GoalsArchiveReader.read(content))
        }
        if BeaverHabits.recognizes(content) {
            return .goals(try GoalsArchive(BeaverHabits.read(content), of: .beaver, in: context))
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
