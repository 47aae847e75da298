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
        let content = bytes.inUTF8
        do {
            return try readText(content, in: context)
        } catch let fault as ArchiveFault where fault.reason == .isDamaged && content.isInAnotherEncoding {
            throw ArchiveFault(.isNotUTF8, at: fault.place)
        }
    }

    private static func readText(
        _ content: ArraySlice<UInt8>, in context: ImportContext
    ) throws -> ImportFile {
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

    /// A text without its byte order mark, and in UTF-8 if it is in UTF-16, which is what spreadsheets call Unicode. Each of these
    /// texts begins with a letter or sign of ASCII.
    fileprivate var inUTF8: ArraySlice<UInt8> {
        guard count >= 2, count.isMultiple(of: 2) else { return withoutByteOrderMark }
        let (first, second) = (self[startIndex], self[startIndex + 1])
        let hasMark = Set([first, second]) == [0xFE, 0xFF]
        let isLittle = hasMark ? first == 0xFF : second == 0
        guard hasMark || (first == 0) != (second == 0) else { return withoutByteOrderMark }
        let units = (hasMark ? 1..<count / 2 : 0..<count / 2).lazy.map { place in
            let (first, second) = (self[startIndex + 2 * place], self[startIndex + 2 * place + 1])
            return UInt16(isLittle ? second : first) << 8 | UInt16(isLittle ? first : second)
        }
        return String(validating: units, as: UTF16.self).map { Array($0.utf8)[...] } ?? self
    }

    /// Whether it is text of another encoding, like Latin-1: what ends in the middle of a character is incomplete, and what has
    /// a zero no text.
    fileprivate var isInAnotherEncoding: Bool {
        !contains(0) && !(0...3).contains { dropLast($0).isUTF8 }
    }

    private var isUTF8: Bool {
        do {
            _ = try UTF8Span(validating: span)
            return true
        } catch { return false }
    }
}
