// Changes to existing entries: undoing and redoing them, their notes, and their times.

import GRDB

/// Undoes an entry, or redoes it.
struct VoidEntry: ReplacingChangeKind {
    static let kind = "void"
    let counter: Name
    let entry: Name
    let void: Bool
    /// For an inverse: applies only while this operation is the last one to have changed the entry.
    var replacing: OperationID?

    /// The count moves within its bounds, and not at all if a later reset or set
    /// has already settled the entry.
    func perform(in context: WriteContext) throws -> Outcome {
        let counter = try context.anyCounter(counter)
        let number = try context.entryNumber(entry, of: counter)
        let found = try context.database.first(
            "SELECT kind, delta, madeAt, zoneOffset FROM entry WHERE counter = ? AND number = ?",
            [counter.row, number]
        ) { row in
            (
                kind: row[0] as String, delta: row[1] as Int64, madeAt: Moment(milliseconds: row[2]),
                zoneOffset: row[3] as Int
            )
        }
        guard let found, let kind = Entry.Kind(rawValue: found.kind), kind != .void else {
            throw Refusal.noSuchEntry
        }
        let last = try context.lastVoid(of: number, of: counter.row)
        if let replacing {
            let isVoid = (last?.count ?? 0) % 2 == 1
            guard
                try context.stands(
                    replacing, after: last?.operation, where: { (done: VoidEntry) in done.void == isVoid })
            else { throw Refusal.cannotBeUndone }
        }
        // Two devices may request the same.
        guard (last?.count ?? 0) % 2 == (void ? 0 : 1) else {
            return Outcome(subject: .counter(counter), entry: number)
        }
        guard last?.count ?? 0 < Entry.mostVoids else { throw Refusal.cannotBeUndone }

        // Deltas never go below -Int64.max, so the negation does not overflow, unless the file is damaged.
        guard found.delta > .min else { throw StorageFault.damaged }
        var delta: Int64 = 0
        let settling = try context.database.lastSettling(of: counter.row, after: number)
        if settling.number > 0 {
            // A later reset or set already fixed the count, so it stays.
        } else if try kind != .increment || settling.entriesRead > 0
            || context.database.mayReachZero(after: number, of: counter.row)
        {
            let request = Replay.Request(counter: counter.row, turning: [number])
            delta = try context.preparations.count(for: request, in: context.database) - counter.count
        } else {
            let wanted = void ? -found.delta : found.delta
            delta = wanted < 0 ? max(wanted, -counter.count) : min(wanted, .max - counter.count)
        }
        if kind == .increment || kind == .decrement {
            try context.countHour(
                of: counter.row, void ? -found.delta : found.delta, madeAt: found.madeAt,
                zoneOffset: found.zoneOffset)
        }
        var outcome = try context.append(.void, delta, to: counter, voids: number)
        if void {
            try context.narrowHour(
                of: counter.row, without: number, madeAt: found.madeAt, zoneOffset: found.zoneOffset)
        }
        outcome.entry = number
        outcome.entriesRead = settling.entriesRead
        outcome.inverse = VoidEntry(
            counter: counter.name, entry: .number(number), void: !void, replacing: context.operation)
        return outcome
    }
}

/// Sets an entry's note; an empty one removes it.
struct Annotate: ReplacingChangeKind {
    static let kind = "annotate"
    static let hasTypedText = true
    /// Between two notes of which both are kept.
    static let separator = " / "
    let counter: Name
    let entry: Name
    let note: String
    /// The note the writer was shown. If a different one is stored by now, both
    /// are kept; nil: the writer saw the stored note.
    var seen: String?
    var replacing: OperationID?
    var subject: NamedSubject? { .entry(entry, of: counter) }

    func perform(in context: WriteContext) throws -> Outcome {
        let counter = try context.counter(counter)
        let number = try context.entryNumber(entry, of: counter)
        try context.requireEntry(number, of: counter)
        let current = try context.note(at: number, of: counter.row)
        let seen = seen.map { $0.normalizedLine }
        // Two joined notes may be longer than one may be, and can be corrected all the same.
        let most = seen == current ? max(Entry.longestNote, current.count) : Entry.longestNote
        let typed = replacing == nil ? try Entry.note(from: note, atMost: most) : note
        let field = Field.entry(.note, number, of: counter.row)
        let version = try context.version(of: field)
        guard
            let note = try typed.joined(
                to: current, seen: seen, by: Self.separator,
                isLater: replacing != nil || version.map { try context.isLater(than: $0) } ?? true,
                atMost: Entry.longestJoinedNote)
        else { return Outcome(subject: .counter(counter), entry: number) }
        _ = try context.claim(
            field, replacing: replacing,
            where: { try ($0 as? Annotate).map { try Entry.note(from: $0.note) } == current })
        if note.isEmpty {
            try context.database.run(
                "DELETE FROM note WHERE counter = ? AND number = ?", [counter.row, number])
        } else {
            try context.database.run(
                "INSERT INTO note VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET text = ?3",
                [counter.row, number, note])
        }
        try context.touch(counter)
        return Outcome(
            subject: .counter(counter), entry: number,
            inverse: Annotate(
                counter: counter.name, entry: .number(number), note: current, replacing: context.operation))
    }
}

/// Corrects an entry's time, for example after a device's clock was wrong.
struct Retime: ReplacingChangeKind {
    static let kind = "retime"
    let counter: Name
    let entry: Name
    /// Milliseconds since 1970-01-01 UTC.
    let at: Int64
    /// Minutes east of UTC.
    let offset: Int
    var replacing: OperationID?

    func perform(in context: WriteContext) throws -> Outcome {
        let counter = try context.counter(counter)
        let number = try context.entryNumber(entry, of: counter)
        // An undo restores what a device with a wrong clock recorded.
        let earliest = replacing == nil ? Operation.earliest : Moment(milliseconds: 0)
        let time = Moment(milliseconds: at)
        // The server's own clock may be before the earliest.
        guard earliest <= time, time <= context.now, Operation.zoneOffsets.contains(offset) else {
            throw Refusal.timeIsWrong
        }
        let found = try context.database.first(
            "SELECT kind, delta, madeAt, zoneOffset FROM entry WHERE counter = ? AND number = ?",
            [counter.row, number]
        ) { row in
            (
                kind: Entry.Kind(rawValue: row[0]), delta: row[1] as Int64,
                madeAt: Moment(milliseconds: row[2]), zoneOffset: row[3] as Int
            )
        }
        guard let found, found.kind != .void else { throw Refusal.noSuchEntry }
        let field = Field.entry(.time, number, of: counter.row)
        let stands = try context.claim(
            field, replacing: replacing,
            where: { ($0 as? Retime)?.at == found.madeAt.milliseconds })
        guard stands else { return Outcome(subject: .counter(counter), entry: number) }
        try context.database.run(
            "UPDATE entry SET madeAt = ?, zoneOffset = ? WHERE counter = ? AND number = ?",
            [at, offset, counter.row, number])
        let isCounted = found.kind == .increment || found.kind == .decrement
        let voids = try context.lastVoid(of: number, of: counter.row)?.count ?? 0
        // Of more than are read nobody knows in the writer's time whether they leave the entry counted.
        guard !isCounted || voids < Entry.voidsRead else { throw Refusal.noSuchEntry }
        let isVoid = voids % 2 == 1
        if isCounted, !isVoid {
            try context.countHour(
                of: counter.row, -found.delta, madeAt: found.madeAt, zoneOffset: found.zoneOffset)
            try context.countHour(
                of: counter.row, found.delta, madeAt: Moment(milliseconds: at), zoneOffset: offset)
            try context.narrowHour(
                of: counter.row, without: number, madeAt: found.madeAt, zoneOffset: found.zoneOffset)
        }
        try context.touch(counter)
        return Outcome(
            subject: .counter(counter), entry: number,
            inverse: Retime(
                counter: counter.name, entry: .number(number), at: found.madeAt.milliseconds,
                offset: found.zoneOffset, replacing: context.operation))
    }
}

extension WriteContext {
    fileprivate func requireEntry(_ number: Entry.Number, of counter: CounterRow) throws {
        let isThere = try database.exists(
            "SELECT 1 FROM entry WHERE counter = ? AND number = ?", [counter.row, number])
        guard isThere else { throw Refusal.noSuchEntry }
    }

    /// Empty if there is none.
    fileprivate func note(at number: Entry.Number, of counter: Int64) throws -> String {
        try database.first("SELECT text FROM note WHERE counter = ? AND number = ?", [counter, number]) {
            $0[0]
        } ?? ""
    }
}

extension String {
    /// Merges a note with one written concurrently on another device: nobody's
    /// words are overwritten unseen.
    ///
    /// - Parameters:
    ///   - current: The stored note; empty if there is none.
    ///   - seen: The note the writer was shown; nil if it was the stored one.
    ///   - separator: Separates the two notes.
    ///   - isLater: Whether this note was written after the stored one.
    ///   - most: How many characters both may have together.
    /// - Returns: Nil if the stored note stays as it is.
    /// - Throws: ``Refusal/noteIsTooLong``.
    func joined(
        to current: String, seen: String?, by separator: String, isLater: Bool, atMost most: Int
    ) throws(Refusal) -> String? {
        guard let seen, current != self else { return isLater ? self : nil }
        // Whoever has seen what stands writes after it, whatever the clocks say.
        if seen == current { return self }
        // Who removed the note has not seen this one.
        guard !isEmpty, !current.isEmpty else { return isEmpty ? nil : self }
        // Whoever goes on with what stands overwrites nothing, and whoever goes on with a part of it, nothing but that.
        if goesOn(with: current) { return self }
        let both =
            current.replacing(seen, joinedBy: separator, with: self)
            ?? (isLater ? current + separator + self : self + separator + current)
        guard !both.isLonger(than: most) else { throw .noteIsTooLong }
        return both
    }

    /// Whether it is that text and more words.
    private func goesOn(with text: String) -> Bool {
        hasPrefix(text) && !(dropFirst(text.count).first?.isPartOfWord ?? false)
    }

    /// Two notes of which both were kept, with another text in the place of one of them; nil if that is not one of them.
    private func replacing(_ note: String, joinedBy separator: String, with text: String) -> String? {
        guard joins(note, by: separator) else { return nil }
        return hasPrefix(note + separator) ? text + dropFirst(note.count) : dropLast(note.count) + text
    }

    /// Whether it is a note and another one, of which both were kept.
    func joins(_ note: String, by separator: String) -> Bool {
        !note.isEmpty && (hasPrefix(note + separator) || hasSuffix(separator + note))
    }
}

extension Character {
    fileprivate var isPartOfWord: Bool { isLetter || isNumber }
}

extension Change {
    /// Undoes an entry, or redoes it; if it is so already, nothing changes. An entry that is a void
    /// itself is refused (``Refusal/noSuchEntry``).
    public static func void(_ counter: some Naming, entry: some Naming, isVoid: Bool) -> Change {
        Change(VoidEntry(counter: counter.name, entry: entry.name, void: isVoid))
    }
    /// - Parameter seen: The note the writer was shown; nil: the stored one.
    public static func annotate(
        _ counter: some Naming, entry: some Naming, note: String, seen: String? = nil
    ) -> Change {
        Change(Annotate(counter: counter.name, entry: entry.name, note: note, seen: seen))
    }
    /// Corrects when an entry was made, and where.
    ///
    /// - Parameter time: From ``Operation/earliest`` until now, with one of ``Operation/zoneOffsets``;
    ///   any other is refused (``Refusal/timeIsWrong``).
    public static func retime(_ counter: some Naming, entry: some Naming, to time: Timestamp) -> Change {
        Change(
            Retime(
                counter: counter.name, entry: entry.name, at: time.moment.milliseconds,
                offset: time.zoneOffset))
    }
}
