// A compact summary of what importing a file would change.

import Ledger

/// The content of a preview, independent of the language.
struct ImportSummary: Sendable {
    struct Row: Sendable {
        let title: String
        /// The counter's count, or how many days of the goal are done.
        let count: Int64
        let fate: ImportFate
        /// How many entries the counter gets, or how many days of the goal are marked.
        let entries: Int
        let notes: Int
    }

    /// Whether the file has goals, and no counters.
    let isOfGoals: Bool
    /// Which other program has saved the file.
    let program: HabitProgram?
    /// The first counters or goals of the file.
    let rows: [Row]
    /// How many there are in all.
    let total: Int
    /// How many entries are duplicates, which are imported once.
    let repetitions: Int
    /// Whether the file changes anything at all.
    let changes: Bool

    private static let mostRows = 200

    init(_ archive: Archive, _ plan: [PlannedCounter]) {
        rows = plan.prefix(Self.mostRows).map {
            Row(title: $0.title, count: $0.count, fate: $0.fate, entries: $0.entries, notes: $0.notes)
        }
        isOfGoals = false
        program = nil
        total = plan.count
        repetitions = archive.repetitions
        changes = plan.contains { $0.fate != .staysAsItIs && $0.fate != .isLeftOut }
    }

    init(_ archive: GoalsArchive, _ plan: [PlannedGoal]) {
        rows = plan.prefix(Self.mostRows).map {
            Row(
                title: $0.name, count: Int64($0.doneInFile), fate: $0.fate, entries: $0.marks,
                notes: $0.notes)
        }
        isOfGoals = true
        program = archive.program
        total = plan.count
        repetitions = 0
        changes = plan.contains { $0.fate != .staysAsItIs && $0.fate != .isLeftOut }
    }

    /// Its approximate size in memory, in bytes.
    var size: Int { rows.reduce(128) { $0 + $1.title.utf8.count + 64 } }
}
