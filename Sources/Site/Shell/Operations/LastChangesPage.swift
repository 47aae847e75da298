// What was changed last, each with a button that undoes it: notices go away by themselves.

import Ledger

struct LastChangesPage: Page {
    static let template = "Shell/lastChanges"

    struct Row: Sendable {
        /// Of the operation that made it: the row stays the same one when it is undone and when others come before it.
        let id: String
        let sentence: String
        /// What was changed, where the sentence does not tell it; nil: it does.
        let what: String?
        let when: String
        let isUndone: Bool
        /// What the button undoes, and its text.
        let undo: String
        let button: String
        let buttonLabel: String
    }
    let changes: [Row]
    let notice: Notice?
    let empty: Emptiness?
}

extension LastChangesPage.Row {
    init(_ change: RecentChange, sentence: String, _ words: Words) {
        id = change.id.text
        self.sentence = sentence
        let day = CivilDay(of: change.madeAt, zoneOffset: change.zoneOffset)
        let time = words.time(minuteOfDay: change.madeAt.minuteOfDay(zoneOffset: change.zoneOffset))
        what = words.subject(of: change.summary.kind)
        when = words.date(day) + " · " + time
        isUndone = change.isUndone
        undo = change.latest.text
        button = words[change.isUndone ? .noticeRedo : .noticeUndo]
        buttonLabel = button + ": " + sentence
    }
}

extension Words {
    /// What a change of this kind is about, for kinds whose sentence only says that something changed.
    fileprivate func subject(of kind: OperationSummary.Kind) -> String? {
        switch kind {
        case .share, .unshare: self[.share]
        default: nil
        }
    }
}
