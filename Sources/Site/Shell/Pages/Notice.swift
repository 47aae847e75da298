// A notice about what was just done, with a button to undo it. Rendered in pages,
// and in responses to scripts that stay on their page.

import Hummingbird
import Ledger

struct Notice: Sendable {
    /// The page the user is on, and returns to.
    enum Origin: String, Decodable, Sendable {
        case home, counter, history, arrange, goals, arrangeGoals, day, changes, trash, watch
    }

    let sentence: String
    /// The address the undo posts to; nil if it cannot be undone.
    let action: String?
    /// The operation to undo, unless the action contains it.
    let undo: String?
    let from: String
    let button: String
    /// Whether the button redoes something undone.
    let isRedo: Bool
    /// The page without the notice.
    let close: String
}

/// A notice as a fragment.
struct NoticePage: Page {
    static let template = "Shell/notice"
    let notice: Notice
}

extension OperationWriter {
    /// The notice that the page's address asks for, if there is something to say.
    func notice(_ request: Request, _ context: PageContext, on origin: Notice.Origin) throws -> Notice? {
        guard let operation = request.uri.queryParameters.get("undo").flatMap({ OperationID($0) }),
            let visitor = context.visitor
        else { return nil }
        return try notice(of: operation, by: visitor.account, on: origin, context.words)
    }

    /// What an operation did, with a button to undo it if possible.
    func notice(
        of operation: OperationID, by account: AccountID, on origin: Notice.Origin, _ words: Words
    ) throws -> Notice? {
        guard let summary = try ledger.summary(of: operation, of: account),
            let sentence = words.sentence(for: summary)
        else { return nil }
        let isForGood = !summary.canBeUndone, isRedo = summary.kind == .undo
        return Notice(
            sentence: sentence, action: isForGood ? nil : links.undo, undo: isForGood ? nil : operation.text,
            from: origin.rawValue, button: words[isRedo ? .noticeRedo : .noticeUndo], isRedo: isRedo,
            close: address(of: origin, after: summary)
        )
    }

    /// What a change did, for the list of last changes; nil if there is nothing to name it by.
    func sentence(forChange summary: OperationSummary, _ words: Words) -> String? {
        if let sentence = words.sentence(for: summary) { return sentence }
        guard !summary.title.isEmpty else { return nil }
        if summary.kind == .markDay, let day = summary.day {
            return words(.noticeMarked, summary.title, words.date(day))
        }
        let phrase: Phrase =
            switch summary.kind {
            case .createGoal: .noticeCreated
            case .noteDay: .noticeNoted
            case .share: .noticeShared
            case .unshare: .noticeUnshared
            default: .noticeChanged
            }
        return words(phrase, summary.title)
    }

    /// The page without a notice, scrolled to what was done.
    private func address(of origin: Notice.Origin, after summary: OperationSummary) -> String {
        switch origin {
        case .home: links.home
        case .counter: links.counter(summary.counter ?? 0)
        case .arrange: links.arrangement(at: summary.counter ?? 0)
        case .arrangeGoals: links.goalArrangement(at: summary.goal ?? 0)
        case .history: links.history(of: summary.counter ?? 0, around: summary.entry)
        case .goals: links.goals
        case .day: links.day(of: summary) ?? links.goals
        case .changes: links.undo
        case .trash: links.trash
        case .watch: links.watch
        }
    }
}

extension Links {
    /// The page of the day that an operation marked or noted.
    func day(of summary: OperationSummary) -> String? {
        guard let goal = summary.goal, let day = summary.day else { return nil }
        return self.day(day, of: goal)
    }
}

extension Words {
    /// The text of the notice; nil for counting, which the count itself shows.
    fileprivate func sentence(for summary: OperationSummary) -> String? {
        switch summary.kind {
        case .createCounter: self(.noticeCreated, summary.title)
        case .reset: self(.noticeReset, summary.title)
        case .setCount: self(.noticeSet, summary.title)
        case .rename: self(.noticeRenamed, summary.title)
        case .deleteCounter: self(.deleted, summary.title)
        case .restoreCounter: self(.noticeRestored, summary.title)
        case .annotate:
            self(summary.keptBothNotes ? .noticeBothNotes : .noticeNoted, summary.title)
        case .collapseAll: self[.noticeCollapsedAll]
        case .expandAll: self[.noticeExpandedAll]
        case .deleteAll: self[.noticeDeletedAll]
        case .undo: self[.noticeUndone]
        case .importArchive, .importGoals: self[.noticeImported]
        case .copyAccount: self[.noticeJoined]
        case .retime: self(.noticeRetimed, summary.title)
        case .recolor: self(.noticeRecolored, summary.title)
        case .restyle: self(.noticeRestyled, summary.title)
        case .setStep: self(.noticeStepped, summary.title)
        case .moveCounter: self(.noticeMoved, summary.title)
        case .void: self(.noticeCorrected, summary.title)
        case .collapse: self(.noticeChanged, summary.title)
        case .increment, .decrement, .share, .unshare, .setDayStart, .setWeekStart: nil
        case .archiveGoal: self(.noticeArchived, summary.title)
        case .unarchiveGoal: self(.noticeRestored, summary.title)
        // What a note says stands where it was written.
        case .noteDay: summary.keptBothNotes ? self(.noticeBothNotes, summary.title) : nil
        case .moveGoal: self(.noticeMoved, summary.title)
        case .createGoal, .editGoal, .markDay: nil
        }
    }
}
