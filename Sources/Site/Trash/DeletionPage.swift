// The confirmation page before all counters are permanently deleted.

import Ledger

struct DeletionForm: Decodable, Sendable {
    /// The typed confirmation word.
    var word: String?
    /// The newest counter when the page was rendered.
    var newest: String?
}

struct DeletionPage: Page {
    static let template = "Trash/deletion"

    /// Why nothing was deleted.
    enum Flaw: Sendable { case otherWord, countersWereAdded }

    let account: AccountID?
    let operation: String
    let newest: String
    let counters: String
    let inTrash: String
    let marks: String
    let empty: Emptiness?
    let exportJSON: String
    let exportCSV: String
    let label: String
    let typed: String
    let wordProblem: String?
    let figuresProblem: String?

    init(
        _ form: DeletionForm, _ deletionScope: DeletionScope, of account: AccountID?, flaw: Flaw?,
        operation: String,
        _ words: Words, _ links: Links
    ) {
        self.account = account
        self.operation = operation
        newest = String(deletionScope.newest)
        counters = words.number(Int64(deletionScope.counters))
        inTrash = words.number(Int64(deletionScope.inTrash))
        marks = words.breakable(deletionScope.marks)
        empty =
            deletionScope.isNothing ? words.nothing(.deletionNone, leadingTo: links.settings, .settings) : nil
        exportJSON = links.export(of: nil, as: .json)
        exportCSV = links.export(of: nil, as: .csv)
        label = words(.deletionType, words[.deletionWord])
        typed = form.word ?? ""
        wordProblem = flaw == .otherWord ? words(.deletionOtherWord, words[.deletionWord]) : nil
        figuresProblem = flaw == .countersWereAdded ? words[.deletionAdded] : nil
    }
}
