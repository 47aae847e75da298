// Moves rows of a list, and places new ones at its end.

import GRDB

/// Where a row was before it was moved.
struct Moved {
    /// The row that it followed; nil if it was at the top.
    let neighbour: Name?
}

extension WriteContext {
    /// Moves a row right after another one, or to the top, if this operation is the later one.
    ///
    /// - Parameter put: The row that another change moves its own after, nil for the top; throws or
    ///   returns nil for a change that moves nothing.
    /// - Returns: Which row it followed before, if any; nil if it was moved later.
    func move<Row: Ranked>(
        _ moved: Row, after neighbour: Row?, in table: RankedTable, replacing replaced: OperationID?,
        where put: (any ChangeKind) throws -> Int64??
    ) throws -> Moved? {
        let field = Field(owner: table.owner, row: moved.row, name: "rank")
        let before = try database.first(
            """
            SELECT id, number FROM \(table.rawValue) WHERE book = ? AND rank < ? AND \(table.hidden) IS NULL
            ORDER BY rank DESC LIMIT 1
            """,
            [book, moved.rank]
        ) { (row: $0[0] as Int64, name: Name.number($0[1])) }
        let stands = { (change: any ChangeKind) in try put(change).map { $0 == before?.row } ?? false }
        guard try claim(field, replacing: replaced, where: stands) else { return nil }
        if neighbour?.row != moved.row, neighbour?.row != before?.row {
            let rank = try rank(
                after: neighbour?.rank, in: table, neighbourRow: neighbour?.row, moving: moved.row)
            try database.run(
                "UPDATE \(table.rawValue) SET rank = ?, revision = ? WHERE id = ?",
                [rank, revision, moved.row])
        }
        return Moved(neighbour: before?.name)
    }

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
    private func rank(after neighbour: Int64?, in table: RankedTable, neighbourRow: Int64?, moving row: Int64)
        throws
        -> Int64
    {
        // With an OR in place of the COALESCE, SQLite would look at all rows before it.
        let next: Int64? =
            try database.first(
                """
                SELECT MIN(rank) FROM \(table.rawValue)
                WHERE book = ? AND id <> ? AND rank > COALESCE(?, \(Int64.min))
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
