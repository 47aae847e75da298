// What an import would do with one counter of an archive.

/// What an import would do with a counter of an archive.
public struct PlannedCounter: Sendable, Hashable {
    /// The title that it has; for one that is new, the archive's.
    public let title: String
    /// What becomes of it.
    public let fate: ImportFate
    /// The number of entries added or redone.
    public let entries: Int
    /// The number of existing entries that get their note from the archive.
    public let notes: Int
    /// The count afterwards.
    public let count: Int64

    /// Its row; nil if it does not exist yet.
    let id: Int64?
    /// Reverses what the undo of an import changed.
    let revival: BulkVoid
    let additions: [Addition]
    let annotations: [Annotation]

    struct Annotation: Sendable, Hashable {
        let entry: Entry.Number
        let note: String
    }

    /// An entry to append.
    struct Addition: Sendable, Hashable {
        let entry: ArchivedEntry
        let delta: Int64
        let count: Int64
        /// For a void: the number of the entry it undoes or redoes.
        let voids: Entry.Number?
        let marks: Marks
    }

    /// What an entry adds to the hour in which it was made; for a void, the hour of its entry.
    struct Marks: Sendable, Hashable {
        let kind: Entry.Kind
        let delta: Int64
        let madeAt: Moment
        let zoneOffset: Int
    }

    /// A counter for which there is no room.
    static func leftOut(_ counter: ArchivedCounter) -> PlannedCounter {
        PlannedCounter(
            title: counter.title, fate: .isLeftOut, entries: 0, notes: 0, count: 0, id: nil,
            revival: BulkVoid(count: 0), additions: [], annotations: [])
    }

    /// A counter that is already written and only needs to be made visible.
    static func staged(_ counter: ArchivedCounter, _ row: StagedImport.Row) -> PlannedCounter {
        PlannedCounter(
            title: counter.title, fate: .isNew, entries: Int(row.entries), notes: 0, count: row.count,
            id: row.id, revival: BulkVoid(count: 0), additions: [], annotations: [])
    }
}

extension PlannedCounter {
    /// How many bytes of text the import of the counter writes, whether or not it is staged.
    func words(of counter: ArchivedCounter) -> Int {
        switch fate {
        case .isNew: counter.entries.reduce(counter.title.utf8.count) { $0 + $1.note.utf8.count }
        case .grows, .isRestored:
            additions.reduce(0) { $0 + $1.entry.note.utf8.count }
                + annotations.reduce(0) { $0 + $1.note.utf8.count }
        case .staysAsItIs, .isLeftOut: 0
        }
    }
}

extension [Int64: CountedMarks] {
    mutating func add(_ additions: some Sequence<PlannedCounter.Addition>) {
        for marks in additions.lazy.map(\.marks) {
            add(marks.delta, of: marks.kind, marks.madeAt, marks.zoneOffset)
        }
    }
}
