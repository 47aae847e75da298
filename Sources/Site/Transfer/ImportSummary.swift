// A compact summary of what importing a file would change.

import Ledger

/// The content of a preview, independent of the language.
struct ImportSummary: Sendable {
    struct Row: Sendable {
        let title: String
        let count: Int64
        let fate: PlannedCounter.Fate
        let entries: Int
        let notes: Int
    }

    /// The first counters of the file.
    let rows: [Row]
    /// Totals for all counters.
    let counters: Int
    /// How many entries are duplicates, which are imported once.
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

    /// Its approximate size in memory, in bytes.
    var size: Int { rows.reduce(128) { $0 + $1.title.utf8.count + 64 } }
}
