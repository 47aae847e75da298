// What can be asked about operations.

import GRDB

/// What an operation did, for whoever may want to take it back.
public struct Deed: Sendable, Hashable {
    public enum Kind: String, Sendable {
        case create, increment, decrement, reset, set, rename, collapse, collapseAll, restyle, recolor, step,
            move, void
        case annotate, delete, restore, share, unshare, dayStart, weekStart, undo
        case importArchive = "import"
        case deleteAll, expandAll
        case createGoal, editGoal, archiveGoal, moveGoal, markDay, noteDay
    }
    /// Of an undo that was taken back, what thereby was done again.
    public let kind: Kind
    /// 0 where it is about no counter by itself.
    public let counter: Counter.ID
    /// The counter's, or the goal's name, as it is now; empty where it is about none.
    public let title: String
    /// The entry it is about, of what was voided or noted.
    public let entry: Entry.Number?
    /// Nil where it is about no goal.
    public let goal: Goal.ID?
}

extension Ledger {
    /// What the account's operation did; nil where there is none, or its counter is gone.
    public func deed(_ operation: OperationID, of account: AccountID) throws -> Deed? {
        try read { database in
            guard let done = try database.pastOperation(operation, of: account),
                let kind = Deed.Kind(done)
            else { return nil }
            var title = ""
            if done.counter != 0 {
                let found = try database.first(
                    "SELECT title FROM counter WHERE id = ? AND deletedAt IS NOT ?",
                    [done.counter, Counter.longAgo], { $0[0] as String })
                guard let found else { return nil }
                title = found
            } else if let goal = done.goal {
                // One whose making was taken back is told of as well: it can be made again.
                title = try database.first("SELECT name FROM goal WHERE id = ?", [goal]) { $0[0] } ?? ""
            }
            return Deed(
                kind: kind, counter: done.counter, title: title, entry: done.entry, goal: done.goal)
        }
    }
}

extension Deed.Kind {
    fileprivate init?(_ done: PastOperation) {
        if done.isUndo {
            self = .undo
        } else if done.kind == "collapseAll" {
            self = done.words == "yes" ? .collapseAll : .expandAll
        } else {
            self.init(rawValue: done.kind)
        }
    }
}

extension Ledger {
    /// The account's counters that were counted on last, the latest first.
    ///
    /// Operation ids are ordered by time (RFC 9562, version 7), so only the
    /// latest few thousand are looked at.
    public func lastCounted(of account: AccountID, limit: Int) throws -> [Counter] {
        let ids = try read { database in
            try Counter.ID.fetchAll(
                database.cachedStatement(
                    sql: """
                        SELECT latest.counter FROM (
                            SELECT counter, id FROM operation
                            WHERE account = ?1 AND kind IN ('create', 'increment', 'decrement')
                            ORDER BY id DESC LIMIT 5000
                        ) AS latest JOIN counter ON counter.id = latest.counter AND counter.deletedAt IS NULL
                        GROUP BY latest.counter ORDER BY MAX(latest.id) DESC LIMIT ?2
                        """),
                arguments: [account, limit])
        }
        return try ids.map { try counter($0, of: account) }
    }
}
