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
    let problem: String?

    /// - Parameter offer: Nil for a visitor without an account.
    init(_ offer: ExportOffer?, problem: String? = nil, _ words: Words, _ links: Links) {
        let count = offer?.parts ?? 1
        hasCounters = offer?.hasCounters ?? false
        hasGoals = offer?.hasGoals ?? false
        files = ArchiveFormat.allCases.map {
            Download(address: links.export(of: nil, as: $0), label: words[$0.phrase])
        }
        parts =
            count < 2
            ? []
            : ArchiveFormat.allCases.flatMap { format in
                (1...count).map { part in
                    Download(
                        address: links.export(of: nil, as: format, part: part),
                        label: words(
                            .exportPart, format.name, words.number(Int64(part)), words.number(Int64(count))))
                }
            }
        hasParts = !parts.isEmpty
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
    let rows: [Row]
    /// The number of counters or goals that are not listed.
    let more: String?
    let repetitions: String?
    let changes: Bool

    init(id: OperationID, name: String, _ summary: ImportSummary, _ words: Words) {
        self.id = id.text
        self.name = name
        rows = summary.rows.map {
            Row(
                title: $0.title, formattedCount: words.breakable($0.count),
                outcome: summary.isOfGoals ? words.outcome(ofGoal: $0) : words.outcome(of: $0))
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

extension ImportFate {
    fileprivate var phrase: Phrase {
        switch self {
        case .isNew: .importNew
        case .grows: .importGrows
        case .isRestored: .importRestored
        case .staysAsItIs: .importSame
        case .isLeftOut: .importLeftOut
        }
    }
}

extension Words {
    fileprivate func outcome(of planned: ImportSummary.Row) -> String {
        guard planned.fate != .staysAsItIs, planned.fate != .isLeftOut else {
            return self[planned.fate.phrase]
        }
        switch (planned.fate, planned.entries, planned.notes) {
        case (.isNew, 0, 0): return self[.importNewAlone]
        case (.isRestored, 0, 0): return self[.importRestoredAlone]
        default: break
        }
        let entries = self(.importEntries, number: Int64(planned.entries))
        let notes = self(.importNotes, number: Int64(planned.notes))
        let gain =
            planned.notes == 0 ? entries : planned.entries == 0 ? notes : self(.importBoth, entries, notes)
        return self(planned.fate.phrase, gain)
    }

    fileprivate func outcome(ofGoal planned: ImportSummary.Row) -> String {
        let days = self(.importDays, number: Int64(planned.entries))
        let notes = self(.importNotes, number: Int64(planned.notes))
        let gain =
            planned.notes == 0 ? days : planned.entries == 0 ? notes : self(.importBoth, days, notes)
        switch planned.fate {
        case .isNew, .isRestored:
            return planned.entries == 0 && planned.notes == 0
                ? self[.importEmptyGoal] : self(.importNewGoal, gain)
        case .grows: return self(.importGrows, gain)
        case .staysAsItIs: return self[.importSame]
        case .isLeftOut: return self[.importLeftOutGoal]
        }
    }

    /// Why a file could not be read, and where.
    func sentence(for fault: ArchiveFault) -> String {
        let sentence =
            switch fault.reason {
            case .formatIsUnknown: self[.importUnknown]
            case .holdsNothing: self[.importEmpty]
            case .isDamaged: self[.importDamaged]
            case .isNewer: self[.importNewer]
            case .valueIsWrong(let field): self(.importValue, field)
            case .timeIsWrong: self[.importTime]
            case .countIsWrong: self[.importCount]
            case .voidsNothing: self[.importVoids]
            case .hasTooManyCounters: self(.importTooMany, number: Int64(Archive.mostCounters))
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
