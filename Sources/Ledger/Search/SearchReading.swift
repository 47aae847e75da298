// Database queries for search and for fixed addresses.

import GRDB

extension Ledger {
    /// Updates an index to the account's current state: reads and folds only
    /// titles that have changed since.
    ///
    /// - Parameter revision: A revision of the account known to be reached. Later
    ///   changes may be read already; they are then read again.
    public func update(_ index: inout TitleIndex, of account: AccountID, to revision: Int64) throws {
        let known = index.revision
        let (changes, living) = try read { database in
            (
                try TitleChanges(database, of: account, since: known),
                try database.first(
                    "SELECT COUNT(*) FROM counter WHERE book = ? AND deletedAt IS NULL", [account]
                ) { $0[0] as Int } ?? 0
            )
        }
        index.take(changes.changed, gone: changes.gone)
        if index.entries.count > living {
            // Some were removed for good since: their rows are gone, so that no changed row names them.
            index = TitleIndex()
            let all = try read { try TitleChanges($0, of: account, since: 0) }
            index.take(all.changed, gone: all.gone)
        }
        index.revision = revision
    }

    /// The counter at a position in the account's list, from 1; nil beyond the end.
    public func counter(at place: Int64, of account: AccountID) throws -> Counter.ID? {
        guard place > 0 else { return nil }
        return try read { database in
            try database.first(
                """
                SELECT number FROM counter WHERE book = ? AND deletedAt IS NULL
                ORDER BY rank, id LIMIT 1 OFFSET ?
                """,
                [account, place - 1]
            ) { $0[0] }
        }
    }
}

/// The account's titles that changed since a revision.
private struct TitleChanges {
    var changed: [TitleIndex.Entry] = []
    var gone: Set<Counter.ID> = []

    init(_ database: Database, of account: AccountID, since revision: Int64) throws {
        let rows = try database.rows(
            """
            SELECT number, title, count, style, color, rank, deletedAt IS NOT NULL
            FROM counter WHERE book = ?1 AND revision > ?2 AND (?2 > 0 OR deletedAt IS NULL)
            ORDER BY rank, id
            """,
            [account, revision])
        while let row = try rows.next() {
            let id: Counter.ID = row[0], isGone: Bool = row[6]
            guard !isGone else {
                gone.insert(id)
                continue
            }
            let title: String = row[1]
            changed.append(
                TitleIndex.Entry(
                    counter: id, title: title,
                    folded: FoldedText(title, upTo: TitleIndex.mostSearched).bytes, count: row[2],
                    style: Counter.Style(row[3]), color: row[4], rank: row[5]))
        }
    }
}
