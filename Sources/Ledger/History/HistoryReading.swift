// Reads a counter's history.

import GRDB

extension Ledger {
    /// A counter's entries, newest first.
    ///
    /// - Parameters:
    ///   - number: Return only entries older than this one; nil for all.
    ///   - limit: The maximum number of entries; fewer are returned if their notes are long.
    /// - Throws: ``Refusal/noSuchCounter``, ``Refusal/counterIsDeleted``.
    public func entries(
        of counter: some Naming, of account: AccountID, before number: Entry.Number? = nil, limit: Int
    ) throws -> [Entry] {
        let counter = try row(of: counter, in: account)
        return try read { database in
            let rows = try database.rows(
                """
                SELECT number, kind, delta, count, madeAt, zoneOffset, voids,
                       (SELECT COUNT(*) FROM (
                           SELECT 1 FROM entry AS void INDEXED BY entryByVoided
                           WHERE void.counter = ?1 AND void.voids = entry.number LIMIT ?4)) % 2,
                       (SELECT text FROM note WHERE note.counter = ?1 AND note.number = entry.number)
                FROM entry WHERE counter = ?1 AND number < ?2 ORDER BY number DESC LIMIT ?3
                """,
                [counter, number ?? .max, limit, Entry.voidsRead])
            var entries: [Entry] = []
            var words = 0
            while words < Entry.noteBytesAtOnce, let row = try rows.next() {
                let entry = Entry(row)
                words += entry.note.utf8.count
                entries.append(entry)
            }
            return entries
        }
    }

    /// One of a counter's entries, by its number or by the operation that made it.
    ///
    /// - Throws: ``Refusal/noSuchCounter``, ``Refusal/counterIsDeleted``, ``Refusal/noSuchEntry``.
    public func entry(_ name: Name, of counter: some Naming, of account: AccountID) throws -> Entry {
        let row = try row(of: counter, in: account)
        let number = try read { try $0.entryNumber(name, of: row, in: account) }
        let entries = try entries(of: counter, of: account, before: number &+ 1, limit: 1)
        guard let entry = entries.first, entry.number == number else { throw Refusal.noSuchEntry }
        return entry
    }
}

extension Entry {
    fileprivate init(_ row: RowValues) {
        self.init(
            number: row[0], kind: Kind(rawValue: row[1]) ?? .increment, delta: row[2], count: row[3],
            madeAt: Moment(milliseconds: row[4]), zoneOffset: row[5], voids: row[6], isVoid: row[7],
            note: row[8] ?? ""
        )
    }
}
