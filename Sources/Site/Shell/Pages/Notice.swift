// What was done, told to whoever did it, with the offer to take it back. A
// page draws it, and so does the answer to a script that stays on its page.

import Hummingbird
import Ledger

struct Notice: Sendable {
    /// The page that somebody stands on, and comes back to.
    enum Origin: String, Decodable, Sendable { case home, history, arrange, goals }

    let sentence: String
    /// Where the wish to take it back is posted to; nil where it cannot be taken back.
    let action: String?
    /// The operation to take back, where the action does not say it.
    let undo: String?
    let from: String
    let button: String
    /// Whether the button does again what was taken back.
    let isRedo: Bool
    /// The page without the notice.
    let close: String
}

/// A notice by itself.
struct NoticePage: Page {
    static let template = "Shell/notice"
    let notice: Notice
}

extension Site {
    /// The notice that a page's address asks for, if there is something to tell.
    func notice(_ request: Request, _ context: SiteContext, on origin: Notice.Origin) throws -> Notice? {
        guard let operation = request.uri.queryParameters.get("undo").flatMap({ OperationID($0) }),
            let visitor = context.visitor, let words = context.voice?.words
        else { return nil }
        return try notice(of: operation, by: visitor.account, on: origin, words)
    }

    /// What an operation did, and the offer to take it back where it can be.
    func notice(
        of operation: OperationID, by account: AccountID, on origin: Notice.Origin, _ words: Words
    ) throws -> Notice? {
        guard let deed = try ledger.deed(operation, of: account),
            let sentence = try words.sentence(for: deed) ?? goalSentence(for: deed, of: account, words)
        else { return nil }
        let isForGood = deed.kind == .deleteAll, isRedo = deed.kind == .undo
        return Notice(
            sentence: sentence, action: isForGood ? nil : links.undo, undo: isForGood ? nil : operation.text,
            from: origin.rawValue, button: words[isRedo ? .noticeRedo : .noticeUndo], isRedo: isRedo,
            close: address(of: origin, after: deed)
        )
    }

    /// The page without a notice, at what was done.
    private func address(of origin: Notice.Origin, after deed: Deed) -> String {
        switch origin {
        case .home: links.home
        case .arrange: links.arrangement(at: deed.counter)
        case .history: links.history(of: deed.counter, around: deed.entry)
        case .goals: links.goals
        }
    }
}

extension Words {
    /// What was done, where it is worth telling; a count tells itself.
    fileprivate func sentence(for deed: Deed) -> String? {
        switch deed.kind {
        case .create: self(.noticeCreated, deed.title)
        case .reset: self(.noticeReset, deed.title)
        case .set: self(.noticeSet, deed.title)
        case .rename: self(.noticeRenamed, deed.title)
        case .delete: self(.deleted, deed.title)
        case .restore: self(.noticeRestored, deed.title)
        case .annotate: self[.noticeNoted]
        case .collapseAll: self[.noticeCollapsedAll]
        case .expandAll: self[.noticeExpandedAll]
        case .deleteAll: self[.noticeDeletedAll]
        case .undo: self[.noticeUndone]
        case .importArchive: self[.noticeImported]
        case .recolor, .restyle, .step, .move, .void, .collapse: self(.noticeChanged, deed.title)
        case .increment, .decrement, .share, .unshare, .dayStart, .weekStart: nil
        case .archiveGoal: nil
        case .createGoal, .editGoal, .moveGoal, .markDay, .noteDay: nil
        }
    }
}
