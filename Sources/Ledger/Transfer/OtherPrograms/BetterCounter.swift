// The CSV file to which BetterCounter exports: no header, a counter a line, `name,ms,ms,…`. The name may have commas of
// its own.

enum BetterCounter {
    private static let name = "BetterCounter"
    /// No time before 1973, and no number in a name that is as long.
    private static let earliest: Int64 = 100_000_000_000

    /// Whether each line is a name alone, or ends in times, and at least one of them does.
    static func recognizes(_ bytes: ArraySlice<UInt8>) -> Bool {
        var hasTimes = false
        for line in lines(of: bytes) {
            guard let last = line.split(separator: comma, omittingEmptySubsequences: false).last else {
                continue
            }
            let isTime = time(last) != nil
            guard isTime || !line.contains(comma) else { return false }
            hasTimes = hasTimes || isTime
        }
        return hasTimes
    }

    /// - Throws: ``ArchiveFault``.
    static func read(_ bytes: ArraySlice<UInt8>, in context: ImportContext) throws(ArchiveFault) -> Archive {
        var counters: [ArchivedCounter] = [], known: [String: Int] = [:]
        for (number, line) in lines(of: bytes).enumerated() {
            guard counters.count < Archive.mostCounters else { throw ArchiveFault(.hasTooManyCounters) }
            let fields = line.split(separator: comma, omittingEmptySubsequences: false)
            let first = fields.firstIndex { time($0) != nil } ?? fields.endIndex
            let name = String(
                decoding: Array(fields[..<first].joined(separator: [comma])), as: UTF8.self)
            guard !CombiningMarks.areTooMany(in: name) else {
                throw ArchiveFault(.isDamaged, at: .line(number + 1))
            }
            // Several can have the same name.
            known[name, default: 0] += 1
            var counter = ArchivedCounter(
                origin: OperationID(of: "\(name)\n\(known[name] ?? 1)", in: Self.name),
                title: title(of: name),
                color: counters.count, style: .fractal, step: 1, isCollapsed: false,
                createdAt: context.now, countBefore: 0)
            do throws(ArchiveFault) {
                try counter.add(fields[first...], in: context)
            } catch {
                throw ArchiveFault(error.reason, at: .line(number + 1))
            }
            counters.append(counter)
        }
        return Archive(counters: counters, repetitions: 0)
    }

    private static let comma = UInt8(ascii: ",")

    private static func lines(of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    }

    fileprivate static func time(_ field: ArraySlice<UInt8>) -> Int64? {
        guard field.count <= 19, let first = field.first, (0x31...0x39).contains(first) else { return nil }
        return Int64(String(decoding: field, as: UTF8.self)).flatMap { $0 >= earliest ? $0 : nil }
    }

    /// The name, as far as a counter can have it.
    private static func title(of name: String) -> String {
        let short = String(name.normalizedLine.prefix(Counter.longestTitle))
        return (try? Counter.title(from: short)) ?? Self.name
    }
}

extension ArchivedCounter {
    /// Adds a tap for each time.
    ///
    /// - Throws: ``ArchiveFault`` without a place.
    fileprivate mutating func add(
        _ fields: ArraySlice<ArraySlice<UInt8>>, in context: ImportContext
    ) throws(ArchiveFault) {
        var times: [Int64] = []
        for field in fields {
            guard let time = BetterCounter.time(field) else { throw ArchiveFault(.valueIsWrong(field: "ms")) }
            times.append(time)
        }
        times.sort()
        guard times.last ?? 0 <= context.now.advanced(byDays: 1).milliseconds else {
            throw ArchiveFault(.timeIsWrong)
        }
        var atOnce = 0
        for (place, time) in times.enumerated() {
            atOnce = place > 0 && times[place - 1] == time ? atOnce + 1 : 0
            let moment = Moment(milliseconds: time)
            entries.append(
                ArchivedEntry(
                    id: OperationID(of: "\(origin.text)\n\(time)\n\(atOnce)", in: "BetterCounter"),
                    kind: .increment,
                    delta: 1, count: Int64(place + 1), madeAt: moment, zoneOffset: context.zoneOffset(moment),
                    voids: nil, note: ""))
        }
    }
}
