// List order as sparse numbers, so that a move changes only the moved row.

import GRDB

/// A position in a list; lower ranks come first.
enum Rank {
    /// The distance between two neighbours of a fresh list.
    static let room: Int64 = 1 << 32
    /// Beyond this rank, the list is renumbered.
    private static let furthest: Int64 = 1 << 61
    /// Rows that are moved apart get at least this distance, so that there is room for some time.
    static let leastRoom: Int64 = 1 << 20

    /// A rank between two neighbours; nil if there is no room.
    static func between(_ before: Int64?, _ after: Int64?) -> Int64? {
        let rank: Int64
        switch (before, after) {
        case (nil, nil): rank = 0
        case (let before?, nil): rank = before + room
        case (nil, let after?): rank = after - room
        case (let before?, let after?):
            guard after - before > 1 else { return nil }
            rank = before + (after - before) / 2
        }
        return abs(rank) < furthest ? rank : nil
    }
}

/// A table whose rows are ordered within a book.
enum RankedTable: String { case counter, goal }

extension WriteContext {
    /// The number of a new row in the book; numbers are never reused.
    func nextNumber(in table: RankedTable) throws -> Int64 {
        let column = table == .counter ? "lastCounter" : "lastGoal"
        return try database.first(
            "UPDATE book SET \(column) = \(column) + 1 WHERE id = ? RETURNING \(column)", [book]
        ) { $0[0] } ?? 0
    }

    /// The rank for a new row at the bottom of the list.
    func lastRank(in table: RankedTable) throws -> Int64 {
        let last: Int64? =
            try database.first(
                "SELECT MAX(rank) FROM \(table.rawValue) WHERE book = ?", [book]
            ) { $0[0] as Int64? } ?? nil
        if let rank = Rank.between(last, nil) { return rank }
        try renumber(table)
        return try lastRank(in: table)
    }

    /// The rank right after a row, or before all rows.
    ///
    /// - Parameters:
    ///   - neighbour: The rank of the row to follow; nil: none.
    ///   - row: The row that moves.
    func rank(after neighbour: Int64?, in table: RankedTable, neighbourRow: Int64?, moving row: Int64) throws
        -> Int64
    {
        let next: Int64? =
            try database.first(
                """
                SELECT MIN(rank) FROM \(table.rawValue)
                WHERE book = ?1 AND id <> ?2 AND (?3 IS NULL OR rank > ?3)
                """,
                [book, row, neighbour]
            ) { $0[0] as Int64? } ?? nil
        if let rank = Rank.between(neighbour, next) { return rank }
        try makeRoom(after: neighbour, in: table)
        let renumbered: Int64? = try neighbourRow.flatMap { neighbourRow in
            try database.first("SELECT rank FROM \(table.rawValue) WHERE id = ?", [neighbourRow]) { $0[0] }
        }
        return try rank(after: renumbered, in: table, neighbourRow: neighbourRow, moving: row)
    }

    /// Moves the rows after a rank apart: as few as possible, because every one that
    /// is given another rank has to be sent and drawn again.
    private func makeRoom(after rank: Int64?, in table: RankedTable) throws {
        guard let rank else { return try renumber(table) }
        // Halving the distance again and again leaves about thirty rows close together.
        for count in [32, 256] as [Int64] {
            let end: Int64? = try database.first(
                "SELECT rank FROM \(table.rawValue) WHERE book = ? AND rank > ? ORDER BY rank LIMIT 1 OFFSET ?",
                [book, rank, count]
            ) { $0[0] }
            guard let end else { break }
            let distance = (end - rank) / (count + 1)
            guard distance >= Rank.leastRoom else { continue }
            return try database.run(
                """
                UPDATE \(table.rawValue) SET rank = ?2 + placed.place * ?4, revision = ?5
                FROM (
                    SELECT id, ROW_NUMBER() OVER (ORDER BY rank, id) AS place FROM \(table.rawValue)
                    WHERE book = ?1 AND rank > ?2 ORDER BY rank, id LIMIT ?3
                ) AS placed
                WHERE placed.id = \(table.rawValue).id
                """,
                [book, rank, count, distance, revision])
        }
        try renumber(table)
    }

    /// Renumbers all rows. Every row gets a new revision, because clients keep rows by rank.
    private func renumber(_ table: RankedTable) throws {
        try database.run(
            """
            UPDATE \(table.rawValue) SET rank = placed.place * ?2, revision = ?3
            FROM (SELECT id, ROW_NUMBER() OVER (ORDER BY rank, id) AS place FROM \(table.rawValue) WHERE book = ?1)
                AS placed
            WHERE placed.id = \(table.rawValue).id
            """,
            [book, Rank.room, revision])
    }
}
