// The CSV file to which BetterCounter exports: no header, a counter a line, `name,ms,ms,…`. The name may have commas of
// its own.

enum BetterCounter {
    fileprivate static let name = "BetterCounter"
    /// No time before 1973, and no number in a name that is as long.
    private static let earliest: Int64 = 100_000_000_000
    /// Each takes about 350 bytes while the file is read.
    private static let mostTaps = 200_000

    /// Whether each line is a name without a comma, or ends in a time, and at least one of them does: so no other CSV file is
    /// taken for one, though a counter without taps and with a comma in its name makes this one unknown.
    static func recognizes(_ bytes: ArraySlice<UInt8>) -> Bool {
        var hasTimes = false, rest = bytes
        while let line = nextLine(&rest) {
            guard let last = line.lastIndex(of: comma) else { continue }
            guard time(line[(last + 1)...]) != nil else { return false }
            hasTimes = true
        }
        return hasTimes
    }

    /// - Throws: ``ArchiveFault``.
    static func read(_ bytes: ArraySlice<UInt8>, in context: ImportContext) throws(ArchiveFault) -> Archive {
        var counters: [ArchivedCounter] = [], known: [String: Int] = [:], taps = 0, rest = bytes
        while let line = nextLine(&rest) {
            // Before there is anything of each.
            taps += line.count { $0 == comma }
            guard taps <= mostTaps else { throw ArchiveFault(.hasTooManyEntries) }
            let number = counters.count
            guard counters.count < Archive.mostCounters else { throw ArchiveFault(.hasTooManyCounters) }
            let fields = line.split(separator: comma, omittingEmptySubsequences: false)
            let first = fields.firstIndex { time($0) != nil } ?? fields.endIndex
            let name = String(validating: fields[..<first].joined(separator: [comma]), as: UTF8.self)
            guard let name, !CombiningMarks.areTooMany(in: name) else {
                throw ArchiveFault(.isDamaged, at: .line(number + 1))
            }
            // Several can have the same name.
            known[name, default: 0] += 1
            do throws(ArchiveFault) {
                let times = try times(of: fields[first...], now: context.now)
                var counter = ArchivedCounter(
                    origin: OperationID(of: "\(name)\n\(known[name] ?? 1)", in: Self.name),
                    title: title(of: name),
                    color: counters.count, style: .fractal, step: 1, isCollapsed: false,
                    createdAt: times.first ?? context.now, countBefore: nil)
                counter.addTaps(at: times, in: context)
                counters.append(counter)
            } catch {
                throw ArchiveFault(error.reason, at: .line(number + 1))
            }
        }
        return Archive(counters: counters, repetitions: 0)
    }

    private static let comma = UInt8(ascii: ",")

    /// Takes the next line that has something.
    private static func nextLine(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let isEnd: (UInt8) -> Bool = { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        rest = rest.drop(while: isEnd)
        guard !rest.isEmpty else { return nil }
        let line = rest.prefix { !isEnd($0) }
        rest = rest.dropFirst(line.count)
        return line
    }

    private static func time(_ field: ArraySlice<UInt8>) -> Int64? {
        guard field.count <= 19, let first = field.first, (0x31...0x39).contains(first) else { return nil }
        return Int64(String(decoding: field, as: UTF8.self)).flatMap { $0 >= earliest ? $0 : nil }
    }

    /// In order.
    ///
    /// - Throws: ``ArchiveFault`` without a place.
    private static func times(
        of fields: ArraySlice<ArraySlice<UInt8>>, now: Moment
    ) throws(ArchiveFault) -> [Moment] {
        var times: [Moment] = []
        for field in fields {
            guard let time = time(field) else { throw ArchiveFault(.valueIsWrong(field: "ms")) }
            times.append(Moment(milliseconds: time))
        }
        times.sort()
        guard times.last.map({ $0 <= now.advanced(byDays: 1) }) ?? true else {
            throw ArchiveFault(.timeIsWrong)
        }
        return times
    }

    /// The name, as far as a counter can have it.
    private static func title(of name: String) -> String {
        let short = String(name.normalizedLine.prefix(Counter.longestTitle))
        return (try? Counter.title(from: short)) ?? Self.name
    }
}

extension ArchivedCounter {
    fileprivate mutating func addTaps(at times: [Moment], in context: ImportContext) {
        var atOnce = 0
        for (place, time) in times.enumerated() {
            atOnce = place > 0 && times[place - 1] == time ? atOnce + 1 : 0
            let id = "\(origin.text)\n\(time.milliseconds)\n\(atOnce)"
            entries.append(
                ArchivedEntry(
                    id: OperationID(of: id, in: BetterCounter.name), kind: .increment, delta: 1,
                    count: Int64(place + 1), madeAt: time, zoneOffset: context.zoneOffset(time), voids: nil,
                    note: ""))
        }
    }
}
