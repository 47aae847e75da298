// What becomes of one counter of an archive.

/// What becomes of a counter of an archive.
public struct PlannedCounter: Sendable, Hashable {
    public enum Fate: Sendable, Hashable {
        /// It is not there yet.
        case isNew
        /// It is there, and gets entries.
        case grows
        /// It rests in the trash, and comes back.
        case isRestored
        /// Everything of it is there.
        case staysAsItIs
        /// The book holds as many counters as it may.
        case isLeftOut
    }

    public let title: String
    public let fate: Fate
    /// How many entries come to it, or stand again.
    public let entries: Int
    /// How many entries that are there get the note they have in the archive.
    public let notes: Int
    /// Where it stands afterwards.
    public let count: Int64

    /// Its row; nil where it is not there yet.
    let id: Int64?
    /// What the undo of an import had turned, turned back.
    let revival: BulkVoid
    let additions: [Addition]
    let annotations: [Annotation]

    struct Annotation: Sendable, Hashable {
        let entry: Entry.Number
        let note: String
    }

    /// An entry to be appended.
    struct Addition: Sendable, Hashable {
        let entry: ArchivedEntry
        let delta: Int64
        let count: Int64
        /// The number of the entry that a void is about.
        let voids: Entry.Number?
        let marks: Marks
    }

    /// What an entry adds to the hour in which it was made; a void to that of the entry it is about.
    struct Marks: Sendable, Hashable {
        let kind: Entry.Kind
        let delta: Int64
        let madeAt: Moment
        let zoneOffset: Int
    }

    /// One that there is no room for.
    static func leftOut(_ counter: ArchivedCounter) -> PlannedCounter {
        PlannedCounter(
            title: counter.title, fate: .isLeftOut, entries: 0, notes: 0, count: 0, id: nil,
            revival: BulkVoid(count: 0), additions: [], annotations: [])
    }

    /// One that is written already, and need only be shown.
    static func staged(_ counter: ArchivedCounter, _ row: StagedImport.Row) -> PlannedCounter {
        PlannedCounter(
            title: counter.title, fate: .isNew, entries: Int(row.entries), notes: 0, count: row.count,
            id: row.id, revival: BulkVoid(count: 0), additions: [], annotations: [])
    }
}

extension [Int64: CountedMarks] {
    mutating func add(_ additions: some Sequence<PlannedCounter.Addition>) {
        for marks in additions.lazy.map(\.marks) {
            add(marks.delta, of: marks.kind, marks.madeAt, marks.zoneOffset)
        }
    }
}
