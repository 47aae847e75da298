// Reads a counter's history.

import GRDB

extension Ledger {
    /// A counter's entries, newest first.
    ///
    /// - Parameters:
    ///   - number: Return only entries older than this one; nil for all.
    ///   - limit: The maximum number of entries.
    /// - Throws: ``Refusal/noSuchCounter``, ``Refusal/counterIsDeleted``.
    public func entries(
        of counter: some Naming, of account: AccountID, before number: Entry.Number? = nil, limit: Int
    ) throws -> [Entry] {
        let counter = try row(of: counter, in: account)
        return try read { database in
            let rows = try Row.fetchCursor(
                database.cachedStatement(
                    sql: """
                        SELECT number, kind, delta, count, madeAt, zoneOffset, voids,
                               (SELECT COUNT(*) FROM entry AS void INDEXED BY entryByVoided WHERE void.counter = ?1 AND void.voids = entry.number) % 2,
                               (SELECT text FROM note WHERE note.counter = ?1 AND note.number = entry.number)
                        FROM entry WHERE counter = ?1 AND number < ?2 ORDER BY number DESC LIMIT ?3
                        """),
                arguments: [counter, number ?? .max, limit])
            var entries: [Entry] = []
            while let row = try rows.next() { entries.append(Entry(row)) }
            return entries
        }
    }
}

extension Entry {
    fileprivate init(_ row: Row) {
        self.init(
            number: row[0], kind: Kind(rawValue: row[1]) ?? .increment, delta: row[2], count: row[3],
            madeAt: Moment(milliseconds: row[4]), zoneOffset: row[5], voids: row[6], isVoid: row[7],
            note: row[8] ?? ""
        )
    }
}
