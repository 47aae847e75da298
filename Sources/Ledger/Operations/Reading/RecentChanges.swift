// What an account did last, apart from counting, so that it can be undone after its
// notice has gone.

import Foundation
import GRDB

/// One of an account's latest changes, in its present state.
public struct RecentChange: Sendable {
    /// The operation that made it.
    public let id: OperationID
    /// What it did; for a new title, with that title, even if there is another by now.
    public let summary: OperationSummary
    /// What to undo in order to undo the change, or to redo it if it is undone: the
    /// change's own operation, or the latest undo of it.
    public let latest: OperationID
    /// Whether it is undone by now, so that it can be redone.
    public let isUndone: Bool
    /// When it was made, by the device's clock.
    public let madeAt: Moment
    /// Minutes ahead of UTC.
    public let zoneOffset: Int

    /// Among how many operations, the latest ones, changes are looked for.
    static let mostLookedAt = 5_000
    /// What is no change: SQL for a list of kinds.
    static let otherKinds = "('increment', 'decrement', 'collapse')"
}

/// What a change has set, such as a counter's colour.
private struct Setting: Hashable {
    let kind: OperationSummary.Kind
    let counter: Counter.ID?
    let goal: Goal.ID?
    let entry: Entry.Number?
    let day: CivilDay?
}

/// Changes on the way back from the latest, as they are offered.
private struct ChangeList {
    private(set) var changes: [RecentChange] = []
    private var standing: Set<Setting> = []

    var count: Int { changes.count }

    /// Whether a change to the setting is listed that stands: what was set before is not offered.
    func hasStanding(_ setting: Setting?) -> Bool { setting.map(standing.contains) ?? false }

    /// Of several changes to a setting that are undone, the earliest was undone last, and is the one to be redone.
    mutating func append(_ change: RecentChange) {
        if let setting = change.summary.setting {
            if change.isUndone {
                changes.removeAll { $0.isUndone && $0.summary.setting == setting }
            } else {
                standing.insert(setting)
            }
        }
        changes.append(change)
    }
}

extension OperationSummary {
    /// Kinds that set something anew: once it is set again, what was set before cannot be undone until that is.
    private static let settings: Set<Kind> = [
        .rename, .restyle, .recolor, .setStep, .moveCounter, .share, .unshare, .editGoal,
        .archiveGoal, .unarchiveGoal, .moveGoal, .markDay, .noteDay, .void, .annotate, .retime,
    ]

    /// Nil if it is not undone or redone by the order in which others of its kind were made.
    fileprivate var setting: Setting? {
        guard Self.settings.contains(kind) else { return nil }
        let kind = self.kind == .unarchiveGoal ? .archiveGoal : self.kind
        return Setting(kind: kind, counter: counter, goal: goal, entry: entry, day: day)
    }

    fileprivate func named(_ title: String) -> OperationSummary {
        OperationSummary(
            kind: kind, counter: counter, title: title, entry: entry, goal: goal, day: day,
            canBeUndone: canBeUndone, keptBothNotes: keptBothNotes)
    }
}

extension Ledger {
    /// The account's latest changes that can be undone, latest first; without counting,
    /// which the history shows, and folding. Of changes to the same setting, only the latest that stands, and the one that
    /// was undone last.
    ///
    /// Only the latest few thousand operations are searched, including refused ones. Among them what came along from another
    /// account is always listed: once that is undone, its goals are nowhere else.
    public func recentChanges(of account: AccountID, limit: Int) throws -> [RecentChange] {
        try read { database in
            var list = ChangeList()
            // Undos come after what they undo, so on the way back they come first.
            var undos: [OperationID: (latest: OperationID, isUndone: Bool, didSomething: Bool)] = [:]
            let rows = try database.rows(
                """
                SELECT id, kind, change, madeAt, zoneOffset, hasInverse FROM (
                    SELECT id, kind, CASE WHEN kind IN ('undo', 'rename') THEN change END AS change,
                        madeAt, zoneOffset, revision, refusal, inverse IS NOT NULL AS hasInverse
                    FROM operation WHERE book = ? ORDER BY id DESC LIMIT \(RecentChange.mostLookedAt)
                ) WHERE refusal IS NULL AND kind NOT IN \(RecentChange.otherKinds)
                ORDER BY revision DESC
                """,
                [account])
            while let row = try rows.next() {
                let id = OperationID(bytes: Array(row[0] as Data))
                let state = undos[id] ?? (latest: id, isUndone: false, didSomething: true)
                let kind: String = row[1]
                if kind == Undo.kind, let change = row[2] as String? {
                    let undone = try Undo.read(change).operation
                    // A page that stayed open can undo once more what was redone: the latest undo tells how it is, unless it
                    // found nothing to do.
                    if undos[undone]?.didSomething != true {
                        undos[undone] = (state.latest, !state.isUndone, row[5])
                    }
                } else if list.count >= limit, kind != CopyAccount.kind {
                    continue
                } else if var summary = try database.summary(of: id, in: account), summary.canBeUndone,
                    !list.hasStanding(summary.setting),
                    try state.latest == id
                        || database.summary(of: state.latest, in: account)?.canBeUndone == true
                {
                    // By now it may have another name.
                    if kind == Rename.kind, let change = row[2] as String? {
                        summary = summary.named(try Rename.read(change).title)
                    }
                    list.append(
                        RecentChange(
                            id: id, summary: summary, latest: state.latest, isUndone: state.isUndone,
                            madeAt: Moment(milliseconds: row[3]), zoneOffset: row[4]))
                }
            }
            return list.changes
        }
    }
}
