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
    let additions: ArraySlice<Addition>
    let annotations: ArraySlice<Annotation>

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
        /// Whether the import makes it, and no entry of the archive.
        var isOfImport = false
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
    /// How many entries and notes are left to be written.
    var size: Int { entries + notes }

    /// The first entries and notes, at least one of them, and those after them, which are for a counter that is there by then.
    func split(at most: Int) -> (first: PlannedCounter, rest: PlannedCounter) {
        let most = max(1, most)
        let (revived, revivedLater) = revival.split(at: most)
        let added = additions.prefix(most - revived.lines.count)
        let noted = annotations.prefix(most - revived.lines.count - added.count)
        func part(
            _ fate: ImportFate, _ revival: BulkVoid, _ additions: ArraySlice<Addition>,
            _ annotations: ArraySlice<Annotation>, count: Int64
        ) -> PlannedCounter {
            PlannedCounter(
                title: title, fate: fate, entries: additions.count + revival.lines.count,
                notes: annotations.count, count: count, id: id, revival: revival, additions: additions,
                annotations: annotations)
        }
        let isAll = revived.lines.count + added.count + noted.count == size
        return (
            part(fate, revived, added, noted, count: added.last?.count ?? revived.lines.last?.count ?? count),
            isAll
                ? written
                : part(
                    .grows, revivedLater, additions.dropFirst(added.count),
                    annotations.dropFirst(noted.count), count: count)
        )
    }

    /// A counter of which nothing is left to be written.
    var written: PlannedCounter {
        PlannedCounter(
            title: title, fate: .staysAsItIs, entries: 0, notes: 0, count: count, id: id,
            revival: BulkVoid(count: count), additions: [], annotations: [])
    }

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
