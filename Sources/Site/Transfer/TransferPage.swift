// The page for exports and imports, and the preview of an import.

import Ledger

/// The available exports, and the form for an import.
struct TransferPage: Page {
    static let template = "Transfer/transfer"

    struct Download: Sendable {
        let address: String
        let label: String
    }

    let hasCounters: Bool
    let hasGoals: Bool
    let files: [Download]
    /// The export in several files, for when a single one would exceed the import limit.
    let parts: [Download]
    let hasParts: Bool
    /// The same for goals.
    let goalParts: [Download]
    let hasGoalParts: Bool
    /// What can be imported.
    let lead: String
    let problem: String?

    /// - Parameters:
    ///   - offer: Nil for a visitor without an account.
    ///   - largestFile: The maximum size of a file to import, in bytes.
    init(_ offer: ExportOffer?, largestFile: Int, problem: String? = nil, _ words: Words, _ links: Links) {
        lead = words.sentence(.importLead, for: largestFile)
        hasCounters = offer?.hasCounters ?? false
        hasGoals = offer?.hasGoals ?? false
        files = ArchiveFormat.allCases.map {
            Download(address: links.export(of: nil, as: $0), label: words[$0.phrase])
        }
        func downloads(_ count: Int?, _ format: ArchiveFormat, _ address: (Int) -> String) -> [Download] {
            guard let count, count > 1 else { return [] }
            return (1...count).map { part in
                Download(
                    address: address(part),
                    label: words(
                        .exportPart, format.name, words.number(Int64(part)), words.number(Int64(count))))
            }
        }
        parts = ArchiveFormat.allCases.flatMap { format in
            downloads(offer?.parts, format) { links.export(of: nil, as: format, part: $0) }
        }
        hasParts = !parts.isEmpty
        goalParts = downloads(offer?.goalParts, .json) { links.exportOfGoals(part: $0) }
        hasGoalParts = !goalParts.isEmpty
        self.problem = problem
    }
}

/// The preview of an import.
struct ImportPage: Page {
    static let template = "Transfer/import"

    struct Row: Sendable {
        let title: String
        let formattedCount: String
        let outcome: String
    }

    /// The upload's id, which is also the import's operation id, so that it is applied once.
    let id: String
    let name: String
    /// What becomes of the habits of another program.
    let habits: String?
    let rows: [Row]
    /// The number of counters or goals that are not listed.
    let more: String?
    let repetitions: String?
    let changes: Bool

    init(id: OperationID, name: String, _ summary: ImportSummary, _ words: Words) {
        self.id = id.text
        self.name = name
        habits = summary.program.map { words(.importHabits, $0.name) }
        rows = summary.rows.map {
            Row(
                title: $0.title, formattedCount: words.breakable($0.count),
                outcome: words.outcome(of: $0, isGoal: summary.isOfGoals))
        }
        let hidden = summary.total - summary.rows.count
        more =
            hidden > 0
            ? words(summary.isOfGoals ? .importMoreGoals : .importMore, number: Int64(hidden)) : nil
        repetitions =
            summary.repetitions > 0 ? words(.importRepetitions, number: Int64(summary.repetitions)) : nil
        changes = summary.changes
    }
}

extension ArchiveFormat {
    /// The readable form, the same in every language.
    var name: String { rawValue.uppercased() }

    fileprivate var phrase: Phrase {
        switch self {
        case .json: .exportJSON
        case .csv: .exportCSV
        }
    }
}

extension Words {
    fileprivate func outcome(of planned: ImportSummary.Row, isGoal: Bool) -> String {
        let gain = gain(from: planned, isGoal: isGoal)
        switch planned.fate {
        // Whoever imports a goal again after undoing that has not seen it in a trash.
        case .isNew where isGoal, .isRestored where isGoal:
            return gain.map { self(.importNewGoal, $0) } ?? self[.importNewGoalAlone]
        case .isNew: return gain.map { self(.importNew, $0) } ?? self[.importNewAlone]
        case .isRestored: return gain.map { self(.importRestored, $0) } ?? self[.importRestoredAlone]
        case .grows: return self(.importGrows, gain ?? "")
        case .staysAsItIs: return self[.importSame]
        case .isLeftOut: return self[isGoal ? .importLeftOutGoal : .importLeftOut]
        }
    }

    /// What it gets: entries or days, notes, or both; nil for nothing.
    private func gain(from planned: ImportSummary.Row, isGoal: Bool) -> String? {
        let entries = self(isGoal ? .importDays : .importEntries, number: Int64(planned.entries))
        let notes = self(.importNotes, number: Int64(planned.notes))
        return switch (planned.entries, planned.notes) {
        case (0, 0): nil
        case (_, 0): entries
        case (0, _): notes
        default: self(.importBoth, entries, notes)
        }
    }

    /// Why a file could not be read, and where.
    func sentence(for fault: ArchiveFault) -> String {
        let sentence =
            switch fault.reason {
            case .formatIsUnknown: self[.importUnknown]
            case .holdsNothing: self[.importEmpty]
            case .isDamaged: self[.importDamaged]
            case .isNotUTF8: self[.importEncoding]
            case .isNewer: self[.importNewer]
            case .valueIsWrong(let field): self(.importValue, field)
            case .timeIsWrong: self[.importTime]
            case .countIsWrong: self[.importCount]
            case .voidsNothing: self[.importVoids]
            case .hasTooManyCounters: self(.importTooMany, number: Int64(Archive.mostCounters))
            case .hasTooManyEntries: self[.importTooManyEntries]
            case .earlierPartIsMissing: self[.importEarlier]
            }
        let place: String? =
            switch fault.place {
            case .line(let line): self(.importLine, number(Int64(line)))
            case .entry(0, let counter): self(.importAtCounter, number(Int64(counter)))
            case .entry(let entry, let counter):
                self(.importAtEntry, number(Int64(counter)), number(Int64(entry)))
            case .goal(let goal): self(.importAtGoal, number(Int64(goal)))
            case nil: nil
            }
        return place.map { self(.importPlaced, sentence, $0) } ?? sentence
    }
}

extension Words {
    /// A sentence about the maximum size of a file, in whole megabytes.
    func sentence(_ phrase: Phrase, for largestFile: Int) -> String {
        self(phrase, number(Int64(largestFile >> 20)))
    }
}
