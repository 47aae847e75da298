// What a file would change, in few enough words to be remembered.

import Ledger

/// What a preview shows of a file, in no language yet.
struct ImportSummary: Sendable {
    struct Row: Sendable {
        let title: String
        let count: Int64
        let fate: PlannedCounter.Fate
        let entries: Int
        let notes: Int
    }

    /// Of the first counters of the file.
    let rows: [Row]
    /// Of all of them.
    let counters: Int
    /// How many entries came more than once, and are taken once.
    let repetitions: Int
    /// Whether the file changes anything at all.
    let changes: Bool

    private static let mostRows = 200

    init(_ archive: Archive, _ plan: [PlannedCounter]) {
        rows = plan.prefix(Self.mostRows).map {
            Row(title: $0.title, count: $0.count, fate: $0.fate, entries: $0.entries, notes: $0.notes)
        }
        counters = plan.count
        repetitions = archive.repetitions
        changes = plan.contains { $0.fate != .staysAsItIs && $0.fate != .isLeftOut }
    }

    /// In memory, about, in bytes.
    var size: Int { rows.reduce(128) { $0 + $1.title.utf8.count + 64 } }
}
