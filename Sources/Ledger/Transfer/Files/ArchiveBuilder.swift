// Builds an archive from what a reader finds in a file, in the file's order, and
// rejects anything the ledger could not store.

/// An archive being built. Its errors have no position yet: the reader adds it.
struct ArchiveBuilder {
    /// A counter as it appears in a file.
    struct CounterLine {
        var origin: String?
        var title: String?
        var color: Int?
        var style: String?
        var step: Int64?
        var isCollapsed: Bool?
        var createdAt: String?
        /// Of a later part.
        var countBefore: Int64?
    }

    /// An entry as it appears in a file.
    struct EntryLine {
        var id: String?
        var kind: String?
        var delta: Int64?
        var madeAt: String?
        var voids: String?
        var note = ""
        /// The count after it, if the file contains it.
        var count: Int64?
    }

    private struct Draft {
        var counter: ArchivedCounter
        /// Indices into the counter's entries.
        var entries: [OperationID: Int] = [:]
        /// How often each entry is undone and redone in the file.
        var voids: [OperationID: Int] = [:]
        /// Whether it appears in the file more than once.
        var isRepeated = false
    }

    /// How many days a device's clock may be ahead.
    private static let tolerance: Int64 = 1
    private let latest: Moment
    private var drafts: [Draft] = []
    private var places: [OperationID: Int] = [:]
    private var repetitions = 0

    init(now: Moment) {
        latest = now.advanced(byDays: Self.tolerance)
    }

    var archive: Archive {
        Archive(counters: drafts.map(\.counter), repetitions: repetitions)
    }

    /// - Returns: The index for adding entries to the counter; the existing one if the counter was added before.
    /// - Throws: ``ArchiveFault``.
    mutating func add(_ line: CounterLine) throws(ArchiveFault) -> Int {
        let origin = try id(line.origin, "counter")
        if let place = places[origin] {
            drafts[place].isRepeated = true
            return place
        }
        guard drafts.count < Archive.mostCounters else { throw ArchiveFault(.hasTooManyCounters) }
        guard let typed = line.title, let title = try? Counter.title(from: typed) else {
            throw wrong("title")
        }
        guard let color = line.color, (0...Recolor.last).contains(color) else { throw wrong("color") }
        guard let style = line.style.flatMap({ Counter.Style(rawValue: $0) }) else { throw wrong("style") }
        guard let step = line.step, (1...Counter.largestStep).contains(step) else { throw wrong("step") }
        guard let isCollapsed = line.isCollapsed else { throw wrong("collapsed") }
        guard line.countBefore ?? 0 >= 0 else { throw ArchiveFault(.countIsWrong) }
        let created = try time(line.createdAt, "created")
        drafts.append(
            Draft(
                counter: ArchivedCounter(
                    origin: origin, title: title, color: color, style: style, step: step,
                    isCollapsed: isCollapsed, createdAt: created.moment, countBefore: line.countBefore)))
        places[origin] = drafts.count - 1
        return drafts.count - 1
    }

    /// The index of a counter that was added before.
    func place(of origin: String?) throws(ArchiveFault) -> Int {
        guard let place = places[try id(origin, "counter")] else { throw wrong("counter") }
        return place
    }

    /// - Throws: ``ArchiveFault``.
    mutating func add(_ line: EntryLine, to place: Int) throws(ArchiveFault) {
        let id = try id(line.id, "entry")
        if let known = drafts[place].entries[id] {
            let entry = drafts[place].counter.entries[known]
            guard line.kind == entry.kind.rawValue, line.delta == entry.delta else { throw wrong("entry") }
            repetitions += 1
            return
        }
        let before = drafts[place].counter.count
        guard let kind = line.kind.flatMap({ Entry.Kind(rawValue: $0) }) else { throw wrong("kind") }
        guard let delta = line.delta, kind.takes(delta) else { throw wrong("delta") }
        let (count, overflows) = before.addingReportingOverflow(delta)
        guard !overflows, count >= 0, line.count ?? count == count else { throw ArchiveFault(.countIsWrong) }
        let time = try time(line.madeAt, "time")
        // An export has notes of several devices, too.
        guard let note = try? Entry.note(from: line.note, atMost: Entry.longestJoinedNote) else {
            throw wrong("note")
        }
        let voided = try voided(line.voids, by: kind, in: drafts[place])
        if let voided {
            drafts[place].voids[voided, default: 0] += 1
            guard drafts[place].voids[voided, default: 0] <= Entry.mostVoids else { throw wrong("voids") }
        }
        drafts[place].counter.entries.append(
            ArchivedEntry(
                id: id, kind: kind, delta: delta, count: count, madeAt: time.moment,
                zoneOffset: time.zoneOffset, voids: voided, note: note))
        drafts[place].entries[id] = drafts[place].counter.entries.count - 1
    }

    /// - Parameter count: The counter's final count according to the file.
    func expect(_ count: Int64?, in place: Int) throws(ArchiveFault) {
        // If a counter appears twice, the first final count does not include all entries.
        let reached = drafts[place].counter.count
        guard drafts[place].isRepeated || count ?? reached == reached else {
            throw ArchiveFault(.countIsWrong)
        }
    }

    private func voided(
        _ text: String?, by kind: Entry.Kind, in draft: Draft
    ) throws(ArchiveFault) -> OperationID? {
        guard kind == .void else {
            guard text == nil else { throw wrong("voids") }
            return nil
        }
        let voided = try id(text, "voids")
        // In a later part it may refer to an entry of an earlier part.
        let known = draft.entries[voided].map { draft.counter.entries[$0].kind }
        guard let target = known ?? (draft.counter.countBefore == nil ? nil : .increment),
            target != .void
        else { throw ArchiveFault(.voidsNothing) }
        return voided
    }

    private func id(_ text: String?, _ field: String) throws(ArchiveFault) -> OperationID {
        guard let id = text.flatMap({ OperationID($0) }) else { throw wrong(field) }
        return id
    }

    private func time(_ text: String?, _ field: String) throws(ArchiveFault) -> Timestamp {
        guard let time = text.flatMap({ Timestamp($0) }) else { throw wrong(field) }
        guard time.moment.milliseconds >= 0, time.moment <= latest else { throw ArchiveFault(.timeIsWrong) }
        return time
    }

    private func wrong(_ field: String) -> ArchiveFault { ArchiveFault(.valueIsWrong(field: field)) }
}

extension Entry.Kind {
    /// Whether an entry of this kind can have this delta.
    fileprivate func takes(_ delta: Int64) -> Bool {
        switch self {
        case .increment: (0...Counter.largestStep).contains(delta)
        case .decrement: (-Counter.largestStep...0).contains(delta)
        case .reset: delta <= 0
        case .set, .void: delta != .min
        }
    }
}
