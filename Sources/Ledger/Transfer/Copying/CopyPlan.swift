// What there is to copy of an account, and how much.

import GRDB

/// The counters and goals of an account that are copied, in the order of its lists.
struct CopyPlan: Sendable {
    /// A counter or a goal in the state that it has. A later state is another item.
    struct Item: Sendable, Hashable {
        let table: RankedTable
        let row: Int64
        let revision: Int64
        /// How many entries, or days, it has. Hours are fewer than entries.
        let entries: Int
        /// How many rows are written for it.
        var rows: Int { 1 + entries }
    }

    let counters: [Item]
    let goals: [Item]
    /// How many bytes of notes there are.
    let words: Int

    var items: [Item] { counters + goals }
    /// How many counters, goals, entries and days of goals there are.
    var rows: Int { items.reduce(0) { $0 + $1.rows } }

    init(of account: AccountID, in database: Database) throws {
        (counters, goals) = try (database.counterItems(of: account), database.goalItems(of: account))
        words =
            try database.first(
                """
                SELECT COALESCE(SUM(length(CAST(text AS BLOB))), 0) FROM (
                    SELECT text FROM note JOIN counter ON counter.id = note.counter
                        WHERE book = ?1 AND deletedAt IS NULL
                    UNION ALL
                    SELECT text FROM dayNote JOIN goal ON goal.id = dayNote.goal
                        WHERE book = ?1 AND removedAt IS NULL)
                """, [account]
            ) { $0[0] } ?? 0
    }

    /// How many rows a plan would have, which is quickly read.
    static func rows(of account: AccountID, in database: Database) throws -> Int {
        try (database.counterItems(of: account) + database.goalItems(of: account)).reduce(0) { $0 + $1.rows }
    }

    /// - Throws: ``Refusal/accountIsTooLarge``, ``Refusal/tooManyCounters``, ``Refusal/tooManyGoals``,
    ///   ``Refusal/tooManyOperationsToday``.
    func requireRoom(in context: WriteContext) throws {
        guard rows <= CopyAccount.mostRows else { throw Refusal.accountIsTooLarge }
        guard try counters.count <= context.roomForCounters() else { throw Refusal.tooManyCounters }
        try context.requireRoomForGoals(goals.count)
        guard words <= context.wordsLeft ?? .max else { throw Refusal.tooManyOperationsToday }
    }
}

extension Database {
    fileprivate func counterItems(of account: AccountID) throws -> [CopyPlan.Item] {
        try items(
            .counter, "SELECT id, revision, entries FROM counter WHERE book = ? AND deletedAt IS NULL",
            account)
    }

    fileprivate func goalItems(of account: AccountID) throws -> [CopyPlan.Item] {
        try items(
            .goal,
            """
            SELECT id, revision, (SELECT COUNT(*) FROM goalDay WHERE goal = goal.id) FROM goal
            WHERE book = ? AND removedAt IS NULL
            """, account)
    }

    private func items(
        _ table: RankedTable, _ sql: String, _ account: AccountID
    ) throws -> [CopyPlan.Item] {
        try Row.fetchAll(self, sql: sql + " ORDER BY rank, id", arguments: [account]).map {
            CopyPlan.Item(table: table, row: $0[0], revision: $0[1], entries: $0[2])
        }
    }
}
