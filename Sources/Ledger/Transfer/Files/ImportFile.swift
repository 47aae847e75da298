// A file that somebody imports: its contents say what it is.

/// What is in a file that Fivebar has saved, or another program of which we know how.
public enum ImportFile: Sendable {
    case counters(Archive)
    case goals(GoalsArchive)

    /// - Throws: ``ArchiveFault``, ``StorageFault``.
    public static func read(_ bytes: ArraySlice<UInt8>, in context: ImportContext) throws -> ImportFile {
        if LoopBackup.recognizes(bytes) {
            return .goals(
                try GoalsArchive(LoopBackup.read(bytes, in: context.folder), of: .loop, in: context))
        }
        if ZIPReader.recognizes(bytes) {
            return .goals(try GoalsArchive(LoopCSV.read(bytes), of: .loop, in: context))
        }
        let content = bytes.withoutByteOrderMark
        if let names = JSONReader.names(of: content), !names.contains("format") {
            if BeaverHabits.recognizes(names) {
                return .goals(try GoalsArchive(BeaverHabits.read(content), of: .beaver, in: context))
            }
            if HabitKit.recognizes(names) {
                return .goals(
                    try GoalsArchive(HabitKit.read(content, in: context), of: .habitKit, in: context))
            }
        }
        if JSONOutline.format(of: content) == GoalsArchive.format {
            return .goals(try GoalsArchiveReader.read(content))
        }
        if BetterCounter.recognizes(content) {
            return .counters(try BetterCounter.read(content, in: context))
        }
        return .counters(try ArchiveFormat.read(content, now: context.now))
    }
}

extension ArraySlice<UInt8> {
    /// Some editors put one in front of what they save.
    var withoutByteOrderMark: ArraySlice<UInt8> {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        return starts(with: mark) ? dropFirst(mark.count) : self
    }
}
